import type { ConfigNode } from "../../config/config-node.js";
import { encodeUtf8 } from "../../lua/bytes.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaValue } from "../../lua/values.js";
import { IncludedParts } from "./include/included-parts.js";

const maxDepth = 128;

/**
 * Encodes a value as JSON (byte string), or gives undefined for what JSON cannot hold: functions, included files, cycles,
 * infinities, boolean keys, very sparse arrays, deep nesting (spec/flemma-templates.md §2).
 * `charge` is told the bytes as they come and may throw: shared tables can make a small value print huge.
 */
export function encodeJson(value: LuaValue, charge: (bytes: number) => void): string | undefined {
  const open = new Set<LuaTable>();

  function table(of: LuaTable): string | undefined {
    if (of instanceof IncludedParts || open.has(of) || open.size >= maxDepth) return undefined;
    open.add(of);
    const shape = shapeOf(of);
    const text = shape === "neither" ? undefined : shape === "object" ? object(of) : array(of, shape);
    open.delete(of);
    return text;
  }

  function array(of: LuaTable, length: number): string | undefined {
    const items: string[] = [];
    for (let key = 1; key <= length; key++) {
      const item = encode(of.get(key));
      if (item === undefined) return undefined;
      items.push(item);
    }
    return `[${items.join(",")}]`;
  }

  function object(of: LuaTable): string | undefined {
    const members: string[] = [];
    for (const [key, member] of entries(of)) {
      if (typeof key === "number" && !Number.isFinite(key)) return undefined;
      const text = encode(member);
      if (text === undefined) return undefined;
      members.push(`${quote(typeof key === "number" ? numberText(key) : String(key))}:${text}`);
    }
    return `{${members.join(",")}}`;
  }

  function encode(of: LuaValue): string | undefined {
    charge(typeof of === "string" ? of.length + 16 : typeof of === "object" ? 64 : 16);
    if (of === undefined) return "null";
    if (typeof of === "boolean") return String(of);
    if (typeof of === "number") return Number.isFinite(of) ? numberText(of) : undefined;
    if (typeof of === "string") return quote(of);
    return of instanceof LuaTable ? table(of) : undefined;
  }

  return encode(value);
}

/** Turns data into a Lua value; null becomes nil (a hole in a list), and so does what is no data. */
export function luaFromConfig(node: ConfigNode): LuaValue {
  switch (node.kind) {
    case "null":
    case "function":
      return undefined;
    case "scalar":
      return typeof node.value === "string" ? encodeUtf8(node.value) : node.value;
    case "table": {
      const table = new LuaTable();
      for (const [index, item] of node.items.entries()) table.set(index + 1, luaFromConfig(item));
      for (const { name, node: member } of node.members) table.set(encodeUtf8(name), luaFromConfig(member));
      return table;
    }
  }
}

/** All pairs of a table whose value is not nil: the list part first, then the others in insertion order. */
export function* entries(of: LuaTable): Iterable<[Exclude<LuaValue, undefined>, LuaValue]> {
  for (const [index, value] of of.list.entries()) if (value !== undefined) yield [index + 1, value];
  for (const [key, value] of of.hash) if (value !== undefined) yield [key, value];
}

/** The length of an array, "object", or "neither" when JSON has no form for the keys. */
export function shapeOf(of: LuaTable): number | "object" | "neither" {
  let count = 0;
  let largest = 0;
  let isArray = true;
  for (const [key] of entries(of)) {
    if (typeof key !== "number" && typeof key !== "string") return "neither";
    count++;
    if (typeof key === "number" && Number.isInteger(key) && key > 0) largest = Math.max(largest, key);
    else isArray = false;
  }
  if (!isArray) return "object";
  return largest > 10 && largest > 2 * count ? "neither" : largest;
}

/** `%.16g` in the form Lua prints it: exponents have at least two digits. */
function numberText(value: number): string {
  if (Object.is(value, -0)) return "-0";
  const digits = value.toExponential(15);
  const exponent = Number(digits.slice(digits.indexOf("e") + 1));
  if (exponent >= -4 && exponent < 16) {
    const fixed = value.toFixed(Math.max(0, Math.min(100, 15 - exponent)));
    return fixed.includes(".") ? fixed.replace(/\.?0+$/, "") : fixed;
  }
  const mantissa = digits.slice(0, digits.indexOf("e")).replace(/\.?0+$/, "");
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${size}`;
}

const escapes: Record<string, string> = { '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function quote(bytes: string): string {
  return `"${bytes.replace(/["\\\u0000-\u001f\u007f]/g, (unit) => escapes[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
}
