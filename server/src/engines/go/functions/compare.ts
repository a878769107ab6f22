import { type Budget, step } from "../execute/budget.js";
import { CallError } from "../execute/failure.js";
import type { Run } from "../execute/run.js";
import { type Charge, plainValue } from "../format/directive.js";
import { formatValue, valueText } from "../format/print.js";
import { compareUtf8 } from "../text/utf8.js";
import { type GoByte, type GoMap, type GoValue, kindOf, typeName } from "../values/go-value.js";
import { mapGet, mapKeys, mapSize } from "../values/maps.js";
import { floatOf, integerOf } from "../values/numbers.js";

/** What values are compared as; lists, maps, functions and nil as nothing. */
type BasicKind = "bool" | "int" | "uint" | "float" | "string" | undefined;

function basicKind(value: GoValue): BasicKind {
  const kind = kindOf(value);
  switch (kind) {
    case "bool":
    case "int":
    case "string":
      return kind;
    case "uint8":
      return "uint";
    case "float64":
      return "float";
    default:
      return undefined;
  }
}

/** `eq`: whether the first value equals one of the others. Throws where two cannot be compared. */
export function equalsAny([first, ...others]: readonly GoValue[], { budget }: Run): boolean {
  if (others.length === 0) throw new CallError("missing argument for comparison");
  return others.some((other) => equals(first, other, budget.charge));
}

function equals(a: GoValue, b: GoValue, charge: Charge): boolean {
  const left = basicKind(a);
  const right = basicKind(b);
  if (left !== right) {
    if (isInteger(left) && isInteger(right)) return sameInteger(a, b);
    if (isNothing(a) || isNothing(b)) return false;
    throw incompatible(a, b);
  }
  if (left === "float") return floatOf(a) === floatOf(b);
  if (left === "int" || left === "uint") return sameInteger(a, b);
  if (left !== undefined) return a === b;
  return equalComposites(a, b, charge);
}

function isInteger(kind: BasicKind): boolean {
  return kind === "int" || kind === "uint";
}

function sameInteger(a: GoValue, b: GoValue): boolean {
  return integerOf(a) === integerOf(b);
}

function isNothing(value: GoValue): boolean {
  return value === undefined || value === null;
}

function incompatible(a: GoValue, b: GoValue): CallError {
  return new CallError(`incompatible types for comparison: ${typeName(a)} and ${typeName(b)}`);
}

/** Nil equals nil and nothing else; lists, maps and functions cannot be compared. */
function equalComposites(a: GoValue, b: GoValue, charge: Charge): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  if (kindOf(a) !== kindOf(b)) {
    throw new CallError(`non-comparable types ${stringText(a, charge)}: ${typeName(a)}, ${typeName(b)}: ${valueText(b, charge)}`);
  }
  throw new CallError(`non-comparable type ${stringText(b, charge)}: ${typeName(b)}`);
}

function stringText(value: GoValue, charge: Charge): string {
  return formatValue(value, { ...plainValue, verb: "s", charge });
}

/** `lt`: whether the first of two values comes before the second. Throws where they have no order. */
export function isLess([a, b]: readonly GoValue[]): boolean {
  const left = basicKind(a);
  const right = basicKind(b);
  if (left === undefined || right === undefined) throw new CallError("invalid type for comparison");
  if (left !== right && !(isInteger(left) && isInteger(right))) throw incompatible(a, b);
  if (left === "bool") throw new CallError("invalid type for comparison");
  if (left === "string") return compareUtf8(a as string, b as string) < 0;
  if (left === "float") return (floatOf(a) as number) < (floatOf(b) as number);
  return (integerOf(a) as number) < (integerOf(b) as number);
}

/** `le`: whether the first of two values comes before the second, or equals it. */
export function isLessOrEqual(values: readonly GoValue[], run: Run): boolean {
  return isLess(values) || equalsAny(values, run);
}

/** Whether two values are the same in type and content, as Go's `reflect.DeepEqual` says. */
export function isDeeplyEqual(a: GoValue, b: GoValue, budget: Budget): boolean {
  step(budget);
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return isNothing(a) && isNothing(b);
  switch (kind) {
    case "float64":
      return floatOf(a) === floatOf(b);
    case "uint8":
      return (a as GoByte).value === (b as GoByte).value;
    case "list":
      return sameLists(a as readonly GoValue[], b as readonly GoValue[], budget);
    case "map":
      return sameMaps(a as GoMap, b as GoMap, budget);
    default:
      return a === b;
  }
}

function sameLists(a: readonly GoValue[], b: readonly GoValue[], budget: Budget): boolean {
  return a.length === b.length && a.every((value, index) => isDeeplyEqual(value, b[index], budget));
}

function sameMaps(a: GoMap, b: GoMap, budget: Budget): boolean {
  const keys = mapKeys(a);
  return (
    keys.length === mapSize(b, budget) &&
    keys.every((key) => mapGet(b, key) !== undefined && isDeeplyEqual(mapGet(a, key), mapGet(b, key), budget))
  );
}
