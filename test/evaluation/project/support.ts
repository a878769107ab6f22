import { asksNothing, type FileText, noAnswers } from "../../../server/src/base/file-answers.js";
import { evaluate } from "../../../server/src/evaluation/evaluate.js";
import { emptyProject, type ProjectFile, type ProjectResult } from "../../../server/src/evaluation/project/types.js";
import type { EvaluationRequest, EvaluationResult } from "../../../server/src/evaluation/types.js";
import { passiveLimits, projectLimits } from "../../../server/src/lua/budget.js";
import { surroundingsOf } from "../../conformance/harness.js";

/** The files of a project in the folder /w, by relative path; a string is a text. */
export type Files = Readonly<Record<string, string | FileText>>;

const base = { surroundings: surroundingsOf("/w"), files: noAnswers };

/** Evaluates, and answers what texts are wanted, until nothing is. */
function settle(request: EvaluationRequest, files: Files): EvaluationResult {
  const texts = new Map<string, FileText>();
  for (;;) {
    const result = evaluate({ ...request, files: { ...noAnswers, texts } });
    if (asksNothing(result.asks)) return result;
    for (const path of result.asks.texts) {
      const file = files[path.replace(/^\/w\//, "")] ?? ({ kind: "missing" } as const);
      texts.set(path, typeof file === "string" ? { kind: "text", text: file } : file);
    }
  }
}

/** The project file among the files. */
function projectIn(files: Files): ProjectFile {
  const language = files["flemma.lua"] === undefined ? "json" : "lua";
  return { path: `/w/flemma.${language}`, language, source: String(files[`flemma.${language}`]) };
}

/** Runs the project file by itself. */
export function runAlone(files: Files, more: Partial<EvaluationRequest> = {}): ProjectResult {
  const limits = { ...projectLimits, timeMs: 5000 };
  const request = {
    ...base,
    text: "",
    limits,
    project: { data: emptyProject, file: projectIn(files) },
    projectOnly: true,
    ...more,
  } as const;
  const { project } = settle(request, files);
  if (project === undefined) throw new Error("No project ran.");
  return project;
}

/** Evaluates a document beside the project file. */
export function runBeside(files: Files, text: string, more: Partial<EvaluationRequest> = {}): EvaluationResult {
  const limits = { ...passiveLimits, timeMs: 5000 };
  return settle({ ...base, text, limits, project: { data: emptyProject, file: projectIn(files) }, ...more }, files);
}

/** The problems of a project, as `file: code at "text": message`. */
export function problemsOf({ problems }: ProjectResult, files: Files): string[] {
  return problems.map(({ path, problem: { code, span, message } }) => {
    const name = path.replace(/^\/w\//, "");
    return `${name}: ${code} at "${String(files[name]).slice(span.start, span.end)}": ${message}`;
  });
}

/** The rendered text of every message, "!" where the template failed. */
export function textsOf({ messages }: EvaluationResult): (string | undefined)[] {
  return messages.map(
    (output) => output && (output.failed ? "!" : output.pieces.map((piece) => (piece.kind === "text" ? piece.text : "#")).join("")),
  );
}
