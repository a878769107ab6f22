import { GoByte, GoFloat, type GoValue } from "./go-value.js";

/** The number of a `float64`; undefined for anything else. */
export function floatOf(value: GoValue): number | undefined {
  if (value instanceof GoFloat) return value.value;
  return typeof value === "number" && !Number.isSafeInteger(value) ? value : undefined;
}

/** The integer of an `int`; undefined for anything else. */
export function intOf(value: GoValue): number | bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/** The integer of an `int` or `uint8`; undefined for anything else. */
export function integerOf(value: GoValue): number | bigint | undefined {
  return value instanceof GoByte ? value.value : intOf(value);
}
