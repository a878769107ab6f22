import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import { isTrue } from "../values/truth.js";
import { fixed, variadic } from "./define.js";

/** Standard functions of logic (spec/go-templates.md, "Standard functions"). */
export const logicFunctions: { readonly [name: string]: GoFunction } = {
  default: variadic(["any", "any"], ([otherwise, value], { budget }) => (isTrue(value, budget) ? value : otherwise)),
  empty: fixed(["any"], ([value], { budget }) => !isTrue(value, budget)),
  coalesce: variadic(["any"], (values, { budget }) => values.find((value) => isTrue(value, budget)) ?? null),
  ternary: fixed(["any", "any", "bool"], ([yes, no, condition]) => (condition === true ? yes : no)),
  fail: fixed(["string"], ([message]) => {
    throw new CallError(message as string);
  }),
  required: fixed(["string", "any"], ([message, value]) => {
    if (value === null || value === "") throw new CallError(message as string);
    return value;
  }),
};
