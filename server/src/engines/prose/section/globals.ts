import { argumentFault, fault, integerArgument, tableArgument } from "../../../lua/library/arguments.js";
import { moduleFunctions } from "../../../lua/library/module-functions.js";
import { isFunction, shownType } from "../../../lua/operations.js";
import type { LuaState } from "../../../lua/state.js";
import { LuaTable } from "../../../lua/table.js";
import { hostFunction, type LuaArguments, type LuaFunction, type LuaValue } from "../../../lua/values.js";
import { DataProxy } from "./data-proxy.js";
import { luaOfData } from "./lua-data.js";

/** A global that is computed when it is read, and says whether it may be assigned. */
export interface VirtualGlobal {
  read(): LuaValue;
  /** Throws where it is read-only. */
  write(value: LuaValue): void;
}

/** The table `_G` over the globals of a section. */
export interface GlobalTable {
  readonly table: LuaTable;
  /** What the name is for Lua code: the metatable of an author counts. May throw what that raises. */
  lookUp(name: string, state: LuaState): LuaValue;
  /** The metatable that an author gave `_G`. */
  author: LuaTable | undefined;
}

/**
 * Makes `_G` over globals. Names in `virtual` (byte strings) are no members of it, and metatables of the author never see
 * them (spec/prose-substitution.md §2.7).
 */
export function createGlobalTable(globals: Map<string, LuaValue>, virtual: ReadonlyMap<string, VirtualGlobal>): GlobalTable {
  const table = new GlobalsAsTable(globals);
  const made: GlobalTable = {
    table,
    author: undefined,
    lookUp: (name, state) => globals.get(name) ?? (globals.has(name) ? undefined : behind(name, state)),
  };

  /** What the author's `__index` says of a name that is not there. */
  function behind(name: LuaValue, state: LuaState): LuaValue {
    const handler = made.author?.get("__index");
    if (handler === undefined) return undefined;
    return isFunction(handler) ? state.call(handler, [table, name])[0] : indexed(handler, name, state);
  }

  const read = hostFunction("__index", ([, key], state) => {
    const own = typeof key === "string" ? virtual.get(key) : undefined;
    return [own === undefined ? behind(key, state) : own.read()];
  });
  const write = hostFunction("__newindex", ([, key, value], state) => {
    const own = typeof key === "string" ? virtual.get(key) : undefined;
    const handler = made.author?.get("__newindex");
    if (own !== undefined) own.write(value);
    else if (isFunction(handler)) state.call(handler, [table, key, value]);
    else setRaw(handler instanceof LuaTable ? handler : table, key, value, state);
    return [];
  });
  table.metatable = new GlobalMetatable(() => made.author, read, write);
  return made;
}

/** Globals are all strings, and Lua code can give `_G` keys of any kind. */
class GlobalsAsTable extends LuaTable {
  override readonly hash: LuaTable["hash"];

  constructor(globals: Map<string, LuaValue>) {
    super();
    this.hash = globals as LuaTable["hash"];
  }
}

/** The metatable of the author, with what reads and writes globals in front of it. */
class GlobalMetatable extends LuaTable {
  readonly #author: () => LuaTable | undefined;
  readonly #read: LuaFunction;
  readonly #write: LuaFunction;

  constructor(author: () => LuaTable | undefined, read: LuaFunction, write: LuaFunction) {
    super();
    this.#author = author;
    this.#read = read;
    this.#write = write;
  }

  override get(key: LuaValue): LuaValue {
    if (key === "__index") return this.#read;
    return key === "__newindex" ? this.#write : this.#author()?.get(key);
  }
}

/** `object[key]` without a place in a program. */
function indexed(object: LuaValue, key: LuaValue, state: LuaState): LuaValue {
  let at = object;
  for (let loops = 0; loops < 100; loops++) {
    if (!(at instanceof LuaTable)) throw fault(`attempt to index a ${shownType(at)} value`);
    const found = at.get(key);
    if (found !== undefined) return found;
    const handler = at.metatable?.get("__index");
    if (handler === undefined) return undefined;
    if (isFunction(handler)) return state.call(handler, [at, key])[0];
    at = handler;
  }
  throw fault("loop in gettable");
}

function setRaw(table: LuaTable, key: LuaValue, value: LuaValue, state: LuaState): void {
  if (key === undefined) throw fault("table index is nil");
  if (Number.isNaN(key)) throw fault("table index is NaN");
  if (table.set(key, value)) state.allocate(40);
}

/** The functions that sections have beside those of templates (spec/prose-substitution.md, "Our deviations"). */
export function sectionFunctions(global: GlobalTable, virtual: ReadonlyMap<string, VirtualGlobal>): [string, LuaValue][] {
  const [setMetatable, rawGet, next] = ["setmetatable", "rawget", "next"].map(
    (name) => moduleFunctions().find(([other]) => other === name)?.[1] as LuaFunction,
  ) as [LuaFunction, LuaFunction, LuaFunction];
  const functions: LuaFunction[] = [
    hostFunction("setmetatable", (args, state) => {
      if (args[0] !== global.table) return setMetatable.call(state, args);
      const stand = new LuaTable();
      stand.metatable = global.author;
      setMetatable.call(state, [stand, ...args.slice(1)]);
      global.author = stand.metatable;
      return [global.table];
    }),
    rawGet,
    hostFunction("rawset", (args, state) => {
      const table = tableArgument(args, 1, "rawset");
      if (table instanceof DataProxy) throw fault(`rawset cannot change ${table.path}: assign its keys`);
      const own = table === global.table && typeof args[1] === "string" ? virtual.get(args[1]) : undefined;
      if (own !== undefined) own.write(args[2]);
      else setRaw(table, args[1], args[2], state);
      return [table];
    }),
    hostFunction("next", (args, state) => next.call(state, [shown(args[0], state), ...args.slice(1)])),
    hostFunction("unpack", (args, state) => unpack([readable(args[0], state), ...args.slice(1)], state)),
  ];
  return [...functions.map((fn): [string, LuaValue] => [fn.name, fn]), ["_G", global.table]];
}

/** What reads tables without asking their metatables would find nothing in those of `var` and `argv`. */
export function dataAwareFunctions(globals: ReadonlyMap<string, LuaValue>): void {
  const library = globals.get("table");
  for (const [name, make] of [
    ["concat", reading],
    ["maxn", reading],
    ["insert", writing],
    ["remove", writing],
    ["sort", writing],
  ] as const) {
    const fn = library instanceof LuaTable ? library.get(name) : undefined;
    if (library instanceof LuaTable && isFunction(fn)) library.set(name, make(fn));
  }
}

/** `ipairs` and `pairs` that know tables of data: what can change shows its keys to ipairs only (spec/prose-substitution.md §6). */
export function dataAwareIterators(globals: ReadonlyMap<string, LuaValue>): [string, LuaValue][] {
  const wrap = (name: string, view: (value: LuaValue, state: LuaState) => LuaValue): [string, LuaValue][] => {
    const fn = globals.get(name);
    if (!isFunction(fn)) return [];
    return [
      [name, hostFunction(name, (args, state) => fn.call(state, args.length === 0 ? args : [view(args[0], state), ...args.slice(1)]))],
    ];
  };
  return [...wrap("ipairs", readable), ...wrap("pairs", shown)];
}

function reading(fn: LuaFunction): LuaFunction {
  return hostFunction(fn.name, (args, state) => fn.call(state, args.length === 0 ? args : [readable(args[0], state), ...args.slice(1)]));
}

function writing(fn: LuaFunction): LuaFunction {
  return hostFunction(fn.name, (args, state) => {
    const [table] = args;
    if (!(table instanceof DataProxy)) return fn.call(state, args);
    if (table.isFrozen) throw fault(`table.${fn.name} cannot change ${table.path}: it is read-only`);
    throw fault(`table.${fn.name} cannot change ${table.path}: change a table of your own and assign it to ${table.path}`);
  });
}

/** A table of data as a plain one; every other value is itself. */
export function readable(value: LuaValue, state: LuaState): LuaValue {
  if (!(value instanceof DataProxy)) return value;
  return luaOfData(value.table, (bytes) => {
    state.charge(1);
    state.allocate(bytes);
  });
}

/** As `readable`, for what does not change. */
function shown(value: LuaValue, state: LuaState): LuaValue {
  return value instanceof DataProxy && value.isFrozen ? readable(value, state) : value;
}

const mostUnpacked = 7999;

function unpack(args: LuaArguments, state: LuaState): LuaArguments {
  const table = tableArgument(args, 1, "unpack");
  const first = integerArgument(args, 2, "unpack", 1);
  const last = integerArgument(args, 3, "unpack", table.length);
  if (last - first >= mostUnpacked) throw argumentFault(3, "unpack", "too many results to unpack");
  const values: LuaValue[] = [];
  for (let index = first; index <= last; index++) {
    state.charge(1);
    values.push(table.get(index));
  }
  return values;
}
