import { type Budget, steps } from "../execute/budget.js";
import { compareUtf8 } from "../text/utf8.js";
import type { GoMap, GoValue } from "./go-value.js";

/** The value of an own key, undefined where there is none. A key that holds undefined is no key. */
export function mapGet(map: GoMap, key: string): GoValue {
  if (map instanceof Map) return map.get(key) as GoValue;
  return Object.hasOwn(map, key) ? (map as { readonly [key: string]: GoValue })[key] : undefined;
}

/** The keys in the order Go prints them: by their UTF-8 bytes. */
export function mapKeys(map: GoMap): string[] {
  const keys = map instanceof Map ? [...map.keys()] : Object.keys(map);
  return keys.filter((key) => mapGet(map, key) !== undefined).sort(compareUtf8);
}

/** How many keys a map has; counting them is work. */
export function mapSize(map: GoMap, budget: Budget): number {
  let size = 0;
  for (const value of map instanceof Map ? map.values() : Object.values(map)) if (value !== undefined) size++;
  if (size > 32) steps(budget, size >>> 5);
  return size;
}

/** A map of entries; of equal keys the last one counts. */
export function mapOf(entries: Iterable<readonly [string, GoValue]>): { [key: string]: GoValue } {
  const map: { [key: string]: GoValue } = {};
  for (const [key, value] of entries) mapSet(map, key, value);
  return map;
}

/** Sets a key of a map that is being made; no key is special. */
export function mapSet(map: { [key: string]: GoValue }, key: string, value: GoValue): void {
  if (key === "__proto__") Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
  else map[key] = value;
}
