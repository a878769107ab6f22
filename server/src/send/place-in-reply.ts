import { readLine } from "../syntax/lines.js";

/** Where a text stops holding a reply: its offset, and how much of the reply stands before it, both in UTF-16 units. */
export interface PlaceInReply {
  readonly at: number;
  readonly from: number;
  /** True where somebody wrote on in the last line: the rest of the reply goes below it. */
  readonly isBelow?: true;
}

/** A reply, and what is known of its place. */
export interface SoughtReply {
  /** From the separator above its marker on. */
  readonly text: string;
  /** The last lines above it. */
  readonly before: string;
  /** UTF-16 units above it when it began. */
  readonly length: number;
}

/** What a reply that was cut off ends with: its fence, closed, and the mark. */
export const cutEnd = /^(?:\r?\n)*(?:`{3,}\r?\n)?(?:\r?\n)*<!-- flemma:aborted: [^\r\n]*-->[ \t]*(?:\r?\n|$)/;

/** So many units of a reply are its own: those of another one would differ. */
const telling = 40;
/** A line of so many units stands for itself. */
const tellingLine = 16;
/** Lines that repeat endlessly are looked for in so many places. */
const mostPlaces = 50;

/**
 * Finds where the part that a text holds of a reply ends, though both what is above and what came of the reply may have been
 * edited; undefined when the text shows no place for it.
 */
export function placeInReply(text: string, reply: SoughtReply): PlaceInReply | undefined {
  const { index: mark = 0, 0: line = "" } = /@Assistant:[ \t]*(?:\r?\n|$)/.exec(reply.text) ?? {};
  const begun = mark + line.length;
  for (const start of starts(text, reply, mark)) {
    const place = endOfReply(text, reply.text, start);
    if (place.from >= reply.text.trimEnd().length) return place;
    const isBegun = place.from > begun;
    if (isBegun && place.from - begun >= telling) return afterLine(text, place);
    if ((isBegun || start.from === 0) && isOver(text, place.at)) return place;
    if (start.from === 0 && isOver(text, start.at)) return start;
  }
  return undefined;
}

/** Where the reply may start, the likeliest place first. */
function* starts(text: string, { text: reply, before, length }: SoughtReply, mark: number): Iterable<PlaceInReply> {
  if (before !== "") {
    if (text.startsWith(before, length - before.length)) yield { at: length, from: 0 };
    let at = text.length;
    for (let count = 0; count < mostPlaces && at >= 0; count++) {
      at = text.lastIndexOf(before, at);
      if (at < 0) break;
      yield { at: at + before.length, from: 0 };
      at--;
    }
  }
  const head = reply.slice(mark, mark + 2 * telling);
  const found = head.length < telling ? -1 : text.lastIndexOf(head);
  if (found >= 0) yield { at: found, from: mark };
  const last = text.lastIndexOf("@Assistant:");
  if (last >= 0) yield { at: last, from: mark };
}

/** Says whether nothing of a reply stands behind an offset: the end, a mark of an aborted reply, or another turn. */
function isOver(text: string, at: number): boolean {
  const rest = text.slice(at);
  if (rest.trim() === "" || cutEnd.test(rest)) return true;
  return (isLineStart(text, at) || /^[\r\n]/.test(rest)) && isTurn(rest.trimStart());
}

function isTurn(text: string): boolean {
  return /^@[A-Za-z0-9]+:[ \t]*(?:[\r\n]|$)/.test(text);
}

function isLineStart(text: string, at: number): boolean {
  return lineStart(text, at) === at;
}

/** Where the part of the reply that the text holds from `start` on ends, over what was edited in it. */
function endOfReply(text: string, reply: string, start: PlaceInReply): PlaceInReply {
  let place = follow(text, reply, start);
  const next = ({ at }: PlaceInReply): PlaceInReply | undefined =>
    isOver(text, at) ? undefined : (lastSharedLine(text, reply, place) ?? editedLine(text, reply, place));
  for (let further = next(place); further !== undefined; further = next(place)) place = follow(text, reply, further);
  return place;
}

/** Goes on while text and reply are the same; editors may have removed blanks at the ends of lines. */
function follow(text: string, reply: string, { at, from }: PlaceInReply): PlaceInReply {
  let [t, r] = [at, from];
  while (r < reply.length) {
    if (t < text.length && text[t] === reply[r]) {
      t++;
      r++;
      continue;
    }
    const blanks = /^[ \t]+(?=[\r\n])/.exec(reply.slice(r, r + 200))?.[0].length ?? 0;
    if (blanks === 0 || !/[\r\n]/.test(text[t] ?? "")) break;
    r += blanks;
  }
  // Halves of characters and of line ends belong together.
  const isHalf = r > from && /[\r\ud800-\udbff]/.test(reply[r - 1] ?? "");
  return isHalf && t > at ? { at: t - 1, from: r - 1 } : { at: t, from: r };
}

/** The end of the last line of the reply, behind the present one, that the text holds as well, each of them once. */
function lastSharedLine(text: string, reply: string, { at, from }: PlaceInReply): PlaceInReply | undefined {
  const ours = linesFrom(text, lineStart(text, at));
  const theirs = linesFrom(reply, readLine(reply, from).next);
  const cut = [...ours.keys()].at(-1) ?? "";
  for (const [line, start] of [...theirs].reverse()) {
    if (start === undefined) continue;
    const own = ours.get(line);
    if (own !== undefined) return { at: own + line.length, from: start + line.length };
    const last = ours.get(cut);
    if (last !== undefined && line.startsWith(cut)) return { at: last + cut.length, from: start + cut.length };
  }
  return undefined;
}

/** Telling lines of a turn with where they start, from the line at `start` on; those that come twice without. */
function linesFrom(text: string, start: number): Map<string, number | undefined> {
  const lines = new Map<string, number | undefined>();
  for (let line = readLine(text, start); line.start < text.length; line = readLine(text, line.next)) {
    const content = text.slice(line.start, line.end).trimEnd();
    if (isTurn(content)) break;
    if (content.length >= tellingLine) lines.set(content, lines.has(content) ? undefined : line.start);
  }
  return lines;
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}

const mostCompared = 1000;

/** Goes over the rest of a line that somebody edited; undefined when it is not one of the reply. */
function editedLine(text: string, reply: string, { at, from }: PlaceInReply): PlaceInReply | undefined {
  const own = text.slice(at, readLine(text, at).end);
  const theirs = reply.slice(from, Math.min(readLine(reply, from).end, from + own.length + tellingLine));
  if (own.trim() === "" || own.length > mostCompared) return undefined;
  const { length, distance } = nearestPrefix(own, theirs);
  const isOther = distance > own.length / 2 || distance > (at + own.length - lineStart(text, at)) / 4;
  return isOther ? undefined : { at: at + own.length, from: from + length };
}

/** How long the prefix of `line` is that `edited` was made from with the fewest edits of single units, the shortest if there are several. */
function nearestPrefix(edited: string, line: string): { length: number; distance: number } {
  let row = Array.from({ length: line.length + 1 }, (_, index) => index);
  for (let i = 1; i <= edited.length; i++) {
    const next = [i];
    for (let j = 1; j <= line.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (edited[i - 1] === line[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  const distance = Math.min(...row);
  return { length: row.indexOf(distance), distance };
}

/** What somebody wrote on at the cut stays one line. */
function afterLine(text: string, { at, from }: PlaceInReply): PlaceInReply {
  return isOver(text, at) || isLineStart(text, at) ? { at, from } : { at: readLine(text, at).end, from, isBelow: true };
}
