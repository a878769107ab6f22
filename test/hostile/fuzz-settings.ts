import type { Parameters } from "fast-check";

/** The seed of this run: `SEED=n` repeats one. */
const seed = process.env.SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(process.env.SEED);

/** How often a property is tried: `usual` times, or so many times as often as `FUZZ_RUNS` says. */
export function fuzzing<T>(name: string, usual: number): Parameters<T> {
  const numRuns = Math.ceil(usual * Number(process.env.FUZZ_RUNS ?? 1));
  console.log(`${name}: ${numRuns} runs, SEED=${seed}`);
  return { seed, numRuns, interruptAfterTimeLimit: 60_000 * Number(process.env.FUZZ_RUNS ?? 1), markInterruptAsFailure: false };
}
