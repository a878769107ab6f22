import { asksNothing } from "../base/file-answers.js";
import type { Isolate } from "../evaluation/isolate.js";
import type { EvaluationOutcome, EvaluationRequest } from "../evaluation/types.js";
import { answer, type GrowingAnswers } from "./answer.js";
import type { Host } from "./host.js";

/** A run, and what is known of files; what it asks for is added. */
interface AnsweredRun {
  readonly request: EvaluationRequest;
  readonly files: GrowingAnswers;
  /** After so many ms no further question is answered, but for the first few. */
  readonly patience: number;
}

/** So often questions are answered whatever the time: on a busy machine the process alone can take longer to start than anybody waits. */
const fewRounds = 5;
const mostRounds = 50;

/** Repeats a run until the host has answered every question; one that asks on and on has timed out. */
export async function runAnswered(
  { host, isolate }: { host: Host; isolate: Isolate },
  { request, files, patience }: AnsweredRun,
  signal?: AbortSignal,
): Promise<EvaluationOutcome> {
  const until = performance.now() + patience;
  for (let round = 0; ; round++) {
    const outcome = await isolate.run({ ...request, files }, signal);
    if (outcome.kind !== "done") return outcome;
    const { asks } = outcome.result;
    if (asksNothing(asks)) return outcome;
    if (round === mostRounds || (round >= fewRounds && performance.now() > until)) return { kind: "timed-out" };
    await answer(host, asks, files);
  }
}
