import type { Failure } from "./failure.js";

/** What is done about a failure before anything of the reply was shown: wait so many ms and try again, or tell it. */
export type Retry = { readonly kind: "wait"; readonly ms: number } | { readonly kind: "give-up"; readonly failure: Failure };

/** After the first attempt, so many more. */
const mostRetries = 2;

const retried: readonly number[] = [408, 409, 429, 500, 502, 503, 504, 529];
/** A longer wait is told, not waited for, in ms. */
const longestWait = 60_000;

/** An attempt that failed. */
export interface FailedAttempt {
  readonly failure: Failure;
  /** Of the reply, by lower-case name. */
  readonly headers: { readonly [name: string]: string };
  /** How often it was tried before. */
  readonly retries: number;
  /** Whether the same request may do better. */
  readonly isPassing: boolean;
}

/** Chance (0 to 1) and the time (ms since 1970). */
export interface Dice {
  random(): number;
  now(): number;
}

/** Says what is done about a failure (spec/providers-and-send.md §1.1, "Recommended retry policy"). */
export function retryOf({ failure, headers, retries, isPassing }: FailedAttempt, { random, now }: Dice): Retry {
  const asked = askedWait(headers, now());
  if (asked !== undefined && asked > longestWait && isMatterOfTime(failure)) return { kind: "give-up", failure: withWait(failure, asked) };
  if (!isPassing || retries >= mostRetries || headers["x-should-retry"] === "false") return { kind: "give-up", failure };
  return { kind: "wait", ms: asked ?? random() * Math.min(8000, 500 * 2 ** retries) };
}

/** Says whether a reply with this failure may be another one the next time: neither quotas nor contents change by asking again. */
export function isPassingFailure({ kind, status }: Failure): boolean {
  return status !== undefined && retried.includes(status) && kind !== "quota" && kind !== "content-blocked";
}

function isMatterOfTime({ kind }: Failure): boolean {
  return kind === "rate" || kind === "quota" || kind === "overload" || kind === "server";
}

/** The time that the server asks to wait, in ms; it says it in ms, in seconds, or as a date. */
function askedWait(headers: FailedAttempt["headers"], now: number): number | undefined {
  const ms = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (ms >= 0) return ms;
  const after = headers["retry-after"]?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(after)) return Number(after) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function withWait(failure: Failure, ms: number): Failure {
  return { ...failure, advice: `The provider asks to wait ${duration(ms)}: send again then, or choose another provider.` };
}

/** A span of time for people: `0.4 s`, `3 s`, `12 min`, `2 h`. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 1) return `${Math.max(0.1, Math.round(seconds * 10) / 10)} s`;
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
