import type { Span } from "../../base/span.js";
import { trimmed } from "./white-space.js";

/** A piece of prose. Spans are UTF-16 offsets; those of all pieces tile the text. */
export type ProsePiece =
  | { readonly kind: "text"; readonly span: Span }
  /** A backslash, and the brace or backslash that it makes literal. */
  | { readonly kind: "escape"; readonly span: Span }
  /** From `{{` to the first `}}`; `body` is what stands between them, trimmed. */
  | { readonly kind: "placeholder"; readonly span: Span; readonly body: Span }
  /** A `{{` that nothing closes, and all that follows it. */
  | { readonly kind: "unclosed"; readonly span: Span };

/**
 * The pieces of prose from left to right, in one pass (spec/prose-substitution.md §3). Everything is raw text: only the
 * backslash protects, and only `{`, `}` and itself.
 */
export function* scanProse(text: string, { start, end }: Span = { start: 0, end: text.length }): Generator<ProsePiece> {
  const special = /\\[{}\\]|\{\{/g;
  let at = start;
  while (at < end) {
    special.lastIndex = at;
    const found = special.exec(text);
    const next = found === null || found.index + 2 > end ? end : found.index;
    if (next > at) yield { kind: "text", span: { start: at, end: next } };
    if (next === end) return;
    at = next + 2;
    if (text[next] === "\\") {
      yield { kind: "escape", span: { start: next, end: at } };
      continue;
    }
    const close = text.indexOf("}}", at);
    if (close < 0 || close + 2 > end) {
      yield { kind: "unclosed", span: { start: next, end } };
      return;
    }
    yield { kind: "placeholder", span: { start: next, end: close + 2 }, body: trimmed(text, { start: at, end: close }) };
    at = close + 2;
  }
}
