import type { Span } from "../../../base/span.js";

/** Prose as its language sees it: the backslashes before structure of the document are gone, and line ends are LF. */
export interface ProseText {
  readonly text: string;
  /** The place in the source of a place in the text, UTF-16 offsets. */
  inSource(span: Span): Span;
}

const none: readonly number[] = [];

/** The prose at a span of a source. `escapes` are the offsets of the backslashes that only escape structure, in their order. */
export function proseText(source: string, { start, end }: Span, escapes: readonly number[] = none): ProseText {
  const own = source.slice(start, end);
  const dropped = escapes.filter((at) => at >= start && at < end);
  for (let at = own.indexOf("\r\n"); at >= 0; at = own.indexOf("\r\n", at + 2)) dropped.push(start + at);
  if (dropped.length === 0) {
    const inSource = (span: Span): Span => ({ start: start + span.start, end: start + span.end });
    return { text: own.replaceAll("\r", "\n"), inSource };
  }
  dropped.sort((a, b) => a - b);
  const parts: string[] = [];
  let from = start;
  for (const at of dropped) {
    parts.push(source.slice(from, at));
    from = at + 1;
  }
  parts.push(source.slice(from, end));
  const offset = (at: number): number => start + at + droppedBefore(dropped, start, at);
  return { text: parts.join("").replaceAll("\r", "\n"), inSource: (span) => ({ start: offset(span.start), end: endOf(offset, span) }) };
}

/** What ends before something dropped ends there, and not behind it. */
function endOf(offset: (at: number) => number, { start, end }: Span): number {
  return end === start ? offset(start) : offset(end - 1) + 1;
}

/** How many units are left out of the source before the unit that is number `at` of the text. */
function droppedBefore(dropped: readonly number[], start: number, at: number): number {
  let low = 0;
  let high = dropped.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dropped[middle] as number) - middle - start <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
