/*
 * Strings of templates are JavaScript strings that stand for UTF-8. A byte that belongs to no character, as `"\xff"` makes
 * one, is a lone low surrogate U+DC80–U+DCFF, so that lengths and slices count as in Go; the output shows U+FFFD for it.
 */

const ascii = /^[\0-\x7f]*$/;
const anySurrogate = /[\ud800-\udfff]/;
const loneSurrogate = /\p{Surrogate}/u;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Says whether every character is one byte. */
function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** The length in bytes. */
export function byteLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) length++;
    else if (isSurrogatePair(text, at)) {
      at++;
      length += 2;
    } else if (!isLoneByte(unit)) length += 2;
  }
  return length;
}

function isSurrogatePair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/** Says whether a UTF-16 unit that is no part of a pair stands for a byte. */
export function isLoneByte(unit: number): boolean {
  return unit >= 0xdc80 && unit <= 0xdcff;
}

/** The bytes of a text. */
export function toBytes(text: string): Uint8Array {
  if (!anySurrogate.test(text) || !loneSurrogate.test(text)) return encoder.encode(text);
  const parts = text.split(/(\p{Surrogate}+)/u).map((part, index) => (index % 2 === 0 ? encoder.encode(part) : loneBytes(part)));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function loneBytes(text: string): Uint8Array {
  return new Uint8Array(
    [...text].flatMap((character) => {
      const unit = character.charCodeAt(0);
      return isLoneByte(unit) ? [unit & 0xff] : [0xef, 0xbf, 0xbd];
    }),
  );
}

/** The text of bytes; those that are no UTF-8 stay as lone bytes. */
export function fromBytes(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  return text.includes("\ufffd") ? decodeSlowly(bytes) : text;
}

function decodeSlowly(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    pieces.push(length === 0 ? String.fromCharCode(0xdc00 | (bytes[at] as number)) : decoder.decode(bytes.subarray(at, at + length)));
    at += Math.max(1, length);
  }
  return pieces.join("");
}

/** The bytes of the character at a place; 0 where there is none. */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0;
  for (let next = 1; next < length; next++) if (((bytes[at + next] as number) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] as number;
  const isOverlong = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
  const isOutOfRange = (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f);
  return isOverlong || isOutOfRange ? 0 : length;
}

/** The text between two byte offsets. */
export function sliceBytes(text: string, start: number, end: number): string {
  return isAscii(text) ? text.slice(start, end) : fromBytes(toBytes(text).subarray(start, end));
}

/** The text as the world sees it: lone bytes that make no character together are U+FFFD. */
export function wellFormed(text: string): string {
  return anySurrogate.test(text) && loneSurrogate.test(text) ? decoder.decode(toBytes(text)) : text;
}

/** Orders texts by their UTF-8 bytes, as Go does. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    const order = rank(a, at, left) - rank(b, at, right);
    return order !== 0 ? order : left - right;
  }
  return a.length - b.length;
}

/** Puts the first differing units in the order of their bytes: lone bytes 0x80–0xff among lead bytes, pairs last. */
function rank(text: string, at: number, unit: number): number {
  if (unit < 0x80) return unit;
  if ((unit & 0xf800) !== 0xd800) return unit < 0x800 ? 0xc0 | (unit >> 6) : 0xe0 | (unit >> 12);
  const isPair = isSurrogatePair(text, at) || (at > 0 && isSurrogatePair(text, at - 1));
  if (isPair) return 0xf0 | ((text.codePointAt((unit & 0xfc00) === 0xd800 ? at : at - 1) as number) >> 18);
  return isLoneByte(unit) ? unit & 0xff : 0xef;
}

/** The character at a UTF-16 offset; nothing at the end. */
export function characterAt(text: string, at: number): string {
  return text.slice(at, at + (isSurrogatePair(text, at) ? 2 : 1));
}

/** The character that ends at a UTF-16 offset; nothing at the beginning. */
export function characterBefore(text: string, end: number): string {
  return text.slice(Math.max(0, end - (isSurrogatePair(text, end - 2) ? 2 : 1)), end);
}

/** How many characters a text has; a lone byte is one. */
export function characterCount(text: string): number {
  if (!anySurrogate.test(text)) return text.length;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if (isSurrogatePair(text, at)) at++;
    count++;
  }
  return count;
}

/** The first `count` characters. */
export function firstCharacters(text: string, count: number): string {
  if (count >= text.length) return text;
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left--) at += isSurrogatePair(text, at) ? 2 : 1;
  return text.slice(0, at);
}
