import { asString, compareText, isFunction, metamethod, shownType } from "../operations.js";
import type { LuaState } from "../state.js";
import { type LuaKey, LuaTable } from "../table.js";
import { hostFunction, type LuaArguments, type LuaFunction, type LuaValue } from "../values.js";
import { fault, functionArgument, integerArgument, stringArgument, tableArgument } from "./arguments.js";

type Implementation = (args: LuaArguments, state: LuaState) => LuaArguments;

const concat: Implementation = (args, state) => {
  const table = tableArgument(args, 1, "concat");
  const separator = args[1] === undefined ? "" : stringArgument(args, 2, "concat");
  const first = integerArgument(args, 3, "concat", 1);
  const last = integerArgument(args, 4, "concat", table.length);
  const parts: string[] = [];
  let size = 0;
  for (let i = first; i <= last; i++) {
    state.charge(1);
    const value = table.get(i);
    const text = asString(value);
    if (text === undefined) throw fault(`invalid value (${shownType(value)}) at index ${i} in table for 'concat'`);
    size += text.length + (i < last ? separator.length : 0);
    if (size > state.limits.stringBytes) state.allocateString(size);
    parts.push(text);
  }
  state.charge(size >> 6);
  state.allocateString(size);
  return [parts.join(separator)];
};

const insert: Implementation = (args, state) => {
  const table = tableArgument(args, 1, "insert");
  if (args.length === 2) put(table, table.length + 1, args[1], state);
  else if (args.length === 3) {
    const position = integerArgument(args, 2, "insert");
    const { list } = table;
    if (position >= 1 && position <= list.length) {
      state.charge(((list.length - position) >> 4) + table.hash.size);
      state.allocate(16);
      list.splice(position - 1, 0, args[2]);
      table.settle();
    } else {
      for (let i = list.length; i >= position && position < 1; i--) {
        state.charge(1);
        put(table, i + 1, table.get(i), state);
      }
      put(table, position, args[2], state);
    }
  } else throw fault("wrong number of arguments to 'insert'");
  return [];
};

function put(table: LuaTable, key: LuaKey, value: LuaValue, state: LuaState): void {
  if (table.set(key, value)) state.allocate(40);
}

const remove: Implementation = (args, state) => {
  const table = tableArgument(args, 1, "remove");
  const { list } = table;
  if (args.length < 2 || args[1] === undefined) {
    if (list.length === 0) return [];
    const value = list.pop();
    table.trim();
    return [value];
  }
  const position = integerArgument(args, 2, "remove");
  if (position < 1 || position > list.length) return [];
  state.charge((list.length - position) >> 4);
  const [value] = list.splice(position - 1, 1);
  table.trim();
  return [value];
};

/** Order of two values for `sort` without a function. */
function defaultOrder(a: LuaValue, b: LuaValue, state: LuaState): boolean {
  if (typeof a === "number" && typeof b === "number") return a < b;
  if (typeof a === "string" && typeof b === "string") {
    state.charge(Math.min(a.length, b.length) >> 4);
    return a < b;
  }
  const handler = metamethod(state, a, "__lt") ?? metamethod(state, b, "__lt");
  if (!isFunction(handler)) throw fault(compareText(a, b));
  const [less] = handler.call(state, [a, b]);
  return less !== undefined && less !== false;
}

const sort: Implementation = (args, state) => {
  const table = tableArgument(args, 1, "sort");
  const order = args[1] === undefined ? undefined : functionArgument(args, 2, "sort");
  const less = order ? customOrder(order, state) : (a: LuaValue, b: LuaValue) => defaultOrder(a, b, state);
  const { list } = table;
  const count = list.length;
  // JavaScript's sort would move holes away from the order function: it must see them, as in Lua.
  const values = list.slice();
  state.charge(count >> 4);
  quicksort(values, less, state);
  if (list.length === count) for (let i = 0; i < count; i++) list[i] = values[i];
  table.settle();
  return [];
};

function customOrder(order: LuaFunction, state: LuaState): (a: LuaValue, b: LuaValue) => boolean {
  return (a, b) => {
    const [less] = order.call(state, [a, b]);
    return less !== undefined && less !== false;
  };
}

/** The quicksort of Lua 5.1: same comparisons, same order of equal elements, same complaint about bad order functions. */
function quicksort(a: LuaValue[], less: (a: LuaValue, b: LuaValue) => boolean, state: LuaState): void {
  const swap = (i: number, j: number): void => {
    const kept = a[i];
    a[i] = a[j];
    a[j] = kept;
  };
  const isLess = (x: LuaValue, y: LuaValue): boolean => {
    state.charge(1);
    return less(x, y);
  };
  const ranges: [number, number][] = [[0, a.length - 1]];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    let [low, high] = range;
    while (low < high) {
      if (isLess(a[high], a[low])) swap(low, high);
      if (high - low === 1) break;
      const middle = (low + high) >> 1;
      if (isLess(a[middle], a[low])) swap(middle, low);
      else if (isLess(a[high], a[middle])) swap(middle, high);
      if (high - low === 2) break;
      const pivot = a[middle];
      swap(middle, high - 1);
      let i = low;
      let j = high - 1;
      for (;;) {
        while (isLess(a[++i], pivot)) if (i >= high) throw fault("invalid order function for sorting");
        while (isLess(pivot, a[--j])) if (j <= low) throw fault("invalid order function for sorting");
        if (j < i) break;
        swap(i, j);
      }
      swap(high - 1, i);
      if (i - low < high - i) {
        ranges.push([i + 1, high]);
        high = i - 1;
      } else {
        ranges.push([low, i - 1]);
        low = i + 1;
      }
    }
  }
}

const maxn: Implementation = (args, state) => {
  const table = tableArgument(args, 1, "maxn");
  let highest = table.length;
  state.charge(table.hash.size);
  for (const key of table.hash.keys()) if (typeof key === "number" && key > highest) highest = key;
  return [highest];
};

const unpack: Implementation = (args, state) => {
  const table = tableArgument(args, 1, "unpack");
  const first = integerArgument(args, 2, "unpack", 1);
  const last = args[2] === undefined ? table.length : integerArgument(args, 3, "unpack");
  if (last - first >= 8000) throw fault("too many results to unpack");
  const values: LuaValue[] = [];
  for (let i = first; i <= last; i++) values.push(table.get(i));
  state.charge(values.length);
  return values;
};

const foreach: Implementation = (args, state) => {
  const table = tableArgument(args, 1, "foreach");
  const fn = functionArgument(args, 2, "foreach");
  for (let i = 0; i < table.list.length; i++) {
    state.charge(1);
    const value = table.list[i];
    const [stop] = value === undefined ? [] : fn.call(state, [i + 1, value]);
    if (stop !== undefined) return [stop];
  }
  for (const [key, value] of table.hash) {
    state.charge(1);
    const [stop] = fn.call(state, [key, value]);
    if (stop !== undefined) return [stop];
  }
  return [];
};

const foreachi: Implementation = (args, state) => {
  const table = tableArgument(args, 1, "foreachi");
  const fn = functionArgument(args, 2, "foreachi");
  const count = table.length;
  for (let i = 1; i <= count; i++) {
    state.charge(1);
    const [stop] = fn.call(state, [i, table.get(i)]);
    if (stop !== undefined) return [stop];
  }
  return [];
};

/** The `table` table. */
export function createTableLibrary(): LuaTable {
  const library = new LuaTable();
  const getn: Implementation = (args) => [tableArgument(args, 1, "getn").length];
  const functions = { concat, foreach, foreachi, getn, insert, maxn, remove, sort, unpack };
  for (const [name, call] of Object.entries(functions)) library.set(name, hostFunction(name, call));
  return library;
}
