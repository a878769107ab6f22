import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { Json } from "../base/json.js";
import { basename } from "../base/paths.js";
import { type Span, shift } from "../base/span.js";
import { didYouMean, suggest } from "../base/suggest.js";
import { createOptionWriter, type OptionWriter } from "../config/option-writer.js";
import { parseData } from "../config/parse-data.js";
import { createEnvironment } from "../engines/lua/environment/environment.js";
import { jsonOf } from "../engines/lua/inspect.js";
import { defineDataVariables, type FrontmatterRun, type FrontmatterScope, runLuaFrontmatter } from "../engines/lua/run-frontmatter.js";
import { encodeUtf8 } from "../lua/bytes.js";
import { type Chunk, LimitError } from "../lua/errors.js";
import { createState, type LuaState } from "../lua/state.js";
import { providerNames } from "../providers/catalogue.js";
import type { ChatDocument } from "../syntax/ast.js";
import { shiftProblem } from "../syntax/problems.js";
import { builtInTools } from "../tools/definitions/built-in-tools.js";
import type { ProbeWatch } from "./probe.js";
import type { EvaluationRequest, FileFact } from "./types.js";

/** Languages that frontmatter may be written in. */
const languages = ["lua", "json", "yaml"];

/** What the messages start from. */
export interface FrontmatterOutcome {
  /** Nothing in the frontmatter of the text itself blocks (or there is none). */
  readonly ok: boolean;
  /** The variables of messages are known: from this frontmatter, or from the last good one. */
  readonly known: boolean;
  readonly variables: { readonly [name: string]: Json };
  readonly problems: readonly Diagnostic[];
  /** The options that count: its own, or those of the last good one. */
  readonly options: OptionWriter;
  /** The spans of the options are places in this text. */
  readonly hasOwnOptions: boolean;
}

/** Offsets of all chunks by id (the frontmatter adds its own), what is being watched, and the clock. */
interface Context {
  readonly offsets: Map<string, number>;
  readonly probe: ProbeWatch;
  /** Measures the time limit, in ms. */
  readonly clock: () => number;
}

/** A fresh environment in which the frontmatter ran, the paths it asked about, and how it went. */
export interface FrontmatterEvaluation {
  readonly state: LuaState;
  readonly needs: ReadonlySet<string>;
  readonly outcome: FrontmatterOutcome;
}

/**
 * Runs the frontmatter. When it fails, its variables do not exist, and messages get those of the last good frontmatter
 * of the request, else none; its options are those of the last good one too, else what it wrote before it failed
 * (spec/flemma-templates.md §3, §6). A refused option is such a failure, but leaves the variables of data as they are.
 */
export function evaluateFrontmatter(document: ChatDocument, request: EvaluationRequest, context: Context): FrontmatterEvaluation {
  const { frontmatter, source } = document;
  const needs = new Set<string>();
  const state = freshState(request, needs, context.clock);
  if (frontmatter === undefined) {
    const options = optionsOf(request, "");
    return { state, needs, outcome: { ok: true, known: true, variables: {}, problems: [], options, hasOwnOptions: true } };
  }
  const chunk = frontmatterChunk(request, "frontmatter", source.slice(frontmatter.body.start, frontmatter.body.end));
  const start = frontmatter.body.start;
  context.offsets.set(chunk.id, start);
  const options = optionsOf(request, chunk.source);
  const scope = { chunk, start, options, offsets: context.offsets, state, ...context.probe.within(start, shift(frontmatter.body, -start)) };
  const run = runLanguage(frontmatter.language, scope, frontmatter.languageSpan);
  const refused = options.problems().map((problem) => shiftProblem(problem, start));
  const problems = [...run.problems, ...refused];
  const isRefused = refused.some(({ blocks }) => blocks);
  const ok = run.ok && !isRefused;
  const keepsVariables = run.ok && (!isRefused || !isLua(frontmatter.language));
  const lastGood = ok ? undefined : runLastGood(request, freshState(request, needs, context.clock));
  return {
    state: keepsVariables ? state : (lastGood?.state ?? freshState(request, needs, context.clock)),
    needs,
    outcome: {
      ok,
      known: keepsVariables || lastGood !== undefined,
      variables: keepsVariables ? variablesOf(request, state, run) : {},
      problems,
      options: lastGood?.options ?? options,
      hasOwnOptions: lastGood === undefined,
    },
  };
}

function isLua(language: string): boolean {
  return language.toLowerCase() === "lua";
}

/** The options of frontmatter with this code (nothing is written yet), on top of what the request says of them. */
export function optionsOf({ options }: EvaluationRequest, source: string): OptionWriter {
  return createOptionWriter({
    origin: "frontmatter",
    by: "document",
    below: options?.below ?? [],
    above: options?.above ?? [],
    tools: builtInTools.map(({ name }) => name),
    providers: providerNames,
    source,
  });
}

function runLanguage(language: string, scope: FrontmatterScope, languageSpan: Span): FrontmatterRun {
  if (language.toLowerCase() === "lua") return runLuaFrontmatter(scope);
  const data = parseData(language, scope.chunk.source);
  if (data === undefined) return { ok: false, variables: [], problems: [unknownLanguage(language, languageSpan)] };
  const { root, problems } = data;
  if (root !== undefined && problems.length === 0) return defineDataVariables(scope, root);
  return { ok: false, variables: [], problems: problems.map((problem) => shiftProblem(problem, scope.start)) };
}

function runLastGood(request: EvaluationRequest, state: LuaState): { state: LuaState; options: OptionWriter } | undefined {
  const { lastGood } = request;
  if (lastGood === undefined) return undefined;
  const chunk = frontmatterChunk(request, "last-good-frontmatter", lastGood.code);
  const options = optionsOf(request, chunk.source);
  const { ok } = runLanguage(lastGood.language, { chunk, start: 0, options, offsets: new Map(), state }, { start: 0, end: 0 });
  return ok ? { state, options } : undefined;
}

function unknownLanguage(language: string, span: Span): Diagnostic {
  const suggestions = suggest(language, languages);
  const data = suggestions.length > 0 ? { data: { kind: "replace" as const, span, with: suggestions } } : {};
  const text = `No parser is known for frontmatter in '${language}'. Use lua, json or yaml.${didYouMean(suggestions)}`;
  return diagnostic("frontmatter/unknown-language", span, text, { suggestions, ...data });
}

/** So many paths may one evaluation ask about: every one is a question to the file system. */
const mostQuestions = 1000;
/** No file system has longer paths. */
const longestPath = 4096;
const nothing: FileFact = { readable: false, isFolder: false };

/** Facts that are missing are noted and taken as "no": the run is repeated once the host has answered. */
function freshState({ surroundings, files, limits }: EvaluationRequest, needs: Set<string>, now: () => number): LuaState {
  const fact = (path: string): FileFact => {
    const known = path.length > longestPath ? nothing : files.get(path);
    if (known !== undefined) return known;
    if (files.size + needs.size >= mostQuestions && !needs.has(path)) throw new LimitError("steps", "too many questions about files");
    needs.add(path);
    return nothing;
  };
  const questions = { readable: (path: string) => fact(path).readable, isFolder: (path: string) => fact(path).isFolder };
  return createState({ limits, globals: createEnvironment(surroundings, questions), now });
}

/** The frontmatter's first line is the fence, so its code starts on line 2. */
function frontmatterChunk({ surroundings }: EvaluationRequest, id: string, source: string): Chunk {
  return { id, name: basename(surroundings.filename ?? "untitled.chat"), source, firstLine: 2 };
}

function variablesOf(
  { wantVariables }: EvaluationRequest,
  { environment }: LuaState,
  { variables }: FrontmatterRun,
): { [name: string]: Json } {
  if (!wantVariables) return {};
  return Object.fromEntries(variables.map((name) => [name, jsonOf(environment.globals.get(encodeUtf8(name)))]));
}
