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

/** A value of JSON as data; undefined when it nests deeper than `mostLevels`. `charge` is told of every value, and may throw. */
export function dataOfJson(json: Json, charge: () => void = () => {}): Data | undefined {
  let isTooDeep = false;

  function convert(value: Json, level: number): Data {
    charge();
    if (level > mostLevels) isTooDeep = true;
    if (isTooDeep || typeof value !== "object" || value === null) return value as Exclude<typeof value, object> | null;
    if (isList(value)) return new DataTable(value.map((item) => convert(item, level + 1)));
    const table = new DataTable();
    for (const [key, member] of Object.entries(value)) table.members.set(key, convert(member, level + 1));
    return table;
  }

  const data = convert(json, 0);
  return isTooDeep ? undefined : data;
}

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
