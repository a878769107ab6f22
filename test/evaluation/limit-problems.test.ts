import { expect, test } from "vitest";
import { diagnostic } from "../../server/src/base/diagnostic.js";
import { limitProblems } from "../../server/src/evaluation/limit-problems.js";

const warning = (start: number) => diagnostic("expression/runtime", { start, end: start + 1 }, "It failed.");
const error = (start: number) => diagnostic("template/runtime", { start, end: start + 1 }, "It failed.");
const listOf = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

test("two thousand problems are listed as they are", () => {
  const problems = listOf(2000, warning);
  expect(limitProblems(problems)).toEqual({ problems });
});

test("of more, those are listed that can be shown, by their place, and the others are counted", () => {
  const late = limitProblems([...listOf(3000, warning).reverse(), error(5000)]);
  expect(late.problems).toEqual([error(5000), ...listOf(1001, warning)]);
  expect(late.unlisted).toEqual({ errors: 0, warnings: 1999, notes: 0, blocking: 0 });
});

test("errors that are not listed are counted as blocking", () => {
  const { problems, unlisted } = limitProblems(listOf(2500, error));
  expect(problems).toEqual(listOf(1001, error));
  expect(unlisted).toEqual({ errors: 1499, warnings: 0, notes: 0, blocking: 1499 });
});

test("those that were counted before are counted as well", () => {
  const before = { errors: 1, warnings: 2, notes: 3, blocking: 4 };
  const { problems, unlisted } = limitProblems(listOf(2001, warning), before);
  expect(problems).toEqual(listOf(1001, warning));
  expect(unlisted).toEqual({ errors: 1, warnings: 1002, notes: 3, blocking: 4 });
});
