import { certain, possible, replaced } from "../../../base/rewrites.js";
import { span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import type { Advice, Fault } from "./fault.js";
import { holds } from "./holds.js";

/** `{{ return x }}`: a tag in double braces is an expression already. */
export function returnInExpression({ source, tokens, at, place }: Fault): Advice | undefined {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (place.kind !== "expression" || at !== 0 || token?.type !== "return" || source.slice(place.code.start, token.start).trim() !== "")
    return undefined;
  const says = "An expression tag holds a value only.";
  return {
    says: `${says} Drop 'return'.`,
    choices: next === undefined ? [] : [certain("Drop 'return'", replaced(span(token.start, next.start), ""))],
  };
}

/** `{{ x; }}`, `{{ $x }}`, `{{ .x }}`, `{{& x }}`: signs that other template languages put around a name. */
export function strayInExpression({ source, tokens, at, place }: Fault): Advice | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const sign = source.slice(token.start, token.end);
  const isLast = at === tokens.length - 1;
  if (place.kind === "expression" && sign === ";" && isLast)
    return { says: "An expression tag holds one value, without ';'.", choices: [certain("Drop ';'", replaced(token, ""))] };
  if (place.kind === "expression" && sign === "," && depthBefore(tokens, at) === 0)
    return { says: "An expression tag holds one value. Join values with '..', or write a tag for each.", choices: [] };
  if (sign === ")" && isLast && depthBefore(tokens, at) === 0)
    return { says: "Nothing opens this ')'.", choices: [certain("Drop ')'", replaced(token, ""))] };
  const next = tokens[at + 1];
  if (next?.type !== "name" || next.start !== token.end || tokens[at - 1]?.end === token.start) return undefined;
  // Inside of range and with, the dot is another value each time.
  const isInLoop = holds(source, /\{\{-?\s*(?:range|with)\b/);
  if (sign === "$") return { says: "A variable has no '$' in Lua.", choices: [certain("Drop '$'", replaced(token, ""))] };
  if (sign === "." && place.kind === "expression")
    return { says: "A variable has no dot in front in Lua.", choices: [(isInLoop ? possible : certain)("Drop '.'", replaced(token, ""))] };
  if (sign === "@" && ["index", "key", "first", "last"].includes(next.text))
    return { says: "Write 'for item, loop in each(list) do': loop.index0, loop.first and loop.last tell where it is.", choices: [] };
  if (sign === "@") return { says: "A variable has no '@' in Lua.", choices: [certain("Drop '@'", replaced(token, ""))] };
  return undefined;
}

/** How many round brackets are open before a token. */
function depthBefore(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (const { type } of tokens.slice(0, at)) {
    if (type === "(") depth++;
    else if (type === ")") depth--;
  }
  return depth;
}

/** `{{ x = 1 }}`, `{{ local x }}`, `{{ for … }}`: a statement in the tag of an expression. */
export function statementInExpression({ source, tokens, at, place }: Fault): Advice | undefined {
  const token = tokens[at];
  if (place.kind !== "expression" || token === undefined) return undefined;
  const isStatement = at === 0 && ["local", "for", "while", "repeat", "do", "if", "break"].includes(token.type);
  if (at === 0 && ["end", "else", "elseif", "until"].includes(token.type))
    return { says: `Nothing is open that '${token.type}' belongs to.`, choices: [] };
  const isFunction = tokens[0]?.type === "function" && at === 1;
  const isAssignment = source[token.start] === "=" && !/[=~>]/.test(source[token.start + 1] ?? "") && tokens[at - 1]?.type === "name";
  if (!isStatement && !isFunction && !isAssignment) return undefined;
  const { start, end } = place.span;
  const asCode = [replaced(span(start, start + 2), "{%"), replaced(span(end - 2, end), "%}")];
  const says = `Statements stand in '{% … %}', values in '{{ … }}'.`;
  if (!isAssignment) return { says, choices: [certain("Make this a code tag {% … %}", ...asCode)] };
  return {
    says: `${says} To compare, write '=='.`,
    choices: [possible("Make this a code tag {% … %}", ...asCode), possible("Change '=' to '=='", replaced(token, "=="))],
  };
}

/** `{% name %}`, `{% x == 1 %}`: a value in the tag of statements. */
export function valueInCode({ problem, tokens, place }: Fault): Advice | undefined {
  const isValue = tokens.every(({ type }) => valueTokens.has(type)) && tokens.length > 0;
  const isWhole = /near '(<eof>|==)'|^unexpected symbol near '["'\d]/.test(problem.message);
  if (place.kind !== "code" || !isValue || !isWhole || /^end/.test(tokens[0]?.text ?? "")) return undefined;
  const { start, end } = place.span;
  const edits = [replaced(span(start, start + 2), "{{"), replaced(span(end - 2, end), "}}")];
  return { says: "A value is put out with '{{ … }}'.", choices: [possible("Make this an expression tag {{ … }}", ...edits)] };
}

const valueTokens = new Set([
  "name",
  "string",
  "number",
  ".",
  ":",
  "(",
  ")",
  "[",
  "]",
  "==",
  "..",
  "+",
  "-",
  "*",
  "/",
  "not",
  "and",
  "or",
  "nil",
  "true",
  "false",
]);

/** `{{ }}`: nothing to show. */
export function emptyExpression({ tokens, place }: Fault): Advice | undefined {
  if (place.kind !== "expression" || tokens.length > 0) return undefined;
  return { says: "Write a value into it, or drop the tag.", choices: [possible("Drop the empty tag", replaced(place.span, ""))] };
}

/** `` `Hello ${name}` ``: a string with holes. */
export function templateString({ source, tokens, at, place }: Fault): Advice | undefined {
  const open = tokens[at];
  if (open === undefined || source[open.start] !== "`") return undefined;
  const says = "Lua has no strings in backticks. Join strings with '..'.";
  const close = source.indexOf("`", open.end);
  if (close < 0 || close >= place.code.end) return { says, choices: [] };
  const inner = source.slice(open.end, close);
  if (/["\\\n\r]/.test(inner)) return { says, choices: [] };
  return { says, choices: [certain("Write it as a Lua string", ...stringEdits(open.start, inner))] };
}

/** Replaces only what stands around the holes: `${` and `}` with the text next to them. */
function stringEdits(start: number, inner: string): TextEdit[] {
  const edits: TextEdit[] = [];
  const end = start + inner.length + 2;
  let from = start;
  let before = "";
  for (const hole of inner.matchAll(/\$\{([^{}]*)\}/g)) {
    const code = hole[1] as string;
    const at = start + 1 + hole.index;
    const [open, close] = /^\s*[\w.]+\s*$/.test(code) ? ["", ""] : ["(", ")"];
    const text = inner.slice(from === start ? 0 : from - start - 1, hole.index);
    const literal = text === "" ? "" : `"${text}" .. `;
    edits.push(replaced(span(from, at + 2), before + literal + open));
    from = at + 2 + code.length + 1;
    before = `${close} .. `;
    edits.push(replaced(span(from - 1, from), ""));
  }
  const rest = inner.slice(from === start ? 0 : from - start - 1);
  const isFirst = from === start;
  const tail = rest === "" && !isFirst ? before.replace(/ \.\. $/, "") : `${before}"${rest}"`;
  edits.push(replaced(span(from, end), tail));
  return edits;
}
