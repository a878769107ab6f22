import type { Message } from "../../../syntax/ast.js";

/** Says whether anything in a message looks at the item of a fanout. `source` is the text of the message. */
export function usesItem({ segments, role }: Message, source: string): boolean {
  if (role === "Assistant") return false;
  return segments.some((segment) => {
    if (segment.kind === "placeholder") return /^item(?:\.|$)/.test(source.slice(segment.path.start, segment.path.end));
    return segment.kind === "lua-block" && /\bitem\b/.test(source.slice(segment.code.start, segment.code.end));
  });
}
