import type { ArithmeticOperator } from "./ast.js";
import { numberToString, tonumber } from "./numbers.js";
import type { LuaState } from "./state.js";
import { LuaTable } from "./table.js";
import type { LuaFunction, LuaValue } from "./values.js";

/** What `type()` says. */
export function typeName(value: LuaValue): "nil" | "boolean" | "number" | "string" | "table" | "function" {
  switch (typeof value) {
    case "undefined":
      return "nil";
    case "boolean":
    case "number":
    case "string":
      return typeof value as "boolean" | "number" | "string";
    default:
      return value.kind === "function" ? "function" : "table";
  }
}

/** Says whether a value is a function. */
export function isFunction(value: LuaValue): value is LuaFunction {
  return typeof value === "object" && value.kind === "function";
}

/** A number, or a string that reads as one (arithmetic coerces those); else nothing. */
export function asNumber(value: LuaValue): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? tonumber(value) : undefined;
}

/** A string, or a number printed; else nothing. */
export function asString(value: LuaValue): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? numberToString(value) : undefined;
}

/** The metamethod of a value for an event such as `__add`. */
export function metamethod(state: LuaState, value: LuaValue, event: string): LuaValue {
  if (value instanceof LuaTable) return value.metatable?.get(event);
  return typeof value === "string" ? state.stringMetatable?.get(event) : undefined;
}

/** The event of each operator. */
export const events: Record<ArithmeticOperator, string> = {
  "+": "__add",
  "-": "__sub",
  "*": "__mul",
  "/": "__div",
  "%": "__mod",
  "^": "__pow",
};

/** Arithmetic on two numbers, as LuaJIT does it. */
export function compute(operator: ArithmeticOperator, a: number, b: number): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return modulo(a, b);
    case "^":
      return power(a, b);
  }
}

/** `a % b`: the sign of the result is that of `b`. */
export function modulo(a: number, b: number): number {
  return a - Math.floor(a / b) * b;
}

/** `a ^ b` as C's pow: 1 to any power is 1, and (-1) to an infinite power too. */
export function power(a: number, b: number): number {
  if (a === 1) return 1;
  if (a === -1 && (b === Number.POSITIVE_INFINITY || b === Number.NEGATIVE_INFINITY)) return 1;
  return a ** b;
}

/** The text of a value without metamethods: what `tostring` gives. */
export function plainString(state: LuaState, value: LuaValue): string {
  switch (typeof value) {
    case "undefined":
      return "nil";
    case "boolean":
      return value ? "true" : "false";
    case "number":
      return numberToString(value);
    case "string":
      return value;
  }
  if (value.kind === "table") return `table: ${state.addressOf(value)}`;
  if (value.kind === "symbol") return value.name;
  return value.site ? `function: ${state.addressOf(value)}` : `function: builtin: ${state.addressOf(value)}`;
}

/** What errors call the type of a value: the `__name` of its metatable where there is one, as Lua 5.3 has it. */
export function shownType(value: LuaValue): string {
  const name = value instanceof LuaTable ? value.metatable?.get("__name") : undefined;
  return typeof name === "string" ? name : typeName(value);
}

/** The words of the error of comparing two values. */
export function compareText(a: LuaValue, b: LuaValue): string {
  const [first, second] = [shownType(a), shownType(b)];
  return first === second ? `attempt to compare two ${first} values` : `attempt to compare ${first} with ${second}`;
}
