import type { EngineName } from "../base/engine-name.js";
import { span } from "../base/span.js";
import type { TextEdit } from "../base/text-edit.js";
import { parseData } from "../config/parse-data.js";
import { engineChoice } from "../engines/engine-choice.js";
import { parseChunk } from "../lua/parse.js";
import type { ChatDocument } from "../syntax/ast.js";
import { ownLineEnd } from "../syntax/lines.js";

/** What people call the languages of templates. */
export const engineTitles: { readonly [engine in EngineName]: string } = {
  lua: "Flemma templates (Lua)",
  prose: "prose substitution",
  go: "Go templates",
};

/**
 * The edit that makes a document choose another template language, and changes nothing else: the value where one is written, else
 * the option is added to the frontmatter. Undefined where the frontmatter cannot be changed safely.
 */
export function switchEngine(document: ChatDocument, engine: EngineName): TextEdit | undefined {
  const { span: written } = engineChoice(document);
  const { frontmatter, source, bom } = document;
  // The place of an empty text holds its quotes.
  if (written !== undefined) return { span: written, newText: /^["'[]/.test(source.slice(written.start)) ? `"${engine}"` : engine };
  const lineEnd = ownLineEnd(source);
  if (frontmatter === undefined) {
    const lines = ["```lua", luaOption(engine), "```", ""];
    return insert(bom.end, lines.join(lineEnd));
  }
  const { start, end } = frontmatter.body;
  const code = source.slice(start, end);
  switch (frontmatter.language.toLowerCase()) {
    case "lua":
      return parseChunk(code).problems.length > 0 ? undefined : insert(start, luaOption(engine) + lineEnd);
    case "json":
      return jsonOption(code, start, engine);
    case "yaml":
      return yamlOption(code, { start, engine, lineEnd });
    default:
      return undefined;
  }
}

function luaOption(engine: EngineName): string {
  return `flemma.opt.templating.engine = "${engine}"`;
}

function insert(at: number, newText: string): TextEdit {
  return { span: span(at, at), newText };
}

/** On top of the options a dotted path may stand beside a section of that name. */
function jsonOption(code: string, start: number, engine: EngineName): TextEdit | undefined {
  const { root, problems = [] } = parseData("json", code) ?? {};
  if (root === undefined || problems.length > 0) return undefined;
  const options = root.members.findLast(({ name }) => name === "flemma")?.node;
  if (options !== undefined && options.kind !== "table") return undefined;
  const inside = options ?? root;
  const own = `"templating.engine": "${engine}"`;
  const text = options === undefined ? `"flemma": {${own}}` : own;
  return insert(start + inside.span.start + 1, inside.members.length > 0 ? `${text}, ` : text);
}

function yamlOption(
  code: string,
  { start, engine, lineEnd }: { start: number; engine: EngineName; lineEnd: string },
): TextEdit | undefined {
  const { root, problems = [] } = parseData("yaml", code) ?? {};
  if (problems.length > 0) return undefined;
  const options = root?.members.findLast(({ name }) => name === "flemma");
  if (options === undefined) return insert(start, `flemma:${lineEnd}  templating.engine: ${engine}${lineEnd}`);
  const first = options.node.kind === "table" ? options.node.members[0] : undefined;
  const lineStart = first && Math.max(code.lastIndexOf("\n", first.keySpan.start - 1), code.lastIndexOf("\r", first.keySpan.start - 1)) + 1;
  const indent = first && code.slice(lineStart, first.keySpan.start);
  // In braces, or on the line of its key, there is no room for a line of its own.
  if (first === undefined || lineStart === undefined || indent === undefined || !/^ +$/.test(indent)) return undefined;
  return insert(start + lineStart, `${indent}templating.engine: ${engine}${lineEnd}`);
}
