import { type Span, shift } from "../../base/span.js";
import type { ConfigNode } from "../../config/config-node.js";
import type { Expression } from "../../lua/ast.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { globalNames } from "../../lua/find-node.js";
import { visitBlock } from "../../lua/visit.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { inDocument, type LuaChunk } from "../lua/chunks.js";
import { dataVariables, keyNameSpan } from "../lua/frontmatter-data.js";
import type { Binding, NameUse } from "../lua/names.js";
import { placeholders } from "./placeholders.js";

/** Finds the binding of a global at an offset: globals of prose belong to one message, or to all where the frontmatter sets them. */
export type GlobalBinding = (name: string, offset: number) => Extract<Binding, { kind: "global" }>;

/** The names in placeholders: the root is a global, what follows are members of it. */
export function placeholderUses(document: ChatDocument, global: GlobalBinding): NameUse[] {
  return placeholders(document).flatMap(({ segments }) => {
    const [root, ...keys] = segments;
    if (root === undefined || root.name === "") return [];
    const binding = global(root.name, root.span.start);
    const uses: NameUse[] = [{ name: root.name, span: root.span, role: "read", binding }];
    let path = "";
    for (const { name, span } of keys) {
      path = path === "" ? name : `${path}.${name}`;
      if (name !== "") uses.push({ name, span, role: "read", binding: { kind: "member", root: binding, path } });
    }
    return uses;
  });
}

/** The keys that tables give members of `var` where they are assigned: `var.row = { a = 1 }`. */
export function clipboardKeyUses(chunks: readonly LuaChunk[], global: GlobalBinding): NameUse[] {
  const uses: NameUse[] = [];
  for (const chunk of chunks)
    visitBlock(chunk.parsed.body, {
      statement(node) {
        if (node.kind !== "assign") return;
        for (const [index, target] of node.targets.entries()) {
          const names = globalNames(target);
          const value = node.values[index];
          if (names?.[0] === "var" && value !== undefined) addKeys(chunk, value, names.slice(1).join("."));
        }
      },
    });
  return uses;

  function addKeys(chunk: LuaChunk, value: Expression, owner: string): void {
    if (value.kind !== "table") return;
    for (const { key, value: member } of value.items) {
      if (key?.kind !== "string") continue;
      const name = decodeUtf8(key.value);
      const path = owner === "" ? name : `${owner}.${name}`;
      const span = inDocument(chunk, withoutQuotes(chunk.source, key.span));
      uses.push({ name, span, role: "write", binding: { kind: "member", root: global("var", span.start), path } });
      addKeys(chunk, member, path);
    }
  }
}

function withoutQuotes(source: string, { start, end }: Span): Span {
  const isQuoted = /^["']/.test(source[start] ?? "") && end - start > 1;
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}

/** The keys below `var` in frontmatter that is data. */
export function dataKeyUses(document: ChatDocument, global: GlobalBinding): NameUse[] {
  const { frontmatter, source } = document;
  const variable = dataVariables(document).find(({ name }) => name === "var");
  if (frontmatter === undefined || variable === undefined) return [];
  const { start, end } = frontmatter.body;
  const code = source.slice(start, end);
  const uses: NameUse[] = [];
  add(variable.node, "");
  return uses;

  function add(node: ConfigNode, owner: string): void {
    if (node.kind !== "table") return;
    for (const member of node.members) {
      const path = owner === "" ? member.name : `${owner}.${member.name}`;
      const span = shift(keyNameSpan(code, member), start);
      uses.push({ name: member.name, span, role: "write", binding: { kind: "member", root: global("var", span.start), path } });
      add(member.node, path);
    }
  }
}

/** Says whether a binding is a key of the clipboard, which blocks, placeholders and frontmatter share. */
export function isClipboardKey(binding: Binding): boolean {
  return binding.kind === "member" && binding.root.kind === "global" && binding.root.name === "var";
}
