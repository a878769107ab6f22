import { decodeUtf8, encodeUtf8 } from "../../../lua/bytes.js";
import type { Site } from "../../../lua/errors.js";
import { fault } from "../../../lua/library/arguments.js";
import type { LuaState } from "../../../lua/state.js";
import { LuaTable, tableOf } from "../../../lua/table.js";
import { hostFunction, type LuaValue } from "../../../lua/values.js";
import { type Data, DataTable, mostLevels } from "../language/data.js";

/** A table of Lua through which data is read, and written where that is allowed. It holds nothing itself. */
export class DataProxy extends LuaTable {
  readonly table: DataTable;
  /** What it belongs to: `var`, `var.row`. */
  readonly path: string;
  /** How deep below its root it is. */
  readonly level: number;
  /** Whether writing is an error. */
  readonly isFrozen: boolean;

  constructor(table: DataTable, place: { readonly path: string; readonly level: number; readonly isFrozen: boolean }) {
    super();
    this.table = table;
    this.path = place.path;
    this.level = place.level;
    this.isFrozen = place.isFrozen;
  }
}

/** How the tables below one root behave. */
export interface ProxyRules {
  /** The name of the root. */
  readonly root: string;
  /** The error of writing; without it, writing is allowed. */
  readonly frozen?: string;
  /** The error of reading a key of the root that does not exist; without it, that gives nil. */
  unknown?(key: string): string;
  /** Data of a value that is assigned at a path; throws what is wrong with it. */
  convert?(value: LuaValue, path: string): Data;
}

/** Reading or writing one key costs so many steps. */
const cost = 4;

/** Makes the proxy of a root. The same table below it has the same proxy, so that it equals itself. */
export function createProxy(state: LuaState, root: DataTable, rules: ProxyRules): DataProxy {
  const proxies = new WeakMap<DataTable, DataProxy>();
  const isFrozen = rules.frozen !== undefined;
  const metatable = tableOf({
    __metatable: false,
    __index: hostFunction("__index", ([proxy, key]) => [read(proxy as DataProxy, key)]),
    __newindex: hostFunction("__newindex", ([proxy, key, value]) => {
      write(proxy as DataProxy, key, value);
      return [];
    }),
    // What can change shows its keys to nobody (spec/prose-substitution.md §6); what cannot is as good as a plain table.
    ...(isFrozen && { __len: hostFunction("__len", ([proxy]) => [(proxy as DataProxy).table.items?.length ?? 0]) }),
  });

  function proxyOf(table: DataTable, path: string, level: number): DataProxy {
    const known = proxies.get(table);
    if (known !== undefined) return known;
    state.allocate(80);
    const made = new DataProxy(table, { path, level, isFrozen });
    made.metatable = metatable;
    proxies.set(table, made);
    return made;
  }

  function read({ table, path, level }: DataProxy, key: LuaValue): LuaValue {
    state.charge(cost);
    const found = memberOf(table, key);
    if (found === undefined && level === 0 && typeof key === "string") {
      const unknown = rules.unknown?.(decodeUtf8(key));
      if (unknown !== undefined) throw fault(unknown);
    }
    if (found instanceof DataTable) return proxyOf(found, pathTo(path, key), level + 1);
    return scalarOf(found, state);
  }

  function write(proxy: DataProxy, key: LuaValue, value: LuaValue): void {
    state.charge(cost);
    const { table, path, level } = proxy;
    if (rules.frozen !== undefined || rules.convert === undefined) throw fault(rules.frozen ?? "this table is read-only");
    const at = pathTo(path, key);
    if (level >= mostLevels) throw fault(`${path} nests too deeply: keep flatter data in ${rules.root}`);
    const data = value === undefined ? null : rules.convert(value, at);
    state.allocate(40);
    if (state.calledAt !== undefined) noteOrigin(table, key, state.calledAt);
    if (typeof key === "string") setMember(table, { key: decodeUtf8(key), data, path });
    else if (typeof key === "number" && Number.isInteger(key)) setItem(table, { index: key, data, path, level });
    else throw fault(`${path} takes strings as keys`);
  }

  return proxyOf(root, rules.root, 0);
}

const origins = new WeakMap<DataTable, Map<LuaValue, Site>>();

function noteOrigin(table: DataTable, key: LuaValue, site: Site): void {
  const known = origins.get(table) ?? new Map<LuaValue, Site>();
  known.set(key, site);
  origins.set(table, known);
}

/** Where Lua code last set a key of a table; undefined where it never did. */
export function originOf(table: DataTable, key: string): Site | undefined {
  return origins.get(table)?.get(encodeUtf8(key));
}

/** Lets a copy of a table know where its keys were set. */
export function keepOrigins(of: DataTable, copy: DataTable): void {
  const known = origins.get(of);
  if (known === undefined) origins.delete(copy);
  else origins.set(copy, new Map(known));
}

function memberOf({ items, members }: DataTable, key: LuaValue): Data | undefined {
  if (typeof key === "string") return members.get(decodeUtf8(key));
  return typeof key === "number" ? items?.[key - 1] : undefined;
}

function scalarOf(data: Exclude<Data, DataTable> | undefined, state: LuaState): LuaValue {
  if (data === undefined || data === null) return undefined;
  if (typeof data !== "string") return data;
  state.charge(data.length >> 6);
  state.allocateString(data.length);
  return encodeUtf8(data);
}

function setMember(table: DataTable, { key, data, path }: { readonly key: string; readonly data: Data; readonly path: string }): void {
  if (table.items !== undefined && table.items.length > 0) throw fault(`${path} is an array: its keys are whole numbers`);
  table.items = undefined;
  table.members.set(key, data);
}

/** An empty table becomes an array with its first item. */
function setItem(
  table: DataTable,
  { index, data, path, level }: { readonly index: number; readonly data: Data; readonly path: string; readonly level: number },
): void {
  if (level === 0 || table.members.size > 0) throw fault(`${path} takes strings as keys`);
  const items = table.items ?? [];
  if (index < 1 || index > items.length + 1) throw fault(`${path} has ${items.length} items: the next one is number ${items.length + 1}`);
  if (data === null && index >= items.length) items.length = Math.min(items.length, index - 1);
  else items[index - 1] = data;
  table.items = items;
}

/** `var.row` and `name` make `var.row.name`. */
function pathTo(path: string, key: LuaValue): string {
  return typeof key === "string" ? `${path}.${decodeUtf8(key)}` : `${path}[${String(key)}]`;
}
