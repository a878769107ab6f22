import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import type { FileText } from "../../base/file-answers.js";

const start = { start: 0, end: 0 };

/** What is said of a document on the disk that was not read, and why; undefined where there is none, or something else has its name. */
export function unreadDocument(kind: Exclude<FileText["kind"], "text">): Diagnostic | undefined {
  switch (kind) {
    case "too-large":
      return diagnostic(
        "document/too-large",
        start,
        "This file is larger than 16 MB and is not checked. Move attachments out of the text.",
      );
    case "not-text":
      return diagnostic("document/unreadable", start, "This file is not UTF-8 and is not checked. Save it as UTF-8.");
    case "unreadable":
      return diagnostic("document/unreadable", start, "This file cannot be read and is not checked. Look at its permissions.");
    case "missing":
    case "folder":
    case "special":
    case "forbidden":
      return undefined;
  }
}
