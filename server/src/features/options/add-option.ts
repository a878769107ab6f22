import { span } from "../../base/span.js";
import type { TextEdit } from "../../base/text-edit.js";
import { parseData } from "../../config/parse-data.js";
import { parseChunk } from "../../lua/parse.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { ownLineEnd } from "../../syntax/lines.js";

/** The value of an option as it is written in Lua, and in JSON and YAML; in Lua it is the first thing that is said, or the last. */
interface WrittenValue {
  readonly lua: string;
  readonly data: string;
  readonly at: "start" | "end";
}

/**
 * The edit that adds an option to the frontmatter, in its language, or to one of its own; `path` is dotted. The option must not be
 * written there yet. Undefined where the frontmatter cannot be changed safely.
 */
export function addOption(document: ChatDocument, path: string, value: WrittenValue): TextEdit | undefined {
  const { frontmatter, source, bom } = document;
  const lineEnd = ownLineEnd(source);
  const statement = `flemma.opt.${path} = ${value.lua}`;
  if (frontmatter === undefined) return insert(bom.end, ["```lua", statement, "```", ""].join(lineEnd));
  const { start, end } = frontmatter.body;
  const code = source.slice(start, end);
  switch (frontmatter.language.toLowerCase()) {
    case "lua":
      return isLua(code) && isLua(`${code}${statement}`) ? insert(value.at === "start" ? start : end, statement + lineEnd) : undefined;
    case "json":
      return jsonOption(code, start, { path, data: value.data });
    case "yaml":
      return yamlOption(code, { start, line: `${path}: ${yamlValue(value.data)}`, lineEnd });
    default:
      return undefined;
  }
}

function isLua(code: string): boolean {
  return parseChunk(code).problems.length === 0;
}

function insert(at: number, newText: string): TextEdit {
  return { span: span(at, at), newText };
}

/** On top of the options a dotted path may stand beside a section of that name. */
function jsonOption(code: string, start: number, { path, data }: { readonly path: string; readonly data: string }): TextEdit | undefined {
  const { root, problems = [] } = parseData("json", code) ?? {};
  if (root === undefined || problems.length > 0) return undefined;
  const options = root.members.findLast(({ name }) => name === "flemma")?.node;
  if (options !== undefined && options.kind !== "table") return undefined;
  const inside = options ?? root;
  const own = `"${path}": ${data}`;
  const text = options === undefined ? `"flemma": {${own}}` : own;
  return insert(start + inside.span.start + 1, inside.members.length > 0 ? `${text}, ` : text);
}

function yamlOption(
  code: string,
  { start, line, lineEnd }: { readonly start: number; readonly line: string; readonly lineEnd: string },
): TextEdit | undefined {
  const { root, problems = [] } = parseData("yaml", code) ?? {};
  if (problems.length > 0) return undefined;
  const options = root?.members.findLast(({ name }) => name === "flemma");
  if (options === undefined) return insert(start, `flemma:${lineEnd}  ${line}${lineEnd}`);
  const first = options.node.kind === "table" ? options.node.members[0] : undefined;
  return first && lineBefore(code, { start, key: first.keySpan.start, line: line + lineEnd });
}

/** JSON is YAML; a plain word needs no quotes there. */
function yamlValue(data: string): string {
  const word = /^"([a-z]{2,})"$/.exec(data)?.[1];
  return word === undefined || ["true", "false", "null", "yes", "no", "on", "off"].includes(word) ? data : word;
}

/** A line before that of a key of YAML, as far in; none where the key is in braces, or on the line of another one. */
export function lineBefore(
  code: string,
  { start, key, line }: { readonly start: number; readonly key: number; readonly line: string },
): TextEdit | undefined {
  const lineStart = Math.max(code.lastIndexOf("\n", key - 1), code.lastIndexOf("\r", key - 1)) + 1;
  const indent = code.slice(lineStart, key);
  return /^ +$/.test(indent) ? insert(start + lineStart, indent + line) : undefined;
}
