import { modelInfo } from "../providers/catalogue.js";
import type { ModelInfo, Price, Thinking } from "../providers/models/model-info.js";
import { type Config, touchedPaths } from "./resolve.js";

/** What stands for a limit that nobody told: it limits nothing. */
const unlimited = Number.MAX_SAFE_INTEGER;
/** Of a model whose limit nobody told, half of this is asked for. */
const cautiousLimit = 8000;

/** How the models of settings think, by what options call it. The words are those that every provider takes. */
const thinkingKinds: { readonly [kind: string]: Thinking } = {
  budget: { kind: "budget", min: 1024, minimal: 1024, low: 2048, medium: 8192, high: 16384 },
  effort: { kind: "effort", map: { minimal: "low", low: "low", medium: "medium", high: "high", max: "high" } },
  optional: { kind: "optional" },
  forced: { kind: "forced" },
};

const modelPath = /^providers\.([^.]+)\.models\.(.+)\.(?:input_limit|output_limit|min_output|thinking|price\.[a-z_]+)$/;

/** The models that settings add to the catalogue (`providers.*.models`); what they do not say is as there. */
export function addedModels(config: Config): readonly ModelInfo[] {
  const found = new Map<string, ModelInfo>();
  for (const path of config.layers.filter(({ origin }) => origin !== "default").flatMap(touchedPaths)) {
    const [, provider, id] = modelPath.exec(path) ?? [];
    if (provider === undefined || id === undefined || found.has(`${provider} ${id}`)) continue;
    found.set(`${provider} ${id}`, addedModel(config, provider, id));
  }
  return [...found.values()];
}

function addedModel(config: Config, provider: string, id: string): ModelInfo {
  const known = modelInfo(provider, id);
  const said = (name: string): unknown => config.get(`providers.${provider}.models.${id}.${name}`)?.value;
  const tokens = (name: string): number | undefined => said(name) as number | undefined;
  const minOutput = tokens("min_output") ?? known?.minOutput;
  const price = priceOf(said, known?.price);
  const kind = said("thinking");
  const thinking = typeof kind === "string" ? thinkingKinds[kind] : known?.thinking;
  return {
    id,
    provider,
    inputLimit: tokens("input_limit") ?? known?.inputLimit ?? unlimited,
    outputLimit: tokens("output_limit") ?? known?.outputLimit ?? cautiousLimit,
    ...(minOutput !== undefined && { minOutput }),
    ...(price && { price }),
    ...(thinking && { thinking }),
  };
}

function priceOf(said: (name: string) => unknown, known: Price | undefined): Price | undefined {
  const names = { input: "input", output: "output", cacheRead: "cache_read", cacheWrite: "cache_write" };
  const own = Object.fromEntries(
    Object.entries(names).flatMap(([name, option]) => {
      const value = said(`price.${option}`);
      return typeof value === "number" ? [[name, value]] : [];
    }),
  );
  if (known === undefined && Object.keys(own).length === 0) return undefined;
  return { input: 0, output: 0, ...known, ...own };
}
