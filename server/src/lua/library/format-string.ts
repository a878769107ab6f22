import { exponentText, shortest } from "../numbers.js";
import type { LuaState } from "../state.js";
import type { LuaArguments } from "../values.js";
import { anyArgument, fault, numberArgument, stringArgument } from "./arguments.js";
import { luaToString } from "./base.js";

/** One `%` directive: its flags, width and precision. */
interface Directive {
  readonly minus: boolean;
  readonly plus: boolean;
  readonly blank: boolean;
  readonly hash: boolean;
  readonly zero: boolean;
  readonly width: number;
  readonly precision: number | undefined;
  readonly letter: string;
}

/** `string.format`: the directives of LuaJIT, on byte strings. */
export function format(args: LuaArguments, state: LuaState): LuaArguments {
  const template = stringArgument(args, 1, "format");
  const parts: string[] = [];
  let size = 0;
  let argument = 1;
  let at = 0;
  const add = (part: string): void => {
    size += part.length;
    if (size > state.limits.stringBytes) state.allocateString(size);
    parts.push(part);
  };
  while (at < template.length) {
    const next = template.indexOf("%", at);
    if (next < 0) break;
    state.charge(1);
    add(template.slice(at, next));
    if (template[next + 1] === "%") {
      add("%");
      at = next + 2;
      continue;
    }
    const { directive, end } = readDirective(template, next);
    add(formatOne(directive, args, ++argument, state));
    at = end;
  }
  add(template.slice(at));
  state.charge(size >> 6);
  state.allocateString(size);
  return [parts.join("")];
}

function readDirective(template: string, start: number): { directive: Directive; end: number } {
  const match = /^%([-+ #0]*)(\d{0,2})(?:(\.)(\d{0,2}))?/.exec(template.slice(start, start + 64)) as RegExpExecArray;
  const [whole, flags = "", width = "", dot, precision = ""] = match;
  const letter = template[start + whole.length] ?? "";
  if (letter === "" || !"cdiouxXaAeEfgGpqs".includes(letter)) throw fault(`invalid option '${whole}${letter}' to 'format'`);
  const directive: Directive = {
    minus: flags.includes("-"),
    plus: flags.includes("+"),
    blank: flags.includes(" "),
    hash: flags.includes("#"),
    zero: flags.includes("0"),
    width: Number(width),
    precision: dot === undefined ? undefined : Number(precision),
    letter,
  };
  return { directive, end: start + whole.length + 1 };
}

function formatOne(directive: Directive, args: LuaArguments, position: number, state: LuaState): string {
  const { letter, precision } = directive;
  anyArgument(args, position, "format");
  switch (letter) {
    case "s": {
      const text = luaToString(args[position - 1], state);
      return pad(directive, precision === undefined ? text : text.slice(0, precision));
    }
    case "q":
      return quoted(luaToString(args[position - 1], state));
    case "p":
      return pad(directive, pointer(args, position, state));
    case "c":
      return pad(directive, String.fromCharCode(numberArgument(args, position, "format") & 255));
    case "d":
    case "i":
      return integer(directive, toInt64(numberArgument(args, position, "format")));
    case "u":
    case "o":
    case "x":
    case "X":
      return unsigned(directive, BigInt.asUintN(64, toInt64(numberArgument(args, position, "format"))));
    default:
      return float(directive, numberArgument(args, position, "format"));
  }
}

function pointer(args: LuaArguments, position: number, state: LuaState): string {
  const value = args[position - 1];
  return typeof value === "object" ? state.addressOf(value) : "NULL";
}

/** A number as C's 64-bit integer: truncated; out of range as x86 has it. */
function toInt64(value: number): bigint {
  const whole = Math.trunc(value);
  if (whole >= 2 ** 63 && whole < 2 ** 64) return BigInt.asIntN(64, BigInt(whole));
  return Number.isFinite(whole) && whole >= -(2 ** 63) && whole < 2 ** 63 ? BigInt(whole) : -(2n ** 63n);
}

function integer(directive: Directive, value: bigint): string {
  const digits = (value < 0n ? -value : value).toString();
  return number(directive, signOf(directive, value < 0n), minimum(directive, digits), directive.precision === undefined);
}

function unsigned(directive: Directive, value: bigint): string {
  const { letter, hash } = directive;
  let digits = minimum(directive, value.toString(letter === "u" ? 10 : letter === "o" ? 8 : 16));
  if (letter === "X") digits = digits.toUpperCase();
  if (hash && letter === "o" && !digits.startsWith("0")) digits = `0${digits}`;
  const prefix = hash && value !== 0n && (letter === "x" || letter === "X") ? `0${letter}` : "";
  return number(directive, prefix, digits, directive.precision === undefined);
}

/** Digits with the zeros that a precision asks for; zero with precision 0 has none. */
function minimum({ precision }: Directive, digits: string): string {
  if (precision === 0 && digits === "0") return "";
  return precision === undefined ? digits : digits.padStart(precision, "0");
}

function float(directive: Directive, value: number): string {
  const { letter } = directive;
  const negative = value < 0 || (value === 0 && 1 / value < 0);
  const sign = signOf(directive, negative);
  const upper = letter === letter.toUpperCase();
  if (!Number.isFinite(value)) {
    const word = Number.isNaN(value) ? "nan" : "inf";
    return number(directive, Number.isNaN(value) ? signOf(directive, false) : sign, upper ? word.toUpperCase() : word, false);
  }
  const text = magnitude(directive, Math.abs(value));
  const prefix = letter === "a" ? `${sign}0x` : letter === "A" ? `${sign}0X` : sign;
  return number(directive, prefix, upper ? text.toUpperCase() : text, true);
}

function magnitude({ letter, precision, hash }: Directive, value: number): string {
  switch (letter) {
    case "f":
      return point(fixed(value, precision ?? 6), hash);
    case "e":
    case "E": {
      const [digits, exponent] = value.toExponential(precision ?? 6).split("e") as [string, string];
      return point(digits, hash) + exponentText(Number(exponent));
    }
    case "a":
    case "A":
      return hexadecimal(value, precision, hash);
    default:
      return general(value, precision === 0 ? 1 : (precision ?? 6), hash);
  }
}

function point(digits: string, hash: boolean): string {
  return hash && !digits.includes(".") ? `${digits}.` : digits;
}

/** `toFixed` for every size of number. */
function fixed(value: number, digits: number): string {
  if (value < 1e21) return value.toFixed(digits);
  return BigInt(value).toString() + (digits > 0 ? `.${"0".repeat(digits)}` : "");
}

function general(value: number, precision: number, hash: boolean): string {
  if (!hash) return shortest(value, precision);
  const scientific = value.toExponential(precision - 1);
  const split = scientific.indexOf("e");
  const exponent = Number(scientific.slice(split + 1));
  if (exponent >= -4 && exponent < precision) return point(value.toFixed(precision - 1 - exponent), true);
  return point(scientific.slice(0, split), true) + exponentText(exponent);
}

function hexadecimal(value: number, precision: number | undefined, hash: boolean): string {
  if (value === 0) return `${point(precision ? `0.${"0".repeat(precision)}` : "0", hash)}p+0`;
  let exponent = Math.floor(Math.log2(value));
  let mantissa = value / 2 ** exponent;
  if (exponent < -1022) {
    exponent = -1022;
    mantissa = (value * 2 ** 1000) / 2 ** -22;
    while (mantissa < 1) {
      mantissa *= 2;
      exponent--;
    }
  }
  if (mantissa >= 2) {
    mantissa /= 2;
    exponent++;
  } else if (mantissa < 1) {
    mantissa *= 2;
    exponent--;
  }
  let bits = BigInt(Math.round(mantissa * 2 ** 52));
  if (precision !== undefined && precision < 13) {
    const dropped = BigInt(52 - 4 * precision);
    bits = ((bits + (1n << (dropped - 1n))) >> dropped) << dropped;
  }
  const fraction = (bits & (2n ** 52n - 1n)).toString(16).padStart(13, "0");
  const digits = precision === undefined ? fraction.replace(/0+$/, "") : fraction.slice(0, precision).padEnd(precision, "0");
  const lead = (bits >> 52n).toString();
  return `${point(digits === "" ? lead : `${lead}.${digits}`, hash)}p${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}

function signOf({ plus, blank }: Directive, negative: boolean): string {
  return negative ? "-" : plus ? "+" : blank ? " " : "";
}

/** Joins sign and digits to the width; `zeros` allows the flag 0. */
function number(directive: Directive, sign: string, digits: string, zeros: boolean): string {
  const { zero, minus, width } = directive;
  if (zero && zeros && !minus) return sign + digits.padStart(width - sign.length, "0");
  return pad(directive, sign + digits);
}

function pad({ width, minus }: Directive, text: string): string {
  return minus ? text.padEnd(width) : text.padStart(width);
}

/** A string as Lua source. */
function quoted(text: string): string {
  const body = text.replace(/["\\\n\x00-\x1f\x7f]/g, (unit, offset: number) => {
    if (unit === '"' || unit === "\\" || unit === "\n") return `\\${unit}`;
    const code = String(unit.charCodeAt(0));
    return `\\${/^\d/.test(text.slice(offset + 1, offset + 2)) ? code.padStart(3, "0") : code}`;
  });
  return `"${body}"`;
}
