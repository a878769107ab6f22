import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import { didYouMean, suggest } from "../base/suggest.js";
import { modelInfo, modelsOf, providersWithModel } from "../providers/catalogue.js";
import type { ModelInfo } from "../providers/models/model-info.js";
import { addedModels } from "./added-models.js";
import type { Layer } from "./operations.js";
import type { Config } from "./resolve.js";
import { presetName } from "./schema.js";

/** A name and where it is written. */
interface Named {
  readonly name: string;
  readonly span: Span;
}

/** The names of all presets, and what was refused of the layer. */
interface Known {
  readonly presets: readonly string[];
  readonly refused: readonly Diagnostic[];
}

/**
 * What can be said of a layer only when all layers are known: presets and models that do not exist. They stay as they are.
 * While the provider is misspelled, nobody knows whose the model is.
 */
export function* lateProblems({ operations }: Layer, config: Config, { presets, refused }: Known): Iterable<Diagnostic> {
  const added = addedModels(config);
  const isProviderKnown = !refused.some(({ code }) => code === "config/unknown-provider");
  for (const operation of operations) {
    if (operation.kind === "list") {
      for (const edit of operation.edits)
        if (edit.kind !== "clear" && edit.span) yield* presetProblems({ name: edit.item, span: edit.span }, presets);
    } else if (operation.kind === "set" && operation.path === "model" && operation.span && typeof operation.value === "string") {
      const named = { name: operation.value, span: operation.span };
      if (operation.value.startsWith("$")) yield* presetProblems(named, presets);
      else if (isProviderKnown && operation.value === config.model?.value) yield* modelProblems(named, config.provider.value, added);
    }
  }
}

function* presetProblems({ name, span }: Named, presets: readonly string[]): Iterable<Diagnostic> {
  if (!presetName.test(name) || presets.includes(name)) return;
  const suggestions = suggest(name, presets);
  yield diagnostic("config/unknown-preset", span, `Unknown preset '${name}'.${didYouMean(suggestions)}`, {
    suggestions,
    ...fixOf(span, suggestions),
  });
}

/** New models appear every week: one that the catalogue does not have is worth a hint, no more. */
function* modelProblems({ name, span }: Named, provider: string, added: readonly ModelInfo[]): Iterable<Diagnostic> {
  if (modelsOf(provider, added).length === 0 || modelInfo(provider, name, added) !== undefined) return;
  const others = providersWithModel(name);
  if (others.length > 0) {
    const text = `'${name}' is a model of ${others.join(" and ")}, but the provider is ${provider}. Choose that provider as well.`;
    yield diagnostic("config/unknown-model", span, text);
    return;
  }
  const suggestions = suggest(
    name,
    modelsOf(provider, added).map(({ id }) => id),
  );
  const text = `The catalogue has no model '${name}' of ${provider}; it is used as it is.${didYouMean(suggestions)}`;
  yield diagnostic("config/unknown-model", span, text, { suggestions, ...fixOf(span, suggestions) });
}

function fixOf(span: Span, names: readonly string[]): Pick<Diagnostic, "data"> {
  return names.length === 0 ? {} : { data: { kind: "replace", span, with: names } };
}
