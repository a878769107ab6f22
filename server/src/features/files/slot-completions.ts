import type { FolderNames } from "../../base/file-answers.js";
import { resolvePath } from "../../base/paths.js";
import { encodePath } from "../../base/percent-encoding.js";
import type { Span } from "../../base/span.js";
import { quote as quoteGo } from "../../engines/go/text/quote.js";
import { referencedPath } from "../../engines/references/reference-resolver.js";
import { mimeByExtension } from "../../workspace/mime-by-extension.js";
import type { Completion } from "../completion.js";
import { personalityPrefix } from "./file-places.js";
import { commonTypes } from "./mime-types.js";
import type { FileSlot, PathSlot } from "./slots.js";

/** What is known where a file is being named. */
export interface KnownNames {
  /** The names in the folder of the slot, those of folders with a `/` at their end. */
  readonly names: FolderNames;
  /** The names of all personalities. */
  readonly personalities: readonly string[];
}

/** Suggestions for a slot; `isComplete` is false when there are more than are told. */
export interface SlotCompletions {
  readonly items: readonly Completion[];
  readonly isComplete: boolean;
}

type Item = Omit<Completion, "sortText">;

/** So many names are suggested at once: what is typed next leaves fewer. */
const mostItems = 500;

/** The absolute path of the folder whose names are wanted; undefined where none are. */
export function slotFolder(slot: PathSlot, { dirname, home }: { readonly dirname: string; readonly home: string }): string | undefined {
  if (slot.kind === "reference") return referencedPath(slot.folder, dirname, home);
  return slot.kind === "embed" || (slot.kind === "include" && !isUrn(slot)) ? resolvePath(dirname, slot.folder, home) : undefined;
}

/**
 * The suggestions of a slot, in the order they should be seen, behind all others: of names in a folder, folders come first,
 * and what begins as it is typed.
 */
export function slotCompletions(slot: PathSlot, known: KnownNames): SlotCompletions {
  const items = itemsOf(slot, known);
  const shown = items.slice(0, mostItems).map((item, index) => ({ ...item, sortText: `p${String(index).padStart(4, "0")}` }));
  return { items: shown, isComplete: items.length <= mostItems };
}

function itemsOf(slot: PathSlot, { names = [], personalities }: KnownNames): Item[] {
  switch (slot.kind) {
    case "include":
      return [...nameItems(slot, names), ...personalityItems(slot, personalities)];
    case "embed":
    case "reference":
      return nameItems(slot, names);
    case "prefix":
      return prefixes.map(([label, doc]) => plainItem({ label, kind: "folder", detail: doc }, slot.word));
    case "option":
      return [
        {
          ...plainItem({ label: "type", kind: "property", detail: "MIME type" }, slot.word),
          doc: "What the file is taken for, whatever its name and its content say.",
          newText: slot.isFollowed ? "type" : "type=",
        },
      ];
    case "type":
      return typeItems(slot);
  }
}

const prefixes: readonly (readonly [string, string])[] = [
  ["@./", "folder of this document"],
  ["@../", "folder above"],
  ["@~/", "home folder"],
  ["@//", "absolute path"],
];

/** Says whether the names of personalities are suggestions for a slot. */
export function takesPersonality(slot: PathSlot): boolean {
  if (slot.kind !== "include" || slot.folder !== "") return false;
  return personalityPrefix.startsWith(slot.typed) || slot.typed.startsWith(personalityPrefix);
}

function isUrn({ folder, typed }: FileSlot): boolean {
  return folder === "" && typed.startsWith("urn:");
}

function nameItems(slot: FileSlot, names: readonly string[]): Item[] {
  const { folder, typed } = slot;
  const isHiddenWanted = typed.startsWith(".");
  const wanted = names.filter((name) => !/^\.git\/?$/.test(name) && (isHiddenWanted || !name.startsWith(".")));
  const ranked = wanted.map((name) => ({ name, rank: (name.endsWith("/") ? 0 : 4) + distanceOf(name, typed) }));
  const sorted = ranked.sort((a, b) => a.rank - b.rank || compare(a.name, b.name)).map(({ name }) => name);
  const folders = sorted.filter((name) => name.endsWith("/"));
  const leadsUp = /^(?:\.\.\/)*$/.test(folder) && /^\.{0,2}$/.test(typed);
  const up = leadsUp ? ["../"] : [];
  return [...folders, ...up, ...sorted.slice(folders.length)].map((name) => nameItem(slot, name));
}

/** How little a name has to do with what is typed: 0 begins so, 1 but for its case, 2 holds it somewhere. */
function distanceOf(name: string, typed: string): number {
  if (name.startsWith(typed)) return 0;
  const [lower, wanted] = [name.toLowerCase(), typed.toLowerCase()];
  return lower.startsWith(wanted) ? 1 : lower.includes(wanted) ? 2 : 3;
}

/** Made with the first names: a server that starts does not wait for it. */
let collator: Intl.Collator | undefined;

function compare(a: string, b: string): number {
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(a, b);
}

/** A folder is followed by one slash; a file ends the path. */
function nameItem({ kind, quote, name: at, path, isFollowed }: FileSlot, name: string): Item {
  const isFolder = name.endsWith("/");
  const span = isFolder ? { start: at.start, end: at.end + (isFollowed ? 1 : 0) } : { start: at.start, end: path.end };
  const newText = written(name, kind, quote);
  const detail = isFolder ? "" : (mimeByExtension(name) ?? "");
  const filter = newText === name ? {} : { filterText: newText };
  return { label: name, kind: isFolder ? "folder" : "file", detail, doc: "", span, newText, ...filter };
}

function written(name: string, kind: FileSlot["kind"], quote: FileSlot["quote"]): string {
  if (kind === "reference") return encodePath(name);
  if (kind === "include") return escaped(name, quote);
  return quote === "`" ? name : quoteGo(name).slice(1, -1);
}

/** Writes a name as a part of a quoted string of Lua. */
function escaped(name: string, quote: string): string {
  return name.replace(/[\\"'\p{Cc}]/gu, (unit) => {
    if (unit === "\\" || unit === quote) return `\\${unit}`;
    return /["']/.test(unit) ? unit : `\\${String(unit.charCodeAt(0)).padStart(3, "0")}`;
  });
}

function personalityItems(slot: FileSlot, personalities: readonly string[]): Item[] {
  if (!takesPersonality(slot)) return [];
  return personalities.map((name) => plainItem({ label: personalityPrefix + name, kind: "constant", detail: "personality" }, slot.path));
}

/** The type that the name of the file stands for comes first. */
function typeItems({ word, path }: Extract<PathSlot, { kind: "type" }>): Item[] {
  const own = mimeByExtension(path);
  const others = commonTypes.filter(([type]) => type !== own);
  const all = own === undefined ? others : [[own, "by the name of the file"] as const, ...others];
  return all.map(([label, detail]) => plainItem({ label, kind: "constant", detail }, word));
}

function plainItem(item: Pick<Item, "label" | "kind" | "detail">, span: Span): Item {
  return { ...item, doc: "", span, newText: item.label };
}
