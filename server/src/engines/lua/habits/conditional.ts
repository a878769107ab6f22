import { certain, possible, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { Token } from "../../../lua/lex.js";
import { type Advice, type Fault, isOnNewLine } from "./fault.js";
import { isConstantToken } from "./literals.js";
import { woven } from "./weave.js";

/** What ends an operand of `and` and `or` on its left and on its right. */
const boundaries = new Set(["(", ")", "[", "]", "{", "}", ",", ";", "=", "return", "then", "do", "end", "if", "else"]);
const heads = new Set(["for", "while", "if", "elseif", "until"]);

/** What the last token of a value is. */
const operandEnds = new Set(["name", "string", "number", "true", "false", "nil", ")", "]", "}"]);

/** `a ? b : c`. The rewrite differs where b is nil or false. */
export function ternary({ source, tokens, at }: Fault): Advice | undefined {
  const question = tokens[at];
  if (question === undefined || source[question.start] !== "?" || /[?.[:]/.test(source[question.start + 1] ?? "")) return undefined;
  const says = "Lua writes 'a and b or c' for 'a ? b : c'.";
  const colon = tokens.findIndex(({ type }, index) => index > at && type === ":");
  if (colon < 0 && tokens[at - 1]?.end === question.start) return { says: "A name of Lua has no '?'.", choices: [] };
  if (colon < 0) return { says, choices: [] };
  const [before, between] = [tokens.slice(0, at), tokens.slice(at + 1, colon)];
  const isPlain = between.length === 1 && between.every(isConstantToken) && !before.some(({ type }) => type === "or" || type === "?");
  const make = isPlain ? certain : possible;
  return { says, choices: [make("Write it with 'and' and 'or'", replaced(question, "and"), replaced(tokens[colon] as Token, "or"))] };
}

/** `{{ if x then "a" else "b" end }}`: a branch where a value is wanted. */
export function branchAsValue({ source, tokens, at, place }: Fault): Advice | undefined {
  if (place.kind !== "expression" || at !== 0 || tokens[0]?.type !== "if") return undefined;
  const [then, otherwise] = [tokens.findIndex(({ type }) => type === "then"), tokens.findIndex(({ type }) => type === "else")];
  const last = tokens.at(-1)?.type === "end" ? tokens.length - 1 : tokens.length;
  if (then < 2 || otherwise < then + 2 || last < otherwise + 2) return undefined;
  const part = (from: number, to: number): Span => span((tokens[from] as Token).start, (tokens[to - 1] as Token).end);
  const parts = [part(1, then), " and ", part(then + 1, otherwise), " or ", part(otherwise + 1, last)];
  const written = parts.map((one) => (typeof one === "string" ? one : source.slice(one.start, one.end))).join("");
  const isPlain =
    otherwise === then + 2 && isConstantToken(tokens[then + 1] as Token) && !tokens.slice(0, then).some(({ type }) => type === "or");
  const edits = woven(source, part(0, tokens.length), parts);
  return {
    says: `Lua writes '${written}' for a value.`,
    choices: [(isPlain ? certain : possible)("Write it with 'and' and 'or'", ...edits)],
  };
}

/** Of longer chains each part would be written again and again. */
const mostTerms = 10;

/** Index of the token that ends an operand, from one next to it on: what stands in brackets belongs to it. */
function operandEdge(tokens: readonly Token[], from: number, step: 1 | -1): number {
  const [openers, closers] = step > 0 ? ["([{", ")]}"] : [")]}", "([{"];
  let depth = 0;
  for (let index = from + step; index >= 0 && index < tokens.length; index += step) {
    const { type } = tokens[index] as Token;
    if (openers.includes(type)) depth++;
    else if (closers.includes(type) && depth > 0) depth--;
    else if (depth === 0 && boundaries.has(type)) return index;
  }
  return step > 0 ? tokens.length : -1;
}

/** Where `a if c else b` is written around a fault: at its `if`, or at its `else` where a statement was read before that. */
function conditionWord({ source, tokens, at }: Fault): number {
  const from = tokens[at]?.type === "else" ? tokens.findLastIndex(({ type }, index) => type === "if" && index < at) : at;
  const [before, word, end] = [tokens[from - 1], tokens[from], tokens[at]];
  const isInLine = before !== undefined && end !== undefined && !isOnNewLine(source, before.end, end.start);
  const isOpen = !tokens.slice(from, at).some(({ type }) => type === "then");
  return word?.type === "if" && isInLine && isOpen && operandEnds.has(before.type) && !heads.has(tokens[0]?.type ?? "") ? from : -1;
}

/** `a if c else b` and `a if c` of Python and Jinja. */
export function conditionBehind(fault: Fault): Advice | undefined {
  const { source, tokens } = fault;
  const at = conditionWord(fault);
  if (at < 0) return undefined;
  const endOfLine = tokens.findIndex(({ start }, index) => index > at && isOnNewLine(source, tokens[index - 1]?.end ?? start, start));
  const own = endOfLine < 0 ? tokens : tokens.slice(0, endOfLine);
  const first = operandEdge(own, at, -1) + 1;
  const otherwise = own.findIndex(({ type }, index) => index > at && type === "else");
  const end = operandEdge(own, Math.max(at, otherwise), 1);
  const between = (from: number, to: number): Span | undefined =>
    from < to ? span((own[from] as Token).start, (own[to - 1] as Token).end) : undefined;
  const value = between(first, at);
  const condition = between(at + 1, otherwise < 0 ? end : otherwise);
  const other = otherwise < 0 ? undefined : between(otherwise + 1, end);
  if (value === undefined || condition === undefined || (otherwise >= 0 && other === undefined)) return undefined;
  const text = ({ start, end: to }: Span): string => source.slice(start, to);
  const says = `Lua writes '${text(condition)} and ${text(value)} or ${other === undefined ? "nil" : text(other)}'.`;
  // A value that moves must be one that nothing can be missing in, and that is no falsehood.
  const isPlain = at - first === 1 && isConstantToken(own[first] as Token) && !own.slice(at + 1, end).some(({ type }) => type === "or");
  if (!isPlain) return { says, choices: [] };
  const tail = other === undefined ? [" or nil"] : [" or ", other];
  const edits = woven(source, span(value.start, (own[end - 1] as Token).end), [condition, ` and ${text(value)}`, ...tail]);
  return { says, choices: [certain("Write it with 'and' and 'or'", ...edits)] };
}

/** `a?.b?.c`: a field of a value that may be missing. */
export function optionalChain({ source, tokens, at }: Fault): Advice | undefined {
  const [question, dot] = [tokens[at], tokens[at + 1]];
  if (question === undefined || source[question.start] !== "?" || dot?.type !== "." || dot.start !== question.end) return undefined;
  let first = at - 1;
  while (tokens[first]?.type === "name" && tokens[first - 1]?.type === ".") first -= 2;
  if (tokens[first]?.type !== "name" || tokens[at + 2]?.type !== "name")
    return { says: "Lua has no '?.'. Write 'a and a.b'.", choices: [] };
  const object = span((tokens[first] as Token).start, (tokens[at - 1] as Token).end);
  let path = source.slice(object.start, object.end);
  const terms = [path];
  let index = at;
  for (;;) {
    const isOptional = source[tokens[index]?.start ?? -1] === "?" && tokens[index]?.type !== "string";
    const name = tokens[index + (isOptional ? 2 : 1)];
    if (tokens[index + (isOptional ? 1 : 0)]?.type !== "." || name?.type !== "name") break;
    path += `.${name.text}`;
    terms.splice(isOptional ? terms.length : -1, isOptional ? 0 : 1, path);
    index += isOptional ? 3 : 2;
  }
  if (terms.length > mostTerms) return { says: "Lua has no '?.'. Write 'a and a.b'.", choices: [] };
  const written = terms.join(" and ");
  const says = `Lua has no '?.'. Write '${written}'.`;
  const next = tokens[index];
  if (next !== undefined && "([.:".includes(next.type)) return { says, choices: [] };
  const isAlone = (first === 0 || boundaries.has(tokens[first - 1]?.type ?? "")) && (next === undefined || boundaries.has(next.type));
  const [open, close] = isAlone ? ["", ""] : ["(", ")"];
  const whole = span(object.start, (tokens[index - 1] as Token).end);
  const parts = [open, object, `${written.slice(object.end - object.start)}${close}`];
  return { says, choices: [certain(`Write '${written}'`, ...woven(source, whole, parts))] };
}
