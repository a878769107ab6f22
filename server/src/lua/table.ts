import type { LuaValue } from "./values.js";

/** What a key of a table can be: any value but nil (and not NaN). */
export type LuaKey = Exclude<LuaValue, undefined>;

/** A Lua table: a dense array part for 1..n and a hash part in insertion order. */
export class LuaTable {
  readonly kind = "table";
  /** Values of the keys 1..length of this list; never ends in nil. */
  readonly list: LuaValue[] = [];
  readonly hash = new Map<LuaKey, LuaValue>();
  /** Set by hosts (and `setmetatable`, where a host offers it): metamethods by event, such as `__index`. */
  metatable: LuaTable | undefined = undefined;

  get(key: LuaValue): LuaValue {
    if (typeof key === "number" && key >= 1 && key <= this.list.length && Number.isInteger(key)) return this.list[key - 1];
    return key === undefined ? undefined : this.hash.get(key);
  }

  /**
   * Sets a key; a nil value removes it. The key must be neither nil nor NaN (the caller reports those).
   * Returns true when the table grew by an entry.
   */
  set(key: LuaKey, value: LuaValue): boolean {
    const { list, hash } = this;
    if (typeof key === "number" && Number.isInteger(key) && key >= 1 && key <= list.length + 1) {
      if (key <= list.length) {
        list[key - 1] = value;
        if (value === undefined) this.trim();
        return false;
      }
      if (value === undefined) return hash.delete(key) && false;
      list.push(value);
      if (hash.size > 0) {
        hash.delete(key);
        this.migrate();
      }
      return true;
    }
    if (value === undefined) {
      hash.delete(key);
      return false;
    }
    const before = hash.size;
    hash.set(key, value);
    return hash.size > before;
  }

  /** Drops nils at the end of the list. */
  trim(): void {
    const { list } = this;
    while (list.length > 0 && list[list.length - 1] === undefined) list.pop();
  }

  /** Restores the rules of both parts after values were written to the list directly. */
  settle(): void {
    const { list, hash } = this;
    this.trim();
    if (hash.size === 0) return;
    for (const key of hash.keys()) if (typeof key === "number" && key >= 1 && key <= list.length && Number.isInteger(key)) hash.delete(key);
    this.migrate();
  }

  private migrate(): void {
    const { list, hash } = this;
    for (let next = hash.get(list.length + 1); next !== undefined; next = hash.get(list.length + 1)) {
      hash.delete(list.length + 1);
      list.push(next);
    }
  }

  /** The border `#t`. */
  get length(): number {
    return this.list.length;
  }
}

/** A new table with members by name (bytes); those that are nil are left out. */
export function tableOf(members: Readonly<Record<string, LuaValue>>): LuaTable {
  const table = new LuaTable();
  for (const [name, value] of Object.entries(members)) table.set(name, value);
  return table;
}
