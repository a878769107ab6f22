import { hash } from "../base/hash.js";
import type { Json } from "../base/json.js";
import { optionsWithoutRun } from "../evaluation/document-options.js";
import type { Isolate } from "../evaluation/isolate.js";
import type {
  BaseOptions,
  EvaluationOutcome,
  EvaluationRequest,
  EvaluationResult,
  FileFact,
  FrontmatterSource,
} from "../evaluation/types.js";
import { passiveLimitsFor, sendLimits, syntaxLimits } from "../lua/budget.js";
import type { Host } from "./host.js";
import type { Evaluated, Snapshot } from "./snapshot.js";

/** How a snapshot is to be evaluated. */
export interface EvaluateOptions {
  /** "send" takes a fresh clock and seed and never stale frontmatter; the default is "passive". */
  readonly mode?: "passive" | "send";
  /** UTF-16 offset of a name whose value is wanted. */
  readonly probe?: number;
  /** Leave out what messages render to; diagnostics need none of it. */
  readonly omitOutput?: boolean;
  /** Leave out what single expressions gave: rendered text needs none of it. */
  readonly omitValues?: boolean;
  /** Report the values of frontmatter variables. */
  readonly wantVariables?: boolean;
  /** Variables that messages see, whatever the frontmatter says of them. */
  readonly variables?: { readonly [name: string]: Json };
  readonly signal?: AbortSignal;
}

/** Evaluates snapshots: asks the host what templates need, and remembers the last good frontmatter of open documents. */
export interface Service {
  /** Evaluates a snapshot; undefined when the signal was aborted first. */
  evaluate(snapshot: Snapshot, options?: EvaluateOptions): Promise<Evaluated | undefined>;
  /** Says whether the host still tells of files what it told before: else an unchanged text may evaluate to something else. */
  confirms(facts: ReadonlyMap<string, FileFact>): Promise<boolean>;
  /** Forgets what is remembered of a document that was closed. */
  forget(uri: string): void;
  dispose(): void;
}

/** Answers that lead to new questions make new runs: in all they may take as long as so many that run out of time. */
const mostRuns = 3;
const mostRounds = 50;

/** Makes a service over a host and an isolate; it owns the isolate. */
export function createService(host: Host, isolate: Isolate): Service {
  const lastGood = new Map<string, FrontmatterSource>();
  const clocks = new WeakMap<Snapshot, number>();

  async function evaluate(snapshot: Snapshot, options: EvaluateOptions = {}): Promise<Evaluated | undefined> {
    const facts = new Map<string, FileFact>();
    const base = await host.options?.(snapshot.uri);
    const request = requestFor(snapshot, options, base);
    const outcome = await run(request, facts, options.signal);
    if (outcome.kind === "superseded") return undefined;
    if (snapshot.isTooLarge) return { snapshot, outcome: "syntax-only", ...(outcome.kind === "done" && { result: outcome.result }) };
    if (outcome.kind !== "done") return { snapshot, outcome: outcome.kind, outside: optionsWithoutRun(request) };
    if (options.mode !== "send") remember(snapshot, outcome.result.frontmatter);
    return { snapshot, outcome: "done", result: outcome.result, ...(facts.size > 0 && { facts }) };
  }

  /** Repeats the run until the host has answered every question of the template; the answers are added to `files`. */
  async function run(request: EvaluationRequest, files: Map<string, FileFact>, signal?: AbortSignal): Promise<EvaluationOutcome> {
    const until = performance.now() + mostRuns * request.limits.timeMs;
    for (let round = 0; ; round++) {
      const outcome = await isolate.run({ ...request, files }, signal);
      if (outcome.kind !== "done" || outcome.result.needs.length === 0) return outcome;
      if (round === mostRounds || performance.now() > until) return { kind: "timed-out" };
      await Promise.all(outcome.result.needs.map(async (path) => files.set(path, await host.fact(path))));
    }
  }

  async function confirms(facts: ReadonlyMap<string, FileFact>): Promise<boolean> {
    const answers = await Promise.all([...facts].map(async ([path, fact]) => isSame(fact, await host.fact(path))));
    return answers.every(Boolean);
  }

  function requestFor(snapshot: Snapshot, options: EvaluateOptions, base: BaseOptions | undefined): EvaluationRequest {
    const { mode = "passive", probe, omitOutput, omitValues, wantVariables, variables } = options;
    const { uri, text } = snapshot;
    const isSend = mode === "send";
    const known = isSend ? undefined : lastGood.get(uri);
    // The seed of a document's random numbers is the same in every editor and on every day.
    const time = isSend ? { now: host.now(), seed: Math.floor(Math.random() * 2 ** 31) } : { now: clockOf(snapshot), seed: hash(uri) };
    return {
      text: text.text,
      document: uri,
      surroundings: { ...host.surroundings(uri), ...time },
      limits: snapshot.isTooLarge ? syntaxLimits : isSend ? sendLimits : passiveLimitsFor(text.text.length),
      files: new Map(),
      ...(base && { options: base }),
      ...(known && { lastGood: known }),
      ...(variables && { variables }),
      ...(probe !== undefined && { probe }),
      ...(snapshot.isTooLarge && { syntaxOnly: true }),
      ...(snapshot.isLong && { withSyntax: true }),
      ...(omitOutput && { omitOutput }),
      ...(omitValues && { omitValues }),
      ...(wantVariables && { wantVariables }),
    };
  }

  /** The clock stands still for a snapshot: evaluating an unchanged text again gives an unchanged result. */
  function clockOf(snapshot: Snapshot): number {
    const now = clocks.get(snapshot) ?? host.now();
    clocks.set(snapshot, now);
    return now;
  }

  function remember({ uri, text }: Snapshot, frontmatter: EvaluationResult["frontmatter"]): void {
    if (!frontmatter?.ok) return;
    const { language, body } = frontmatter;
    lastGood.set(uri, { language, code: text.text.slice(body.start, body.end) });
  }

  return {
    evaluate,
    confirms,
    forget: (uri) => void lastGood.delete(uri),
    dispose: () => isolate.dispose(),
  };
}

function isSame(a: FileFact, b: FileFact): boolean {
  return a.readable === b.readable && a.isFolder === b.isFolder;
}
