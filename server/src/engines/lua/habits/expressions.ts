import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import { span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import type { Advice, Fault } from "./fault.js";

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
  if (sign === ")" && isLast && depthBefore(tokens, at) === 0)
    return { says: "Nothing opens this ')'.", choices: [certain("Drop ')'", replaced(token, ""))] };
  const next = tokens[at + 1];
  if (next?.type !== "name" || next.start !== token.end || tokens[at - 1]?.end === token.start) return undefined;
  // Inside of range and with, the dot is another value each time.
  const isInLoop = /\{\{-?\s*(range|with)\b/.test(source);
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

/** `{{ }}`: nothing to show. */
export function emptyExpression({ tokens, place }: Fault): Advice | undefined {
  if (place.kind !== "expression" || tokens.length > 0) return undefined;
  return { says: "Write a value into it, or drop the tag.", choices: [possible("Drop the empty tag", replaced(place.span, ""))] };
}

interface Filter {
  /** What stands before and after the filtered value. */
  readonly before: string;
  readonly after: string;
  readonly isCertain: boolean;
}

const filters: ReadonlyMap<string, Filter> = new Map([
  ["upper", { before: "string.upper(", after: ")", isCertain: true }],
  ["upcase", { before: "string.upper(", after: ")", isCertain: true }],
  ["uppercase", { before: "string.upper(", after: ")", isCertain: true }],
  ["lower", { before: "string.lower(", after: ")", isCertain: true }],
  ["downcase", { before: "string.lower(", after: ")", isCertain: true }],
  ["lowercase", { before: "string.lower(", after: ")", isCertain: true }],
  ["reverse", { before: "string.reverse(", after: ")", isCertain: false }],
  ["length", { before: "#", after: "", isCertain: true }],
  ["size", { before: "#", after: "", isCertain: true }],
  ["count", { before: "#", after: "", isCertain: true }],
  ["len", { before: "#", after: "", isCertain: true }],
  ["string", { before: "tostring(", after: ")", isCertain: true }],
  ["int", { before: "math.floor(", after: ")", isCertain: false }],
  ["safe", { before: "", after: "", isCertain: true }],
  ["raw", { before: "", after: "", isCertain: true }],
  ["e", { before: "", after: "", isCertain: true }],
  ["escape", { before: "", after: "", isCertain: true }],
  ["json", { before: "", after: "", isCertain: true }],
  ["tojson", { before: "", after: "", isCertain: true }],
  ["trim", { before: "string.match(", after: ', "^%s*(.-)%s*$")', isCertain: true }],
  ["strip", { before: "string.match(", after: ', "^%s*(.-)%s*$")', isCertain: true }],
  ["first", { before: "", after: "[1]", isCertain: true }],
  ["abs", { before: "math.abs(", after: ")", isCertain: true }],
  ["floor", { before: "math.floor(", after: ")", isCertain: true }],
  ["ceil", { before: "math.ceil(", after: ")", isCertain: true }],
  ["float", { before: "tonumber(", after: ")", isCertain: true }],
]);

/** `{{ x | upper }}`, `{{ xs | join(", ") }}`, `{{ x | default("y") }}`: filters. */
export function filter({ source, tokens, at, place }: Fault): Advice | undefined {
  const pipe = tokens[at];
  const name = tokens[at + 1];
  if (pipe === undefined || source[pipe.start] !== "|" || source[pipe.start + 1] === "|" || source[pipe.start - 1] === "|")
    return undefined;
  if (name?.type === "number") return { says: "Lua 5.1 has no operators on bits.", choices: [] };
  const says = "Lua has no filters. Call a function: 'string.upper(x)', 'x or \"default\"', 'table.concat(xs, \", \")'.";
  if (name?.type !== "name" || at === 0 || place.kind !== "expression") return { says, choices: [] };
  const value = span((tokens[0] as Token).start, (tokens[at - 1] as Token).end);
  const isSimple = tokens.slice(0, at).every(({ type }) => ["name", "string", "number", ".", "[", "]", "(", ")", ",", ":"].includes(type));
  if (!isSimple) return { says, choices: [] };
  const argument = argumentOf(source, tokens, at + 2);
  const tail = span(value.end, argument?.end ?? name.end);
  const title = `Write '${name.text}' in Lua`;
  if (argument !== undefined && name.text === "default") return { says, choices: [certain(title, replaced(tail, ` or ${argument.text}`))] };
  if (argument !== undefined && name.text === "join")
    return { says, choices: [certain(title, inserted(value.start, "table.concat("), replaced(tail, `, ${argument.text})`))] };
  const known = argument === undefined ? filters.get(name.text) : undefined;
  if (known === undefined) return { says, choices: [] };
  const edits = known.before === "" ? [replaced(tail, known.after)] : [inserted(value.start, known.before), replaced(tail, known.after)];
  return { says, choices: [(known.isCertain ? certain : possible)(title, ...edits)] };
}

/** One argument: `("x")`, or `: "x"` as in Liquid. */
function argumentOf(source: string, tokens: readonly Token[], index: number): { readonly text: string; readonly end: number } | undefined {
  const [open, value, close] = tokens.slice(index, index + 3);
  if (value === undefined || (value.type !== "string" && value.type !== "number" && value.type !== "name")) return undefined;
  const text = source.slice(value.start, value.end);
  if (open?.type === "(" && close?.type === ")") return { text, end: close.end };
  return open?.type === ":" ? { text, end: value.end } : undefined;
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
