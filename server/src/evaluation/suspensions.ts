import type { Diagnostic } from "../base/diagnostic.js";
import type { ChatDocument } from "../syntax/ast.js";
import type { Project } from "./project/project.js";
import type { EvaluationResult } from "./types.js";

/** What a document is told of code of its project that waits: nothing in the text led there, so it stands at the first line. */
export function projectSuspensions({ source }: ChatDocument, project: Project): Diagnostic[] {
  const lineEnd = source.search(/\r?\n|$/);
  return project.suspensions().map(({ path, problem }) => ({
    ...problem,
    span: { start: 0, end: lineEnd },
    related: [{ span: problem.span, message: "It is needed here.", file: path }, ...(problem.related ?? [])],
  }));
}

/** The names of what is not ready yet, as far as anybody knows, each once. */
export function waitedFor(problems: readonly Diagnostic[]): Pick<EvaluationResult, "waitsFor"> {
  const names = problems.flatMap(({ code, boundary }) => (code === "readiness/waiting" && boundary !== undefined ? [boundary] : []));
  return names.length === 0 ? {} : { waitsFor: [...new Set(names)] };
}
