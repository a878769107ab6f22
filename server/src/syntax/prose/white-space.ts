import type { Span } from "../../base/span.js";

/** Unicode White_Space: unlike `trim()` of JavaScript, U+0085 belongs to it and U+FEFF does not (spec/prose-substitution.md §3). */
const space = "[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const one = new RegExp(space);

/** The part of a text between `start` and `end` (UTF-16 offsets) without the white space at its ends. */
export function trimmed(text: string, { start, end }: Span): Span {
  let first = start;
  let last = end;
  while (first < last && isSpace(text, first)) first++;
  while (last > first && isSpace(text, last - 1)) last--;
  return { start: first, end: last };
}

/** Says whether a text has white space at its ends. */
export function isPadded(text: string): boolean {
  return text !== "" && (isSpace(text, 0) || isSpace(text, text.length - 1));
}

function isSpace(text: string, at: number): boolean {
  return one.test(text[at] as string);
}
