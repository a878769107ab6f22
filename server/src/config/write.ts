import type { OptionInfo, SettableBy } from "../../../shared/settings.js";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import { didYouMean, suggest } from "../base/suggest.js";
import { describeNode, expectation, optionValue } from "./check-value.js";
import type { ConfigMember, ConfigNode, ConfigTable } from "./config-node.js";
import { editsOf, type ListItem, type ParsedItem, parseItem } from "./list-items.js";
import type { ListEdit, Operation } from "./operations.js";
import { fullPath, maySet, type SchemaNode, schemaAt, settableNames, type Vocabulary } from "./schema.js";
import { composedFix, meantValueFix, prefixedFix } from "./value-fixes.js";

/** One step of the path to an option, as it is written. */
export interface PathStep {
  readonly name: string;
  readonly span: Span;
}

/** What a document, a settings file or the project file does to an option. */
export interface Write {
  /** From the top of the options; empty for all of them (the object `flemma` of JSON). */
  readonly path: readonly PathStep[];
  /** Only lists can be appended to and removed from. */
  readonly action: "set" | "append" | "prepend" | "remove";
  readonly node: ConfigNode;
}

/** What writes are checked against. */
export interface WriteRules {
  readonly vocabulary: Vocabulary;
  /** Who writes. */
  readonly by: SettableBy;
  /** The text that spans are offsets of. */
  readonly source: string;
}

/** What a write comes to: operations for what is right, problems for what is not. */
export interface WriteOutcome {
  readonly operations: readonly Operation[];
  readonly problems: readonly Diagnostic[];
}

interface Collector extends WriteRules {
  readonly operations: Operation[];
  readonly problems: Diagnostic[];
}

/**
 * Checks a write and turns it into operations (spec/flemma-templates.md §6). What is refused has no effect: each option
 * stands for itself, a list is taken as a whole. Problems are at the exact key or value, quotes excluded.
 */
export function applyWrite({ path, action, node }: Write, rules: WriteRules): WriteOutcome {
  const to: Collector = { ...rules, operations: [], problems: [] };
  const place = walk(to, path);
  if (place === undefined) return to;
  if (action === "set") set(to, place, node);
  else edit(to, place, { action, node });
  return to;
}

/** A place in the schema, and the key that led there. */
interface Place {
  readonly node: SchemaNode;
  readonly names: readonly string[];
  readonly key: Span;
}

function walk(to: Collector, path: readonly PathStep[]): Place | undefined {
  let place: Place | undefined = { node: { path: "", section: { doc: "" } }, names: [], key: { start: 0, end: 0 } };
  for (const step of path) {
    place = stepInto(to, place, step);
    if (place === undefined) return undefined;
  }
  return place;
}

function stepInto(to: Collector, { names, node }: Place, { name, span }: PathStep): Place | undefined {
  const next = names.length === 0 ? fullPath([name]) : [...names, name];
  const found = schemaAt(next, to.vocabulary);
  const key = inner(to.source, span);
  if (found !== undefined) return { node: found, names: next, key };
  const suggestions = keySuggestions(to, { names, name, next });
  const where = node.path === "" ? "" : ` in '${node.path}'`;
  const fix = replaceFix(to.source, { span, text: name, with: suggestions });
  to.problems.push(
    diagnostic("config/unknown-key", key, `Unknown option '${name}'${where}.${didYouMean(suggestions)}`, { suggestions, ...fix }),
  );
  return undefined;
}

/** What a key was meant to be: of a dotted path, the first step that leads nowhere is another. */
function keySuggestions(
  { vocabulary, by }: Collector,
  { names, name, next }: { names: readonly string[]; name: string; next: readonly string[] },
): string[] {
  const wrong = next.findIndex((_, index) => schemaAt(next.slice(0, index + 1), vocabulary) === undefined);
  const steps = names.length === 0 ? name.split(".") : [name];
  const found = suggest(next[wrong] ?? name, settableNames(next.slice(0, wrong), vocabulary, by));
  return found.map((step) => steps.with(wrong - next.length, step).join("."));
}

function set(to: Collector, place: Place, node: ConfigNode): void {
  const { option, section, path } = place.node;
  if (option !== undefined && !checkSetter(to, place, option)) return;
  if (node.kind === "null") {
    if (path !== "") to.operations.push({ kind: "unset", path });
    return;
  }
  const short = section?.short === undefined ? undefined : stepInto(to, place, { name: section.short, span: place.key });
  if (section !== undefined && node.kind === "table") setTable(to, place, node);
  else if (option !== undefined) setOption(to, place, { option, node });
  else if (short !== undefined) set(to, short, node);
  else mismatch(to, place, { node, expected: "an object of options" });
}

/** A table of a section: its members are options of their own. The section `tools` is a list as well. */
function setTable(to: Collector, place: Place, table: ConfigTable): void {
  const { option } = place.node;
  const isList = table.items.length > 0 || table.shape === "list" || (table.shape === "either" && table.members.length === 0);
  if (option !== undefined && isList) setOption(to, place, { option, node: table });
  else if (table.items.length > 0 || table.shape === "list") mismatch(to, place, { node: table, expected: "an object of options" });
  for (const { name, keySpan, node } of lastOfEach(table.members)) {
    // A file of options may say what editors check it against.
    if (name === "$schema" && place.names.length === 0 && to.by !== "document") continue;
    const member = stepInto(to, place, { name, span: keySpan });
    if (member) set(to, member, node);
  }
}

function lastOfEach(members: readonly ConfigMember[]): Iterable<ConfigMember> {
  return new Map(members.map((member) => [member.name, member])).values();
}

function setOption(to: Collector, place: Place, { option, node }: { option: OptionInfo; node: ConfigNode }): void {
  const { path } = place.node;
  const list = option.types.find((type) => type.kind === "list");
  if (list !== undefined && node.kind !== "function") {
    const edits = listEdits(to, place, { of: list.of, node });
    if (edits !== undefined) to.operations.push({ kind: "list", path, edits });
    return;
  }
  for (const type of option.types) {
    const value = optionValue(node, type, to.vocabulary);
    if (value === undefined) continue;
    to.operations.push({ kind: "set", path, value, span: placeOf(to.source, node) });
    return;
  }
  const isProvider = option.types.some(({ kind }) => kind === "provider");
  if (isProvider && node.kind === "scalar" && typeof node.value === "string") unknownProvider(to, node.value, node.span);
  else mismatch(to, place, { node, expected: expectation(option, to.vocabulary), option });
}

/** Says who is not allowed to set an option. */
function checkSetter(to: Collector, { node, key }: Place, option: OptionInfo): boolean {
  if (maySet(option, to.by)) return true;
  const who = { document: "", project: "settings or the project file", user: "your own settings", editor: "the settings of the editor" }[
    option.by
  ];
  to.problems.push(diagnostic("config/not-settable", key, `'${node.path}' cannot be set here. Set it in ${who}.`));
  return false;
}

function listEdits(to: Collector, place: Place, { of, node }: { of: string; node: ConfigNode }): ListEdit[] | undefined {
  const before = to.problems.length;
  const items: (ParsedItem & { readonly span: Span })[] = [];
  for (const { text, span } of listItems(to, place, node)) {
    const item = parseItem(text);
    if (item === undefined) to.problems.push(composed({ text, span }, to));
    else items.push({ ...item, span: nameSpan(to.source, span, { text, at: item.at }) });
  }
  for (const item of items) checkItem(to, of, item);
  return to.problems.slice(before).some(({ severity }) => severity === "error") ? undefined : editsOf(items);
}

function edit(to: Collector, place: Place, { action, node }: { action: "append" | "prepend" | "remove"; node: ConfigNode }): void {
  const { option, path } = place.node;
  const list = option?.types.find((type) => type.kind === "list");
  if (option === undefined || list === undefined || !checkSetter(to, place, option)) return;
  const before = to.problems.length;
  const edits: ListEdit[] = [];
  for (const { text, span } of listItems(to, place, node)) {
    const item = parseItem(text);
    if (item === undefined || item.at > 0) to.problems.push(prefixedItem({ text, span }, to));
    else {
      checkItem(to, list.of, { ...item, span });
      edits.push({ kind: action, item: text, span });
    }
  }
  // Each goes to the very front: the last one first, so that they stand there as they are written.
  if (action === "prepend") edits.reverse();
  if (!to.problems.slice(before).some(({ severity }) => severity === "error")) to.operations.push({ kind: "list", path, edits });
}

/** The strings of a list; a single string is a list of one. Whatever else there is, is a fault. */
function listItems(to: Collector, place: Place, node: ConfigNode): ListItem[] {
  if (node.kind === "scalar" && typeof node.value === "string") return [{ text: node.value, span: inner(to.source, node.span) }];
  const option = place.node.option as OptionInfo;
  if (node.kind !== "table" || node.shape === "object" || (node.members.length > 0 && place.node.section === undefined)) {
    mismatch(to, place, { node, expected: expectation(option, to.vocabulary) });
    return [];
  }
  return node.items.flatMap((item) => {
    if (item.kind === "scalar" && typeof item.value === "string") return [{ text: item.value, span: inner(to.source, item.span) }];
    const text = `An item of '${place.node.path}' must be a string, not ${describeNode(item)}.`;
    to.problems.push(diagnostic("config/type", placeOf(to.source, item), text));
    return [];
  });
}

function composed({ text, span }: ListItem, { vocabulary, source }: WriteRules): Diagnostic {
  const message = `Operators cannot be combined: '${text}' has two. Write one of + ^ ! or $ before a name.`;
  return diagnostic("config/composed-operator", span, message, composedFix({ text, span }, vocabulary, source));
}

function prefixedItem({ text, span }: ListItem, { vocabulary, source }: WriteRules): Diagnostic {
  const message = `'${text}' has an operator of its own, but the call already says what to do. Give the plain name.`;
  return diagnostic("config/composed-operator", span, message, prefixedFix({ text, span }, vocabulary, source));
}

/** Tools must exist; what is approved should. Presets are looked at when everything is known. */
function checkItem(to: Collector, of: string, { prefix, name, span }: Pick<ParsedItem, "prefix" | "name"> & { readonly span: Span }): void {
  const { tools } = to.vocabulary;
  if (prefix === "preset" || (of !== "tool" && of !== "approval") || tools.includes(name)) return;
  // What no tool could be called, such as $HOME, is left alone; tools of other servers (server:tool) are not known here.
  if (of === "approval" && !/^[A-Za-z_][\w-]*$/.test(name)) return;
  const suggestions = suggest(name, tools);
  const text = `flemma.opt: unknown value '${name}'.${didYouMean(suggestions)}`;
  const code = of === "tool" ? "config/unknown-tool" : "config/unknown-approval";
  to.problems.push(diagnostic(code, span, text, { suggestions, ...replaceFix(to.source, { span, text: name, with: suggestions }) }));
}

function unknownProvider(to: Collector, name: string, span: Span): void {
  const { providers } = to.vocabulary;
  const suggestions = suggest(name, providers);
  const text = `Unknown provider '${name}'.${didYouMean(suggestions) || ` Known are ${providers.join(", ")}.`}`;
  const fix = replaceFix(to.source, { span, text: name, with: suggestions });
  to.problems.push(diagnostic("config/unknown-provider", inner(to.source, span), text, { suggestions, ...fix }));
}

interface Mismatch {
  readonly node: ConfigNode;
  readonly expected: string;
  /** The option whose values a misspelled string may have meant. */
  readonly option?: OptionInfo;
}

function mismatch(to: Collector, place: Place, { node, expected, option }: Mismatch): void {
  const name = place.node.path === "" ? "The options" : `'${place.node.path}'`;
  const isText = node.kind === "scalar" && typeof node.value === "string";
  const meant = option === undefined ? {} : meantValueFix(node, option, to);
  const suggestions = isText && option !== undefined && meant.data === undefined ? suggest(node.value as string, wordsOf(option)) : [];
  const fix =
    isText && meant.data === undefined ? replaceFix(to.source, { span: node.span, text: node.value as string, with: suggestions }) : meant;
  const text = `${name} must be ${expected}, not ${describeNode(node)}.${didYouMean(suggestions)}`;
  to.problems.push(diagnostic("config/type", placeOf(to.source, node), text, { ...(suggestions.length > 0 && { suggestions }), ...fix }));
}

function wordsOf({ types }: OptionInfo): string[] {
  return types.flatMap((type) => (type.kind === "enum" ? type.values : []));
}

/** Where a value stands: a text without its quotes. */
function placeOf(source: string, node: ConfigNode): Span {
  return node.kind === "scalar" ? inner(source, node.span) : node.span;
}

/** A span without the quotes that stand around it; the whole span when it is not one quoted string, or nothing would be left to see. */
export function inner(source: string, span: Span): Span {
  const text = source.slice(span.start, span.end);
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const isOne = text.length > 2 && new RegExp(`^${quote}(?:\\\\[^]|[^\\\\${quote}])*${quote}$`).test(text);
    return isOne ? { start: span.start + 1, end: span.end - 1 } : span;
  }
  const level = /^\[=*\[/.exec(text)?.[0].length;
  if (level === undefined || !text.endsWith(`]${"=".repeat(level - 2)}]`) || text.length <= 2 * level) return span;
  return { start: span.start + level, end: span.end - level };
}

/** The place of a name inside an item, where the item is written as it is; else the item. */
function nameSpan(source: string, span: Span, { text, at }: { text: string; at: number }): Span {
  return source.slice(span.start, span.end) === text ? { start: span.start + at, end: span.end } : span;
}

/** The fix for a misspelled word, where the word stands in the text as it is. */
function replaceFix(
  source: string,
  { span, text, with: names }: { span: Span; text: string; with: readonly string[] },
): Pick<Diagnostic, "data"> {
  const at = inner(source, span);
  if (names.length === 0 || source.slice(at.start, at.end) !== text) return {};
  return { data: { kind: "replace", span: at, with: names } };
}
