import { asksNothing } from "../base/file-answers.js";
import type { Isolate } from "../evaluation/isolate.js";
import type { EvaluationOutcome, EvaluationRequest } from "../evaluation/types.js";
import { answer, type GrowingAnswers } from "./answer.js";
import type { Host } from "./host.js";

/** A run, and what is known of files; what it asks for is added. */
interface AnsweredRun {
  readonly request: EvaluationRequest;
  readonly files: GrowingAnswers;
  /** Once all runs together have taken so many ms, no further question is answered. */
  readonly patience: number;
}

const mostRounds = 50;

/** Repeats a run until the host has answered every question; one that asks on and on has timed out. */
export async function runAnswered(
  { host, isolate }: { host: Host; isolate: Isolate },
  { request, files, patience }: AnsweredRun,
  signal?: AbortSignal,
): Promise<EvaluationOutcome> {
  let spent = 0;
  for (let round = 0; ; round++) {
    const outcome = await isolate.run({ ...request, files }, signal);
    if (outcome.kind !== "done") return outcome;
    spent += outcome.tookMs ?? 0;
    const { asks } = outcome.result;
    if (asksNothing(asks)) return outcome;
    if (round === mostRounds || spent > patience) return { kind: "timed-out" };
    await answer(host, asks, files);
  }
}
