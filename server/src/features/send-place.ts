import type { Span } from "../base/span.js";
import type { ChatDocument } from "../syntax/ast.js";

/** The role marker of the last `@You`, which a send answers; undefined where there is none. Document offsets. */
export function sendPlace({ messages }: ChatDocument): Span | undefined {
  const placed = messages.findLast(({ message }) => message.role === "You");
  return placed && { start: placed.start, end: placed.start + placed.message.roleSpan.end + 1 };
}
