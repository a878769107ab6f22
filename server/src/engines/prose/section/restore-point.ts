import { type Cell, Closure } from "../../../lua/frame.js";
import type { LuaState } from "../../../lua/state.js";
import { LuaTable } from "../../../lua/table.js";
import type { LuaValue } from "../../../lua/values.js";

/** What a table held. */
interface Held {
  readonly table: LuaTable;
  readonly list: readonly LuaValue[];
  readonly hash: readonly (readonly [Exclude<LuaValue, undefined>, LuaValue])[];
  readonly metatable: LuaTable | undefined;
}

/**
 * Remembers globals and every table and local of a function that they and `others` reach. What it returns makes all of them as they were,
 * so that sections and items start alike (spec/prose-substitution.md §6 "globals do not", §9): functions that exist see what
 * every section starts with.
 */
export function createRestorePoint(globals: Map<string, LuaValue>, others: readonly LuaValue[], state: LuaState): () => void {
  const seen = new Set<LuaTable | Closure>();
  const waiting: LuaValue[] = [...globals.values(), ...others];
  const held: Held[] = [];
  const locals = new Map<Cell, LuaValue>();
  for (let value = waiting.pop(); value !== undefined || waiting.length > 0; value = waiting.pop()) {
    if (value instanceof Closure && !seen.has(value)) {
      seen.add(value);
      for (const cell of value.upvalues) holdLocal(cell);
    }
    if (!(value instanceof LuaTable) || value.hash === globals || seen.has(value)) continue;
    seen.add(value);
    const { list, hash, metatable } = value;
    state.charge(list.length + hash.size);
    state.allocate(64 + 16 * (list.length + 2 * hash.size));
    held.push({ table: value, list: [...list], hash: [...hash], metatable });
    for (const item of list) waiting.push(item);
    for (const [key, member] of hash) waiting.push(key, member);
    waiting.push(metatable);
  }
  const start = [...globals];
  return () => {
    globals.clear();
    for (const [name, value] of start) globals.set(name, value);
    state.charge(1 + (locals.size >> 2));
    for (const [cell, value] of locals) cell.value = value;
    for (const { table, list, hash, metatable } of held) {
      state.charge(1 + ((list.length + hash.length) >> 2));
      table.list.splice(0, table.list.length);
      for (const item of list) table.list.push(item);
      table.hash.clear();
      for (const [key, member] of hash) table.hash.set(key, member);
      table.metatable = metatable;
    }
  };

  function holdLocal(cell: Cell): void {
    if (locals.has(cell)) return;
    state.charge(1);
    state.allocate(48);
    locals.set(cell, cell.value);
    waiting.push(cell.value);
  }
}
