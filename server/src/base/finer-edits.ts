import { shift } from "./span.js";
import { replacement, type TextEdit } from "./text-edit.js";

/**
 * Splits what turns `before` into `after` into edits of `before` that do not overlap, last place first, so that each fits the
 * text after those before it. Lines that both texts have exactly once, in the same order, stay what they are (patience diff).
 */
export function finerEdits(before: string, after: string): TextEdit[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const kept = increasing(sharedLines(old, now));
  const edits: TextEdit[] = [];
  let [oldStart, start] = [0, 0];
  for (const { line, at } of [...kept, { line: undefined, at: undefined }]) {
    const [oldEnd, end] = [line?.start ?? before.length, at?.start ?? after.length];
    const edit = replacement(before.slice(oldStart, oldEnd), after.slice(start, end));
    if (edit.span.start < edit.span.end || edit.newText !== "") edits.push({ ...edit, span: shift(edit.span, oldStart) });
    [oldStart, start] = [line?.end ?? oldEnd, at?.end ?? end];
  }
  return edits.reverse();
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g)].map(({ 0: line, index }) => ({
    text: line,
    start: index,
    end: index + line.length,
  }));
}

/** A line of the old text, and where it is in the new one. */
interface Shared {
  readonly line: Line;
  readonly at: Line;
}

function sharedLines(old: readonly Line[], now: readonly Line[]): Shared[] {
  const [there, here] = [uniqueLines(old), uniqueLines(now)];
  return old.flatMap((line) => {
    const at = here.get(line.text);
    return there.get(line.text) && at ? [{ line, at }] : [];
  });
}

/** Lines by their text; undefined for those that come more than once. */
function uniqueLines(lines: readonly Line[]): Map<string, Line | undefined> {
  const found = new Map<string, Line | undefined>();
  for (const line of lines) found.set(line.text, found.has(line.text) ? undefined : line);
  return found;
}

/** The longest part of the list in which the new places increase. */
function increasing(shared: readonly Shared[]): Shared[] {
  const ends: { readonly entry: Shared; readonly previous: number }[] = [];
  const piles: number[] = [];
  for (const [index, entry] of shared.entries()) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[piles[middle] as number]?.entry.at.start ?? 0) < entry.at.start) low = middle + 1;
      else high = middle;
    }
    ends.push({ entry, previous: low === 0 ? -1 : (piles[low - 1] as number) });
    piles[low] = index;
  }
  const found: Shared[] = [];
  for (let at = piles.at(-1) ?? -1; at >= 0; at = ends[at]?.previous ?? -1) found.push((ends[at] as (typeof ends)[number]).entry);
  return found.reverse();
}
