import { certain, possible, replaced } from "../../../base/rewrites.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import { type Advice, closingBracket, type Fault, isOnNewLine } from "./fault.js";

/** `x = (1, 2)`: a tuple of Python. */
export function tuple({ problem, tokens, at }: Fault): Advice | undefined {
  if (!problem.message.startsWith("')' expected") || tokens[at]?.type !== ",") return undefined;
  const open = tokens.findIndex(({ start }) => start === problem.related?.[0]?.span.start);
  const close = open < 0 ? undefined : closingBracket(tokens, open);
  const before = tokens[open - 1]?.type;
  if (close === undefined || !(before === undefined || ["=", "(", ",", "{", "return", "in", ".."].includes(before))) return undefined;
  const edits = [replaced(tokens[open] as Token, "{"), replaced(tokens[close] as Token, "}")];
  const make = before === undefined ? possible : certain;
  return { says: "A list in Lua is written '{ 1, 2 }'.", choices: [make("Write it as a Lua table", ...edits)] };
}

/** `[x for x in xs]`, `{k: v for k, v in t}`. */
export function comprehension({ source, tokens, at }: Fault): Advice | undefined {
  const word = tokens.findIndex(({ type }, index) => type === "for" && index >= at && index < at + 20);
  const [opener, end] = [tokens[Math.max(0, at)], tokens[word]];
  if (at < 0 || word < 1 || opener === undefined || end === undefined || isOnNewLine(source, opener.start, end.start)) return undefined;
  const isOpen = tokens.slice(0, word).some(({ type }, index) => "([{".includes(type) && (closingBracket(tokens, index) ?? word) >= word);
  if (!isOpen || !tokens.slice(word).some(({ type }) => type === "in")) return undefined;
  const says = "Lua has no comprehensions. Fill a table in a loop: '{% t = {} for x in values(xs) do table.insert(t, x) end %}'.";
  return { says, choices: [] };
}

/** `xs[1:2]`: a part of a list or a text. */
export function slice({ source, problem, tokens, at }: Fault): Advice | undefined {
  const opener = problem.related?.[0]?.span.start;
  const open = tokens.findIndex(({ start }) => start === opener);
  const first = open < 0 ? at : open;
  if (tokens[first]?.type !== "[" && tokens[first - 1]?.type !== "[") return undefined;
  const begin = tokens[first]?.type === "[" ? first : first - 1;
  const close = closingBracket(tokens, begin);
  const hasColon = close !== undefined && tokens.slice(begin, close).some(({ type }) => type === ":" || type === "::");
  if (!hasColon || begin === 0 || !/[\w)\]"']/.test(source[(tokens[begin - 1] as Token).end - 1] ?? "")) return undefined;
  return { says: "Lua has no slices. For a text, write 'x:sub(first, last)', which counts from 1; a list is gone through.", choices: [] };
}

/** `[1, 2]`, `{a: 1}` and `{"a": 1}`: lists and objects as JSON, JavaScript and Python write them. */
export function foreignTable({ source, tokens, at }: Fault): Advice | undefined {
  const open = outermostTable(tokens, at);
  if (open === undefined) return undefined;
  const close = closingBracket(tokens, open);
  const says =
    tokens[open]?.type === "[" ? "A list in Lua is written '{ 1, 2 }'." : "A table in Lua is written '{ name = 1, [\"other name\"] = 2 }'.";
  if (close === undefined) return { says, choices: [] };
  // A table that is written out has no members to ask for.
  if (tokens[close + 1] !== undefined && ".:[".includes((tokens[close + 1] as Token).type)) return { says, choices: [] };
  const edits = tableEdits(source, tokens, { open, close });
  return edits.length === 0 ? undefined : { says, choices: [certain("Write it as a Lua table", ...edits)] };
}

/** The first token of the outermost list or object that holds the token at fault; undefined when it is in none. */
function outermostTable(tokens: readonly Token[], at: number): number | undefined {
  for (let open = 0; open <= at; open++) {
    const isList = isValueBracket(tokens, open);
    if (!isList && tokens[open]?.type !== "{") continue;
    const close = closingBracket(tokens, open);
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
  const close = closingBracket(tokens, index);
  return close !== undefined && tokens[close + 1]?.type !== "=";
}

function tableEdits(source: string, tokens: readonly Token[], { open, close }: Range): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let index = open; index <= close; index++) {
    const token = tokens[index] as Token;
    if (isValueBracket(tokens, index)) {
      const end = closingBracket(tokens, index);
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
