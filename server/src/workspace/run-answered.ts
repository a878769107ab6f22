import type { Isolate } from "../evaluation/isolate.js";
import type { EvaluationOutcome, EvaluationRequest, FileFact, FileText } from "../evaluation/types.js";
import type { Host } from "./host.js";

/** A run, and what is known of files; what it asks for is added. */
interface AnsweredRun {
  readonly request: EvaluationRequest;
  readonly files: Map<string, FileFact>;
  readonly texts: Map<string, FileText>;
  /** After so many ms no further question is answered. */
  readonly patience: number;
}

const mostRounds = 50;

/** Repeats a run until the host has answered every question; one that asks on and on has timed out. */
export async function runAnswered(
  { host, isolate }: { host: Host; isolate: Isolate },
  { request, files, texts, patience }: AnsweredRun,
  signal?: AbortSignal,
): Promise<EvaluationOutcome> {
  const until = performance.now() + patience;
  for (let round = 0; ; round++) {
    const outcome = await isolate.run({ ...request, files, texts }, signal);
    if (outcome.kind !== "done") return outcome;
    const { needs, reads } = outcome.result;
    if (needs.length === 0 && reads.length === 0) return outcome;
    if (round === mostRounds || performance.now() > until) return { kind: "timed-out" };
    await Promise.all([
      ...needs.map(async (path) => files.set(path, await host.fact(path))),
      ...reads.map(async (path) => texts.set(path, await host.read(path))),
    ]);
  }
}
