import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import { span } from "../../../base/span.js";
import type { Token } from "../../../lua/lex.js";
import { type Advice, closingBracket, type Fault } from "./fault.js";

/** `include("part.md", title="x")`, `dict(a=1)`: named arguments at the end of a call. */
export function namedArguments({ source, problem, tokens, at }: Fault): Advice | undefined {
  const [separator, name, sign] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (
    !problem.message.startsWith("')' expected") ||
    name?.type !== "name" ||
    sign?.type !== "=" ||
    source[sign.end] === ">" ||
    !/[(,]/.test(separator?.type ?? "")
  )
    return undefined;
  const says = "Lua has no named arguments. Pass a table: 'f({ name = value })'.";
  const opener = problem.related?.[0]?.span.start;
  const open = tokens.findIndex(({ start }) => start === opener);
  const close = open < 0 ? undefined : closingBracket(tokens, open);
  const callee = tokens[open - 1];
  if (open < 1 || close === undefined || !areAllNamed(tokens.slice(at - 1, close)) || callee?.type !== "name") return { says, choices: [] };
  const end = tokens[close] as Token;
  const called = source.slice(callee.start, callee.end);
  if ((called === "dict" || called === "namespace") && tokens[at - 2] === tokens[open]) {
    const edits = [replaced(span(callee.start, name.start), "{ "), replaced(end, " }")];
    return { says: "Lua writes '{ name = 1 }' for a table.", choices: [certain("Write it as a Lua table", ...edits)] };
  }
  const make = called === "include" ? certain : possible;
  return { says, choices: [make("Pass a table", inserted(name.start, "{ "), inserted((tokens[close - 1] as Token).end, " }"))] };
}

/** Says whether every part between commas starts with a name and `=`. */
function areAllNamed(tokens: readonly Token[]): boolean {
  let depth = 0;
  return tokens.every(({ type }, index) => {
    const isStart = index === 0 || (depth === 0 && tokens[index - 1]?.type === ",");
    if ("([{".includes(type)) depth++;
    if (")]}".includes(type)) depth--;
    return !isStart || (type === "name" && tokens[index + 1]?.type === "=");
  });
}
