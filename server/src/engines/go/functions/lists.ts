import { type Budget, chargeList, step } from "../execute/budget.js";
import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import type { Run } from "../execute/run.js";
import { valueText } from "../format/print.js";
import { compareUtf8 } from "../text/utf8.js";
import { type GoValue, typeName } from "../values/go-value.js";
import { isTrue } from "../values/truth.js";
import { isDeeplyEqual } from "./compare.js";
import { fixed, madeList, variadic } from "./define.js";

type List = readonly GoValue[];

/** A function of one list. */
function ofList(name: string, make: (list: List, run: Run) => GoValue): GoFunction {
  return fixed(["any"], ([list], run) => make(listOf(name, list), run));
}

/** A function of one list that makes another. */
function making(name: string, make: (list: List, run: Run) => List): GoFunction {
  return ofList(name, (list, run) => madeList(run, make(list, run)));
}

/** A function of a list and values. */
function withValues(name: string, make: (list: List, values: List, run: Run) => List): GoFunction {
  return variadic(["any", "any"], ([list, ...values], run) => madeList(run, make(listOf(name, list), values, run)));
}

function listOf(name: string, value: GoValue): List {
  if (Array.isArray(value)) return value as List;
  throw new CallError(`cannot ${name} on type ${value === null || value === undefined ? "nil" : typeName(value)}`);
}

/** Standard functions of lists (spec/go-templates.md, "Standard functions"). */
export const listFunctions: { readonly [name: string]: GoFunction } = {
  list: variadic(["any"], (values, run) => madeList(run, values)),
  first: ofList("first", (list) => list[0] ?? null),
  last: ofList("last", (list) => list.at(-1) ?? null),
  rest: making("rest", (list) => list.slice(1)),
  initial: making("initial", (list) => list.slice(0, -1)),
  append: fixed(["any", "any"], ([list, value], run) => madeList(run, [...listOf("append", list), value])),
  prepend: fixed(["any", "any"], ([list, value], run) => madeList(run, [value, ...listOf("prepend", list)])),
  concat: variadic(["any"], concat),
  uniq: making("uniq", uniq),
  reverse: making("reverse", (list) => list.toReversed()),
  compact: making("compact", (list, { budget }) => list.filter((value) => isTrue(value, budget))),
  sortAlpha: fixed(["any"], sortAlpha),
  without: withValues("without", (list, values, run) => list.filter((value) => !isAmong(value, values, run.budget))),
  has: fixed(["any", "any"], ([value, list], run) => list !== null && isAmong(value, listOf("has", list), run.budget)),
  until: fixed(["int"], until),
};

function concat(values: readonly GoValue[], { budget }: Run): List {
  const lists = values.map((value) => listOf("concat", value));
  chargeList(
    budget,
    lists.reduce((sum, { length }) => sum + length, 0),
  );
  return ([] as GoValue[]).concat(...lists);
}

/** The texts of the members in order; what is no list is a list of one. */
function sortAlpha([list]: readonly GoValue[], run: Run): List {
  const members = Array.isArray(list) ? (list as List) : [list];
  return madeList(run, members.map((value) => valueText(value, run.budget.charge)).sort(compareUtf8));
}

function isAmong(value: GoValue, list: List, budget: Budget): boolean {
  return list.some((other) => isDeeplyEqual(value, other, budget));
}

/** Equal texts and numbers are found at once, the rest by comparing. */
function uniq(list: List, { budget }: Run): List {
  const simple = new Set<GoValue>();
  const others: GoValue[] = [];
  return list.filter((value) => {
    step(budget);
    const isSimple = typeof value !== "object" && !Number.isNaN(value);
    if (isSimple ? simple.has(value) : isAmong(value, others, budget)) return false;
    if (isSimple) simple.add(value);
    else others.push(value);
    return true;
  });
}

function until([count]: readonly GoValue[], { budget }: Run): List {
  const size = Number(count);
  chargeList(budget, Math.abs(size));
  return Array.from({ length: Math.abs(size) }, (_, index) => (size < 0 ? (index === 0 ? 0 : -index) : index));
}
