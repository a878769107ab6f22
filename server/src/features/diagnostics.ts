import type { Diagnostic } from "../base/diagnostic.js";
import type { ChatDocument } from "../syntax/ast.js";
import { syntaxProblems } from "../syntax/problems.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import { cutOff } from "./rules/outcome.js";
import { toolsWithoutResult } from "./rules/tool-results.js";

/** Everything that is wrong with an evaluated document, in the order of the text, each fault once. */
export function diagnostics(evaluated: Evaluated): Diagnostic[] {
  const { snapshot, result } = evaluated;
  return inOrder([...syntaxDiagnostics(snapshot.document), ...(result?.problems ?? []), ...cutOff(evaluated)]);
}

/** What can be said before anything was evaluated. */
export function syntaxDiagnostics(document: ChatDocument): Diagnostic[] {
  return inOrder([...syntaxProblems(document), ...toolsWithoutResult(document)]);
}

/** What is said while the evaluation of `snapshot` takes long: its syntax, and what is `known` of values, moved to where it is now. */
export function interimDiagnostics(snapshot: Snapshot, known: readonly Diagnostic[]): Diagnostic[] {
  const hints = snapshot.isTooLarge ? cutOff({ snapshot, outcome: "syntax-only" }) : [];
  return inOrder([...syntaxDiagnostics(snapshot.document), ...known, ...hints]);
}

function inOrder(all: readonly Diagnostic[]): Diagnostic[] {
  const once = new Map(all.map((entry) => [`${entry.span.start} ${entry.span.end} ${entry.code}`, entry]));
  return [...once.values()].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : 1));
}
