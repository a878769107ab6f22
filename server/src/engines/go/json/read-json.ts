import type { Charge } from "../format/directive.js";
import { quoteCharacter } from "../text/quote.js";
import { toBytes } from "../text/utf8.js";
import { type GoValue, goFloat, goInt } from "../values/go-value.js";
import { mapOf } from "../values/maps.js";

/** JSON that is none, in the words of Go's `encoding/json`. */
export class JsonError extends Error {}

/** How deep JSON may be nested, as in Go. */
const deepest = 10_000;

interface Reader {
  readonly text: string;
  at: number;
}

/** A list or map that is being read. */
interface Open {
  readonly list: GoValue[] | undefined;
  readonly entries: [string, GoValue][];
  key: string;
}

/**
 * Reads one JSON text without loss: what is written as an integer stays one, `1.0` is a float. `charge` is told of every
 * value and may throw. Throws a `JsonError`.
 */
export function readJson(text: string, charge?: Charge): GoValue {
  const reader: Reader = { text, at: 0 };
  if (/^[ \t\r\n]*$/.test(text)) throw new JsonError("EOF");
  const open: Open[] = [];
  for (;;) {
    charge?.(1);
    let value = beginning(reader, open);
    for (; value !== undefined; value = ended(reader, open, value)) {
      if (open.length > 0) continue;
      skipBlanks(reader);
      if (reader.at < text.length) throw invalid(reader, "after top-level value");
      return value;
    }
  }
}

/** Reads a value; undefined where a list or map begins that has members. */
function beginning(reader: Reader, open: Open[]): GoValue {
  skipBlanks(reader);
  const { text } = reader;
  const letter = text[reader.at];
  if (letter === "[" || letter === "{") {
    if (open.length >= deepest) throw new JsonError("exceeded max depth");
    reader.at++;
    skipBlanks(reader);
    if (text[reader.at] === (letter === "[" ? "]" : "}")) {
      reader.at++;
      return letter === "[" ? [] : {};
    }
    open.push({ list: letter === "[" ? [] : undefined, entries: [], key: letter === "{" ? readKey(reader) : "" });
    return undefined;
  }
  if (letter === '"') return readString(reader);
  if (letter === "-" || (letter !== undefined && letter >= "0" && letter <= "9")) return readNumber(reader);
  for (const [word, value] of [
    ["true", true],
    ["false", false],
    ["null", null],
  ] as const)
    if (letter === word[0]) return readWord(reader, word, value);
  throw invalid(reader, "looking for beginning of value");
}

/** Adds a value to what is open; the list or map that ends with it, undefined where another value follows. */
function ended(reader: Reader, open: Open[], value: GoValue): GoValue {
  const { list, entries, key } = open.at(-1) as Open;
  if (list !== undefined) list.push(value);
  else entries.push([key, value]);
  skipBlanks(reader);
  const letter = reader.text[reader.at];
  const close = list !== undefined ? "]" : "}";
  if (letter === ",") {
    reader.at++;
    if (list === undefined) {
      skipBlanks(reader);
      (open.at(-1) as Open).key = readKey(reader);
    }
    return undefined;
  }
  if (letter !== close) throw invalid(reader, list !== undefined ? "after array element" : "after object key:value pair");
  reader.at++;
  open.pop();
  return list ?? mapOf(entries);
}

function readKey(reader: Reader): string {
  if (reader.text[reader.at] !== '"') throw invalid(reader, "looking for beginning of object key string");
  const key = readString(reader);
  skipBlanks(reader);
  if (reader.text[reader.at] !== ":") throw invalid(reader, "after object key");
  reader.at++;
  return key;
}

function skipBlanks(reader: Reader): void {
  const blanks = /[ \t\r\n]*/y;
  blanks.lastIndex = reader.at;
  reader.at += blanks.exec(reader.text)?.[0].length ?? 0;
}

function invalid({ text, at }: Reader, context: string): JsonError {
  const codePoint = text.codePointAt(at);
  if (codePoint === undefined) return new JsonError("unexpected EOF");
  const byte = codePoint < 0x80 ? codePoint : (toBytes(String.fromCodePoint(codePoint))[0] as number);
  const shown = byte === 0x27 ? "'\\''" : byte === 0x22 ? `'"'` : quoteCharacter(byte);
  return new JsonError(`invalid character ${shown} ${context}`);
}

function readWord(reader: Reader, word: string, value: GoValue): GoValue {
  for (let index = 1; index < word.length; index++) {
    reader.at++;
    if (reader.text[reader.at] !== word[index])
      throw invalid(reader, `in literal ${word} (expecting ${quoteCharacter(word.charCodeAt(index))})`);
  }
  reader.at++;
  return value;
}

function readNumber(reader: Reader): GoValue {
  const start = reader.at;
  const number = /-?(?:0|[1-9][0-9]*)?(\.[0-9]*)?([eE][+-]?[0-9]*)?/y;
  number.lastIndex = start;
  const text = number.exec(reader.text)?.[0] as string;
  reader.at = start + text.length;
  const [whole = "", fraction = "", exponent = ""] = /^(-?[0-9]*)(\.[0-9]*)?([eE].*)?$/.exec(text)?.slice(1) ?? [];
  if (whole === "-") throw invalidAt(reader, start + 1, "in numeric literal");
  if (fraction === ".") throw invalidAt(reader, start + whole.length + 1, "after decimal point in numeric literal");
  if (/[eE][+-]?$/.test(exponent)) throw invalidAt(reader, reader.at, "in exponent of numeric literal");
  if (fraction !== "" || exponent !== "") return floatOf(text);
  // What has more digits is no int, and reading them all as one takes time by their square.
  const value = whole.length > 20 ? undefined : BigInt(text);
  return value !== undefined && BigInt.asIntN(64, value) === value ? goInt(value) : floatOf(text);
}

function floatOf(text: string): GoValue {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new JsonError(`json: cannot unmarshal number ${text} into Go value of type float64`);
  return goFloat(value);
}

function invalidAt(reader: Reader, at: number, context: string): JsonError {
  reader.at = at;
  return invalid(reader, context);
}

function readString(reader: Reader): string {
  const { text } = reader;
  const start = reader.at + 1;
  let hasEscapes = false;
  for (let at = start; ; at++) {
    reader.at = at;
    const unit = text.charCodeAt(at);
    if (unit === 0x22) break;
    if (Number.isNaN(unit) || unit < 0x20) throw invalid(reader, "in string literal");
    if (unit !== 0x5c) continue;
    hasEscapes = true;
    at = escapeEnd(reader);
  }
  reader.at++;
  const body = text.slice(start, reader.at - 1);
  if (!hasEscapes) return body;
  // Half a pair is no character.
  return (JSON.parse(`"${body}"`) as string).replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Checks an escape; offset of its last character. */
function escapeEnd(reader: Reader): number {
  const { text } = reader;
  reader.at++;
  const letter = text[reader.at] ?? "";
  if (letter !== "" && '"\\/bfnrt'.includes(letter)) return reader.at;
  if (letter !== "u") throw invalid(reader, "in string escape code");
  for (let count = 0; count < 4; count++) {
    reader.at++;
    if (!/^[0-9a-fA-F]$/.test(text[reader.at] ?? "")) throw invalid(reader, "in \\u hexadecimal character escape");
  }
  return reader.at;
}
