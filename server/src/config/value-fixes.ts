import type { OptionInfo } from "../../../shared/settings.js";
import type { Diagnostic } from "../base/diagnostic.js";
import { possible, replaced } from "../base/rewrites.js";
import type { Span } from "../base/span.js";
import { optionValue } from "./check-value.js";
import type { ConfigNode } from "./config-node.js";
import { type ListItem, parseItem } from "./list-items.js";
import type { Vocabulary } from "./schema.js";

type Fix = Pick<Diagnostic, "data">;

const truths: Readonly<Record<string, string>> = { true: "true", yes: "true", on: "true", false: "false", no: "false", off: "false" };
/** A number that is written alike in Lua, JSON and YAML. */
const number = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/** The fix for a text where a number, a share or a truth value is meant: `"0.5"`, `"yes"`, `"50"`. */
export function meantValueFix(
  node: ConfigNode,
  { types }: OptionInfo,
  { vocabulary, source }: { vocabulary: Vocabulary; source: string },
): Fix {
  if (node.kind !== "scalar" || typeof node.value !== "string") return {};
  const { value: text, span } = node;
  const written = source.slice(span.start, span.end);
  if (written !== text && written !== `"${text}"` && written !== `'${text}'`) return {};
  const word = text.toLowerCase();
  const truth = Object.hasOwn(truths, word) ? truths[word] : undefined;
  const plain = truth ?? (number.test(text) ? text : undefined);
  if (plain === undefined) return {};
  const takes = (value: string | number | boolean) =>
    types.some((type) => optionValue({ kind: "scalar", span, value }, type, vocabulary) !== undefined);
  const choices = takes(truth === undefined ? Number(text) : truth === "true") ? [plain] : [];
  if (truth === undefined && takes(`${text}%`)) choices.push(`"${text}%"`);
  return choices.length === 0 ? {} : { data: { kind: "replace", span, with: choices } };
}

/** The fix for an item with two operators: either of them, where the rest is a tool or a preset that there is. */
export function composedFix({ text, span }: ListItem, { tools, presets }: Vocabulary, source: string): Fix {
  if (!isWritten(source, span, text)) return {};
  const choices = [`${text[0]}${text.slice(2)}`, text.slice(1)].filter((choice) => {
    const item = parseItem(choice);
    return item !== undefined && (item.prefix === "preset" ? presets.includes(choice) : tools.includes(item.name));
  });
  return choices.length === 0 ? {} : { data: { kind: "replace", span, with: [...new Set(choices)] } };
}

/** The fix for an item with an operator in a call that says what to do: the plain name, if no other action was meant. */
export function prefixedFix({ text, span }: ListItem, { tools }: Vocabulary, source: string): Fix {
  const name = text.slice(1);
  if (!isWritten(source, span, text) || !tools.includes(name)) return {};
  return { data: { kind: "rewrite", choices: [possible(`Change '${text}' to '${name}'`, replaced(span, name))] } };
}

/** Escapes may stand between what is written and what it says. */
function isWritten(source: string, { start, end }: Span, text: string): boolean {
  return source.slice(start, end) === text;
}
