import { replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";

/**
 * Edits that make of a span of `source` what `parts` say: texts, and spans of it that stay as they are, in the order of
 * the source. A fault in what stays keeps its place.
 */
export function woven(source: string, whole: Span, parts: readonly (string | Span)[]): TextEdit[] {
  const edits: TextEdit[] = [];
  let at = whole.start;
  let text = "";
  for (const part of [...parts, span(whole.end, whole.end)]) {
    if (typeof part === "string") {
      text += part;
      continue;
    }
    if (source.slice(at, part.start) !== text) edits.push(replaced(span(at, part.start), text));
    at = part.end;
    text = "";
  }
  return edits;
}
