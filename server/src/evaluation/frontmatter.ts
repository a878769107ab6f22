import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { EngineName } from "../base/engine-name.js";
import type { Json } from "../base/json.js";
import { basename } from "../base/paths.js";
import { type Span, shift } from "../base/span.js";
import { didYouMean, suggest } from "../base/suggest.js";
import { createOptionWriter, type OptionWriter } from "../config/option-writer.js";
import { parseData } from "../config/parse-data.js";
import type { Config } from "../config/resolve.js";
import type { Faults } from "../engines/lua/include/faults.js";
import { jsonOf } from "../engines/lua/inspect.js";
import {
  defineDataVariables,
  type FrontmatterRun,
  type FrontmatterScope,
  runLuaFrontmatter,
  runParsedFrontmatter,
} from "../engines/lua/run-frontmatter.js";
import { encodeUtf8 } from "../lua/bytes.js";
import type { Chunk } from "../lua/errors.js";
import { createState, type LuaState } from "../lua/state.js";
import { providerNames } from "../providers/catalogue.js";
import type { ChatDocument } from "../syntax/ast.js";
import { shiftProblem } from "../syntax/problems.js";
import { createPersonalities } from "./personalities.js";
import type { ProbeWatch } from "./probe.js";
import type { Outside } from "./project/outside-of.js";
import type { Project } from "./project/project.js";
import { luaOfNode, makeWorld, reservedProseNames, worldOf } from "./prose/document-world.js";
import type { Questions } from "./questions.js";
import { templateGlobals } from "./template-environment.js";
import type { EvaluationRequest } from "./types.js";

/** Languages that frontmatter may be written in. */
const languages = ["lua", "json", "yaml"];

/** What the messages start from. */
export interface FrontmatterOutcome {
  /** Nothing in the frontmatter of the text itself blocks (or there is none). */
  readonly ok: boolean;
  /** The variables of messages are known: from this frontmatter, or from the last good one. */
  readonly known: boolean;
  readonly variables: { readonly [name: string]: Json };
  /** The names of the variables that messages see. */
  readonly names: readonly string[];
  readonly problems: readonly Diagnostic[];
  /** The options that count: its own, or those of the last good one. */
  readonly options: OptionWriter;
  /** The spans of the options are places in this text. */
  readonly hasOwnOptions: boolean;
}

/** Offsets of all chunks by id (the frontmatter adds its own), what is being watched, the project, what is asked of the host, what is wrong in included files, and the clock. */
interface Context {
  readonly engine: EngineName;
  readonly project: Project;
  readonly questions: Questions;
  readonly faults: Faults;
  readonly offsets: Map<string, number>;
  readonly probe: ProbeWatch;
  /** Measures the time limit, in ms. */
  readonly clock: () => number;
  /** What parsing the document took beyond what is free, in ms. */
  readonly parsingMs: number;
}

/** A fresh environment in which the frontmatter ran, and how it went. */
export interface FrontmatterEvaluation {
  readonly state: LuaState;
  readonly outcome: FrontmatterOutcome;
}

/**
 * Runs the frontmatter. When it fails, its variables do not exist, and messages get those of the last good frontmatter
 * of the request, else none; its options are those of the last good one too, else what it wrote before it failed
 * (spec/flemma-templates.md §3, §6). A refused option is such a failure, but leaves the variables of data as they are.
 */
export function evaluateFrontmatter(document: ChatDocument, request: EvaluationRequest, context: Context): FrontmatterEvaluation {
  const { frontmatter, source } = document;
  const { project } = context;
  if (frontmatter === undefined) {
    const options = optionsOf(project, "");
    const state = freshState(request, context, options.config);
    return { state, outcome: { ok: true, known: true, variables: {}, names: [], problems: [], options, hasOwnOptions: true } };
  }
  const chunk = frontmatterChunk(request, "frontmatter", source.slice(frontmatter.body.start, frontmatter.body.end));
  const start = frontmatter.body.start;
  context.offsets.set(chunk.id, start);
  const options = optionsOf(project, chunk.source);
  let counted = options;
  const config = (): Config => counted.config();
  const state = freshState(request, context, config);
  const scope = {
    ...ownIdeas(context.engine, state),
    chunk,
    start,
    options,
    offsets: context.offsets,
    state,
    ...context.probe.within(start, shift(frontmatter.body, -start)),
  };
  const run = runLanguage({ language: frontmatter.language, span: frontmatter.languageSpan }, scope, project);
  const refused = options.problems().map((problem) => shiftProblem(problem, start));
  const problems = [...run.problems, ...refused];
  const isRefused = refused.some(({ blocks }) => blocks);
  const ok = run.ok && !isRefused;
  const keepsVariables = run.ok && (!isRefused || !isLua(frontmatter.language));
  const lastGood = ok ? undefined : runLastGood(request, context);
  counted = lastGood?.options ?? options;
  return {
    state: keepsVariables ? state : (lastGood?.state ?? freshState(request, context, config)),
    outcome: {
      ok,
      known: keepsVariables || lastGood !== undefined,
      variables: keepsVariables ? variablesOf(request, state, run) : {},
      names: keepsVariables ? run.variables : (lastGood?.names ?? []),
      problems,
      options: counted,
      hasOwnOptions: lastGood === undefined,
    },
  };
}

/** What the frontmatter of a language has beside that of all: it keeps names for itself, and tells empty lists and nulls of data. */
export function ownIdeas(engine: EngineName, state: LuaState): Pick<FrontmatterScope, "reserved" | "luaOf"> {
  return engine === "prose" ? { reserved: reservedProseNames, luaOf: (node) => luaOfNode(node, worldOf(state)) } : {};
}

function isLua(language: string): boolean {
  return language.toLowerCase() === "lua";
}

/** The options of frontmatter with this code (nothing is written yet), on top of what is said outside of it. */
export function optionsOf({ options, tools }: Outside, source: string): OptionWriter {
  return createOptionWriter({
    origin: "frontmatter",
    by: "document",
    below: options.below,
    above: options.above,
    tools,
    providers: providerNames,
    source,
  });
}

function runLanguage({ language, span }: { language: string; span: Span }, scope: FrontmatterScope, project: Project): FrontmatterRun {
  if (isLua(language)) return runLuaFrontmatter(scope);
  const parser = project.parsers.get(language.toLowerCase());
  if (parser !== undefined) return runParsedFrontmatter(scope, language, parser);
  const data = parseData(language, scope.chunk.source);
  if (data === undefined) return { ok: false, variables: [], problems: [unknownLanguage(language, span, [...project.parsers.keys()])] };
  const { root, problems } = data;
  if (root !== undefined && problems.length === 0) return defineDataVariables(scope, root);
  return { ok: false, variables: [], problems: problems.map((problem) => shiftProblem(problem, scope.start)) };
}

interface LastGood {
  readonly state: LuaState;
  readonly options: OptionWriter;
  readonly names: readonly string[];
}

function runLastGood(request: EvaluationRequest, context: Context): LastGood | undefined {
  const { lastGood } = request;
  if (lastGood === undefined) return undefined;
  const chunk = frontmatterChunk(request, "last-good-frontmatter", lastGood.code);
  const options = optionsOf(context.project, chunk.source);
  const state = freshState(request, context, options.config);
  const written = { language: lastGood.language, span: { start: 0, end: 0 } };
  const scope = { ...ownIdeas(context.engine, state), chunk, start: 0, options, offsets: new Map(), state };
  const { ok, variables } = runLanguage(written, scope, context.project);
  return ok ? { state, options, names: variables } : undefined;
}

function unknownLanguage(language: string, span: Span, own: readonly string[]): Diagnostic {
  const all = [...new Set([...languages, ...own])];
  const suggestions = suggest(language, all);
  const data = suggestions.length > 0 ? { data: { kind: "replace" as const, span, with: suggestions } } : {};
  const text = `No parser is known for frontmatter in '${language}'. Use ${all.slice(0, -1).join(", ")} or ${all.at(-1)}.${didYouMean(suggestions)}`;
  return diagnostic("frontmatter/unknown-language", span, text, { suggestions, ...data });
}

/** `config` are the options that count when something asks for them. The time that populators take is not the document's, and method calls on strings work whatever they remove. */
function freshState(request: EvaluationRequest, context: Context, config: () => Config): LuaState {
  const { limits, surroundings } = request;
  const { project, questions, clock, parsingMs } = context;
  const personality = createPersonalities({ request, questions, project, config });
  const globals = templateGlobals(surroundings, { ...context, personality, ...(project.populate && { populate: project.populate }) });
  const state = createState({ limits, globals, now: clock, engineMs: parsingMs });
  state.untimed(() => project.populate?.(globals));
  if (context.engine === "prose") makeWorld(state, config);
  return state;
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
