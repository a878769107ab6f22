import { ownLineEnd } from "../../syntax/lines.js";
import type { Snapshot } from "../../workspace/snapshot.js";
import type { Fix } from "../fixes.js";

const argumentName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const option = "flemma.opt.templating.prose.args";

/** Declares an argument in frontmatter of Lua: in the table that is written there, or in one of its own. */
export function declareArgument({ document }: Snapshot, name: string): Fix[] {
  const { frontmatter, source } = document;
  if (!argumentName.test(name) || frontmatter?.language.toLowerCase() !== "lua") return [];
  const { start, end } = frontmatter.body;
  const code = source.slice(start, end);
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : `["${name}"]`;
  const entry = `${key} = { type = "string" }`;
  const written = new RegExp(`${option.replaceAll(".", "\\.")}[ \t]*=[ \t]*\\{`).exec(code);
  const at = written === null ? end : start + written.index + written[0].length;
  const lineEnd = ownLineEnd(source);
  const isEmpty = written !== null && /^\s*\}/.test(source.slice(at));
  const newText = written === null ? `${option} = { ${entry} }${lineEnd}` : isEmpty ? ` ${entry} ` : ` ${entry},`;
  return [{ title: `Declare the argument '${name}'`, edits: [{ span: { start: at, end: at }, newText }], preferred: false }];
}
