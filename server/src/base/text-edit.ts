import type { Span } from "./span.js";

/** Replaces the text of `span` (UTF-16 offsets of the text before any edit) by `newText`. */
export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** Applies edits that do not overlap, in any order, to `text`. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = "";
  let at = 0;
  for (const { span, newText } of sorted) {
    result += text.slice(at, span.start) + newText;
    at = span.end;
  }
  return result + text.slice(at);
}

/** The one replacement that turns `before` into `after`: common prefix and suffix left alone. */
export function replacement(before: string, after: string): TextEdit {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start + piece <= limit && before.slice(start, start + piece) === after.slice(start, start + piece)) start += piece;
  while (start < limit && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  const [end, newEnd] = [before.length, after.length];
  let tail = 0;
  while (tail + piece <= limit - start && endsAlike(before.slice(0, end - tail), after.slice(0, newEnd - tail))) tail += piece;
  while (tail < limit - start && before.charCodeAt(end - 1 - tail) === after.charCodeAt(newEnd - 1 - tail)) tail++;
  return { span: { start, end: end - tail }, newText: after.slice(start, newEnd - tail) };
}

/** So many units are compared at once: the engine does that faster than anybody could unit by unit. */
const piece = 4096;

function endsAlike(a: string, b: string): boolean {
  return a.slice(-piece) === b.slice(-piece);
}

/**
 * Carries a UTF-16 offset through an edit. Text inserted exactly at the offset pushes it on when
 * `stick` is "right" and leaves it when "left"; a deletion across it moves it to the cut.
 */
export function mapOffset(offset: number, { span, newText }: TextEdit, stick: "left" | "right" = "left"): number {
  if (offset < span.start || (offset === span.start && (span.end > span.start || stick === "left"))) return offset;
  if (offset >= span.end) return offset + newText.length - (span.end - span.start);
  return span.start;
}

/** Carries a UTF-16 offset through edits that do not overlap; text inserted at the offset pushes it on. */
export function mapThroughEdits(offset: number, edits: readonly TextEdit[]): number {
  const last = [...edits].sort((a, b) => b.span.start - a.span.start);
  return last.reduce((at, edit) => mapOffset(at, edit, "right"), offset);
}

/** The spans that the new texts of edits (which do not overlap) have after all of them are applied, in their order in the text. */
export function writtenSpans(edits: readonly TextEdit[]): Span[] {
  let grown = 0;
  return [...edits]
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ span, newText }) => {
      const start = span.start + grown;
      grown += newText.length - (span.end - span.start);
      return { start, end: start + newText.length };
    });
}
