import { type OptionInfo, shortcuts } from "../../../../shared/settings.js";
import type { Json } from "../../base/json.js";
import { expectation } from "../../config/check-value.js";
import { parseItem } from "../../config/list-items.js";
import type { Origin } from "../../config/operations.js";
import { fullPath, maySet, type SchemaNode, schemaAt, settableNames } from "../../config/schema.js";
import type { ConfigSummary } from "../../evaluation/config-summary.js";
import type { ChatDocument } from "../../syntax/ast.js";
import type { Hover, HoverBlock } from "../hover.js";
import { inlineCode } from "../rendered-text.js";
import { isList, optionAt } from "./candidates.js";
import { describeMethod, originInWords } from "./describe.js";
import { listMethods } from "./lua-slots.js";
import { type OptionPlace, optionPlace } from "./option-place.js";
import { type OptionWords, optionWords } from "./option-words.js";
import { valueBlocksOf } from "./value-hover.js";

/**
 * What an option at a UTF-16 offset of the frontmatter is, and what it is now as far as an evaluation told; of a value that
 * has a name (a model, a tool …), what that stands for. Undefined where no option is meant.
 */
export function optionHover(document: ChatDocument, offset: number, config: ConfigSummary | undefined): Hover | undefined {
  const place = optionPlace(document, offset);
  if (place === undefined || place.word.start === place.word.end) return undefined;
  const blocks = blocksAt(place, document.source.slice(place.word.start, place.word.end), config);
  return blocks && { span: place.word, blocks };
}

function blocksAt(place: OptionPlace, text: string, config: ConfigSummary | undefined): HoverBlock[] | undefined {
  const words = optionWords(config);
  switch (place.kind) {
    case "root":
    case "opt":
      return text === (place.kind === "opt" ? "opt" : "flemma") ? rootBlocks(text, words) : undefined;
    case "member":
    case "key":
      return keyBlocks([...place.path, text], words, config);
    case "method":
      return listMethods.includes(text) && isList(place.path, words) ? methodBlocks(text) : undefined;
    case "entry":
      return undefined;
    case "value":
    case "item":
    case "operand":
      return isComputed(place, text) ? undefined : writtenBlocks(place, text, { words, config });
  }
}

/** Names of Lua outside of quotes are variables. */
function isComputed({ language, quote }: OptionPlace, text: string): boolean {
  return language === "lua" && quote === "" && !/^(?:true|false|nil|[\d.].*)$/.test(text);
}

function rootBlocks(text: string, { vocabulary }: OptionWords): HoverBlock[] {
  return [
    { kind: "title", text: text === "opt" ? "flemma.opt" : "flemma" },
    { kind: "doc", text: "The options of this document: who answers, with what parameters, and which tools may be used." },
    members([], settableNames([], vocabulary, "document")),
  ];
}

function methodBlocks(name: string): HoverBlock[] {
  const { detail, doc } = describeMethod(name);
  return [
    { kind: "block", language: "lua", text: `${name}${detail}` },
    { kind: "doc", text: doc },
  ];
}

function keyBlocks(names: readonly string[], words: OptionWords, config: ConfigSummary | undefined): HoverBlock[] | undefined {
  const full = fullPath(names);
  const node = schemaAt(full, words.vocabulary);
  if (node === undefined) return undefined;
  const { option, section, path } = node;
  const taken = optionAt(full, words);
  const docs = [option?.doc, section?.doc].filter((doc) => doc !== undefined && doc !== "");
  const blocks: HoverBlock[] = [{ kind: "title", text: path }];
  const first = names[0] ?? "";
  if (Object.hasOwn(shortcuts, first))
    blocks.push({ kind: "doc", text: `${inlineCode(first)} is short for ${inlineCode(shortcuts[first] as string)}.` });
  for (const doc of docs) blocks.push({ kind: "doc", text: doc as string });
  if (taken !== undefined) blocks.push(...optionBlocks(taken, node, { words, config }));
  const inner = section === undefined ? [] : settableNames(full, words.vocabulary, "document");
  return inner.length === 0 ? blocks : [...blocks, members(full, inner)];
}

function members(path: readonly string[], names: readonly string[]): HoverBlock {
  const own = path.length > 0 ? names : names.filter((name) => !Object.hasOwn(shortcuts, name));
  return { kind: "doc", text: `Options in it: ${own.map(inlineCode).join(", ")}.` };
}

interface Known {
  readonly words: OptionWords;
  readonly config: ConfigSummary | undefined;
}

/** Type, default and present value; of a section, those of the member that a plain value means. */
function optionBlocks({ path, option }: { path: string; option: OptionInfo }, node: SchemaNode, { words, config }: Known): HoverBlock[] {
  const meant = path === node.path ? "Takes" : `A plain value is that of ${inlineCode(path)}: it takes`;
  const usual = option.default === undefined ? [] : [`Default: ${code(option.default)}.`];
  const text = [`${meant} ${expectation(option, words.vocabulary)}.`, ...usual].join(" ");
  const blocks: HoverBlock[] = [{ kind: "doc", text }];
  if (!maySet(option, "document")) blocks.push({ kind: "doc", text: "A document cannot set it." });
  const now = config && currentValue(path, option, config);
  if (now !== undefined) blocks.push({ kind: "doc", text: `Now: ${code(now.value)}, ${originInWords(now.origin)}.` });
  return blocks;
}

/** The summary shows thinking as one option. */
function currentValue(
  path: string,
  { default: usual }: OptionInfo,
  { settings }: ConfigSummary,
): { value: Json; origin: Origin } | undefined {
  const own = settings[path];
  if (own !== undefined) return own;
  const [, section = "", name = ""] = /^(.*)\.([^.]+)$/.exec(path) ?? [];
  const whole = settings[section];
  if (whole !== undefined && typeof whole.value === "object" && whole.value !== null && name in whole.value)
    return { value: (whole.value as { readonly [name: string]: Json })[name] ?? null, origin: whole.origin };
  return usual === undefined ? undefined : { value: usual, origin: "default" };
}

/** A value with a name of its own by what it stands for, every other one by its option. */
function writtenBlocks(place: OptionPlace, text: string, { words, config }: Known): HoverBlock[] | undefined {
  const found = optionAt(place.path, words);
  if (found === undefined) return undefined;
  const item = isList(place.path, words) ? parseItem(text) : undefined;
  const named = valueBlocksOf(item?.name ?? text, found.option, words);
  if (named !== undefined) return [...named, { kind: "doc", text: `A value of ${inlineCode(found.path)}.` }];
  return keyBlocks(place.path, words, config);
}

function code(value: Json): string {
  return inlineCode(JSON.stringify(value));
}
