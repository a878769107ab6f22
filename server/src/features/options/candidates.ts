import { type OptionInfo, type OptionType, shortcuts } from "../../../../shared/settings.js";
import { expectation } from "../../config/check-value.js";
import { fullPath, type SchemaNode, schemaAt, settableNames } from "../../config/schema.js";
import { defaultModels, modelsOf } from "../../providers/catalogue.js";
import { builtInTools } from "../../tools/definitions/built-in-tools.js";
import { modelLimits, presetLines } from "./describe.js";
import type { OptionWords } from "./option-words.js";

/** Something that may be written in frontmatter. */
export interface Candidate {
  readonly kind: "section" | "option" | "value";
  /** The name or the value; only a text has quotes. */
  readonly value: string | number | boolean;
  readonly detail: string;
  /** Markdown; may be empty. */
  readonly doc: string;
}

/** The members of a section that a document may set, shortcuts at the top included. */
export function keyCandidates(path: readonly string[], words: OptionWords): Candidate[] {
  return settableNames(fullPath(path), words.vocabulary, "document").flatMap((name) => {
    const node = schemaAt(fullPath([...path, name]), words.vocabulary);
    return node === undefined ? [] : [keyCandidate(name, node, words)];
  });
}

function keyCandidate(name: string, { option, section, path }: SchemaNode, words: OptionWords): Candidate {
  const meaning = Object.hasOwn(shortcuts, name) && path === shortcuts[name] ? `${path}: ` : "";
  const taken = option ?? optionAt(path.split("."), words)?.option;
  const detail = taken === undefined ? "section" : expectation(taken, words.vocabulary);
  const kind = taken === undefined ? "section" : "option";
  return { kind, value: name, detail: meaning + detail, doc: (option ?? section)?.doc ?? "" };
}

/** The option whose values stand at a path: of a section that has a short form, the member that is meant. */
export function optionAt(path: readonly string[], { vocabulary }: OptionWords): { path: string; option: OptionInfo } | undefined {
  const names = fullPath(path);
  const node = schemaAt(names, vocabulary);
  const short = node?.section?.short;
  const meant = node?.option === undefined && short !== undefined ? schemaAt([...names, short], vocabulary) : node;
  return meant?.option && { path: meant.path, option: meant.option };
}

/** The values of the option at a path that are known by name, and its default. */
export function valueCandidates(path: readonly string[], words: OptionWords): Candidate[] {
  const found = optionAt(path, words);
  if (found === undefined || !settable(path, words)) return [];
  const { option } = found;
  const known = option.types.flatMap((type) => valuesOf(type, words));
  const { default: usual } = option;
  const isPlain = typeof usual === "string" || typeof usual === "number" || typeof usual === "boolean";
  const marked = known.map((candidate) =>
    candidate.value === usual ? { ...candidate, detail: `${candidate.detail} (default)`.trim() } : candidate,
  );
  if (!isPlain || usual === "" || known.some(({ value }) => value === usual)) return marked;
  return [...marked, { kind: "value", value: usual, detail: "default", doc: "" }];
}

/** The items of the list at a path. `prefix` is the operator in front of the item: what it leads takes no preset. */
export function itemCandidates(path: readonly string[], prefix: string, words: OptionWords): Candidate[] {
  const list = optionAt(path, words)?.option.types.find((type) => type.kind === "list");
  if (list?.kind !== "list" || (list.of !== "tool" && list.of !== "approval") || !settable(path, words)) return [];
  const tools = words.vocabulary.tools.map((name): Candidate => toolCandidate(name));
  return prefix === "" ? [...tools, ...presetCandidates("auto_approve", words)] : tools;
}

/** Says whether the option at a path is a list that methods and operators change. */
export function isList(path: readonly string[], words: OptionWords): boolean {
  return optionAt(path, words)?.option.types.some(({ kind }) => kind === "list") ?? false;
}

function settable(path: readonly string[], { vocabulary }: OptionWords): boolean {
  const names = fullPath(path);
  return settableNames(names.slice(0, -1), vocabulary, "document").includes(names.at(-1) ?? "");
}

function valuesOf(type: OptionType, words: OptionWords): Candidate[] {
  switch (type.kind) {
    case "enum":
      return type.values.map((value) => plain(value));
    case "boolean":
      return [plain(true), plain(false)];
    case "off":
      return [plain(false)];
    case "provider":
      return words.vocabulary.providers.map((name) => ({ ...plain(name), detail: defaultModelOf(name) }));
    case "model":
      return [
        ...modelsOf(words.provider, words.addedModels).map((model) => ({ ...plain(model.id), detail: modelLimits(model) })),
        ...presetCandidates("model", words),
      ];
    default:
      return [];
  }
}

function plain(value: string | boolean): Candidate {
  return { kind: "value", value, detail: "", doc: "" };
}

function toolCandidate(name: string): Candidate {
  return { kind: "value", value: name, detail: "tool", doc: builtInTools.find((tool) => tool.name === name)?.description ?? "" };
}

/** The presets that can stand in a place: those that choose a model or its parameters, or those that approve tools. */
function presetCandidates(use: "model" | "auto_approve", words: OptionWords): Candidate[] {
  return words.vocabulary.presets.flatMap((name) => {
    const contents = words.presetContents(name);
    const paths = Object.keys(contents);
    const fits = paths.some((path) => (path === "auto_approve") === (use === "auto_approve"));
    return fits ? [{ ...plain(name), detail: "preset", doc: presetLines(contents).join("\n") }] : [];
  });
}

function defaultModelOf(provider: string): string {
  const models: Readonly<Record<string, string>> = defaultModels;
  return Object.hasOwn(models, provider) ? `provider, ${models[provider]}` : "provider";
}
