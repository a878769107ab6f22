import { type FileAnswers, type FileQuestions, noAnswers, noQuestions, pathsIn, questionsOf } from "../base/file-answers.js";
import { hash } from "../base/hash.js";
import type { Json } from "../base/json.js";
import type { SourceText } from "../base/source-text.js";
import type { Layer } from "../config/operations.js";
import { resolveConfig } from "../config/resolve.js";
import { headersOf, withoutSecrets } from "../config/secret-options.js";
import { optionsWithoutRun } from "../evaluation/document-options.js";
import { engineOutside } from "../evaluation/engine-outside.js";
import type { Isolate } from "../evaluation/isolate.js";
import { type Outside, outsideOf } from "../evaluation/project/outside-of.js";
import { emptyProject, type ProjectInput } from "../evaluation/project/types.js";
import type { BaseOptions, EvaluationRequest, EvaluationResult, FrontmatterSource } from "../evaluation/types.js";
import { passiveLimitsFor, sendLimits, syntaxLimits } from "../lua/budget.js";
import { answer, answersOf, forgetAnswers } from "./answer.js";
import { statesFor } from "./boundaries.js";
import { readContents } from "./contents.js";
import type { FileDoor, Host } from "./host.js";
import { type LastRun, lastRun, runAgain } from "./last-run.js";
import { isPresent, type PathStamp } from "./path-stamp.js";
import { createProjects, type ProjectReport, type Projects } from "./projects.js";
import { runAnswered } from "./run-answered.js";
import { type Evaluated, type Snapshot, withEngine } from "./snapshot.js";

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
  /** Of a fanout, the item that is rendered, counted from 1. */
  readonly item?: number;
  /** A layer of options that counts before all others. */
  readonly above?: Layer;
  /** Variables that messages see, whatever the frontmatter says of them. */
  readonly variables?: { readonly [name: string]: Json };
  readonly signal?: AbortSignal;
}

/** Evaluates snapshots: asks the host what templates need, and remembers the last good frontmatter of open documents. */
export interface Service {
  /**
   * Evaluates a snapshot; undefined when the signal was aborted first. Where settings say another template language than the
   * snapshot was read in, the evaluated one is another of the same text.
   */
  evaluate(snapshot: Snapshot, options?: EvaluateOptions): Promise<Evaluated | undefined>;
  /** What documents wait for, by its name (see `Host.boundary`). */
  boundary(name: string): Promise<void> | undefined;
  /** What is said of options and tools outside of the document at `uri`, its project file included. */
  outside(uri: string): Promise<Outside>;
  /** What features may know of files. */
  readonly files: FileDoor;
  /** The project files of the workspace folders. */
  readonly projects: Pick<Projects, "refresh" | "version" | "paths">;
  /**
   * What tells the present state of all files that an evaluation was told of from every other: while it is the same, an
   * unchanged text evaluates to the same. `asOf` (ms since 1970) is when the evaluation began; undefined when a file has
   * changed since, or nothing tells.
   */
  stamp(files: FileAnswers, asOf: number): Promise<string | undefined>;
  /** Forgets what is remembered of a document that was closed. */
  forget(uri: string): void;
  dispose(): void;
}

/** Answers that lead to new questions make new runs: in all they may take so many ms longer than one that runs out of time. */
const askingMs = 250;

/**
 * Makes a service over a host and an isolate; it owns the isolate. `onProjects` is told what is wrong with all project
 * files that are known, whenever one was run.
 */
export function createService(host: Host, isolate: Isolate, onProjects: (reports: readonly ProjectReport[]) => void = () => {}): Service {
  const projects = createProjects({ host, isolate, onReports: onProjects });
  const lastGood = new Map<string, FrontmatterSource>();
  const lastAsked = new Map<string, FileQuestions>();
  /** The documents whose templates may look at the repository. */
  const usesRepository = new Set<string>();
  const clocks = new WeakMap<SourceText, number>();
  /** The last runs of documents, as far as texts of other words give the same. */
  const runs = new Map<string, LastRun>();

  async function evaluate(given: Snapshot, options: EvaluateOptions = {}): Promise<Evaluated | undefined> {
    const said = withLayerAbove(await host.options?.(given.uri), options.above);
    const base = shownOptions(said);
    const project = await projects.of(given.uri, base?.below ?? []);
    const snapshot = withEngine(given, engineOutside(aroundText(given.uri, options, { base, input: project.input })));
    const { status } = project;
    // What the last evaluation asked is asked before this one, which then need not be repeated.
    const asked = options.mode === "send" ? (host.anew ?? host) : host;
    let files = answersOf();
    await answer(asked, lastAsked.get(snapshot.uri) ?? noQuestions, files);
    for (const [path, text] of project.texts) files.texts.set(path, text);
    let request = requestFor(snapshot, options, { base, input: project.input });
    if (usesRepository.has(given.uri)) request = await withRepository(request);
    const again = options.signal?.aborted ? undefined : runAgain(runs.get(given.uri), request, snapshot);
    if (again !== undefined) return { ...again, project: status };
    const patience = request.limits.timeMs + askingMs;
    let outcome = await runAnswered({ host: asked, isolate }, { request, files, patience }, options.signal);
    const wantsRepository = outcome.kind === "done" && outcome.result.wantsRepository === true;
    if (wantsRepository && !usesRepository.has(given.uri)) {
      request = await withRepository(request);
      outcome = await runAnswered({ host: asked, isolate }, { request, files, patience }, options.signal);
    }
    if (wantsRepository) usesRepository.add(given.uri);
    else if (outcome.kind === "done") usesRepository.delete(given.uri);
    let boundaries = await statesFor(host, outcome, {});
    while (boundaries !== undefined) {
      // What is ready by now may have changed files.
      const anew = host.anew ?? host;
      files = answersOf({ texts: project.texts });
      request = { ...request, boundaries };
      outcome = await runAnswered({ host: anew, isolate }, { request, files, patience }, options.signal);
      boundaries = await statesFor(host, outcome, boundaries);
    }
    if (outcome.kind === "superseded") return undefined;
    const known = { snapshot, project: status, files };
    if (snapshot.isTooLarge) return { ...known, outcome: "syntax-only", ...(outcome.kind === "done" && { result: outcome.result }) };
    if (outcome.kind === "done") forgetAnswers(files, outcome.result.unasked);
    if (options.mode !== "send") lastAsked.set(snapshot.uri, questionsOf(files));
    const run = outcome.kind === "done" && lastRun({ ...known, outcome: "done", result: outcome.result }, request, files);
    if (run) runs.set(given.uri, run);
    if (outcome.kind !== "done") return { ...known, outcome: outcome.kind, outside: optionsWithoutRun(request) };
    // Diagnostics may name places in what the project brings, though this document did not ask for it.
    for (const [path, text] of project.texts) files.texts.set(path, text);
    if (options.mode !== "send") remember(snapshot, outcome.result.frontmatter);
    const { result } = outcome;
    if (result.outputOmitted) return { ...known, outcome: "done", result };
    const headers = headersOf([...(said?.below ?? []), ...(said?.above ?? [])], result.config.provider);
    const contents = await readContents(asked, result.messages, files.attachments);
    return { ...known, outcome: "done", result, contents, headers };
  }

  async function outside(uri: string): Promise<Outside> {
    const base = shownOptions(await host.options?.(uri));
    const { input } = await projects.of(uri, base?.below ?? []);
    return outsideOf(input?.data ?? emptyProject, base);
  }

  async function stamp(files: FileAnswers, asOf: number): Promise<string | undefined> {
    const stamps = await Promise.all(
      [...pathsIn(files)].map(async (path) => {
        const state = await host.stamp?.(path, asOf);
        return state === undefined || isContradicted(state, path, files) ? undefined : `${path} ${state}`;
      }),
    );
    return stamps.includes(undefined) ? undefined : stamps.sort().join("\n");
  }

  /** What an evaluation is told of options and of the frontmatter beside the text. */
  function aroundText(
    uri: string,
    { mode }: EvaluateOptions,
    { base, input }: Around,
  ): Pick<EvaluationRequest, "options" | "project" | "lastGood"> {
    const known = mode === "send" ? undefined : lastGood.get(uri);
    return { ...(base && { options: base }), ...(input && { project: input }), ...(known && { lastGood: known }) };
  }

  async function withRepository(request: EvaluationRequest): Promise<EvaluationRequest> {
    const repository = await host.repository?.(request.surroundings.dirname);
    return repository === undefined ? request : { ...request, repository };
  }

  function requestFor(snapshot: Snapshot, options: EvaluateOptions, around: Around): EvaluationRequest {
    const { mode = "passive", probe, item, omitOutput, omitValues, wantVariables, variables } = options;
    const { uri, text } = snapshot;
    const isSend = mode === "send";
    const allowed = allowedNames(around.base);
    // The seed of a document's random numbers is the same in every editor and on every day.
    const time = isSend ? { now: host.now(), seed: Math.floor(Math.random() * 2 ** 31) } : { now: clockOf(snapshot), seed: hash(uri) };
    return {
      text: text.text,
      document: uri,
      surroundings: { ...host.surroundings(uri), ...time },
      limits: snapshot.isTooLarge ? syntaxLimits : isSend ? sendLimits : passiveLimitsFor(text.text.length),
      files: noAnswers,
      ...aroundText(uri, options, around),
      ...(allowed.length > 0 && host.environment && { environment: host.environment(allowed) }),
      ...(variables && { variables }),
      ...(probe !== undefined && { probe }),
      ...(item !== undefined && { item }),
      ...(snapshot.isTooLarge && { syntaxOnly: true }),
      ...(snapshot.isLong && { withSyntax: true }),
      ...(omitOutput && { omitOutput }),
      ...(omitValues && { omitValues }),
      ...(wantVariables && { wantVariables }),
    };
  }

  /** The clock stands still for a snapshot: evaluating an unchanged text again gives an unchanged result. */
  function clockOf({ text }: Snapshot): number {
    const now = clocks.get(text) ?? host.now();
    clocks.set(text, now);
    return now;
  }

  function remember({ uri, text }: Snapshot, frontmatter: EvaluationResult["frontmatter"]): void {
    if (!frontmatter?.ok) return;
    const { language, body } = frontmatter;
    lastGood.set(uri, { language, code: text.text.slice(body.start, body.end) });
  }

  return {
    evaluate,
    boundary: (name) => host.boundary?.(name),
    outside,
    files: host,
    projects,
    stamp,
    forget(uri) {
      lastGood.delete(uri);
      lastAsked.delete(uri);
      runs.delete(uri);
      usesRepository.delete(uri);
    },
    dispose: () => isolate.dispose(),
  };
}

/** The variables of the environment that the user lets templates see (spec/go-templates.md, "In a `.chat` file"). */
function allowedNames(base: BaseOptions | undefined): readonly string[] {
  const own = base?.below.filter(({ origin }) => origin === "user") ?? [];
  if (!own.some(({ operations }) => operations.some(({ path }) => path === envPath))) return [];
  return resolveConfig(own).get(envPath)?.value as readonly string[];
}

const envPath = "templating.go.env";

/** What is said of options around a document. */
interface Around {
  readonly base: BaseOptions | undefined;
  readonly input: ProjectInput | undefined;
}

/** What evaluations may see of options. */
function shownOptions(said: BaseOptions | undefined): BaseOptions | undefined {
  return said && { below: withoutSecrets(said.below), above: withoutSecrets(said.above) };
}

function withLayerAbove(base: BaseOptions | undefined, layer: Layer | undefined): BaseOptions | undefined {
  if (layer === undefined) return base;
  return { below: base?.below ?? [], above: [...(base?.above ?? []), layer] };
}

/** Says whether a path came or went between an answer and its stamp. */
function isContradicted(state: PathStamp, path: string, { facts, texts, attachments, folders }: FileAnswers): boolean {
  const fact = facts.get(path);
  const told = [
    fact && (fact.readable || fact.isFolder),
    ...[texts.get(path), attachments.get(path)].map((answer) => answer && answer.kind !== "missing"),
    folders.has(path) ? folders.get(path) !== undefined : undefined,
  ];
  return told.includes(!isPresent(state));
}
