import type { Span } from "../base/span.js";
import type { ListEdit } from "./operations.js";
import { presetName } from "./schema.js";

/** An item of a list as it is written. */
export interface ListItem {
  readonly text: string;
  /** The text without quotes. */
  readonly span: Span;
}

/** What the first character of an item says; "bare" items and presets make the list, the others change it. */
export type Prefix = "bare" | "preset" | "append" | "prepend" | "remove";

/** An item taken apart. `name` is what it is about; `at` is where the name starts in the text, in UTF-16 units. */
export interface ParsedItem {
  readonly prefix: Prefix;
  readonly name: string;
  readonly at: number;
}

const operators = { "+": "append", "^": "prepend", "!": "remove" } as const;

/** The signs that an item which changes a list may start with. */
export const itemOperators: readonly string[] = Object.keys(operators);

/**
 * Takes an item apart by the prefix syntax (seed "Op-prefix syntax"; spec/flemma-templates.md §6): `+ ^ !` and `$preset`.
 * Single characters, `$HOME` and `${TMPDIR}` are plain items. Undefined when operators are combined, as in `+^bash`.
 */
export function parseItem(text: string): ParsedItem | undefined {
  if (presetName.test(text)) return { prefix: "preset", name: text, at: 0 };
  const first = text[0];
  if (text.length < 2 || first === undefined || !(first in operators)) {
    return text.length > 1 && first === "$" && isOperated(text.slice(1)) ? undefined : { prefix: "bare", name: text, at: 0 };
  }
  const name = text.slice(1);
  return isOperated(name) ? undefined : { prefix: operators[first as keyof typeof operators], name, at: 1 };
}

/** Says whether a text would be an operation, or a preset, of its own. */
function isOperated(text: string): boolean {
  return presetName.test(text) || (text.length > 1 && (text[0] as string) in operators);
}

/**
 * The steps of a literal list: bare items make the list, then the presets, then the other operations in their order. A
 * list of operations alone changes what is inherited; an empty one is the empty list.
 */
export function editsOf(items: readonly (ParsedItem & { readonly span: Span })[]): ListEdit[] {
  const edits: ListEdit[] = [];
  const of = (...prefixes: Prefix[]) => items.filter(({ prefix }) => prefixes.includes(prefix));
  const seeds = [...of("bare"), ...of("preset")];
  if (seeds.length > 0 || items.length === 0) edits.push({ kind: "clear" });
  for (const { name, span } of seeds) edits.push({ kind: "append", item: name, span });
  for (const { prefix, name, span } of items)
    if (prefix === "append" || prefix === "prepend" || prefix === "remove") edits.push({ kind: prefix, item: name, span });
  return edits;
}

/** What a preset spreads; undefined for a preset that does not exist. */
export type Presets = (name: string) => readonly string[] | undefined;

/** Applies the steps to a list whose presets are spread already. Every value is there once: adding it again moves it. */
export function applyEdits(inherited: readonly string[], edits: readonly ListEdit[], presets: Presets): string[] {
  /** The place of each item among the others: a list may be as long as its text, and every edit moves somebody. */
  let places = new Map(inherited.map((item, index) => [item, index]));
  let first = 0;
  let last = inherited.length;
  for (const edit of edits) {
    if (edit.kind === "clear") {
      places = new Map();
      continue;
    }
    const items = presetName.test(edit.item) ? [...new Set(presets(edit.item) ?? [edit.item])] : [edit.item];
    if (edit.kind === "prepend") first -= items.length;
    items.forEach((item, index) => {
      places.delete(item);
      if (edit.kind !== "remove") places.set(item, edit.kind === "append" ? last++ : first + index);
    });
  }
  // Without anything prepended, the order of insertion is the order of the places.
  return first === 0 ? [...places.keys()] : [...places].sort(([, one], [, other]) => one - other).map(([item]) => item);
}
