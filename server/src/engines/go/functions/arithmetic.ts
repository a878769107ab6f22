import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import { valueText } from "../format/print.js";
import { numberConstant } from "../syntax/constant.js";
import { quote } from "../text/quote.js";
import { type GoValue, goFloat, goInt, kindOf } from "../values/go-value.js";
import { floatOf, integerOf } from "../values/numbers.js";
import { fixed, variadic } from "./define.js";

/** A number to calculate with: ints as bigint, floats as number. */
type Operand = bigint | number;

/** How two numbers become one: ints stay ints, any float makes a float. */
interface Operation {
  readonly ints: (a: bigint, b: bigint) => bigint;
  readonly floats: (a: number, b: number) => number;
}

const add: Operation = { ints: (a, b) => a + b, floats: (a, b) => a + b };
const sub: Operation = { ints: (a, b) => a - b, floats: (a, b) => a - b };
const mul: Operation = { ints: (a, b) => a * b, floats: (a, b) => a * b };
const div: Operation = { ints: (a, b) => a / divisor(b), floats: (a, b) => a / b };
const mod: Operation = { ints: (a, b) => a % divisor(b), floats: (a, b) => a % b };
const max: Operation = { ints: (a, b) => ordered(a, b)[1], floats: Math.max };
const min: Operation = { ints: (a, b) => ordered(a, b)[0], floats: Math.min };

function ordered(a: bigint, b: bigint): readonly [bigint, bigint] {
  return a < b ? [a, b] : [b, a];
}

function divisor(value: bigint): bigint {
  if (value === 0n) throw new CallError("division by zero");
  return value;
}

function folding(operation: Operation, start: bigint): GoFunction {
  return variadic(["any"], (values) => fold([start, ...values.map(operandOf)], operation));
}

/** At least one number. */
function among(operation: Operation): GoFunction {
  return variadic(["any", "any"], (values) => fold(values.map(operandOf), operation));
}

function ofTwo(operation: Operation): GoFunction {
  return fixed(["any", "any"], (values) => fold(values.map(operandOf), operation));
}

function rounding(round: (value: number) => number): GoFunction {
  return fixed(["any"], ([value]) => {
    const number = operandOf(value);
    return result(typeof number === "bigint" ? number : round(number));
  });
}

/** Standard functions of numbers (spec/go-templates.md, "Standard functions"). */
export const numberFunctions: { readonly [name: string]: GoFunction } = {
  add: folding(add, 0n),
  sub: ofTwo(sub),
  mul: folding(mul, 1n),
  div: ofTwo(div),
  mod: ofTwo(mod),
  max: among(max),
  min: among(min),
  floor: rounding(Math.floor),
  ceil: rounding(Math.ceil),
  round: variadic(["any", "int"], ([value, places = 0]) => rounded(operandOf(value), Number(places))),
  int: fixed(["any"], ([value]) => goInt(toInt(operandOf(value), value))),
  float64: fixed(["any"], ([value]) => goFloat(Number(operandOf(value)))),
};

/** Numbers, and texts that are numbers, count. */
function operandOf(value: GoValue): Operand {
  const integer = integerOf(value);
  if (integer !== undefined) return BigInt(integer);
  const float = floatOf(value);
  if (float !== undefined) return float;
  if (typeof value === "string") {
    const constant = numberConstant(value);
    if (!("problem" in constant) && (constant.int ?? constant.float) !== undefined && !value.startsWith("'")) {
      return constant.int === undefined || /[.eEpP]/.test(value.replace(/^[+-]?0[xX]/, ""))
        ? (constant.float as number)
        : BigInt(constant.int);
    }
  }
  throw new CallError(`${described(value)} is not a number`);
}

/** A longer text is shown in part only, where it is no number. */
const longestShown = 1000;

function described(value: GoValue): string {
  if (value === null || value === undefined) return "nil";
  if (typeof value === "string") return value.length > longestShown ? `${quote(value.slice(0, longestShown))}...` : quote(value);
  return kindOf(value) === "bool" ? String(value) : valueText(value);
}

function fold([first, ...others]: readonly Operand[], { ints, floats }: Operation): GoValue {
  let total = first as Operand;
  for (const next of others) {
    total =
      typeof total === "bigint" && typeof next === "bigint" ? BigInt.asIntN(64, ints(total, next)) : floats(Number(total), Number(next));
  }
  return result(total);
}

function result(value: Operand): GoValue {
  return typeof value === "bigint" ? goInt(value) : goFloat(value);
}

/** Halves go away from zero. */
function rounded(value: Operand, places: number): GoValue {
  const scale = 10 ** places;
  const scaled = Number(value) * scale;
  if (!Number.isFinite(scaled) || scale === 0) return result(scale === 0 ? 0 : value);
  const whole = Math.sign(scaled) * Math.round(Math.abs(scaled));
  return typeof value === "bigint" && places >= 0 ? goInt(value) : goFloat(whole / scale);
}

function toInt(value: Operand, given: GoValue): bigint {
  if (typeof value === "bigint") return value;
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 63) throw new CallError(`${described(given)} is not an int`);
  return BigInt(Math.trunc(value));
}
