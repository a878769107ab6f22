import { byCodePoints } from "../../../base/code-points.js";
import { type Data, DataTable } from "./data.js";

/**
 * What a placeholder puts into the text for a value: a string as it is, all else as compact JSON whose keys are sorted by
 * code points (spec/prose-substitution.md §5). Null is written out; that it is an error on top is for whoever asks.
 * `charge` is told the UTF-16 units as they come, and may throw: a small text can name a large value very often.
 */
export function renderData(data: Data, charge: (units: number) => void): string {
  if (typeof data === "string") {
    charge(data.length);
    return data;
  }
  return compact(data, charge);
}

/** Says whether a value counts as null: numbers without a form in JSON do. */
export function isNull(data: Data): boolean {
  return data === null || (typeof data === "number" && !Number.isFinite(data));
}

function compact(data: Data, charge: (units: number) => void): string {
  if (!(data instanceof DataTable)) {
    const text = JSON.stringify(data);
    charge(text.length);
    return text;
  }
  const { items, members } = data;
  charge(2);
  if (items !== undefined) return `[${items.map((item) => compact(item, charge)).join(",")}]`;
  const keys = [...members.keys()].sort(byCodePoints);
  return `{${keys.map((key) => member(key, members.get(key) as Data, charge)).join(",")}}`;
}

function member(key: string, value: Data, charge: (units: number) => void): string {
  const name = JSON.stringify(key);
  charge(name.length + 2);
  return `${name}:${compact(value, charge)}`;
}
