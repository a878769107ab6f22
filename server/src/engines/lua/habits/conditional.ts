import { certain, possible, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { Token } from "../../../lua/lex.js";
import type { Advice, Fault } from "./fault.js";
import { isConstantToken } from "./literals.js";
import { woven } from "./weave.js";

/** What ends an operand of `and` and `or` on its left and on its right. */
const boundaries = new Set(["(", ")", "[", "]", "{", "}", ",", ";", "=", "return", "then", "do", "end"]);

/** What the last token of a value is. */
const operandEnds = new Set(["name", "string", "number", "true", "false", "nil", ")", "]", "}"]);

/** `a ? b : c`. The rewrite differs where b is nil or false. */
export function ternary({ source, tokens, at }: Fault): Advice | undefined {
  const question = tokens[at];
  if (question === undefined || source[question.start] !== "?" || /[?.[]/.test(source[question.start + 1] ?? "")) return undefined;
  const says = "Lua writes 'a and b or c' for 'a ? b : c'.";
  const colon = tokens.findIndex(({ type }, index) => index > at && type === ":");
  if (colon < 0) return { says, choices: [] };
  const [before, between] = [tokens.slice(0, at), tokens.slice(at + 1, colon)];
  const isPlain = between.length === 1 && between.every(isConstantToken) && !before.some(({ type }) => type === "or" || type === "?");
  const make = isPlain ? certain : possible;
  return { says, choices: [make("Write it with 'and' and 'or'", replaced(question, "and"), replaced(tokens[colon] as Token, "or"))] };
}

/** `a if c else b` and `a if c` of Python and Jinja. */
export function conditionBehind({ source, tokens, at }: Fault): Advice | undefined {
  const word = tokens[at];
  if (word?.type !== "if" || !operandEnds.has(tokens[at - 1]?.type ?? "") || /[\r\n]/.test(source.slice(tokens[at - 1]?.end, word.start))) return undefined;
  const first = tokens.findLastIndex(({ type }, index) => index < at && boundaries.has(type)) + 1;
  const otherwise = tokens.findIndex(({ type }, index) => index > at && type === "else");
  const past = tokens.findIndex(({ type }, index) => index > Math.max(at, otherwise) && boundaries.has(type) && type !== "(" && type !== "[");
  const end = past < 0 ? tokens.length : past;
  const between = (from: number, to: number): Span | undefined =>
    from < to ? span((tokens[from] as Token).start, (tokens[to - 1] as Token).end) : undefined;
  const value = between(first, at);
  const condition = between(at + 1, otherwise < 0 ? end : otherwise);
  const other = otherwise < 0 ? undefined : between(otherwise + 1, end);
  if (value === undefined || condition === undefined || (otherwise >= 0 && other === undefined)) return undefined;
  const text = ({ start, end: to }: Span): string => source.slice(start, to);
  const says = `Lua writes '${text(condition)} and ${text(value)} or ${other === undefined ? "nil" : text(other)}'.`;
  // A value that moves must be one that nothing can be missing in, and that is no falsehood.
  const isPlain = at - first === 1 && isConstantToken(tokens[first] as Token) && !tokens.slice(at + 1, end).some(({ type }) => type === "or" || type === "if");
  if (!isPlain) return { says, choices: [] };
  const tail = other === undefined ? [" or nil"] : [" or ", other];
  const edits = woven(source, span(value.start, (tokens[end - 1] as Token).end), [condition, ` and ${text(value)}`, ...tail]);
  return { says, choices: [certain("Write it with 'and' and 'or'", ...edits)] };
}

/** `a?.b`: a field of a value that may be missing. */
export function optionalChain({ source, tokens, at }: Fault): Advice | undefined {
  const question = tokens[at];
  if (question === undefined || source[question.start] !== "?" || tokens[at + 1]?.type !== "." || tokens[at + 1]?.start !== question.end) return undefined;
  const name = tokens[at + 2];
  let first = at - 1;
  while (tokens[first]?.type === "name" && tokens[first - 1]?.type === ".") first -= 2;
  if (tokens[first]?.type !== "name") return { says: "Lua has no '?.'. Write 'a and a.b'.", choices: [] };
  const object = span((tokens[first] as Token).start, (tokens[at - 1] as Token).end);
  const written = source.slice(object.start, object.end);
  const says = `Lua has no '?.'. Write '${written} and ${written}.${name?.type === "name" ? name.text : "…"}'.`;
  const next = tokens[at + 3];
  if (name?.type !== "name" || (next !== undefined && "([.:".includes(next.type))) return { says, choices: [] };
  const isAlone = (first === 0 || boundaries.has(tokens[first - 1]?.type ?? "")) && (next === undefined || boundaries.has(next.type));
  const [open, close] = isAlone ? ["", ""] : ["(", ")"];
  const whole = span(object.start, name.end);
  const parts = [`${open}`, object, ` and ${written}.${name.text}${close}`];
  return { says, choices: [certain(`Write '${written} and ${written}.${name.text}'`, ...woven(source, whole, parts))] };
}
