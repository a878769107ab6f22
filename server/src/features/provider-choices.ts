import type { ProviderChoice } from "../../../shared/methods.js";
import { modelsOf, providerNames } from "../providers/catalogue.js";
import { type Evaluated, settledOptions } from "../workspace/snapshot.js";

/** The providers that could answer a document, those of settings included, with the models that are known by name; of what is not evaluated, the built-in ones. */
export function providerChoices(evaluated: Evaluated | undefined): ProviderChoice[] {
  const config = evaluated && settledOptions(evaluated)?.config;
  const providers = config?.vocabulary.providers ?? providerNames;
  return providers.map((provider) => ({ provider, models: modelsOf(provider, config?.models).map(({ id }) => id) }));
}
