import { decodeUtf8 } from "../bytes.js";
import { LuaFault } from "../errors.js";
import { asNumber, asString, isFunction, shownType } from "../operations.js";
import { LuaTable } from "../table.js";
import type { LuaArguments, LuaFunction, LuaValue } from "../values.js";

/**
 * The error `bad argument #POSITION to 'NAME' (EXPECTED expected, got …)`, to be thrown. The call it
 * passes gives it its place. `position` counts from 1.
 */
export function badArgument(args: LuaArguments, position: number, name: string, expected: string): LuaFault {
  const got = position > args.length ? "no value" : shownType(args[position - 1]);
  return argumentFault(position, name, `${expected} expected, got ${got}`);
}

/** The error `bad argument #POSITION to 'NAME' (DETAIL)`, to be thrown. */
export function argumentFault(position: number, name: string, detail: string): LuaFault {
  const text = `bad argument #${position} to '${name}' (${detail})`;
  return new LuaFault(text, text, { argument: { position, detail } });
}

/** An error with a message (a byte string), to be thrown; the call it passes gives it its place. */
export function fault(message: string): LuaFault {
  return new LuaFault(message, decodeUtf8(message));
}

/** The argument as a number; strings that read as one are accepted. */
export function numberArgument(args: LuaArguments, position: number, name: string): number {
  const value = args[position - 1];
  if (typeof value === "number") return value;
  const number = asNumber(value);
  if (number === undefined) throw badArgument(args, position, name, "number");
  return number;
}

/** The argument as a number truncated towards zero, or `otherwise` when it is nil or absent. */
export function integerArgument(args: LuaArguments, position: number, name: string, otherwise?: number): number {
  if (otherwise !== undefined && args[position - 1] === undefined) return otherwise;
  return toInteger(numberArgument(args, position, name));
}

/** Truncates; what is no number becomes 0, and what is out of range its nearest bound. */
function toInteger(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.max(-2147483648, Math.min(2147483647, Math.trunc(value)));
}

/** The argument as a byte string; numbers are accepted. */
export function stringArgument(args: LuaArguments, position: number, name: string): string {
  const text = asString(args[position - 1]);
  if (text === undefined) throw badArgument(args, position, name, "string");
  return text;
}

/** The argument as a table. */
export function tableArgument(args: LuaArguments, position: number, name: string): LuaTable {
  const value = args[position - 1];
  if (!(value instanceof LuaTable)) throw badArgument(args, position, name, "table");
  return value;
}

/** The argument as a function. */
export function functionArgument(args: LuaArguments, position: number, name: string): LuaFunction {
  const value = args[position - 1];
  if (!isFunction(value)) throw badArgument(args, position, name, "function");
  return value;
}

/** The argument, which may be nil but not absent. */
export function anyArgument(args: LuaArguments, position: number, name: string): LuaValue {
  if (position > args.length) throw argumentFault(position, name, "value expected");
  return args[position - 1];
}
