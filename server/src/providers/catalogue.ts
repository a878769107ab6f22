import type { ModelInfo } from "./models/model-info.js";
import { models } from "./models/models.js";

/** Name and only model of the embedded provider, which needs no key and no network. */
export const echoProvider = { name: "echo", model: "echo" } as const;

/** The providers that need no definition in settings, each with the model it uses when none is named (spec/providers-and-send.md §1). */
export const defaultModels = {
  anthropic: "claude-sonnet-4-6",
  openai: "gpt-5.4",
  vertex: "gemini-3.1-pro-preview",
  moonshot: "kimi-k2.6",
  codex: "gpt-5.5",
  [echoProvider.name]: echoProvider.model,
} as const;

/** Name of a provider that needs no definition in settings. */
export type ProviderName = keyof typeof defaultModels;

/** The names of these providers, the usual one first. */
export const providerNames = Object.keys(defaultModels) as readonly ProviderName[];

/** It repeats a prompt of any length. */
const echoModel: ModelInfo = {
  id: echoProvider.model,
  provider: echoProvider.name,
  inputLimit: Number.MAX_SAFE_INTEGER,
  outputLimit: Number.MAX_SAFE_INTEGER,
  price: { input: 0, output: 0 },
};

const catalogue: readonly ModelInfo[] = [...models, echoModel];

/**
 * What is known of the model `id` of a provider; undefined for one that is not in the catalogue, which may exist all the same.
 * `added` are models of settings, which count before.
 */
export function modelInfo(provider: string, id: string, added: readonly ModelInfo[] = []): ModelInfo | undefined {
  const isMeant = (model: ModelInfo): boolean => model.provider === provider && model.id === id;
  return added.find(isMeant) ?? catalogue.find(isMeant);
}

/** The models of a provider that settings add, and those that are in the catalogue. */
export function modelsOf(provider: string, added: readonly ModelInfo[] = []): readonly ModelInfo[] {
  const own = added.filter((model) => model.provider === provider);
  return [...own, ...catalogue.filter((model) => model.provider === provider && !own.some(({ id }) => id === model.id))];
}

/** The providers whose catalogue has the model `id`, the usual one first. */
export function providersWithModel(id: string): readonly ProviderName[] {
  return providerNames.filter((provider) => modelInfo(provider, id) !== undefined);
}
