import { certain, replaced } from "../../../base/rewrites.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import type { Advice, Fault } from "./fault.js";

/** `[1, 2]`, `{a: 1}` and `{"a": 1}`: lists and objects as JSON, JavaScript and Python write them. */
export function foreignTable({ source, tokens, at }: Fault): Advice | undefined {
  const open = outermostTable(tokens, at);
  const close = open === undefined ? undefined : closing(tokens, open);
  if (open === undefined) return undefined;
  const says =
    tokens[open]?.type === "[" ? "A list in Lua is written '{ 1, 2 }'." : "A table in Lua is written '{ name = 1, [\"other name\"] = 2 }'.";
  if (close === undefined) return { says, choices: [] };
  const edits = tableEdits(source, tokens, { open, close });
  return edits.length === 0 ? undefined : { says, choices: [certain("Write it as a Lua table", ...edits)] };
}

/** The first token of the outermost list or object that holds the token at fault; undefined when it is in none. */
function outermostTable(tokens: readonly Token[], at: number): number | undefined {
  for (let open = 0; open <= at; open++) {
    const isList = isValueBracket(tokens, open);
    if (!isList && tokens[open]?.type !== "{") continue;
    const close = closing(tokens, open);
    if (close !== undefined && close < at - 1) continue;
    if (isList || (tokens[open + 1] !== undefined && hasColon(tokens, { open, close: close ?? at + 2 }))) return open;
  }
  return undefined;
}

interface Range {
  readonly open: number;
  readonly close: number;
}

function hasColon(tokens: readonly Token[], { open, close }: Range): boolean {
  for (let index = open; index < close; index++) if (isKey(tokens, index)) return true;
  return false;
}

/** A name or string behind `{` or `,` and in front of a colon that calls no method. */
function isKey(tokens: readonly Token[], index: number): boolean {
  const [before, key, colon, value] = [tokens[index - 1], tokens[index], tokens[index + 1], tokens[index + 2]];
  if (colon?.type !== ":" || (before?.type !== "{" && before?.type !== ",")) return false;
  if (key?.type !== "name" && key?.type !== "string") return false;
  return !(key.type === "name" && value?.type === "name" && tokens[index + 3]?.type === "(");
}

/** A bracket that starts a value: no index of one, and no key of a table. */
function isValueBracket(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.type !== "[") return false;
  const before = tokens[index - 1]?.type;
  if (before === undefined || ["(", "=", "[", ":", "return", "..", "or", "and", "==", "in"].includes(before)) return true;
  if (before !== "{" && before !== ",") return false;
  const close = closing(tokens, index);
  return close !== undefined && tokens[close + 1]?.type !== "=";
}

/** The token that closes a bracket of any kind. */
function closing(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const type = tokens[index]?.type ?? "";
    if ("([{".includes(type)) depth++;
    if (")]}".includes(type) && --depth === 0) return index;
  }
  return undefined;
}

function tableEdits(source: string, tokens: readonly Token[], { open, close }: Range): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let index = open; index <= close; index++) {
    const token = tokens[index] as Token;
    if (isValueBracket(tokens, index)) {
      const end = closing(tokens, index);
      if (end !== undefined) edits.push(replaced(token, "{"), replaced(tokens[end] as Token, "}"));
    }
    if (!isKey(tokens, index)) continue;
    const colon = tokens[index + 1] as Token;
    const name = source.slice(token.start, token.end);
    const sign = /\s/.test(source[colon.end] ?? "") ? " =" : " = ";
    edits.push({ span: { start: token.start, end: colon.end }, newText: token.type === "string" ? `[${name}]${sign}` : `${name}${sign}` });
  }
  return edits.sort((a, b) => a.span.start - b.span.start);
}
