import type { Span } from "./span.js";

/** Unit of `character` in a position: what the client and the server agreed on. */
export type PositionEncoding = "utf-16" | "utf-8";

/** A zero-based line and a character in it, counted in the units of a `PositionEncoding`. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Two positions, `end` excluded. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A text with its line starts. Lines end at LF, CRLF or a lone CR, as in LSP. */
export interface SourceText {
  readonly text: string;
  /** UTF-16 offset of the first unit of every line. */
  readonly lineStarts: readonly number[];
}

const LF = 10;
const CR = 13;

/** Indexes the lines of `text` once somebody asks for one, and only as far as it is asked for. */
export function sourceText(text: string): SourceText {
  return new IndexedText(text);
}

/** A class, for an accessor that each object has of its own would keep the text alive for long. */
class IndexedText implements SourceText {
  readonly text: string;
  readonly #starts = [0];
  #hasCr: boolean | undefined;
  #isWhole = false;

  constructor(text: string) {
    this.text = text;
  }

  get lineStarts(): readonly number[] {
    return this.startsUntil(this.text.length);
  }

  /** The starts of all lines up to an offset, and perhaps of more. */
  startsUntil(offset: number): readonly number[] {
    const starts = this.#starts;
    if (this.#isWhole || (starts.at(-1) as number) > offset) return starts;
    this.#hasCr ??= this.text.includes("\r");
    this.#isWhole = this.#hasCr ? addLineStarts(this.text, starts, offset) : addLfLineStarts(this.text, starts, offset);
    return starts;
  }
}

/** The usual case, at the speed of the engine's own search. Says whether there are no more. */
function addLfLineStarts(text: string, starts: number[], offset: number): boolean {
  for (let last = starts.at(-1) as number; last <= offset; starts.push(last)) {
    const at = text.indexOf("\n", last);
    if (at < 0) return true;
    last = at + 1;
  }
  return false;
}

function addLineStarts(text: string, starts: number[], offset: number): boolean {
  for (let i = starts.at(-1) as number; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === CR && text.charCodeAt(i + 1) === LF) i++;
    if (unit !== LF && unit !== CR) continue;
    starts.push(i + 1);
    if (i >= offset) return false;
  }
  return true;
}

/** The offset behind the first line and its line end. */
export function firstLineEnd({ text }: SourceText): number {
  const end = /\r\n?|\n/.exec(text);
  return end === null ? text.length : end.index + end[0].length;
}

/** The starts of all lines up to an offset. */
function startsUntil(source: SourceText, offset: number): readonly number[] {
  return source instanceof IndexedText ? source.startsUntil(offset) : source.lineStarts;
}

/** The zero-based line that holds a UTF-16 offset; offsets past the end belong to the last line. */
export function lineAt(source: SourceText, offset: number): number {
  const lineStarts = startsUntil(source, offset);
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((lineStarts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Offset of the end of a zero-based line, its line end not counted. */
export function lineEnd({ text, lineStarts }: SourceText, line: number): number {
  const next = lineStarts[line + 1];
  if (next === undefined) return text.length;
  const isCrLf = text.charCodeAt(next - 1) === LF && text.charCodeAt(next - 2) === CR;
  return next - (isCrLf ? 2 : 1);
}

/** Converts a UTF-16 offset into a position. */
export function positionAt(source: SourceText, offset: number, encoding: PositionEncoding = "utf-16"): Position {
  const clamped = Math.max(0, Math.min(offset, source.text.length));
  const line = lineAt(source, clamped);
  const start = startsUntil(source, clamped)[line] as number;
  const character = encoding === "utf-16" ? clamped - start : utf8Length(source.text, start, clamped);
  return { line, character };
}

/** Converts a position into a UTF-16 offset; positions beyond a line or the text mean its end (LSP). */
export function offsetAt(source: SourceText, { line, character }: Position, encoding: PositionEncoding = "utf-16"): number {
  if (line < 0) return 0;
  const start = source.lineStarts[line];
  if (start === undefined) return source.text.length;
  const end = lineEnd(source, line);
  if (encoding === "utf-16") return Math.min(start + Math.max(0, character), end);
  let offset = start;
  let left = character;
  while (offset < end) {
    const point = source.text.codePointAt(offset) as number;
    left -= pointBytes(point);
    if (left < 0) break;
    offset += point > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Converts a span into a range. */
export function rangeAt(source: SourceText, { start, end }: Span, encoding: PositionEncoding = "utf-16"): Range {
  return { start: positionAt(source, start, encoding), end: positionAt(source, end, encoding) };
}

/** The UTF-8 bytes of a text from `start` to `end`, UTF-16 offsets. */
export function utf8Length(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let i = start; i < end; ) {
    const point = text.codePointAt(i) as number;
    bytes += pointBytes(point);
    i += point > 0xffff ? 2 : 1;
  }
  return bytes;
}

function pointBytes(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
