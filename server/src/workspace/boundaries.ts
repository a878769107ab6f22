import type { BoundaryState } from "../engines/lua/suspense.js";
import type { EvaluationOutcome, EvaluationRequest } from "../evaluation/types.js";
import type { Host } from "./host.js";

/** What the names of all credentials begin with; the name of a service follows. */
export const credentialPrefix = "credential:";

/** What is known of things that are waited for, by name. */
type BoundaryStates = NonNullable<EvaluationRequest["boundaries"]>;

/** So many times an evaluation is told more of what it waits for; then it waits. */
const mostRounds = 10;

/**
 * What the host says of the things that an evaluation waits for, on top of what it was told already; undefined where it
 * waits for nothing else than what is not ready indeed.
 */
export async function statesFor(host: Host, outcome: EvaluationOutcome, told: BoundaryStates): Promise<BoundaryStates | undefined> {
  const names = outcome.kind === "done" ? (outcome.result.waitsFor ?? []) : [];
  if (Object.keys(told).length >= mostRounds) return undefined;
  const open = names.filter((name) => !Object.hasOwn(told, name));
  const states = await Promise.all(open.map(async (name) => [name, await stateOf(host, name)] as const));
  const news = states.filter(([, state]) => state !== "pending");
  return news.length === 0 ? undefined : { ...told, ...Object.fromEntries(news) };
}

async function stateOf(host: Host, name: string): Promise<BoundaryState> {
  const settling = host.boundary?.(name);
  if (settling === undefined) return "unknown";
  let state: BoundaryState = "pending";
  const settle = (): void => {
    state = "settled";
  };
  settling.then(settle, settle);
  // What is settled already says so before anything else happens.
  await new Promise((resolve) => setImmediate(resolve));
  return state;
}

/** Resolves when there is nothing to wait for any more, or the signal is aborted. */
export async function untilSettled(settling: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener("abort", stop, { once: true });
  });
  await Promise.race([settling?.catch(() => undefined), stopped]);
  signal.removeEventListener("abort", stop);
}
