import { type Diagnostic, mostShown, placeInDocument, sumOf, type Tally, tallyOn } from "../base/diagnostic.js";
import type { EvaluationResult } from "./types.js";

/**
 * Of very many problems the first of those that block and the first of those that do not: as many as can be shown, and
 * one of each that cannot. The rest is counted, for handing it over takes longer than finding it; `others` were counted
 * before, and stand behind as many of their kind.
 */
export function limitProblems(problems: readonly Diagnostic[], others?: Tally): Pick<EvaluationResult, "problems" | "unlisted"> {
  if (problems.length <= 2 * mostShown && others === undefined) return { problems };
  const sorted = inOrder(problems);
  const groups = [sorted.filter(({ blocks }) => blocks), sorted.filter(({ blocks }) => !blocks)];
  return {
    problems: groups.flatMap((group) => group.slice(0, mostShown + 1)),
    unlisted: sumOf([tallyOn(groups.flatMap((group) => group.slice(mostShown + 1))), ...(others ? [others] : [])]),
  };
}

/** Nearly always they are so already, and finding that out is all there is to do. */
function inOrder(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const startOf = (problem: Diagnostic): number => placeInDocument(problem).start;
  let last = 0;
  for (const problem of problems) {
    const start = startOf(problem);
    if (start < last) return [...problems].sort((a, b) => startOf(a) - startOf(b));
    last = start;
  }
  return problems;
}
