import type { Json } from "../../base/json.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { numberToString } from "../../lua/numbers.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaValue } from "../../lua/values.js";
import { IncludedParts, shownPieces } from "./include/included-parts.js";
import { entries, shapeOf } from "./json.js";

const deepest = 12;
/** How much of a value is unfolded: values of all kinds, and bytes of strings. Shared tables and strings can unfold without end. */
const everything = { values: 200_000, bytes: 16 << 20 };
const glimpse = { values: 20_000, bytes: 1 << 16 };

/**
 * A value as plain JSON for people and tools: functions are "$function", parts with files "$emittable", what lies below twelve levels
 * or is too much is "$deep", and a table ends there.
 */
export function jsonOf(value: LuaValue, most: Readonly<typeof everything> = everything): Json {
  let { values, bytes } = most;

  function convert(of: LuaValue, depth: number): Json {
    values--;
    if (of === undefined) return null;
    if (typeof of === "string") return text(of);
    if (typeof of === "number") return Number.isFinite(of) ? of : String(of);
    if (typeof of === "boolean") return of;
    if (!(of instanceof LuaTable)) return of.kind === "function" ? "$function" : of.name;
    if (of instanceof IncludedParts) return "$emittable";
    if (depth >= deepest || values <= 0) return "$deep";
    const shape = shapeOf(of);
    return typeof shape === "number" ? list(of, shape, depth) : object(of, depth);
  }

  function list(of: LuaTable, length: number, depth: number): Json[] {
    const converted: Json[] = [];
    for (let key = 1; key <= length; key++) {
      if (values <= 0) return [...converted, "$deep"];
      converted.push(convert(of.get(key), depth + 1));
    }
    return converted;
  }

  function object(of: LuaTable, depth: number): Json {
    const members: [string, Json][] = [];
    for (const [key, member] of entries(of)) {
      if (values <= 0) break;
      members.push([keyText(key), convert(member, depth + 1)]);
    }
    return Object.fromEntries(members);
  }

  /** The last string is shown as far as the bytes reach. */
  function text(of: string): string {
    const shown = bytes <= 0 && of !== "" ? "$deep" : decodeUtf8(of.length > bytes ? of.slice(0, bytes) : of);
    bytes -= of.length;
    return shown;
  }

  return convert(value, 0);
}

/** A value as one short line for a hover: strings quoted, tables as far as `limit` UTF-16 units reach; what is cut ends with its length. */
export function displayValue(value: LuaValue, limit: number): string {
  if (value === undefined) return "nil";
  if (typeof value === "object" && value.kind === "function") return "function";
  if (value instanceof IncludedParts) return cut(shownPieces(value.pieces), limit);
  const text = typeof value === "number" ? numberToString(value) : JSON.stringify(jsonOf(value, glimpse));
  if (text.length <= limit) return text;
  const isPair = /[\ud800-\udbff]/.test(text[limit - 1] as string);
  const length = typeof value === "string" ? characterCount(value) : text.length;
  return `${text.slice(0, isPair ? limit - 1 : limit)}… (${length} characters)`;
}

/** How many characters a byte string has: bytes that go on with one are not counted. */
function characterCount(bytes: string): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if ((bytes.charCodeAt(at) & 0xc0) !== 0x80) count++;
  return count;
}

/** Of a table so many members are listed, and so much of each key and value. */
const mostRows = 16;
const widestKey = 30;
const widestValue = 60;

/** The members of a table, one on each line: key, type and value in columns, and how many were left out. */
export function tableListing(table: LuaTable): string {
  const rows: (readonly [key: string, type: string, value: string])[] = [];
  let count = 0;
  for (const [key, value] of entries(table)) {
    if (++count <= mostRows)
      rows.push([cut(keyName(key), widestKey), typeOf(value), cut(displayValue(value, widestValue), 2 * widestValue)]);
  }
  if (count === 0) return "{}";
  const more = count > mostRows ? [`… ${count - mostRows} more`] : [];
  return [...inColumns(rows), ...more].join("\n");
}

/** Rows of cells as lines: cells of a column start at the same place. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length))
      .join("  ")
      .trimEnd(),
  );
}

/** A key as it is written in a table: `name`, `["two words"]`, `[1]`. */
function keyName(key: Exclude<LuaValue, undefined>): string {
  const text = keyText(key);
  if (typeof key !== "string") return `[${text}]`;
  return /^[A-Za-z_]\w*$/.test(text) ? text : `[${JSON.stringify(text)}]`;
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The Lua type of a value, as `type()` says it. */
export function typeOf(value: LuaValue): string {
  if (value === undefined) return "nil";
  if (typeof value !== "object") return typeof value;
  return value.kind === "symbol" ? "table" : value.kind;
}

function keyText(key: Exclude<LuaValue, undefined>): string {
  if (typeof key === "string") return decodeUtf8(key);
  return typeof key === "object" ? key.kind : String(key);
}
