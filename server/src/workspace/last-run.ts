import { asksNothing, questionsOf } from "../base/file-answers.js";
import { resultOfOtherWords } from "../evaluation/other-words.js";
import type { EvaluationRequest } from "../evaluation/types.js";
import type { GrowingAnswers } from "./answer.js";
import type { Evaluated, Snapshot } from "./snapshot.js";

/** An evaluation whose result texts of other words may have, too. */
export interface LastRun {
  readonly evaluated: Evaluated;
  readonly request: EvaluationRequest;
  /** Everything of the request that such a text must have in common with it, but for the project. */
  readonly rest: string;
}

/** The run to remember after an evaluation; undefined where its result is its own text's alone. */
export function lastRun(evaluated: Evaluated, request: EvaluationRequest, files: GrowingAnswers): LastRun | undefined {
  const { result } = evaluated;
  const isOwn = result?.passes === undefined || !result.outputOmitted || request.probe !== undefined || request.boundaries !== undefined;
  return isOwn || !asksNothing(questionsOf(files)) ? undefined : { evaluated, request, rest: restOf(request) };
}

/** What evaluating a snapshot would give, where nothing but words differs from what ran last. Only speed depends on it, never a result. */
export function runAgain(last: LastRun | undefined, request: EvaluationRequest, snapshot: Snapshot): Evaluated | undefined {
  if (last === undefined || snapshot === last.evaluated.snapshot) return undefined;
  if (last.request.project !== request.project || last.rest !== restOf(request)) return undefined;
  const { evaluated } = last;
  if (!isParsed(evaluated.snapshot) || !isParsed(snapshot)) return undefined;
  const result = evaluated.result && resultOfOtherWords(evaluated.result, evaluated.snapshot.document, snapshot.document);
  return result && { ...evaluated, snapshot, result };
}

/** A long text is waited for so many ms: its evaluation needs no tree here, but where little of a text changed the tree is soon there. */
const patience = 5;

function isParsed(snapshot: Snapshot): boolean {
  return !snapshot.isLong || snapshot.parse(patience);
}

/**
 * The text is compared by its tree; neither time nor limits matter to such a run, it asked nothing of files, and it had no
 * need of an earlier frontmatter.
 */
function restOf({
  text: _text,
  limits: _limits,
  files: _files,
  project: _project,
  lastGood: _lastGood,
  ...rest
}: EvaluationRequest): string {
  return JSON.stringify({ ...rest, surroundings: { ...rest.surroundings, now: 0 } });
}
