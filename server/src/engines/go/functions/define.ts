import { chargeList, chargeText } from "../execute/budget.js";
import type { GoFunction, ParameterKind } from "../execute/parameter.js";
import type { Run } from "../execute/run.js";
import type { GoValue } from "../values/go-value.js";

type Call = (values: readonly GoValue[], run: Run) => GoValue;

/** A function that takes exactly these arguments. */
export function fixed(args: readonly ParameterKind[], call: Call): GoFunction {
  return { args, variadic: false, call };
}

/** A function whose last argument may come any number of times. */
export function variadic(args: readonly ParameterKind[], call: Call): GoFunction {
  return { args, variadic: true, call };
}

/** Counts a text that a function made. */
export function made(run: Run, text: string): string {
  chargeText(run.budget, text.length);
  return text;
}

/** Counts a list that a function made. */
export function madeList(run: Run, list: readonly GoValue[]): readonly GoValue[] {
  chargeList(run.budget, list.length);
  return list;
}
