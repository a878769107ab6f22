import { decodeUtf8, encodeUtf8 } from "../../../lua/bytes.js";
import { typeName } from "../../../lua/operations.js";
import { LuaTable } from "../../../lua/table.js";
import type { LuaValue } from "../../../lua/values.js";
import { type Data, DataTable, mostLevels } from "../language/data.js";
import { DataProxy, keepOrigins } from "./data-proxy.js";

/** A Lua value as data; or what is none of it: the keys that lead there, and what it is (`a function`). */
export type LuaData = { readonly data: Data } | { readonly keys: readonly string[]; readonly what: string };

/** What conversions ask. */
export interface Conversion {
  /** Is told of every value, with the bytes it takes, and may throw. */
  charge(bytes: number): void;
  /** Says whether a table holds something else than what its keys say. */
  isOpaque(table: LuaTable): boolean;
}

/** Where a value is that cannot be data. Thrown inside of a conversion only. */
class NoData {
  readonly keys: readonly string[];
  readonly what: string;

  constructor(keys: readonly string[], what: string) {
    this.keys = keys;
    this.what = what;
  }
}

/**
 * Copies a Lua value as data (spec/prose-substitution.md §5 "Lua table → JSON"): a table with a first item is an array, every
 * other one an object. Metatables do not count.
 */
export function dataOfLua(value: LuaValue, conversion: Conversion): LuaData {
  try {
    return { data: createConverter(conversion)(value) };
  } catch (thrown) {
    if (thrown instanceof NoData) return thrown;
    throw thrown;
  }
}

function createConverter({ charge, isOpaque }: Conversion): (value: LuaValue) => Data {
  const open = new Set<LuaTable>();
  const keys: string[] = [];
  const refuse = (what: string): NoData => new NoData([...keys], what);

  function convert(value: LuaValue): Data {
    charge(typeof value === "string" ? value.length + 16 : 16);
    if (value === undefined) return null;
    if (typeof value === "string") return text(value);
    if (typeof value !== "object") return value;
    if (!(value instanceof LuaTable)) return opaque(value.kind === "symbol" ? "table" : value.kind);
    if (value instanceof DataProxy) return copyData(value.table, charge);
    if (isOpaque(value)) return opaque("file");
    return table(value);
  }

  function opaque(type: string): never {
    throw refuse(`a ${type}`);
  }

  function text(bytes: string): string {
    const decoded = decodeUtf8(bytes);
    if (decoded.includes("\ufffd") && encodeUtf8(decoded) !== bytes) throw refuse("a string that is no UTF-8");
    return decoded;
  }

  function table(of: LuaTable): DataTable {
    if (open.has(of)) throw refuse("a table that contains itself");
    if (open.size >= mostLevels) throw refuse("a table that nests too deeply");
    open.add(of);
    const source = sources.get(of);
    const list = items(of, source?.items ?? []);
    const isArray = list.length > 0 || (source?.items !== undefined && of.hash.size === 0);
    const made = isArray ? new DataTable(list) : object(of, source);
    open.delete(of);
    return made;
  }

  /** The items up to the first that is not there; one that was null in the data it was made of is still null. */
  function items(of: LuaTable, before: readonly Data[]): Data[] {
    const list: Data[] = [];
    for (let index = 1; index <= Math.max(of.length, before.length); index++) {
      const item = of.get(index);
      if (item === undefined && before[index - 1] !== null) break;
      list.push(within(String(index), item));
    }
    return list;
  }

  function object(of: LuaTable, source: DataTable | undefined): DataTable {
    const made = new DataTable();
    for (const [key, member] of source?.members ?? []) if (member === null) made.members.set(key, null);
    for (const [key, member] of of.hash) {
      if (member === undefined) continue;
      if (typeof key !== "string") throw refuse(`a table with a ${typeName(key)} as a key`);
      made.members.set(text(key), within(decodeUtf8(key), member));
    }
    return made;
  }

  function within(key: string, member: LuaValue): Data {
    keys.push(key);
    const made = convert(member);
    keys.pop();
    return made;
  }

  return convert;
}

/** A copy of data that shares no table with it. */
function copyData(data: DataTable, charge: (bytes: number) => void): DataTable;
function copyData(data: Data, charge: (bytes: number) => void): Data;
function copyData(data: Data, charge: (bytes: number) => void): Data {
  charge(typeof data === "string" ? data.length + 16 : 16);
  if (!(data instanceof DataTable)) return data;
  const copy = new DataTable(data.items?.map((item) => copyData(item, charge)));
  for (const [key, member] of data.members) copy.members.set(key, copyData(member, charge));
  keepOrigins(data, copy);
  return copy;
}

/** What tables were made of: Lua alone cannot tell an empty array from an empty object, nor null from what is not there. */
const sources = new WeakMap<LuaTable, DataTable>();

/** Data as a Lua value that is everybody's own: changing it changes nothing else. Null is nil. `dataOfLua` gives back what was not changed. */
export function luaOfData(data: Data, charge: (bytes: number) => void): LuaValue {
  charge(typeof data === "string" ? data.length + 16 : 16);
  if (data === null) return undefined;
  if (typeof data === "string") return encodeUtf8(data);
  if (!(data instanceof DataTable)) return data;
  const table = new LuaTable();
  sources.set(table, data);
  for (const [index, item] of (data.items ?? []).entries()) table.set(index + 1, luaOfData(item, charge));
  for (const [key, member] of data.members) table.set(encodeUtf8(key), luaOfData(member, charge));
  return table;
}
