import { type Span, shift, touches } from "../../base/span.js";
import { reference } from "../../engines/lua/reference.js";
import type { Label, Local } from "../../lua/ast.js";
import type { Words } from "../../lua/classify.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { messageAt } from "../../syntax/message-at.js";
import { inputUses } from "../go/inputs.js";
import { proseNames } from "../prose/environment.js";
import { clipboardKeyUses, dataKeyUses, type GlobalBinding, placeholderUses } from "../prose/names.js";
import { type LuaChunk, luaChunks } from "./chunks.js";
import { dataVariables } from "./frontmatter-data.js";

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
  if (document.engine !== "prose")
    return [...keyUses(document), ...chunks.flatMap((chunk) => chunkUses(chunk, anywhere)), ...goUses(document)];
  const keys = keyUses(document);
  const ofFrontmatter = chunks.filter(({ message }) => message === undefined).flatMap((chunk) => chunkUses(chunk, anywhere));
  const shared = new Set([...keys, ...ofFrontmatter].filter(({ role }) => role === "write").map(({ name }) => name));
  for (const name of proseNames.keys()) shared.add(name);
  const global: GlobalBinding = (name, offset) => {
    const section = shared.has(name) ? undefined : messageAt(document.messages, offset)?.start;
    return { kind: "global", name, ...(section !== undefined && { section }) };
  };
  const all = [
    ...keys,
    ...chunks.flatMap((chunk) => chunkUses(chunk, global)),
    ...placeholderUses(document, global),
    ...clipboardKeyUses(chunks, global),
    ...dataKeyUses(document, global),
  ];
  return all.sort((a, b) => a.span.start - b.span.start);
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

function chunkUses(chunk: LuaChunk, global: GlobalBinding): NameUse[] {
  const uses = chunk.words.flatMap((words) => pieceUses(chunk, words, global));
  return chunk.parsed.labels.length === 0 ? uses : [...uses, ...labelUses(chunk)].sort((a, b) => a.span.start - b.span.start);
}

/** Labels, and the jumps that reach them. */
function labelUses({ start, source, parsed }: LuaChunk): NameUse[] {
  return parsed.labels.flatMap((label) => {
    const name = source.slice(label.span.start, label.span.end);
    const use = (at: Span, role: NameUse["role"]): NameUse => ({ name, span: shift(at, start), role, binding: { kind: "label", label } });
    return [use(label.span, "declaration"), ...label.jumps.map((jump) => use(jump, "read"))];
  });
}

function pieceUses(chunk: LuaChunk, { words }: Words, global: GlobalBinding): NameUse[] {
  const uses: NameUse[] = [];
  /** The use that ended with the last word but one, if a member of it may follow. */
  let owner: NameUse | undefined;
  words.forEach(({ token, kind, local, role }, index) => {
    const span = shift({ start: token.start, end: token.end }, chunk.start);
    const name = token.text;
    if (kind === "variable" && role) {
      const binding: Binding = local ? { kind: "local", local, chunk } : global(name, span.start);
      uses.push({ name, span, role, binding });
    } else if (kind === "member" && owner) {
      const isAssigned = words[index + 1]?.token.type === "=";
      uses.push({ name, span, role: isAssigned ? "write" : "read", binding: memberOf(owner.binding, name) });
    }
    if (kind === "variable" || (kind === "member" && owner)) owner = uses.at(-1);
    else if (token.type !== "." && token.type !== ":") owner = undefined;
  });
  return uses;
}

function memberOf(owner: Binding, name: string): Binding {
  return owner.kind === "member"
    ? { kind: "member", root: owner.root, path: `${owner.path}.${name}` }
    : { kind: "member", root: owner, path: name };
}
