import type { Span } from "../base/span.js";
import type { Text, Thinking, ToolFence } from "./ast.js";

/**
 * The text that a `Text` segment stands for: escapes dropped, line ends as LF. `source` is the document,
 * `start` the UTF-16 offset of the segment's message in it.
 */
export function literalText(source: string, start: number, segment: Pick<Text, "span" | "escapes">): string {
  let result = "";
  let at = start + segment.span.start;
  for (const backslash of segment.escapes ?? []) {
    result += source.slice(at, start + backslash);
    at = start + backslash + 1;
  }
  return withLf(result + source.slice(at, start + segment.span.end));
}

/** The thought in a thinking block: escapes dropped, line ends as LF. `start` is the offset of its message. */
export function thinkingText(source: string, start: number, { content, escapes = [] }: Thinking): string {
  return literalText(source, start, { span: content, escapes });
}

/** The lines of a tool block's fence, line ends as LF; nothing in them is escaped. `start` is the offset of its message. */
export function fenceContent(source: string, start: number, { content }: ToolFence): string {
  return withLf(sliceAt(source, start, content));
}

function sliceAt(source: string, start: number, { start: from, end }: Span): string {
  return source.slice(start + from, start + end);
}

/** A text with LF at the end of every line. */
export function withLf(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
