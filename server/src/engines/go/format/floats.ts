import { binary, type Decimal, exactDecimal, roundDecimal, shortestDecimal } from "./decimals.js";
import { type Directive, pad } from "./directive.js";

const defaultPrecision: { readonly [verb: string]: number | undefined } = { e: 6, E: 6, f: 6, F: 6 };

/** A float64 by its directive; undefined where the verb is none for numbers with a fraction. */
export function formatFloat(value: number, directive: Directive): string | undefined {
  const { verb, plus, space } = directive;
  if (!"vbgGxXfFeE".includes(verb)) return undefined;
  const isNegative = value < 0 || Object.is(value, -0);
  const sign = isNegative ? "-" : plus ? "+" : space ? " " : "";
  if (Number.isNaN(value)) return pad(`${plus ? "+" : space ? " " : ""}NaN`, { ...directive, zero: false });
  if (!Number.isFinite(value)) return pad(`${isNegative ? "-" : space && !plus ? " " : "+"}Inf`, { ...directive, zero: false });
  const precision = directive.precision ?? defaultPrecision[verb];
  const plain = numberText(Math.abs(value), verb === "v" ? "g" : verb, precision);
  return signed(sign, directive.sharp && verb !== "b" ? withPoint(plain, verb, precision) : plain, directive);
}

/** Zeros that fill go between the sign and the digits. */
function signed(sign: string, text: string, directive: Directive): string {
  if (sign === "" || !directive.zero || directive.minus || directive.width === undefined) return pad(sign + text, directive);
  return sign + pad(text, { ...directive, width: directive.width - sign.length });
}

/** A number that is not negative as `strconv.FormatFloat` writes it: by verb (`e f g b x`) and precision, undefined for the shortest form. */
export function numberText(value: number, verb: string, precision: number | undefined): string {
  const lower = verb.toLowerCase();
  const isUpper = lower !== verb;
  switch (lower) {
    case "f":
      return fixed(value, precision);
    case "e":
      return exponential(decimalOf(value, precision === undefined ? undefined : precision + 1), precision, isUpper ? "E" : "e");
    case "b":
      return `${binary(value).mantissa}p${withSign(binary(value).exponent)}`;
    case "x":
      return isUpper ? hexadecimal(value, precision).toUpperCase() : hexadecimal(value, precision);
    default:
      return general(value, precision, isUpper ? "E" : "e");
  }
}

/** The shortest form of `%v`, with an exponent below 1e-4 and from 1e+21 upward for int-like numbers, else from 1e+06 (Go's `%g`). */
export function shortestText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  if (size === 0) return Object.is(value, -0) ? "-0" : "0";
  return (value < 0 ? "-" : "") + general(size, undefined, "e");
}

function decimalOf(value: number, digits: number | undefined): Decimal {
  return digits === undefined ? shortestDecimal(value) : roundDecimal(exactDecimal(value), digits);
}

function fixed(value: number, precision: number | undefined): string {
  if (precision === undefined) return plainNotation(shortestDecimal(value), undefined);
  // The engine rounds halves up; they are those whose double, after the last digit, is whole.
  const isHalf = Number.isInteger(value * 2 ** (precision + 1)) && !Number.isInteger(value);
  if (precision <= 100 && value < 1e21 && !isHalf) return value.toFixed(precision);
  const exact = exactDecimal(value);
  return plainNotation(roundDecimal(exact, exact.point + precision), precision);
}

function plainNotation({ digits, point }: Decimal, precision: number | undefined): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  const fraction = point >= 0 ? digits.slice(point) : "0".repeat(-point) + digits;
  const shown = precision === undefined ? fraction : fraction.slice(0, precision).padEnd(precision, "0");
  return shown === "" ? whole : `${whole}.${shown}`;
}

function exponential({ digits, point }: Decimal, precision: number | undefined, letter: string): string {
  const fraction = digits.slice(1).padEnd(precision ?? 0, "0");
  const exponent = digits === "" ? 0 : point - 1;
  return `${digits[0] ?? "0"}${fraction === "" ? "" : `.${fraction}`}${letter}${withSign(exponent, 2)}`;
}

function withSign(exponent: number, least = 1): string {
  return (exponent < 0 ? "-" : "+") + String(Math.abs(exponent)).padStart(least, "0");
}

function general(value: number, precision: number | undefined, letter: string): string {
  const wanted = precision === 0 ? 1 : precision;
  const decimal = decimalOf(value, wanted);
  const { digits, point } = decimal;
  // The precision decides where exponents begin, but not more than the number has digits.
  const limit = wanted === undefined ? 6 : wanted > digits.length && digits.length >= point ? digits.length : wanted;
  const exponent = digits === "" ? 0 : point - 1;
  if (exponent < -4 || exponent >= Math.max(limit, 1)) return exponential(decimal, undefined, letter);
  return plainNotation(decimal, undefined);
}

function hexadecimal(value: number, precision: number | undefined): string {
  let { mantissa, exponent } = binary(value);
  if (mantissa === 0n) return `0x0${precision ? `.${"0".repeat(precision)}` : ""}p+00`;
  while (mantissa < 1n << 52n) {
    mantissa <<= 1n;
    exponent--;
  }
  exponent += 52;
  if (precision !== undefined && precision < 13) {
    const dropped = BigInt(4 * (13 - precision));
    const half = 1n << (dropped - 1n);
    const rest = mantissa & ((1n << dropped) - 1n);
    const isOdd = ((mantissa >> dropped) & 1n) === 1n;
    mantissa = (mantissa >> dropped) + (rest > half || (rest === half && isOdd) ? 1n : 0n);
    if (mantissa >> BigInt(4 * precision) > 1n) {
      mantissa >>= 1n;
      exponent++;
    }
    mantissa <<= dropped;
  }
  const fraction = (mantissa & ((1n << 52n) - 1n)).toString(16).padStart(13, "0");
  const shown = precision === undefined ? fraction.replace(/0+$/, "") : fraction.padEnd(precision, "0").slice(0, precision);
  return `0x1${shown === "" ? "" : `.${shown}`}p${withSign(exponent, 2)}`;
}

/** `#` keeps the decimal point and, for `%g`, the zeros after the digits. */
function withPoint(text: string, verb: string, precision: number | undefined): string {
  const isHex = verb === "x" || verb === "X";
  const exponentAt = text.search(isHex ? /[pP]/ : /[eEpP]/);
  const head = exponentAt < 0 ? text : text.slice(0, exponentAt);
  const tail = exponentAt < 0 ? "" : text.slice(exponentAt);
  const hasPoint = head.includes(".");
  let missing = "vgGx".includes(verb) ? (precision ?? 6) - significant(head) : 0;
  if (!hasPoint && head === "0") missing--;
  return `${head}${hasPoint ? "" : "."}${"0".repeat(Math.max(0, missing))}${tail}`;
}

/** How many digits a number has from its first one that is no zero. */
function significant(head: string): number {
  const digits = head.replace(".", "").replace(/^0+/, "");
  return digits.length;
}
