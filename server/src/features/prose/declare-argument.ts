import { span } from "../../base/span.js";
import type { TextEdit } from "../../base/text-edit.js";
import type { ConfigMember, ConfigNode } from "../../config/config-node.js";
import { parseData } from "../../config/parse-data.js";
import type { Expression, Statement } from "../../lua/ast.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { globalNames } from "../../lua/find-node.js";
import { parseChunk } from "../../lua/parse.js";
import { visitBlock } from "../../lua/visit.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { ownLineEnd } from "../../syntax/lines.js";
import type { Snapshot } from "../../workspace/snapshot.js";
import type { Fix } from "../fixes.js";
import { addOption, lineBefore } from "../options/add-option.js";

const argumentName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const option = ["templating", "prose", "args"];

/** Declares an argument in the frontmatter, whatever its language: in the declaration that is written there, or in one of its own. */
export function declareArgument({ document }: Snapshot, name: string): Fix[] {
  const edit = argumentName.test(name) ? declaration(document, name) : undefined;
  return edit === undefined ? [] : [{ title: `Declare the argument '${name}'`, edits: [edit], preferred: false }];
}

/** What is written of the option: a table that one more argument can stand in, or something that leaves no room for it. */
type Written = { readonly kind: "room"; readonly edit: TextEdit } | { readonly kind: "full" };

function declaration(document: ChatDocument, name: string): TextEdit | undefined {
  const { frontmatter, source } = document;
  const { start, end } = frontmatter?.body ?? { start: 0, end: 0 };
  const code = source.slice(start, end);
  const language = frontmatter?.language.toLowerCase() ?? "lua";
  const written = language === "lua" ? writtenInLua(code, start, name) : writtenInData(document, code, name);
  if (written?.kind === "full") return undefined;
  const value = { lua: `{ ${luaEntry(name)} }`, data: `{"${name}": {"type": "string"}}`, at: "end" } as const;
  return written?.edit ?? addOption(document, option.join("."), value);
}

function luaEntry(name: string): string {
  return `${/^[A-Za-z_]\w*$/.test(name) ? name : `["${name}"]`} = { type = "string" }`;
}

function writtenInLua(code: string, start: number, name: string): Written | undefined {
  let found: Written | undefined;
  visitBlock(parseChunk(code).body, {
    statement(node) {
      if (node.kind === "assign") found = writtenBy(node) ?? found;
    },
  });
  return found;

  function writtenBy({ targets, values }: Extract<Statement, { kind: "assign" }>): Written | undefined {
    for (const [index, target] of targets.entries()) {
      const [flemma, opt, ...path] = globalNames(target) ?? [];
      if (flemma !== "flemma" || opt !== "opt" || path.some((part, at) => part !== option[at])) continue;
      const value = valueAt(values[index], option.slice(path.length));
      if (value !== undefined) return inTable(value);
    }
    return undefined;
  }

  function inTable(value: Expression): Written {
    if (value.kind !== "table" || value.items.some(({ key }) => key?.kind === "string" && decodeUtf8(key.value) === name))
      return { kind: "full" };
    const at = start + value.span.start + 1;
    const entry = luaEntry(name);
    return { kind: "room", edit: { span: span(at, at), newText: value.items.length > 0 ? ` ${entry},` : ` ${entry} ` } };
  }
}

/** What a table literal says of a path. */
function valueAt(value: Expression | undefined, path: readonly string[]): Expression | undefined {
  const [first, ...rest] = path;
  if (first === undefined || value === undefined) return value;
  if (value.kind !== "table") return undefined;
  return valueAt(value.items.find(({ key }) => key?.kind === "string" && decodeUtf8(key.value) === first)?.value, rest);
}

function writtenInData({ frontmatter, source }: ChatDocument, code: string, name: string): Written | undefined {
  const { start } = frontmatter?.body ?? { start: 0 };
  const { root } = parseData(frontmatter?.language ?? "", code) ?? {};
  const node = root && memberAt(root, ["flemma", ...option].join("."))?.node;
  if (node === undefined) return undefined;
  if (node.kind !== "table" || node.members.some((member) => member.name === name)) return { kind: "full" };
  const [first] = node.members;
  const isFlow = code[node.span.start] === "{";
  const isJson = frontmatter?.language.toLowerCase() === "json";
  const entry = isJson ? `"${name}": {"type": "string"}` : `${name}: {type: string}`;
  if (isFlow) {
    const at = start + node.span.start + 1;
    return { kind: "room", edit: { span: span(at, at), newText: first === undefined ? entry : `${entry}, ` } };
  }
  const edit = first && lineBefore(code, { start, key: first.keySpan.start, line: entry + ownLineEnd(source) });
  return edit === undefined ? { kind: "full" } : { kind: "room", edit };
}

/** The member at a dotted path; names may be dotted themselves. */
function memberAt(node: ConfigNode, path: string): ConfigMember | undefined {
  if (node.kind !== "table") return undefined;
  for (const member of node.members.toReversed()) {
    if (member.name === path) return member;
    const below = path.startsWith(`${member.name}.`) ? memberAt(member.node, path.slice(member.name.length + 1)) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}
