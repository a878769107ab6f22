import { type Span, shift } from "../../base/span.js";
import type { ConfigNode } from "../../config/config-node.js";
import type { Expression } from "../../lua/ast.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { withoutQuotes } from "../../lua/find-node.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { inDocument, type LuaChunk } from "./chunks.js";
import { dataVariables, keyNameSpan } from "./frontmatter-data.js";
import type { Binding, NameUse } from "./names.js";
import { type Origin, originsOf } from "./origins.js";

/** Finds the binding of a global at a UTF-16 offset of the document. */
export type GlobalBinding = (name: string, offset: number) => Extract<Binding, { kind: "global" }>;

/** Nobody names what lies deeper. */
const deepest = 24;

/** The keys of tables that are assigned to variables and fields of them: `user = { name = "Ann" }` sets `user.name`. */
export function tableKeyUses(document: ChatDocument, global: GlobalBinding): NameUse[] {
  const { locals, globals } = originsOf(document);
  const uses: NameUse[] = [];
  for (const [local, origins] of locals) for (const origin of origins) addOrigin(origin, { kind: "local", local, chunk: origin.chunk });
  for (const [name, origins] of globals) for (const origin of origins) addOrigin(origin, global(name, origin.span.start));
  return uses;

  function addOrigin({ value, chunk, path }: Origin, root: Binding): void {
    if (value.kind === "expression" && value.result === 0) addKeys(chunk, value.expression, { root, path });
  }

  function addKeys(chunk: LuaChunk, value: Expression, owner: Owner): void {
    if (value.kind === "or" || value.kind === "and") {
      // `user = user or { … }`
      addKeys(chunk, value.left, owner);
      addKeys(chunk, value.right, owner);
    }
    if (value.kind !== "table" || owner.path.length >= deepest) return;
    for (const { key, value: member } of value.items) {
      if (key?.kind !== "string") continue;
      const own = memberOf(owner, decodeUtf8(key.value));
      uses.push(keyUse(own, inDocument(chunk, withoutQuotes(chunk.source, key.span))));
      addKeys(chunk, member, own);
    }
  }
}

/** The keys below the variables of frontmatter that is data, which are its topmost keys. */
export function dataKeyUses(document: ChatDocument, global: GlobalBinding): NameUse[] {
  const { frontmatter, source } = document;
  if (frontmatter === undefined) return [];
  const { start, end } = frontmatter.body;
  const code = source.slice(start, end);
  const uses: NameUse[] = [];
  for (const { name, span, node } of dataVariables(document)) add(node, { root: global(name, span.start), path: [] });
  return uses;

  function add(node: ConfigNode, owner: Owner): void {
    if (node.kind !== "table" || owner.path.length >= deepest) return;
    for (const member of node.members) {
      const own = memberOf(owner, member.name);
      uses.push(keyUse(own, shift(keyNameSpan(code, member), start)));
      add(member.node, own);
    }
  }
}

/** A variable, or what is below it. */
interface Owner {
  readonly root: Binding;
  readonly path: readonly string[];
}

function memberOf({ root, path }: Owner, name: string): Owner {
  return { root, path: [...path, name] };
}

function keyUse({ root, path }: Owner, span: Span): NameUse {
  return { name: path.at(-1) as string, span, role: "write", binding: { kind: "member", root, path: path.join(".") } };
}
