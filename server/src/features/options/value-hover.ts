import type { OptionInfo, OptionType } from "../../../../shared/settings.js";
import { presetName } from "../../config/schema.js";
import { defaultModels, modelInfo, modelsOf, providersWithModel } from "../../providers/catalogue.js";
import type { ModelInfo } from "../../providers/models/model-info.js";
import { builtInTools } from "../../tools/definitions/built-in-tools.js";
import type { HoverBlock } from "../hover.js";
import { inlineCode } from "../rendered-text.js";
import { modelLimits, modelThinking, presetLines, priceInWords } from "./describe.js";
import type { OptionWords } from "./option-words.js";

/** What a value of an option stands for: a model, a provider, a tool or a preset; undefined for a value that only is what it says. */
export function valueBlocksOf(name: string, { types }: OptionInfo, words: OptionWords): HoverBlock[] | undefined {
  for (const type of types) {
    const found = blocksOf(name, type, words);
    if (found !== undefined) return found;
  }
  return undefined;
}

function blocksOf(name: string, type: OptionType, words: OptionWords): HoverBlock[] | undefined {
  switch (type.kind) {
    case "model":
      return presetName.test(name) ? presetBlocks(name, words) : modelBlocks(name, words);
    case "provider":
      return words.vocabulary.providers.includes(name) ? providerBlocks(name, words) : undefined;
    case "list":
      if (type.of !== "tool" && type.of !== "approval") return undefined;
      return presetName.test(name) ? presetBlocks(name, words) : toolBlocks(name, words);
    default:
      return undefined;
  }
}

/** The model of the chosen provider, else of whoever has one of that name. */
function modelBlocks(id: string, { provider: chosen, addedModels }: OptionWords): HoverBlock[] {
  const providers = [chosen, ...providersWithModel(id)];
  const model = providers.map((provider) => modelInfo(provider, id, addedModels)).find((info) => info !== undefined);
  const title: HoverBlock = { kind: "title", text: id };
  if (model === undefined) return [title, { kind: "doc", text: "The catalogue does not know this model; it is used as it is." }];
  const price: HoverBlock[] = model.price === undefined ? [] : [{ kind: "doc", text: `List price: ${priceInWords(model.price)}.` }];
  return [title, { kind: "doc", text: aboutModel(model) }, ...price];
}

function aboutModel(model: ModelInfo): string {
  return `A model of ${inlineCode(model.provider)}: ${modelLimits(model)}, ${modelThinking(model)}.`;
}

function providerBlocks(name: string, { addedModels }: OptionWords): HoverBlock[] {
  const models: Readonly<Record<string, string>> = defaultModels;
  const usual = Object.hasOwn(models, name) ? ` Without a choice, ${inlineCode(models[name] as string)} answers.` : "";
  const known = modelsOf(name, addedModels).length;
  const count = known === 0 ? "" : ` The catalogue knows ${known} of its models.`;
  return [
    { kind: "title", text: name },
    { kind: "doc", text: `A provider.${usual}${count}` },
  ];
}

function toolBlocks(name: string, { vocabulary }: OptionWords): HoverBlock[] | undefined {
  if (!vocabulary.tools.includes(name)) return undefined;
  const description = builtInTools.find((tool) => tool.name === name)?.description;
  const title: HoverBlock = { kind: "title", text: `Tool ${name}` };
  return description === undefined ? [title] : [title, { kind: "line", text: description }];
}

function presetBlocks(name: string, words: OptionWords): HoverBlock[] | undefined {
  if (!words.vocabulary.presets.includes(name)) return undefined;
  const lines = presetLines(words.presetContents(name));
  return [
    { kind: "title", text: `Preset ${name}` },
    { kind: "block", language: "yaml", text: lines.join("\n") },
  ];
}
