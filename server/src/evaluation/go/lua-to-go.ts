import type { GoValue } from "../../engines/go/values/go-value.js";
import { mapSet } from "../../engines/go/values/maps.js";
import { entries, shapeOf } from "../../engines/lua/json.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import type { LuaState } from "../../lua/state.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaValue } from "../../lua/values.js";

/** What a value takes beside its text, in bytes. */
const valueBytes = 64;

/**
 * A value of Lua as a Go template sees it: sequences are lists, other tables maps with text keys, nil is null. What has no form
 * there is not there: functions, and a table within itself. What it takes is spent of the state's budget.
 */
export function goFromLua(value: LuaValue, state: LuaState): GoValue {
  const open = new Set<LuaTable>();

  function convert(of: LuaValue): GoValue {
    state.charge(1);
    state.allocate(valueBytes + (typeof of === "string" ? 2 * of.length : 0));
    if (of === undefined) return null;
    if (typeof of === "string") return decodeUtf8(of);
    if (typeof of === "number" || typeof of === "boolean") return of;
    if (!(of instanceof LuaTable) || open.has(of)) return undefined;
    open.add(of);
    const shape = shapeOf(of);
    const converted = typeof shape === "number" ? list(of, shape) : map(of);
    open.delete(of);
    return converted;
  }

  function list(of: LuaTable, length: number): GoValue[] {
    return Array.from({ length }, (_, index) => convert(of.get(index + 1)) ?? null);
  }

  function map(of: LuaTable): GoValue {
    const converted: { [key: string]: GoValue } = {};
    for (const [key, member] of entries(of)) mapSet(converted, typeof key === "string" ? decodeUtf8(key) : String(key), convert(member));
    return converted;
  }

  return convert(value);
}
