import { builtinPresets } from "../../../../shared/settings.js";
import type { Json } from "../../base/json.js";
import { builtinPresetNames, type Vocabulary } from "../../config/schema.js";
import type { ConfigSummary } from "../../evaluation/config-summary.js";
import { providerNames } from "../../providers/catalogue.js";
import type { ModelInfo } from "../../providers/models/model-info.js";
import { builtInTools } from "../../tools/definitions/built-in-tools.js";

/** The names that can be written as values, and the provider whose models are meant. */
export interface OptionWords {
  readonly vocabulary: Vocabulary;
  readonly provider: string;
  /** The models that settings add to the catalogue. */
  readonly addedModels: readonly ModelInfo[];
  /** What a preset sets, by dotted path below it (`model`, `auto_approve` …). */
  presetContents(name: string): { readonly [path: string]: Json };
}

/** The words of the last evaluation; without one, those that are built in. */
export function optionWords(config: ConfigSummary | undefined): OptionWords {
  const vocabulary = config?.vocabulary ?? {
    providers: providerNames,
    tools: builtInTools.map(({ name }) => name),
    presets: builtinPresetNames,
  };
  return {
    vocabulary,
    provider: config?.provider ?? "anthropic",
    addedModels: config?.models ?? [],
    presetContents(name) {
      const prefix = `presets.${name}.`;
      const set = Object.entries(config?.settings ?? {}).filter(([path]) => path.startsWith(prefix));
      const own = Object.fromEntries(set.map(([path, { value }]) => [path.slice(prefix.length), value]));
      return set.length > 0 ? own : { ...(Object.hasOwn(builtinPresets, name) ? builtinPresets[name] : {}) };
    },
  };
}
