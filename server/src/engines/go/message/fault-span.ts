import { type Span, span } from "../../../base/span.js";
import type { Fault } from "../syntax/ast.js";

/** The text that a fault is shown at: what opens a block without an end, and where nothing stands, what it belongs to. */
export function faultSpan({ span: at, opener }: Fault, text: string): Span {
  return opener ?? visible(at, text);
}

/** What ends where nothing stands is shown where it began: from the opening of the action to the end of its line. */
function visible(at: Span, text: string): Span {
  if (at.end > at.start) return at;
  const open = text.lastIndexOf("{{", at.start);
  if (open < 0) return at;
  const lineEnd = text.slice(open, at.start).search(/\r?\n/);
  return span(open, lineEnd < 0 ? Math.max(at.start, open + 2) : open + lineEnd);
}
