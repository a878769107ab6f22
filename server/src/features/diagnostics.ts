import type { Diagnostic, FixData } from "../base/diagnostic.js";
import { shift } from "../base/span.js";
import type { ChatDocument } from "../syntax/ast.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { cutOff } from "./rules/outcome.js";
import { toolsWithoutResult } from "./rules/tool-results.js";

/** Everything that is wrong with an evaluated document, in the order of the text, each fault once. */
export function diagnostics(evaluated: Evaluated): Diagnostic[] {
  const { snapshot, result } = evaluated;
  return inOrder([...syntaxDiagnostics(snapshot.document), ...(result?.problems ?? []), ...cutOff(evaluated)]);
}

/** What can be said before anything was evaluated. */
export function syntaxDiagnostics(document: ChatDocument): Diagnostic[] {
  const ofMessages = document.messages.flatMap(({ start, message }) => message.problems.map((problem) => shiftDiagnostic(problem, start)));
  return inOrder([...document.problems, ...ofMessages, ...toolsWithoutResult(document)]);
}

function inOrder(all: readonly Diagnostic[]): Diagnostic[] {
  const once = new Map(all.map((entry) => [`${entry.span.start} ${entry.span.end} ${entry.code}`, entry]));
  return [...once.values()].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : 1));
}

/** Moves a diagnostic, its related places and its facts by `by` UTF-16 units. */
export function shiftDiagnostic(diagnostic: Diagnostic, by: number): Diagnostic {
  const { span, related, data } = diagnostic;
  return {
    ...diagnostic,
    span: shift(span, by),
    ...(related && { related: related.map((entry) => (entry.file === undefined ? { ...entry, span: shift(entry.span, by) } : entry)) }),
    ...(data && { data: shiftData(data, by) }),
  };
}

function shiftData(data: FixData, by: number): FixData {
  switch (data.kind) {
    case "replace":
      return { ...data, span: shift(data.span, by) };
    case "insert":
      return { ...data, at: data.at + by };
    case "split-marker":
      return { ...data, marker: shift(data.marker, by) };
  }
}
