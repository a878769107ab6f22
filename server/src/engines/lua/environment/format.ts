import { LuaError } from "../../../lua/errors.js";
import { badArgument } from "../../../lua/library/arguments.js";
import { tonumber } from "../../../lua/numbers.js";
import { LuaTable } from "../../../lua/table.js";
import { hostFunction, type LuaArguments, type LuaValue } from "../../../lua/values.js";

/** The `format` table: number, tokens, percent, money (seed A145; spec/flemma-templates.md §2). */
export function formatTable(): LuaTable {
  const table = new LuaTable();
  table.set(
    "number",
    hostFunction("number", (args) => [grouped(numeric(args, 1, "number"))]),
  );
  table.set(
    "tokens",
    hostFunction("tokens", (args) => [tokens(numeric(args, 1, "tokens"))]),
  );
  table.set(
    "percent",
    hostFunction("percent", (args) => [percent(numeric(args, 1, "percent"), digitsOf(args))]),
  );
  table.set(
    "money",
    hostFunction("money", (args) => [money(strictNumber(args))]),
  );
  return table;
}

function numeric(args: LuaArguments, position: number, name: string): number {
  const value = args[position - 1];
  const number = typeof value === "number" ? value : typeof value === "string" ? tonumber(value) : undefined;
  if (number === undefined) throw badArgument(args, position, name, "number");
  return number;
}

function strictNumber(args: LuaArguments): number {
  const value: LuaValue = args[0];
  if (typeof value !== "number") throw badArgument(args, 1, "money", "number");
  return value;
}

function digitsOf(args: LuaArguments): number {
  const digits = args[1] === undefined ? 0 : numeric(args, 2, "percent");
  if (digits < 0 || digits > 99) throw new LuaError(undefined, `bad argument #2 to 'percent' (digits out of range)`);
  return Math.floor(digits);
}

/** Truncates towards zero and groups thousands with commas. */
function grouped(value: number): string {
  if (!Number.isFinite(value)) return special(value);
  const whole = Math.trunc(value);
  const sign = whole < 0 ? "-" : "";
  return (
    sign +
    BigInt(Math.abs(whole))
      .toString()
      .replace(/\B(?=(\d{3})+(?!\d))/g, ",")
  );
}

function tokens(value: number): string {
  if (!Number.isFinite(value) || value < 4000) return grouped(value);
  return value < 1e6 ? scaled(value, 1e3, "K") : scaled(value, 1e6, "M");
}

function scaled(value: number, unit: number, suffix: string): string {
  const text = (value / unit).toFixed(1);
  return (value % unit === 0 ? text.replace(/\.0$/, "") : text) + suffix;
}

function percent(value: number, digits: number): string {
  return Number.isFinite(value) ? `${(value * 100).toFixed(digits)}%` : `${special(value)}%`;
}

/** Whole amounts have no cents; below one, as many digits as small amounts need (at most four). */
function money(value: number): string {
  if (!Number.isFinite(value)) return `$${special(value)}`;
  if (Number.isInteger(value)) return `$${BigInt(value)}`;
  const size = Math.abs(value);
  if (size >= 1) return `$${value.toFixed(2)}`;
  const text = value.toFixed(size >= 0.01 ? 3 : 4);
  return `$${text.replace(/(\.\d\d\d*?)0+$/, "$1")}`;
}

function special(value: number): string {
  return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
}
