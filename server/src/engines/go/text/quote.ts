import type { Charge } from "../format/directive.js";
import { convertInPieces } from "./text-builder.js";
import { isPrintable } from "./unicode.js";
import { isLoneByte } from "./utf8.js";

const escapes: { readonly [character: string]: string } = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
};

/** Which characters are written as themselves: all that print, or those of ASCII only. */
export type Charset = "unicode" | "ascii";

/** A text as a Go string literal in double quotes. A long one is made in pieces, of which `charge` is told. */
export function quote(text: string, charset: Charset = "unicode", charge?: Charge): string {
  const convert = (piece: string): string => [...piece].map((character) => quoted(character, '"', charset)).join("");
  return `"${convertInPieces(text, convert, charge)}"`;
}

/** A code point as a Go character literal in single quotes; what is none is U+FFFD. */
export function quoteCharacter(codePoint: number, charset: Charset = "unicode"): string {
  return `'${quoted(characterOf(codePoint), "'", charset)}'`;
}

/** The character of a code point, U+FFFD for what is none. */
export function characterOf(codePoint: number): string {
  const isCharacter = codePoint >= 0 && codePoint <= 0x10ffff && (codePoint & ~0x7ff) !== 0xd800;
  return isCharacter ? String.fromCodePoint(codePoint) : "\ufffd";
}

function quoted(character: string, around: string, charset: Charset): string {
  if (character === around) return `\\${character}`;
  const short = escapes[character];
  if (short !== undefined) return short;
  const codePoint = character.codePointAt(0) as number;
  if (isLoneByte(codePoint)) return `\\x${hex(codePoint & 0xff, 2)}`;
  const isSurrogate = (codePoint & ~0x7ff) === 0xd800;
  if (codePoint < 0x80 || charset === "unicode") {
    if (isSurrogate) return "\ufffd";
    if (isPrintable(codePoint)) return character;
  }
  if (codePoint < 0x20 || codePoint === 0x7f) return `\\x${hex(codePoint, 2)}`;
  if (isSurrogate) return "\\ufffd";
  return codePoint < 0x10000 ? `\\u${hex(codePoint, 4)}` : `\\U${hex(codePoint, 8)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

/** Says whether a text can stand between backticks: no control characters but tabs, no backtick, no byte order mark. */
export function canBackquote(text: string): boolean {
  return !/[\0-\x08\n-\x1f\x7f`\ufeff]|\p{Surrogate}/u.test(text);
}
