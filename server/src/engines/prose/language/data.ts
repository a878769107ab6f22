import type { Json } from "../../../base/json.js";

/** What a placeholder can insert: the values of JSON, with tables that can be told apart. */
export type Data = null | boolean | number | string | DataTable;

/** An array, or an object whose keys are any strings. */
export class DataTable {
  /** The items of an array; undefined for an object. */
  items: Data[] | undefined;
  readonly members = new Map<string, Data>();

  constructor(items?: Data[]) {
    this.items = items;
  }
}

/** Deeper tables are no data: whoever writes them out would run out of stack. */
export const mostLevels = 128;

/**
 * A value of JSON as data; undefined when it nests deeper than `levels`, or is none of JSON after all. What is `undefined`
 * is treated as JavaScript does: members are left out, items are null.
 */
export function dataOfJson(json: Json, levels = mostLevels): Data | undefined {
  let isNone = false;

  function convert(value: Json | undefined, level: number): Data {
    if (value === undefined) return null;
    if (level > levels || !jsonTypes.includes(typeof value)) isNone = true;
    if (isNone) return null;
    if (typeof value !== "object" || value === null) return value;
    if (isList(value)) return new DataTable(Array.from(value, (item) => convert(item, level + 1)));
    const table = new DataTable();
    for (const [key, member] of Object.entries(value)) if (member !== undefined) table.members.set(key, convert(member, level + 1));
    return table;
  }

  const data = convert(json, 0);
  return isNone ? undefined : data;
}

/** Who calls the library from JavaScript may pass anything. */
const jsonTypes: readonly string[] = ["object", "boolean", "number", "string"];

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Data as JSON. Numbers without a form in JSON are null. */
export function jsonOfData(data: Data): Json {
  if (typeof data === "number") return Number.isFinite(data) ? data : null;
  if (!(data instanceof DataTable)) return data;
  if (data.items !== undefined) return data.items.map(jsonOfData);
  return Object.fromEntries([...data.members].map(([key, member]) => [key, jsonOfData(member)]));
}
