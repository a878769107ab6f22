/** One line of a text, in UTF-16 offsets. `end` excludes the line end, `next` is where the next line starts. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

const LF = 10;
const CR = 13;

/** The line that starts at `start`. Lines end at LF, CRLF or a lone CR; the last one may end with the text. */
export function readLine(text: string, start: number): Line {
  let end = start;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  if (end === text.length) return { start, end, next: end };
  const isCrLf = text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF;
  return { start, end, next: end + (isCrLf ? 2 : 1) };
}

/** Says whether a line holds nothing but blanks. */
export function isBlank(text: string, { start, end }: Line): boolean {
  return skipBlanks(text, start, end) === end;
}

/** The first offset from `from` on that holds no space, tab, vertical tab or form feed; at most `end`. */
export function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlankUnit(text.charCodeAt(at))) at++;
  return at;
}

/** Says whether a UTF-16 unit is white space within a line: the ASCII ones, as the format's patterns have it. */
export function isBlankUnit(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 11 || unit === 12;
}

/** Goes back from `from` over all line ends, at most to `floor`: the end of the last line that is not empty. */
export function skipLineEndsBack(text: string, from: number, floor: number): number {
  let at = from;
  while (at > floor && isLineEnd(text.charCodeAt(at - 1))) at--;
  return at;
}

/** The end of the line before the one that starts at `start`, its line end excluded; `floor` when it would lie before that. */
export function previousLineEnd(text: string, start: number, floor: number): number {
  const isCrLf = text.charCodeAt(start - 1) === LF && text.charCodeAt(start - 2) === CR;
  return Math.max(floor, start - (isCrLf ? 2 : 1));
}

/** The first line end of a text as written, or LF when it has none. */
export function ownLineEnd(text: string): string {
  const { end, next } = readLine(text, 0);
  return end === next ? "\n" : text.slice(end, next);
}

/**
 * A copy of a short text that does not keep its source alive. Engines share memory between a string and its slices,
 * and a message outlives the text it was read from.
 */
export function ownCopy(text: string): string {
  return `\0${text}`.slice(1);
}

function isLineEnd(unit: number): boolean {
  return unit === LF || unit === CR;
}
