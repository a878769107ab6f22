import type { Diagnostic } from "../base/diagnostic.js";
import type { ChatDocument } from "./ast.js";
import { syntaxProblems } from "./problems.js";
import { resultsWithoutUse } from "./results-without-use.js";
import { toolsWithoutResult } from "./tools-without-result.js";

/** Everything that the text alone tells to be wrong: the faults of its parts, tools that nothing answers, and answers that nothing asked for. */
export function documentProblems(document: ChatDocument): Diagnostic[] {
  return [...syntaxProblems(document), ...toolsWithoutResult(document), ...resultsWithoutUse(document)];
}
