import type { Budget } from "../execute/budget.js";
import { CallError } from "../execute/failure.js";
import { byteLength, sliceBytes, toBytes } from "../text/utf8.js";
import { type GoMap, type GoValue, goByte, kindOf, typeName } from "../values/go-value.js";
import { mapGet, mapSize } from "../values/maps.js";
import { integerOf } from "../values/numbers.js";

/** `index`: a value of a list, map or string by one index after the other. */
export function indexed([item, ...indexes]: readonly GoValue[]): GoValue {
  if (item === null || item === undefined) throw new CallError("index of untyped nil");
  let value: GoValue = item;
  for (const index of indexes) value = member(value, index);
  return value;
}

function member(item: GoValue, index: GoValue): GoValue {
  switch (kindOf(item)) {
    case "nil":
    case "invalid":
      throw new CallError("index of nil pointer");
    case "list": {
      const list = item as readonly GoValue[];
      const at = indexWithin(index, list.length);
      if (at === list.length) throw new CallError("reflect: slice index out of range");
      return list[at] ?? null;
    }
    case "string": {
      const bytes = toBytes(item as string);
      const at = indexWithin(index, bytes.length);
      if (at === bytes.length) throw new CallError("reflect: string index out of range");
      return goByte(bytes[at] as number);
    }
    case "map":
      if (typeof index === "string") return mapGet(item as GoMap, index) ?? null;
      if (index === null || index === undefined) throw new CallError("value is nil; should be of type string");
      throw new CallError(`value has type ${typeName(index)}; should be string`);
    default:
      throw new CallError(`can't index item of type ${typeName(item)}`);
  }
}

/** An index from 0 to `length`, that one included, as Go's check has it. */
function indexWithin(index: GoValue, length: number): number {
  if (index === null || index === undefined) throw new CallError("cannot index slice/array with nil");
  const at = integerOf(index);
  if (at === undefined) throw new CallError(`cannot index slice/array with type ${typeName(index)}`);
  if (at < 0 || at > length) throw new CallError(`index out of range: ${at}`);
  return Number(at);
}

/** `slice`: a part of a list or string. An index of null is one that Go does not look into. */
export function sliced([item, ...indexes]: readonly GoValue[]): GoValue {
  if (item === null || item === undefined) throw new CallError("slice of untyped nil");
  if (indexes.length > 3) throw new CallError(`too many slice indexes: ${indexes.length}`);
  const isString = typeof item === "string";
  if (isString && indexes.length === 3) throw new CallError("cannot 3-index slice a string");
  if (!isString && !Array.isArray(item)) throw new CallError(`can't slice item of type ${typeName(item)}`);
  const length = isString ? byteLength(item) : (item as readonly GoValue[]).length;
  const [start = 0, end = length, most = end] = indexes.map((index) => {
    if (index === null) throw new CallError("cannot index slice/array with type interface {}");
    return indexWithin(index, length);
  });
  if (start > end) throw new CallError(`invalid slice index: ${start} > ${end}`);
  if (end > most) throw new CallError(`invalid slice index: ${end} > ${most}`);
  return isString ? sliceBytes(item, start, end) : (item as readonly GoValue[]).slice(start, end);
}

/** `len`: members of a list or map, bytes of a string. */
export function lengthOf(item: GoValue, budget: Budget): number {
  switch (kindOf(item)) {
    case "invalid":
      throw new CallError("reflect: call of reflect.Value.Type on zero Value");
    case "nil":
      throw new CallError("len of nil pointer");
    case "list":
      return (item as readonly GoValue[]).length;
    case "map":
      return mapSize(item as GoMap, budget);
    case "string":
      return byteLength(item as string);
    default:
      throw new CallError(`len of type ${typeName(item)}`);
  }
}
