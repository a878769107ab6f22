import { fromBytes, toBytes } from "./utf8.js";

/** One character of a literal: its code point or, for `\x` and octal escapes, the byte it stands for; and where it ends. */
export interface LiteralCharacter {
  readonly value: number;
  readonly isByte: boolean;
  readonly end: number;
}

const simple: { readonly [letter: string]: number } = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, "\\": 92 };
const hexDigits: { readonly [letter: string]: number } = { x: 2, u: 4, U: 8 };

/** Reads one character of a literal in `quote` marks at a UTF-16 offset; undefined where Go says "invalid syntax". */
export function literalCharacter(text: string, at: number, quote: string): LiteralCharacter | undefined {
  const letter = text[at];
  if (letter === undefined || letter === quote) return undefined;
  if (letter !== "\\") {
    const value = text.codePointAt(at) as number;
    return { value, isByte: false, end: at + (value > 0xffff ? 2 : 1) };
  }
  const escaped = text[at + 1] ?? "";
  const value = simple[escaped];
  if (value !== undefined) return { value, isByte: false, end: at + 2 };
  if (escaped === quote) return { value: quote.charCodeAt(0), isByte: false, end: at + 2 };
  return numericEscape(text, at + 1);
}

function numericEscape(text: string, at: number): LiteralCharacter | undefined {
  const octal = /[0-7]{3}/y;
  octal.lastIndex = at;
  const digits = octal.exec(text)?.[0];
  if (digits !== undefined) {
    const value = Number.parseInt(digits, 8);
    return value > 255 ? undefined : { value, isByte: true, end: at + 3 };
  }
  const letter = text[at] ?? "";
  const count = Object.hasOwn(hexDigits, letter) ? (hexDigits[letter] as number) : 0;
  const code = text.slice(at + 1, at + 1 + count);
  if (count === 0 || code.length < count || !/^[0-9a-fA-F]+$/.test(code)) return undefined;
  const value = Number.parseInt(code, 16);
  const isByte = letter === "x";
  if (!isByte && (value > 0x10ffff || (value & ~0x7ff) === 0xd800)) return undefined;
  return { value, isByte, end: at + 1 + count };
}

/** The text of a Go string literal, quotes included; undefined where Go says "invalid syntax". */
export function unquote(literal: string): string | undefined {
  const quote = literal[0] as string;
  const body = literal.slice(1, -1);
  if (quote === "`") return body.replaceAll("\r", "");
  if (!body.includes("\\")) return body;
  const bytes: number[] = [];
  for (let at = 0; at < body.length; ) {
    const character = literalCharacter(body, at, quote);
    if (character === undefined) return undefined;
    if (character.isByte) bytes.push(character.value);
    else bytes.push(...toBytes(String.fromCodePoint(character.value)));
    at = character.end;
  }
  return fromBytes(Uint8Array.from(bytes));
}
