import { quote } from "../text/quote.js";
import { literalCharacter } from "../text/unquote.js";
import { goInt } from "../values/go-value.js";

/** The readings of a number literal, or why it is none. */
export type Constant =
  | { readonly int: number | bigint | undefined; readonly isUnsigned: boolean; readonly float: number | undefined }
  | { readonly problem: string };

const integer = /^([+-]?)(?:0[xX](_?[0-9a-fA-F])+|0[bB](_?[01])+|0[oO](_?[0-7])+|0(_?[0-7])*|[1-9](_?[0-9])*)$/;
const decimalFloat = /^[+-]?(?=\.?[0-9])(?:[0-9](?:_?[0-9])*)?(?:\.(?:[0-9](?:_?[0-9])*)?)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?$/;
const hexFloat =
  /^([+-]?)0[xX]_?(?=\.?[0-9a-fA-F])((?:[0-9a-fA-F](?:_?[0-9a-fA-F])*)?)(?:\.((?:[0-9a-fA-F](?:_?[0-9a-fA-F])*)?))?[pP]([+-]?[0-9](?:_?[0-9])*)$/;

/** Longer ones are none: reading an integer takes time by the square of its length. */
const longestNumber = 10_000;
const largestInt = (1n << 63n) - 1n;
const smallestInt = -(1n << 63n);
const largestUnsigned = (1n << 64n) - 1n;

/** Reads a number literal as Go's parser does: an int where it is one, else a float, else a problem. */
export function numberConstant(text: string): Constant {
  if (text.length > longestNumber) return { problem: "illegal number syntax" };
  if (text.endsWith("i")) return { problem: `complex numbers are not supported: ${quote(text)}` };
  const whole = integerOf(text);
  if (whole !== undefined && whole >= smallestInt && whole <= largestInt) {
    return { int: goInt(whole), isUnsigned: whole >= 0n, float: Number(whole) };
  }
  if (whole !== undefined && whole >= 0n && whole <= largestUnsigned && !/^[+-]/.test(text)) {
    return { int: undefined, isUnsigned: true, float: Number(whole) };
  }
  const float = floatOf(text);
  if (float === undefined || !Number.isFinite(float)) return { problem: `illegal number syntax: ${quote(text)}` };
  if (!/[.eEpP]/.test(text)) return { problem: `integer overflow: ${quote(text)}` };
  const isInt = Number.isInteger(float) && float >= -(2 ** 63) && float < 2 ** 63;
  return { int: isInt ? goInt(BigInt(float)) : undefined, isUnsigned: Number.isInteger(float) && float >= 0 && float < 2 ** 64, float };
}

/** Integers may be written in other bases; a leading zero alone means octal. */
function integerOf(text: string): bigint | undefined {
  const sign = integer.exec(text)?.[1];
  if (sign === undefined) return undefined;
  const digits = text.slice(sign.length).replaceAll("_", "");
  const value = BigInt(/^0[0-9]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return sign === "-" ? -value : value;
}

function floatOf(text: string): number | undefined {
  if (decimalFloat.test(text)) return Number(text.replaceAll("_", ""));
  // Integers too large for any type are floats as well, in every base but the decimal one they are none.
  const [, sign, whole = "", fraction = "", exponent] = hexFloat.exec(text) ?? [];
  if (exponent === undefined) return undefined;
  return (
    hexValue(`${whole}${fraction}`.replaceAll("_", ""), Number(exponent.replaceAll("_", "")) - 4 * fraction.replaceAll("_", "").length) *
    (sign === "-" ? -1 : 1)
  );
}

/** digits × 2^exponent, rounded once, to even. */
function hexValue(digits: string, exponent: number): number {
  let mantissa = BigInt(`0x${digits}`);
  let scale = exponent;
  const excess = mantissa.toString(2).length - 64;
  if (excess > 0) {
    const isExact = (mantissa & ((1n << BigInt(excess)) - 1n)) === 0n;
    mantissa = (mantissa >> BigInt(excess)) | (isExact ? 0n : 1n);
    scale += excess;
  }
  if (scale < -1074 || scale > 1100) return scale > 0 && mantissa > 0n ? Number.POSITIVE_INFINITY : tiny(mantissa, scale);
  return Number(mantissa) * 2 ** Math.max(scale, -1000) * 2 ** Math.min(0, scale + 1000);
}

function tiny(mantissa: bigint, scale: number): number {
  const dropped = Math.min(-1074 - scale, 200);
  const half = 1n << BigInt(dropped - 1);
  const rest = mantissa & ((1n << BigInt(dropped)) - 1n);
  const kept = mantissa >> BigInt(dropped);
  return Number(rest > half || (rest === half && (kept & 1n) === 1n) ? kept + 1n : kept) * 2 ** -1074;
}

/** Reads a character literal, quotes included. */
export function characterConstant(text: string): Constant {
  const character = literalCharacter(text, 1, "'");
  if (character === undefined) return { problem: "invalid syntax" };
  if (character.end !== text.length - 1) return { problem: `malformed character constant: ${text}` };
  return { int: character.value, isUnsigned: true, float: character.value };
}
