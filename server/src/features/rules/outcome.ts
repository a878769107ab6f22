import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import { firstLineEnd } from "../../base/source-text.js";
import type { Evaluated } from "../../workspace/snapshot.js";

/** What is said when an evaluation was cut off from outside, at the first line of the document. */
export function* cutOff({ outcome, snapshot }: Evaluated): Iterable<Diagnostic> {
  const at = { start: 0, end: firstLineEnd(snapshot.text) };
  switch (outcome) {
    case "done":
      return;
    case "syntax-only":
      yield diagnostic(
        "document/too-large",
        at,
        "This document is larger than 2 MB: only its syntax is checked. Move attachments out of the text.",
      );
      return;
    case "timed-out":
      yield diagnostic("limit/time", at, "The evaluation of this document did not end and was stopped. Look for a loop without end.");
      return;
    case "out-of-memory":
      yield diagnostic(
        "limit/memory",
        at,
        "The evaluation of this document ran out of memory and was stopped. Look for a value that grows without end.",
      );
      return;
    case "crashed":
      yield diagnostic("limit/memory", at, "The evaluation of this document ended unexpectedly. Change the text to try again.");
  }
}
