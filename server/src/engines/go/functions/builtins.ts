import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import { sprint, sprintln } from "../format/print.js";
import { sprintf } from "../format/printf.js";
import type { GoValue } from "../values/go-value.js";
import { isTrue } from "../values/truth.js";
import { equalsAny, isLess, isLessOrEqual } from "./compare.js";
import { fixed, made, variadic } from "./define.js";
import { escapable, escapeHtml, escapeJs, escapeQuery } from "./escape.js";
import { callValue } from "./host.js";
import { indexed, lengthOf, sliced } from "./indexing.js";

/** `and` and `or` are never called: the compiler makes them stop at the argument that decides. */
const decidedElsewhere = (): GoValue => {
  throw new CallError("not called");
};

/** The functions that Go's `text/template` has, by name. */
export const builtins: { readonly [name: string]: GoFunction } = {
  and: { ...variadic(["value", "value"], decidedElsewhere), form: "and" },
  call: { ...variadic(["value", "value"], callValue), form: "call" },
  eq: variadic(["value", "value"], equalsAny),
  ge: fixed(["value", "value"], (values) => !isLess(values)),
  gt: fixed(["value", "value"], (values, run) => !isLessOrEqual(values, run)),
  html: variadic(["any"], (values, run) => made(run, escapeHtml(escapable(values, run), run.budget.charge))),
  index: variadic(["value", "value"], indexed),
  js: variadic(["any"], (values, run) => made(run, escapeJs(escapable(values, run), run.budget.charge))),
  le: fixed(["value", "value"], isLessOrEqual),
  len: fixed(["value"], ([item], { budget }) => lengthOf(item, budget)),
  lt: fixed(["value", "value"], isLess),
  ne: fixed(["value", "value"], (values, run) => !equalsAny(values, run)),
  not: fixed(["value"], ([value], { budget }) => !isTrue(value, budget)),
  or: { ...variadic(["value", "value"], decidedElsewhere), form: "or" },
  print: variadic(["any"], (values, run) => made(run, sprint(values, run.budget.charge))),
  printf: variadic(["string", "any"], ([format, ...values], run) => made(run, sprintf(format as string, values, run.budget.charge))),
  println: variadic(["any"], (values, run) => made(run, sprintln(values, run.budget.charge))),
  slice: { ...variadic(["value", "value"], sliced), form: "slice" },
  urlquery: variadic(["any"], (values, run) => made(run, escapeQuery(escapable(values, run), run.budget.charge))),
};
