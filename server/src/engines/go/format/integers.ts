import { characterOf, quoteCharacter } from "../text/quote.js";
import { codePointName, isPrintable } from "../text/unicode.js";
import { type Directive, pad } from "./directive.js";

const bases: { readonly [verb: string]: number } = { v: 10, d: 10, b: 2, o: 8, O: 8, x: 16, X: 16 };

/** An integer by its directive; undefined where the verb is none for integers. `bytes` are shown as hexadecimal by `%#v`. */
export function formatInteger(value: number | bigint, directive: Directive, type: "int" | "uint8"): string | undefined {
  const { verb, isSource } = directive;
  switch (verb) {
    case "v":
      return isSource && type === "uint8" ? digits(value, { ...directive, verb: "x", sharp: true }) : digits(value, directive);
    case "c":
      return pad(characterOf(codePoint(value)), directive);
    case "q":
      return pad(quoteCharacter(codePoint(value), directive.plus ? "ascii" : "unicode"), directive);
    case "U":
      return unicode(value, directive);
    default:
      return Object.hasOwn(bases, verb) ? digits(value, directive) : undefined;
  }
}

/** The code point of an integer, −1 where it is too large for one. */
function codePoint(value: number | bigint): number {
  return value >= 0 && value <= 0x10ffff ? Number(value) : -1;
}

function digits(value: number | bigint, directive: Directive): string {
  const { verb, width, precision, plus, space, sharp, minus, zero } = directive;
  const isNegative = value < 0;
  const sign = isNegative ? "-" : plus ? "+" : space ? " " : "";
  const unpadded = { ...directive, zero: false };
  if (precision === 0 && Number(value) === 0) return pad("", unpadded);
  const base = bases[verb] as number;
  const plain = (isNegative ? -value : value).toString(base);
  const least = precision ?? (zero && !minus && width !== undefined ? width - sign.length : 0);
  const filled = (verb === "X" ? plain.toUpperCase() : plain).padStart(least, "0");
  return pad(sign + (verb === "O" ? "0o" : "") + prefix(filled, verb, sharp ? base : 0) + filled, unpadded);
}

function prefix(filled: string, verb: string, base: number): string {
  if (base === 2) return "0b";
  if (base === 8) return filled.startsWith("0") ? "" : "0";
  if (base === 16) return verb === "X" ? "0X" : "0x";
  return "";
}

function unicode(value: number | bigint, directive: Directive): string {
  const unsigned = BigInt.asUintN(64, BigInt(value));
  const least = Math.max(4, directive.precision ?? 0);
  const name =
    unsigned > 0x10ffffn || least > 4 ? `U+${unsigned.toString(16).toUpperCase().padStart(least, "0")}` : codePointName(Number(unsigned));
  const isShown = directive.sharp && unsigned <= 0x10ffffn && isPrintable(Number(unsigned));
  return pad(isShown ? `${name} '${String.fromCodePoint(Number(unsigned))}'` : name, { ...directive, zero: false });
}
