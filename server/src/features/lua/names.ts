import { type Span, shift, touches } from "../../base/span.js";
import { reference } from "../../engines/lua/reference.js";
import type { Label, Local } from "../../lua/ast.js";
import type { Word, Words } from "../../lua/classify.js";
import { withoutQuotes } from "../../lua/find-node.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { messageAt } from "../../syntax/message-at.js";
import { inputUses } from "../go/inputs.js";
import { proseNames } from "../prose/environment.js";
import { placeholderUses } from "../prose/names.js";
import { type LuaChunk, luaChunks } from "./chunks.js";
import { dataVariables } from "./frontmatter-data.js";
import { dataKeyUses, type GlobalBinding, tableKeyUses } from "./key-uses.js";
import { originsOf } from "./origins.js";

/** One place where a variable, a member or a label is named. Spans are UTF-16 offsets of the document. */
export interface NameUse {
  readonly name: string;
  readonly span: Span;
  readonly role: "declaration" | "write" | "read";
  /** What is named: uses with the same binding speak of one thing. */
  readonly binding: Binding;
}

/** A local or a label of one chunk, a global of the document, or a member by its path from a variable (`user.address.city`). */
export type Binding =
  | { readonly kind: "local"; readonly local: Local; readonly chunk: LuaChunk }
  | { readonly kind: "label"; readonly label: Label }
  /** `section` is where the message starts that it belongs to; absent where it is one of the whole document. */
  | { readonly kind: "global"; readonly name: string; readonly section?: number }
  | { readonly kind: "member"; readonly root: Binding; readonly path: string };

const known = new WeakMap<ChatDocument, readonly NameUse[]>();

/** Every use of a name in a document, in the order of the text. */
export function nameUses(document: ChatDocument): readonly NameUse[] {
  const found = known.get(document) ?? collect(document);
  known.set(document, found);
  return found;
}

function collect(document: ChatDocument): NameUse[] {
  const chunks = luaChunks(document);
  const written = writtenMembers(document);
  const inLua = (global: GlobalBinding): NameUse[] => [
    ...chunks.flatMap((chunk) => chunkUses(chunk, written, global)),
    ...tableKeyUses(document, global),
    ...dataKeyUses(document, global).filter(({ span }) => isWrittenKey(document.source, span)),
  ];
  if (document.engine !== "prose") return inOrder([...keyUses(document), ...inLua(anywhere), ...goUses(document)]);
  const keys = keyUses(document);
  const ofFrontmatter = chunks.filter(({ message }) => message === undefined).flatMap((chunk) => chunkUses(chunk, written, anywhere));
  const shared = new Set([...keys, ...ofFrontmatter].filter(isGlobalSet).map(({ name }) => name));
  for (const name of proseNames.keys()) shared.add(name);
  const global: GlobalBinding = (name, offset) => {
    const section = shared.has(name) ? undefined : messageAt(document.messages, offset)?.start;
    return { kind: "global", name, ...(section !== undefined && { section }) };
  };
  return inOrder([...keys, ...inLua(global), ...placeholderUses(document, global)]);
}

function isGlobalSet({ role, binding }: NameUse): boolean {
  return role === "write" && binding.kind === "global";
}

/** Where members are set that are named by a path: offsets of the document. */
function writtenMembers(document: ChatDocument): ReadonlySet<number> {
  const { locals, globals } = originsOf(document);
  return new Set([...locals.values(), ...globals.values()].flatMap((origins) => origins.map(({ span }) => span.start)));
}

function inOrder(uses: NameUse[]): NameUse[] {
  return uses.sort((a, b) => a.span.start - b.span.start);
}

const anywhere: GlobalBinding = (name) => ({ kind: "global", name });

/** The name under a UTF-16 offset; between two, the one that starts there. */
export function useAt(document: ChatDocument, offset: number): NameUse | undefined {
  const uses = nameUses(document);
  return uses.find(({ span }) => span.start <= offset && offset < span.end) ?? uses.find(({ span }) => touches(span, offset));
}

/** All uses of what a binding stands for, in the order of the text. */
export function usesOf(document: ChatDocument, binding: Binding): NameUse[] {
  return nameUses(document).filter((use) => isSame(use.binding, binding));
}

/** Says whether two bindings stand for one thing. */
function isSame(a: Binding, b: Binding): boolean {
  if (a.kind === "local") return b.kind === "local" && a.local === b.local;
  if (a.kind === "label") return b.kind === "label" && a.label === b.label;
  if (a.kind === "global") return b.kind === "global" && a.name === b.name && a.section === b.section;
  return b.kind === "member" && a.path === b.path && isSame(a.root, b.root);
}

/** Says whether a name belongs to the template environment (`string`, `print` …), whatever a document does with it. */
export function isEnvironmentName(name: string): boolean {
  return reference.has(name) || name === "flemma";
}

/** The keys of frontmatter that is data are globals that it assigns. */
function keyUses(document: ChatDocument): NameUse[] {
  const variables = dataVariables(document).filter(({ span }) => isWrittenKey(document.source, span));
  return variables.map(({ name, span }) => ({ name, span, role: "write", binding: { kind: "global", name } }));
}

/** Says whether a key is a name of one line that is known to be one: without a colon behind it, it is still being written. */
function isWrittenKey(source: string, { start, end }: Span): boolean {
  if (start === end || /[\r\n]/.test(source.slice(start, end))) return false;
  return /["']?\s*:/y.test(source.slice(end)) || /\?[ \t]+["']?$/.test(source.slice(Math.max(0, start - 20), start));
}

/** Templates of Go read the variables of the frontmatter as fields. */
function goUses(document: ChatDocument): NameUse[] {
  return inputUses(document).map(({ path, span }) => {
    const [root, ...members] = path as [string, ...string[]];
    const variable: Binding = { kind: "global", name: root };
    return { name: path.at(-1) as string, span, role: "read", binding: members.reduce(memberOf, variable) };
  });
}

function chunkUses(chunk: LuaChunk, written: ReadonlySet<number>, global: GlobalBinding): NameUse[] {
  return [...chunk.words.flatMap((words) => pieceUses(chunk, words, { written, global })), ...labelUses(chunk)];
}

/** Labels, and the jumps that reach them. */
function labelUses({ start, source, parsed }: LuaChunk): NameUse[] {
  return parsed.labels.flatMap((label) => {
    const name = source.slice(label.span.start, label.span.end);
    const use = (at: Span, role: NameUse["role"]): NameUse => ({ name, span: shift(at, start), role, binding: { kind: "label", label } });
    return [use(label.span, "declaration"), ...label.jumps.map((jump) => use(jump, "read"))];
  });
}

function pieceUses(
  chunk: LuaChunk,
  { words }: Words,
  { written, global }: { readonly written: ReadonlySet<number>; readonly global: GlobalBinding },
): NameUse[] {
  const uses: NameUse[] = [];
  /** The use that ended with the last word but one, if a member of it may follow. */
  let owner: NameUse | undefined;
  words.forEach((word, index) => {
    const named = nameIn(chunk, words, index);
    const use = named && (word.kind === "variable" ? variableUse(word, named) : owner && memberUse(owner, named));
    if (use) uses.push(use);
    if (use || !leadsOn(chunk.source, words, index)) owner = use;
  });
  return uses;

  function variableUse({ local, role = "read" }: Word, { name, span }: Pick<NameUse, "name" | "span">): NameUse {
    return { name, span, role, binding: local ? { kind: "local", local, chunk } : global(name, span.start) };
  }

  function memberUse({ binding }: NameUse, { name, span }: Pick<NameUse, "name" | "span">): NameUse {
    return { name, span, role: written.has(span.start) ? "write" : "read", binding: memberOf(binding, name) };
  }
}

/** The name of a variable or a member that the word at `index` is, or holds between its quotes. */
function nameIn({ source, start }: LuaChunk, words: Words["words"], index: number): Pick<NameUse, "name" | "span"> | undefined {
  const { kind, token } = words[index] as Word;
  const isName = kind === "variable" || kind === "member";
  const place = isName ? { start: token.start, end: token.end } : keyInBrackets(source, words, index);
  return place && { name: source.slice(place.start, place.end), span: shift(place, start) };
}

/** Says whether a member of what ended before the token at `index` may follow behind it. */
function leadsOn(source: string, words: Words["words"], index: number): boolean {
  const { type } = (words[index] as Word).token;
  const key = type === "[" ? index + 1 : type === "]" ? index - 1 : undefined;
  return key === undefined ? type === "." || type === ":" : keyInBrackets(source, words, key) !== undefined;
}

/** The key in `["key"]` whose string is the word at `index`; undefined where it is written with escapes, or is no key alone. */
function keyInBrackets(source: string, words: Words["words"], index: number): Span | undefined {
  const { token, kind } = words[index] ?? {};
  const isAlone = words[index - 1]?.token.type === "[" && words[index + 1]?.token.type === "]";
  if (token === undefined || kind !== "string" || !isAlone) return undefined;
  const key = withoutQuotes(source, token);
  return key.start > token.start && key.start < key.end && !source.slice(key.start, key.end).includes("\\") ? key : undefined;
}

function memberOf(owner: Binding, name: string): Binding {
  return owner.kind === "member"
    ? { kind: "member", root: owner.root, path: `${owner.path}.${name}` }
    : { kind: "member", root: owner, path: name };
}
