import type { Diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import type { ConfigNode } from "./config-node.js";

/** Where a value stands: a text without its quotes. */
export function placeOf(source: string, node: ConfigNode): Span {
  return node.kind === "scalar" ? inner(source, node.span) : node.span;
}

/** A span without the quotes that stand around it; the whole span when it is not one quoted string, or nothing would be left to see. */
export function inner(source: string, span: Span): Span {
  const text = source.slice(span.start, span.end);
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const isOne = text.length > 2 && new RegExp(`^${quote}(?:\\\\[^]|[^\\\\${quote}])*${quote}$`).test(text);
    return isOne ? { start: span.start + 1, end: span.end - 1 } : span;
  }
  const level = /^\[=*\[/.exec(text)?.[0].length;
  if (level === undefined || !text.endsWith(`]${"=".repeat(level - 2)}]`) || text.length <= 2 * level) return span;
  return { start: span.start + level, end: span.end - level };
}

/** The place of a name inside an item, where the item is written as it is; else the item. */
export function nameSpan(source: string, span: Span, { text, at }: { text: string; at: number }): Span {
  return source.slice(span.start, span.end) === text ? { start: span.start + at, end: span.end } : span;
}

/** The fix for a misspelled word, where the word stands in the text as it is. */
export function replaceFix(
  source: string,
  { span, text, with: names }: { span: Span; text: string; with: readonly string[] },
): Pick<Diagnostic, "data"> {
  const at = inner(source, span);
  if (names.length === 0 || source.slice(at.start, at.end) !== text) return {};
  return { data: { kind: "replace", span: at, with: names } };
}
