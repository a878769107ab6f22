import { byCodePoints } from "../../../base/code-points.js";
import { type Data, DataTable } from "../language/data.js";

/**
 * The members of a collection that a section runs for, in their order: those of an array as they are, those of an object as
 * `{key, value}`, by the bytes of their keys (spec/prose-substitution.md §9).
 */
export function fanoutItems({ items, members }: DataTable): readonly Data[] {
  if (items !== undefined) return items;
  const names = [...members.keys()].sort(byCodePoints);
  return names.map((key) => {
    const pair = new DataTable();
    pair.members.set("key", key);
    pair.members.set("value", members.get(key) as Data);
    return pair;
  });
}
