import {
  builtinPresets,
  type OptionInfo,
  options,
  type SectionInfo,
  type SettableBy,
  sections,
  shortcuts,
} from "../../../shared/settings.js";

/** One place in the tree of options: an option, a section, or both (`tools`). */
export interface SchemaNode {
  /** Dotted path; chosen names stand where the table has `*`. */
  readonly path: string;
  readonly option?: OptionInfo;
  readonly section?: SectionInfo;
}

/** The names that options are checked against. */
export interface Vocabulary {
  /** Providers that are built in, and those that settings define. */
  readonly providers: readonly string[];
  readonly tools: readonly string[];
  /** With their `$`. */
  readonly presets: readonly string[];
}

interface Branch {
  readonly children: Map<string, Branch>;
  option?: OptionInfo;
  section?: SectionInfo;
  /** See `optionsOf`. */
  all?: readonly OptionInfo[];
}

const root: Branch = { children: new Map() };
for (const [path, option] of Object.entries(options)) branchAt(path).option = option;
for (const [path, section] of Object.entries(sections)) branchAt(path).section = section;

function branchAt(path: string): Branch {
  let branch = root;
  for (const name of path.split(".")) {
    const child: Branch = branch.children.get(name) ?? { children: new Map() };
    branch.children.set(name, child);
    branch = child;
  }
  return branch;
}

/**
 * What names on top stand for: a shortcut for its option, a dotted path for its steps (so that data can hold `tools` and
 * `tools.auto_approve` side by side). Every other name stands for itself.
 */
export function fullPath([top, ...names]: readonly string[]): string[] {
  if (top === undefined) return [];
  const [first = "", ...rest] = top.split(".");
  const start = Object.hasOwn(shortcuts, first) ? (shortcuts[first] as string).split(".") : [first];
  return [...start, ...rest, ...names];
}

/** Finds what stands at a path; undefined when there is nothing. No names give the root. */
export function schemaAt(names: readonly string[], vocabulary: Vocabulary): SchemaNode | undefined {
  let branch = root;
  let parent = "";
  for (const name of names) {
    const child = childOf(branch, { parent, name }, vocabulary);
    if (child === undefined) return undefined;
    branch = child;
    parent = parent === "" ? name : `${parent}.${name}`;
  }
  const { option, section, children } = branch;
  return { path: parent, ...(option && { option }), ...(section ? { section } : children.size > 0 && { section: { doc: "" } }) };
}

/** The names that may follow a path, shortcuts at the top included. */
function memberNames(names: readonly string[], vocabulary: Vocabulary): string[] {
  const path = names.join(".");
  const fixed = [...(branchOf(names, vocabulary)?.children.keys() ?? [])].filter((name) => name !== "*");
  if (path === "") return [...fixed, ...Object.keys(shortcuts)];
  if (path === "presets") return [...vocabulary.presets];
  if (path === "parameters" || path.endsWith(".parameters")) return [...new Set([...fixed, ...vocabulary.providers])];
  return fixed;
}

/** The names that may follow a path and lead to something that `by` may set, shortcuts at the top included: for suggestions. */
export function settableNames(names: readonly string[], vocabulary: Vocabulary, by: SettableBy): string[] {
  return memberNames(names, vocabulary).filter((name) => isSettable(fullPath([...names, name]), vocabulary, by));
}

/** Says whether there is something at a path that `by` may set. */
export function isSettable(names: readonly string[], vocabulary: Vocabulary, by: SettableBy): boolean {
  const branch = branchOf(names, vocabulary);
  return branch !== undefined && optionsOf(branch).some((option) => maySet(option, by));
}

/** What `by` may take back at a path: all of it at once where all of it is theirs to set, else the parts that are. */
export function ownPaths(names: readonly string[], vocabulary: Vocabulary, by: SettableBy): string[] {
  const branch = branchOf(names, vocabulary);
  return branch === undefined ? [] : ownBelow(branch, names.join("."), by);
}

function ownBelow(branch: Branch, path: string, by: SettableBy): string[] {
  if (optionsOf(branch).every((option) => maySet(option, by))) return [path];
  return [...branch.children].flatMap(([name, child]) => ownBelow(child, `${path}.${name}`, by));
}

/** Who may set the first option at or below a path. */
export function ownerOf(names: readonly string[], vocabulary: Vocabulary): SettableBy {
  const branch = branchOf(names, vocabulary);
  return (branch && optionsOf(branch)[0]?.by) ?? "document";
}

/** All options at or below a branch, gathered once: every name of a wrong one is compared with what they may set. */
function optionsOf(branch: Branch): readonly OptionInfo[] {
  const { option, children } = branch;
  branch.all ??= [...(option ? [option] : []), ...[...children.values()].flatMap(optionsOf)];
  return branch.all;
}

/** Says whether an option may be set by somebody. */
export function maySet(option: OptionInfo, by: SettableBy): boolean {
  return setters[option.by].includes(by);
}

const setters: Readonly<Record<SettableBy, readonly SettableBy[]>> = {
  document: ["document", "project", "user", "editor"],
  project: ["project", "user", "editor"],
  user: ["user", "editor"],
  editor: ["editor"],
};

function branchOf(names: readonly string[], vocabulary: Vocabulary): Branch | undefined {
  let branch: Branch | undefined = root;
  let parent = "";
  for (const name of names) {
    branch = branch && childOf(branch, { parent, name }, vocabulary);
    parent = parent === "" ? name : `${parent}.${name}`;
  }
  return branch;
}

function childOf({ children }: Branch, { parent, name }: { parent: string; name: string }, vocabulary: Vocabulary): Branch | undefined {
  if (name !== "*" && children.has(name)) return children.get(name);
  return isChosenName(parent, name, vocabulary) ? children.get("*") : undefined;
}

/** How the name of a preset is written. */
export const presetName = /^\$[a-z][a-z0-9_-]*$/;

/** Says whether a person may choose this name below `parent`. */
function isChosenName(parent: string, name: string, { providers }: Vocabulary): boolean {
  if (parent === "presets") return presetName.test(name);
  if (parent === "providers") return /^[A-Za-z][\w-]*$/.test(name);
  if (/^providers\.[^.]+\.models$/.test(parent)) return name !== "";
  return providers.includes(name);
}

/** The names of the presets that nobody has to define. */
export const builtinPresetNames: readonly string[] = Object.keys(builtinPresets);
