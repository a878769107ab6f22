import type { Span } from "../base/span.js";

/*
 * Where a text is Markdown code: fenced blocks (three or more backticks or tildes, indented by at most three blanks, closed
 * by a fence at least as long) and inline spans (a run of backticks closed by a run of the same length, in one paragraph).
 */

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The code regions of a text in their order, UTF-16 offsets; fences themselves count as code. */
export function codeRegions(text: string): readonly Span[] {
  if (!text.includes("`") && !text.includes("~~~")) return [];
  const regions: Span[] = [];
  let paragraph: number | undefined;
  let open: { readonly start: number; readonly mark: string } | undefined;
  const endParagraph = (end: number) => {
    if (paragraph !== undefined) inlineSpans(text, { start: paragraph, end }, regions);
    paragraph = undefined;
  };
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    const line = text.slice(start, end).replace(/\r?\n?$/, "");
    const mark = fence.exec(line);
    if (open !== undefined) {
      if (mark !== null && closes(mark, open.mark)) {
        regions.push({ start: open.start, end });
        open = undefined;
      }
    } else if (mark !== null && !(mark[1]?.startsWith("`") && mark[2]?.includes("`"))) {
      endParagraph(start);
      open = { start, mark: mark[1] as string };
    } else if (line.trim() === "") endParagraph(start);
    else paragraph ??= start;
    start = end;
  }
  endParagraph(text.length);
  if (open !== undefined) regions.push({ start: open.start, end: text.length });
  return regions;
}

function lineEnd(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  return newline < 0 ? text.length : newline + 1;
}

function closes(mark: RegExpExecArray, opening: string): boolean {
  const [, ticks = "", rest = ""] = mark;
  return ticks[0] === opening[0] && ticks.length >= opening.length && rest.trim() === "";
}

/** Every run of backticks opens a span where a run of the same length follows; else it is text. */
function inlineSpans(text: string, { start, end }: Span, regions: Span[]): void {
  const paragraph = text.slice(start, end);
  if (!paragraph.includes("`")) return;
  const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }));
  const next = nextOfSameLength(runs.map(({ length }) => length));
  for (let index = 0; index < runs.length; index++) {
    const close = runs[next[index] ?? -1];
    if (close === undefined) continue;
    regions.push({ start: start + (runs[index] as { at: number }).at, end: start + close.at + close.length });
    index = next[index] as number;
  }
}

/** For every run the index of the next one of its length. */
function nextOfSameLength(lengths: readonly number[]): readonly (number | undefined)[] {
  const latest = new Map<number, number>();
  const next: (number | undefined)[] = new Array(lengths.length);
  for (let index = lengths.length - 1; index >= 0; index--) {
    const length = lengths[index] as number;
    next[index] = latest.get(length);
    latest.set(length, index);
  }
  return next;
}
