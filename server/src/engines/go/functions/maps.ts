import { step } from "../execute/budget.js";
import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import type { Run } from "../execute/run.js";
import { valueText } from "../format/print.js";
import { type GoMap, type GoValue, kindOf, typeName } from "../values/go-value.js";
import { mapGet, mapKeys, mapOf, mapSet } from "../values/maps.js";
import { isTrue } from "../values/truth.js";
import { fixed, madeList, variadic } from "./define.js";

/** Standard functions of maps (spec/go-templates.md, "Standard functions"). */
export const mapFunctions: { readonly [name: string]: GoFunction } = {
  dict: variadic(["any"], dict),
  get: fixed(["map", "string"], ([map, key]) => valueOr(mapGet(map as GoMap, key as string), "")),
  hasKey: fixed(["map", "string"], ([map, key]) => mapGet(map as GoMap, key as string) !== undefined),
  keys: variadic(["map"], (maps, run) => madeList(run, (maps as GoMap[]).flatMap(mapKeys))),
  values: variadic(["map"], (maps, run) =>
    madeList(
      run,
      (maps as GoMap[]).flatMap((map) => mapKeys(map).map((key) => mapGet(map, key))),
    ),
  ),
  pick: variadic(["map", "string"], ([map, ...names], run) => {
    const wanted = new Set(names);
    return part(map as GoMap, (key) => wanted.has(key), run);
  }),
  omit: variadic(["map", "string"], ([map, ...names], run) => {
    const unwanted = new Set(names);
    return part(map as GoMap, (key) => !unwanted.has(key), run);
  }),
  merge: variadic(["map", "map"], ([first, ...others], run) =>
    (others as GoMap[]).reduce((map, other) => merged(map, other, run), first as GoMap),
  ),
  dig: variadic(["any"], dig),
};

function valueOr(value: GoValue, otherwise: GoValue): GoValue {
  return value === undefined ? otherwise : value;
}

/** A key without a value has the empty text. */
function dict(values: readonly GoValue[], run: Run): GoValue {
  const map: { [key: string]: GoValue } = {};
  for (let index = 0; index < values.length; index += 2) {
    mapSet(map, valueText(values[index], run.budget.charge), index + 1 < values.length ? values[index + 1] : "");
  }
  madeList(run, values);
  return map;
}

function part(map: GoMap, isWanted: (key: string) => boolean, run: Run): GoValue {
  const keys = mapKeys(map).filter(isWanted);
  madeList(run, keys);
  return mapOf(keys.map((key) => [key, mapGet(map, key)]));
}

/** A new map: what the first one lacks, or has empty, comes from the second; maps in both are merged. */
function merged(first: GoMap, second: GoMap, run: Run): GoMap {
  const keys = new Set([...mapKeys(first), ...mapKeys(second)]);
  madeList(run, [...keys]);
  return mapOf(
    [...keys].map((key) => {
      step(run.budget);
      const own = mapGet(first, key);
      const other = mapGet(second, key);
      if (kindOf(own) === "map" && kindOf(other) === "map") return [key, merged(own as GoMap, other as GoMap, run)];
      return [key, other === undefined || isTrue(own, run.budget) ? own : other];
    }),
  );
}

/** The value below a path of keys, else the value before the map, which comes last. */
function dig(values: readonly GoValue[]): GoValue {
  if (values.length < 3) throw new CallError("dig needs at least three arguments");
  const [path, otherwise, map] = [values.slice(0, -2), values.at(-2), values.at(-1)];
  if (kindOf(map) !== "map") throw new CallError(`cannot dig in type ${map === null ? "nil" : typeName(map)}`);
  let value: GoValue = map;
  for (const key of path) {
    if (typeof key !== "string") throw new CallError(`cannot dig for type ${key === null ? "nil" : typeName(key)}`);
    value = kindOf(value) === "map" ? mapGet(value as GoMap, key) : undefined;
    if (value === undefined) return otherwise;
  }
  return value;
}
