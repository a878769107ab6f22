import { span } from "../../../base/span.js";
import type { Message } from "../../../syntax/ast.js";
import { isBlock } from "../../../syntax/blocks.js";
import type { Hole, Layout } from "../syntax/layout.js";

/**
 * Where the text of a message, up to the end of its body, is no template: its marker, its blocks and references, which the
 * host puts out, and the backslashes that only escape structure. The line end before a block belongs to the block.
 */
export function messageLayout({ marker, segments }: Message, text: string): Layout {
  const holes: Hole[] = [{ span: marker }];
  const literals = [];
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === "action") continue;
    literals.push(segment.span);
    if (segment.kind !== "text") {
      holes.push({ span: segment.span, index });
      continue;
    }
    for (const at of segment.escapes ?? []) holes.push({ span: span(at, at + 1) });
    const next = segments[index + 1];
    const { end } = segment.span;
    if (next !== undefined && isBlock(next) && text[end - 1] === "\n")
      holes.push({ span: span(end - (text[end - 2] === "\r" ? 2 : 1), end) });
  }
  return { literals, holes };
}
