import type { Diagnostic } from "../base/diagnostic.js";
import type { EngineName } from "../base/engine-name.js";
import { type Span, shift } from "../base/span.js";
import { addedModels } from "../config/added-models.js";
import { lateProblems } from "../config/late-problems.js";
import type { Layer } from "../config/operations.js";
import type { Config } from "../config/resolve.js";
import { engineChoice, notLiteral } from "../engines/engine-choice.js";
import type { LuaState } from "../lua/state.js";
import { type FileSupport, fileSupport } from "../providers/support.js";
import type { ChatDocument } from "../syntax/ast.js";
import { shiftProblem } from "../syntax/problems.js";
import type { ToolDefinition } from "../tools/definitions/definition.js";
import { adjustedOptions } from "./adjusted-options.js";
import { decide } from "./approval.js";
import { answeringModel, summarize } from "./config-summary.js";
import { requestedEngine } from "./engine-outside.js";
import { type FrontmatterOutcome, optionsOf } from "./frontmatter.js";
import { outsideOf } from "./project/outside-of.js";
import { emptyProject } from "./project/types.js";
import { requestOptions } from "./request-options.js";
import type { EvaluationRequest, EvaluationResult } from "./types.js";

/** The options of a document once its frontmatter has run: what the templates are written in, and what is wrong with them. */
export interface DocumentOptions {
  readonly engine: EngineName;
  /** What the provider that answers does with files. */
  readonly support: FileSupport;
  readonly problems: readonly Diagnostic[];
  /** What the result of the evaluation says of options. */
  result(state: LuaState): Pick<EvaluationResult, "engine" | "config" | "decisions" | "choice">;
}

/** What is known once the frontmatter has run, and all tools there are. */
interface Known {
  readonly request: EvaluationRequest;
  readonly outcome: FrontmatterOutcome;
  readonly definitions: readonly ToolDefinition[];
}

/** Settles the options: presets and models are looked at now, for all layers are known. */
export function documentOptions(document: ChatDocument, { request, outcome, definitions }: Known): DocumentOptions {
  const { options, hasOwnOptions } = outcome;
  const layer = options.layer();
  const config = options.config();
  const start = document.frontmatter?.body.start ?? 0;
  const place = hasOwnOptions ? placeOf(layer, start) : undefined;
  const models = addedModels(config);
  const told = requestOptions(config, definitions);
  const late = hasOwnOptions
    ? [
        ...lateProblems(layer, config, { presets: options.vocabulary().presets, refused: options.problems() }),
        ...adjustedOptions(layer, { provider: config.provider.value, model: answeringModel(config), models, request: told }),
      ].map((problem) => shiftProblem(problem, start))
    : [];
  const { engine } = document;
  const problems = engineProblems(document, { layer: hasOwnOptions ? layer : undefined, start });
  const { value: provider } = config.provider;
  return {
    engine,
    support: fileSupport(provider, config.get(`providers.${provider}.kind`)?.value),
    problems: [...late, ...problems],
    result: (state) => ({
      engine,
      config: summarize(config, layer, {
        approval: approvalOf(
          definitions.map(({ name }) => name),
          config,
          state,
        ),
        vocabulary: options.vocabulary(),
        request: told,
        models,
      }),
      decisions: (request.calls ?? []).map((call) => decide(call, config, state)),
      ...(place && { choice: place }),
    }),
  };
}

/** What the options come to where no frontmatter ran. */
export function optionsWithoutRun(asked: EvaluationRequest): Pick<EvaluationResult, "engine" | "config" | "decisions"> {
  const { options: base, project } = asked;
  const outside = outsideOf(project?.data ?? emptyProject, base);
  const options = optionsOf(outside, "");
  const config = options.config();
  const request = requestOptions(config, outside.definitions);
  const known = { approval: {}, vocabulary: options.vocabulary(), request, models: addedModels(config) };
  return { engine: requestedEngine(asked), config: summarize(config, options.layer(), known), decisions: [] };
}

/** Where the document chose who answers; `start` is the offset that its spans count from. */
function placeOf({ operations }: Layer, start: number): Span | undefined {
  for (const name of ["provider", "model"]) {
    const choice = operations.findLast(({ path }) => path === name);
    if (choice?.kind === "set" && choice.span) return shift(choice.span, start);
  }
  return undefined;
}

/** The decision about each tool as long as nobody knows what it is to be used for. */
function approvalOf(tools: readonly string[], config: Config, state: LuaState): EvaluationResult["config"]["approval"] {
  const all = tools.map((tool) => [tool, decide({ tool, input: {}, context: {} }, config, state)] as const);
  return Object.fromEntries(all);
}

interface Chosen {
  /** The layer of the frontmatter, where it is the one of this text. */
  readonly layer: Layer | undefined;
  readonly start: number;
}

/** What is wrong with the choice of the template language: one that only running the frontmatter would tell. */
function engineProblems(document: ChatDocument, { layer, start }: Chosen): Diagnostic[] {
  const choice = engineChoice(document);
  const problems = [...choice.problems];
  const written = layer?.operations.findLast(({ path }) => path === enginePath || path === "templating");
  if (written?.kind === "set" && written.value !== choice.engine && problems.length === 0 && written.span)
    problems.push(shiftProblem(notLiteral(written.span), start));
  return problems;
}

const enginePath = "templating.engine";
