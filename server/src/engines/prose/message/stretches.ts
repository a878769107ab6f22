import type { Span } from "../../../base/span.js";
import type { Message } from "../../../syntax/ast.js";
import { isBlock } from "../../../syntax/blocks.js";

/** A part of a message that no block of the document interrupts, and the block behind it, by its index in `Message.segments`. */
export interface Stretch {
  readonly span: Span;
  readonly block?: number;
}

/** Where a tool result begins that is never closed: from there on nothing runs. */
export function openTool({ problems }: Message): number | undefined {
  return problems.find(({ code }) => code === "tool/unclosed-fence")?.span.start;
}

/** The parts of a message between its tool results, in the order of the text. */
export function stretches(message: Message): Stretch[] {
  const { marker, trailing, segments } = message;
  const found: Stretch[] = [];
  let from = marker.end;
  for (const [index, segment] of segments.entries()) {
    if (!isBlock(segment)) continue;
    found.push({ span: { start: from, end: segment.span.start }, block: index });
    from = segment.span.end;
  }
  found.push({ span: { start: from, end: Math.max(from, openTool(message) ?? trailing.start) } });
  return found;
}
