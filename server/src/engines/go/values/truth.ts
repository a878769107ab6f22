import type { Budget } from "../execute/budget.js";
import { GoByte, GoFloat, type GoMap, type GoValue, isFunction } from "./go-value.js";
import { mapSize } from "./maps.js";

/** Whether `if` takes a value for true: everything but nil, false, zero and what is empty. Looking into a large map counts as work. */
export function isTrue(value: GoValue, budget: Budget): boolean {
  if (typeof value !== "object") return Boolean(value) || Number.isNaN(value);
  if (value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof GoFloat || value instanceof GoByte) return value.value !== 0;
  return isFunction(value) || mapSize(value as GoMap, budget) > 0;
}
