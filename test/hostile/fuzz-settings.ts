import type { Parameters } from "fast-check";

/** The seed of this run: `SEED=n` repeats one. */
const seed = process.env.SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(process.env.SEED);

const times = Number(process.env.FUZZ_RUNS ?? 1);

/** So many milliseconds a property is tried at most. */
export const fuzzingTime = 60_000 * times;

/** How often a property is tried: `usual` times, or so many times as often as `FUZZ_RUNS` says. */
export function fuzzing<T>(name: string, usual: number): Parameters<T> {
  const numRuns = Math.ceil(usual * times);
  console.log(`${name}: ${numRuns} runs, SEED=${seed}`);
  return { seed, numRuns, interruptAfterTimeLimit: fuzzingTime, markInterruptAsFailure: false };
}
