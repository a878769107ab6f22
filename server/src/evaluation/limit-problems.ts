import { type Diagnostic, mostShown, placeInDocument, tallyOn } from "../base/diagnostic.js";
import type { EvaluationResult } from "./types.js";

/**
 * Of very many problems the first of those that block and the first of those that do not: as many as can be shown, and
 * one of each that cannot. The others are counted, for handing them over takes longer than finding them.
 */
export function limitProblems(problems: readonly Diagnostic[]): Pick<EvaluationResult, "problems" | "unlisted"> {
  if (problems.length <= 2 * mostShown) return { problems };
  const sorted = [...problems].sort((a, b) => placeInDocument(a).start - placeInDocument(b).start);
  const groups = [sorted.filter(({ blocks }) => blocks), sorted.filter(({ blocks }) => !blocks)];
  return {
    problems: groups.flatMap((group) => group.slice(0, mostShown + 1)),
    unlisted: tallyOn(groups.flatMap((group) => group.slice(mostShown + 1))),
  };
}
