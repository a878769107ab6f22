import type { OptionInfo, OptionType } from "../../../shared/settings.js";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import { didYouMean, suggest } from "../base/suggest.js";
import { expectation, optionValue } from "./check-value.js";
import { collectionFaults } from "./collection.js";
import type { ConfigMember, ConfigNode, ConfigTable } from "./config-node.js";
import { argumentFaults } from "./declared-arguments.js";
import type { Operation } from "./operations.js";
import { fullPath, isSettable, ownerOf, ownPaths, presetName, type SchemaNode, schemaAt, settableNames } from "./schema.js";
import {
  type Collector,
  checkSetter,
  duplicateKeys,
  mismatch,
  notSettable,
  type Place,
  unknownProvider,
  type WriteRules,
} from "./write-faults.js";
import { editList, listEdits } from "./write-lists.js";
import { inner, placeOf, replaceFix } from "./written-places.js";

/** One step of the path to an option, as it is written. */
export interface PathStep {
  readonly name: string;
  readonly span: Span;
  /** The names of the keys beside it, and those that keys beside it are to be changed to. */
  readonly taken?: Set<string>;
}

/** What a document, a settings file or the project file does to an option. */
export interface Write {
  /** From the top of the options; empty for all of them (the object `flemma` of JSON). */
  readonly path: readonly PathStep[];
  /** Only lists can be appended to and removed from. */
  readonly action: "set" | "append" | "prepend" | "remove";
  readonly node: ConfigNode;
}

/** What a write comes to: operations for what is right, problems for what is not. */
export interface WriteOutcome {
  readonly operations: readonly Operation[];
  readonly problems: readonly Diagnostic[];
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
  else editList(to, place, { action, node });
  return to;
}

function walk(to: Collector, path: readonly PathStep[]): Place | undefined {
  let place: Place | undefined = { node: { path: "", section: { doc: "" } }, names: [], key: { start: 0, end: 0 } };
  for (const step of path) {
    place = stepInto(to, place, step);
    if (place === undefined) return undefined;
  }
  return place;
}

function stepInto(to: Collector, { names, node }: Place, { name, span, taken }: PathStep): Place | undefined {
  const next = names.length === 0 ? fullPath([name]) : [...names, name];
  const found = schemaAt(next, to.vocabulary);
  const key = inner(to.source, span);
  if (found !== undefined) return { node: found, names: next, key };
  const { rule, meant = [] } = nameRule(node, name);
  const suggestions = meant.length > 0 ? meant : keySuggestions(to, names, name);
  const where = node.path === "" ? "" : ` in '${node.path}'`;
  const fix = replaceFix(to.source, { span, text: name, with: freeNames(to, suggestions, { names, taken }) });
  const text = `Unknown option '${name}'${where}.${rule}${didYouMean(suggestions)}`;
  to.problems.push(diagnostic("config/unknown-key", key, text, { suggestions, ...fix }));
  return undefined;
}

/** The names that a key may be changed to: none when the nearest is taken, for then it was not meant to be another one. */
function freeNames(
  { vocabulary, by }: Collector,
  suggestions: readonly string[],
  { names, taken }: { readonly names: readonly string[]; readonly taken: Set<string> | undefined },
): string[] {
  const [nearest] = suggestions;
  if (nearest === undefined || taken?.has(nearest)) return [];
  const free = suggestions.filter((name) => !taken?.has(name) && isSettable(fullPath([...names, name]), vocabulary, by));
  taken?.add(nearest);
  return free;
}

/** How names that a person chooses are written, where they are chosen; and that items of a list have none. */
function nameRule({ path, option }: SchemaNode, name: string): { readonly rule: string; readonly meant?: readonly string[] } {
  if (option?.types.some(({ kind }) => kind === "list") && /^\d+$/.test(name))
    return { rule: ` Items have no places: write ${path}:append(…), ${path}:prepend(…) or ${path}:remove(…).` };
  if (path === "providers") return { rule: " The name of a provider is a letter, then letters, digits, '_' and '-'." };
  if (path !== "presets") return { rule: "" };
  const meant = `$${name.replace(/^\$/, "").toLowerCase()}`;
  return { rule: " The name of a preset is $ and small letters.", meant: presetName.test(meant) ? [meant] : [] };
}

/** What a key below `names` was meant to be: the names and dotted paths that lead to what whoever writes may set. */
function keySuggestions(to: Collector, names: readonly string[], name: string): string[] {
  const { vocabulary, by } = to;
  if (names.length > 0 || !name.includes(".")) return suggest(name, settableNames(names, vocabulary, by));
  const steps = name.split(".");
  const paths = [...meantPaths(to, [], steps), ...withoutOneDot(steps)].map((path) => path.join("."));
  return [...new Set(paths)].filter((path) => isSettable(fullPath([path]), vocabulary, by)).slice(0, 3);
}

/** Paths deeper than any option are not looked at. */
const deepestPath = 8;

/** What steps are when one of their dots was a slip. */
function withoutOneDot(steps: readonly string[]): string[][] {
  if (steps.length > deepestPath) return [];
  return steps.slice(1).map((step, index) => [...steps.slice(0, index), `${steps[index]}${step}`, ...steps.slice(index + 2)]);
}

/** What dotted steps below `names` were meant to be: each that leads nowhere is another name. */
function meantPaths(to: Collector, names: readonly string[], [step, ...rest]: readonly string[]): string[][] {
  if (step === undefined) return [[]];
  const { vocabulary, by } = to;
  const isThere = schemaAt(fullPath([...names, step]), vocabulary) !== undefined;
  const choices = isThere ? [step] : suggest(step, settableNames(names, vocabulary, by));
  return choices.flatMap((choice) => meantPaths(to, fullPath([...names, choice]), rest).map((path) => [choice, ...path]));
}

function set(to: Collector, place: Place, node: ConfigNode): void {
  const { option, section } = place.node;
  const isTakenBack = node.kind === "null";
  if (!isTakenBack && option !== undefined && !checkSetter(to, place, option)) return;
  const short = section?.short === undefined ? undefined : stepInto(to, place, { name: section.short, span: place.key });
  if (isTakenBack) unset(to, place);
  else if (section !== undefined && node.kind === "table") setTable(to, place, node);
  else if (option !== undefined) setOption(to, place, { option, node });
  else if (short !== undefined) set(to, short, node);
  else mismatch(to, place, { node, expected: "an object of options" });
}

/** Takes back what lower layers say, as far as whoever writes could have said it. */
function unset(to: Collector, { node, names, key }: Place): void {
  if (node.path === "") return;
  const paths = ownPaths(names, to.vocabulary, to.by);
  for (const path of paths) to.operations.push({ kind: "unset", path });
  if (paths.length === 0) notSettable(to, { path: node.path, key, by: ownerOf(names, to.vocabulary) });
}

/** A table of a section: its members are options of their own. The section `tools` is a list as well. */
function setTable(to: Collector, place: Place, table: ConfigTable): void {
  const { option } = place.node;
  const isList = table.items.length > 0 || table.shape === "list" || (table.shape === "either" && table.members.length === 0);
  if (option !== undefined && isList) setOption(to, place, { option, node: table });
  else if (table.items.length > 0 || table.shape === "list") mismatch(to, place, { node: table, expected: "an object of options" });
  to.problems.push(...duplicateKeys(table.members, to.source));
  const taken = new Set(table.members.map(({ name }) => name));
  for (const { name, keySpan, node } of lastOfEach(table.members)) {
    // A file of options may say what editors check it against.
    if (name === "$schema" && place.names.length === 0 && to.by !== "document") continue;
    const member = stepInto(to, place, { name, span: keySpan, taken });
    if (member) set(to, member, node);
  }
}

function lastOfEach(members: readonly ConfigMember[]): Iterable<ConfigMember> {
  return new Map(members.map((member) => [member.name, member])).values();
}

/** What is wrong inside of a value: it is told there. */
function innerFaults(kind: OptionType["kind"], node: ConfigNode, source: string): Iterable<Diagnostic> {
  if (kind === "arguments") return argumentFaults(node, source);
  return kind === "collection" ? collectionFaults(node, source) : [];
}

function setOption(to: Collector, place: Place, { option, node }: { option: OptionInfo; node: ConfigNode }): void {
  const { path } = place.node;
  const list = option.types.find((type) => type.kind === "list");
  if (list !== undefined && node.kind !== "function") {
    const edits = listEdits(to, place, { of: list.of, node });
    if (edits !== undefined) to.operations.push({ kind: "list", path, edits });
    return;
  }
  const faults = option.types.flatMap(({ kind }) => [...innerFaults(kind, node, to.source)]);
  to.problems.push(...faults);
  if (faults.length > 0) return;
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
