import type { Diagnostic, FixData, Rewrite } from "../base/diagnostic.js";
import { shift } from "../base/span.js";
import type { ChatDocument } from "./ast.js";

/** All syntax problems of a document in text order, their spans and fixes in UTF-16 offsets of the document. */
export function syntaxProblems({ problems, messages }: ChatDocument): Diagnostic[] {
  const placed = messages.flatMap(({ start, message }) => message.problems.map((problem) => shiftProblem(problem, start)));
  return [...problems, ...placed];
}

/** Moves a diagnostic with all it points to by `by` UTF-16 units: from offsets in a part to those of the document. */
export function shiftProblem(problem: Diagnostic, by: number): Diagnostic {
  return {
    ...problem,
    span: shift(problem.span, by),
    ...(problem.related && {
      related: problem.related.map((one) => (one.file === undefined ? { ...one, span: shift(one.span, by) } : one)),
    }),
    ...(problem.data && { data: shiftFix(problem.data, by) }),
  };
}

function shiftFix(data: FixData, by: number): FixData {
  switch (data.kind) {
    case "replace":
      return { ...data, span: shift(data.span, by) };
    case "insert":
      return { ...data, at: data.at + by };
    case "split-marker":
      return { ...data, marker: shift(data.marker, by) };
    case "rewrite":
      return { ...data, choices: data.choices.map((choice) => shiftRewrite(choice, by)) };
    case "switch-engine":
    case "convert-roles":
      return data;
    case "declare-argument":
      return { ...data, choices: data.choices.map((choice) => shiftRewrite(choice, by)) };
    case "close-tag":
      return { ...data, opener: data.opener + by };
  }
}

/** Moves the edits of a rewrite by `by` UTF-16 units. */
export function shiftRewrite(rewrite: Rewrite, by: number): Rewrite {
  return { ...rewrite, edits: rewrite.edits.map((edit) => ({ ...edit, span: shift(edit.span, by) })) };
}
