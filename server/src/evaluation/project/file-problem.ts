import type { Diagnostic } from "../../base/diagnostic.js";
import { explainFrontmatter } from "../../engines/lua/habits/explain.js";
import { nestedFaults } from "../../engines/lua/include/include-error.js";
import { type Place, runtimeProblem, syntaxProblem } from "../../engines/lua/problems.js";
import { type Chunk, LimitError, LuaError, type Site } from "../../lua/errors.js";
import type { LuaProblem } from "../../lua/parse.js";
import { ModuleSyntaxError } from "./modules.js";
import type { FileProblem } from "./types.js";

/** The problem of a file that is not well-formed. */
export function fileSyntaxProblem(problem: LuaProblem, chunk: Chunk): FileProblem {
  return { path: chunk.file ?? "", problem: syntaxProblem(problem, placeIn(chunk), explainFrontmatter(chunk.source)) };
}

/**
 * What a run of a project's code threw, as a problem of the file where it happened; where none is known, of `fallback`.
 * The call that led there from another file is told beside it. Bugs of ours are thrown on.
 */
export function fileProblem(error: unknown, fallback: Site): FileProblem {
  if (!(error instanceof LuaError || error instanceof LimitError)) throw error;
  const faults = nestedFaults(error) ?? [];
  const nested = faults.find(({ blocks }) => blocks) ?? faults[0];
  if (nested?.file !== undefined) return { path: nested.file, problem: inFile(nested, nested.file) };
  const site = error.site ?? error.trace[0];
  const { chunk } = site ?? fallback;
  const made =
    error instanceof ModuleSyntaxError ? fileSyntaxProblem(error.problem, chunk) : runProblem(error, chunk, site ? undefined : fallback);
  const caller = error.trace.findLast((call) => call.chunk !== chunk && call.chunk.file !== undefined);
  if (caller === undefined) return made;
  const call = { span: caller.span, message: "This call led there.", file: caller.chunk.file as string };
  return { ...made, problem: { ...made.problem, related: [...(made.problem.related ?? []), call] } };
}

/** A fault of a file that project code includes, told in that file. */
function inFile({ file: _file, related = [], ...fault }: Diagnostic, path: string): Diagnostic {
  return { ...fault, related: related.map(({ file, ...place }) => (file === path || file === undefined ? place : { ...place, file })) };
}

function runProblem(error: LuaError | LimitError, chunk: Chunk, fallback: Site | undefined): FileProblem {
  const within = fallback?.span ?? { start: 0, end: chunk.source.length };
  return { path: chunk.file ?? "", problem: runtimeProblem(error, placeIn(chunk), new Map([[chunk.id, 0]]), within) };
}

function placeIn(chunk: Chunk): Place {
  return { area: "project", chunk, offset: 0, tagAt: () => ({ start: 0, end: chunk.source.length }) };
}
