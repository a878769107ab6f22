import type { Json } from "../base/json.js";
import type { Layer, Origin } from "../config/operations.js";
import { type Config, plainValue, touchedPaths } from "../config/resolve.js";
import type { Vocabulary } from "../config/schema.js";
import { defaultModels } from "../providers/catalogue.js";
import type { ModelInfo } from "../providers/models/model-info.js";
import type { Decision } from "../tools/approval.js";
import type { RequestOptions } from "./request-options.js";

/** An option that somebody set, as plain data. */
export interface SetOption {
  readonly value: Json;
  readonly origin: Origin;
}

/** What the options of a document come to, as plain data (spec/contracts.md). */
export interface ConfigSummary {
  /** What the document itself touched: resolved, by dotted path; an option that it took back is null. */
  readonly options: { readonly [path: string]: Json };
  /** Everything that anybody set above the defaults, by dotted path. */
  readonly settings: { readonly [path: string]: SetOption };
  readonly provider: string;
  readonly model: string;
  readonly tools: readonly string[];
  readonly approval: { readonly [tool: string]: Decision };
  /** Of the chosen provider; null where the provider decides. */
  readonly thinking: Json;
  readonly temperature: Json;
  readonly maxTokens: Json;
  /** The names that options are checked against. */
  readonly vocabulary: Vocabulary;
  readonly request: RequestOptions;
  /** The models that settings add to the catalogue. */
  readonly models: readonly ModelInfo[];
}

/** Sums up a configuration. `document` is the layer of the frontmatter; the rest was asked for beforehand. */
export function summarize(
  config: Config,
  document: Layer,
  known: Pick<ConfigSummary, "approval" | "vocabulary" | "request" | "models">,
): ConfigSummary {
  const parameter = (name: string): Json => plainValue(config.parameter(name)?.value ?? null);
  const set = config.layers.filter(({ origin }) => origin !== "default").flatMap(touchedPaths);
  return {
    options: Object.fromEntries(
      shownPaths(touchedPaths(document)).map((path) => [path, isTakenBack(document, path) ? null : (shown(config, path)?.value ?? null)]),
    ),
    settings: Object.fromEntries(
      shownPaths(set).flatMap((path) => {
        const found = shown(config, path);
        return found === undefined ? [] : [[path, found]];
      }),
    ),
    provider: config.provider.value,
    model: answeringModel(config),
    tools: (config.get("tools")?.value ?? []) as readonly string[],
    thinking: parameter("thinking.level"),
    temperature: parameter("temperature"),
    maxTokens: parameter("max_tokens"),
    ...known,
  };
}

/** The last that a layer says of an option is that it says nothing: a list has its defaults again, but shows as null. */
function isTakenBack({ operations }: Layer, path: string): boolean {
  return operations.findLast((operation) => operation.path === path)?.kind === "unset";
}

/** The model that answers; empty where nobody named one. */
export function answeringModel(config: Config): string {
  const own = config.get(`providers.${config.provider.value}.model`)?.value;
  return config.model?.value ?? (typeof own === "string" ? own : defaultModelOf(config.provider.value));
}

function defaultModelOf(provider: string): string {
  return (defaultModels as Readonly<Record<string, string>>)[provider] ?? "";
}

const thinking = /^(.*\bparameters\.(?:[^.]+\.)?thinking)\.(?:level|foreign)$/;

/** Thinking is shown as one option, whichever of its parts was touched. */
function shownPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => thinking.exec(path)?.[1] ?? path))];
}

function shown(config: Config, path: string): SetOption | undefined {
  const level = config.get(`${path}.level`);
  const foreign = config.get(`${path}.foreign`);
  if (thinking.test(`${path}.level`) && (level ?? foreign) !== undefined) {
    const value = { level: plainValue(level?.value ?? null), foreign: plainValue(foreign?.value ?? "preserve") };
    return { value, origin: (level ?? foreign)?.origin ?? "default" };
  }
  const found = config.get(path);
  return found && { value: plainValue(found.value), origin: found.origin };
}
