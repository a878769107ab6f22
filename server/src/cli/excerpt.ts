import { lineAt, lineEnd, type SourceText } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import { graphemeWidth, printable } from "./terminal.js";

/** One source line as a terminal shows it, and the marks that stand below it. */
export interface Excerpt {
  readonly text: string;
  readonly underline: string;
}

/** How much of a long line is shown, in UTF-16 units: before the range, and in all. */
const contextBefore = 40;
const longest = 120;
const tabStop = 4;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Shows the first line of a span (UTF-16 offsets of the document); tabs become blanks, a long line is cut around the span. */
export function excerpt(source: SourceText, { start, end }: Span): Excerpt {
  const line = lineAt(source, start);
  const lineStart = source.lineStarts[line] as number;
  const stop = lineEnd(source, line);
  const from = Math.min(start, stop);
  const to = Math.max(from, Math.min(end, stop));
  const first =
    stop - lineStart <= longest || to - lineStart <= longest - 10
      ? lineStart
      : wholeCharacter(source, Math.max(lineStart, from - contextBefore));
  const last = wholeCharacter(source, Math.min(stop, first + longest));
  let text = first > lineStart ? "…" : "";
  let underline = first > lineStart ? " " : "";
  let column = text.length;
  let firstMark: number | undefined;
  for (const { segment, index } of graphemes.segment(source.text.slice(first, last))) {
    const shown = segment === "\t" ? " ".repeat(tabStop - (column % tabStop)) : printable(segment);
    const width = segment === "\t" ? shown.length : graphemeWidth(shown);
    const at = first + index;
    const marked = from < to ? at < to && at + segment.length > from : at <= from && from < at + segment.length;
    if (marked) firstMark ??= column;
    text += shown;
    underline += (marked ? "^" : " ").repeat(marked && from === to ? Math.min(width, 1) : width);
    column += width;
  }
  if (!underline.includes("^")) underline = `${" ".repeat(firstMark ?? column)}^`;
  return { text: last < stop ? `${text}…` : text, underline: underline.trimEnd() };
}

function wholeCharacter(source: SourceText, offset: number): number {
  const unit = source.text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}
