import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { shift } from "../base/span.js";
import type { ChatDocument } from "./ast.js";
import { pairTools } from "./tool-pairing.js";
import { isFinal } from "./tools-without-result.js";

/** A result that answers no tool use, which no provider takes: it is sent as the text that it is (spec/providers-and-send.md §1.1). */
export function* resultsWithoutUse(document: ChatDocument): Iterable<Diagnostic> {
  const paired = new Set(pairTools(document).pairs.map(({ result }) => result));
  for (const { message, start } of document.messages) {
    if (message.role !== "You") continue;
    for (const segment of message.segments) {
      if (segment.kind !== "tool-result" || paired.has(segment) || !isFinal(segment)) continue;
      const what = `No tool use before it has the id '${segment.id}', or its result is there already: this one is sent as text.`;
      // What is wrong is the id, whatever status stands behind it.
      const place = shift({ start: segment.heading.start, end: segment.idSpan.end + 1 }, start);
      yield diagnostic("tool/unknown-use", place, `${what} Correct the id, or remove the result.`);
    }
  }
}
