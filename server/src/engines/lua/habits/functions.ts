import { certain, inserted, replaced } from "../../../base/rewrites.js";
import { span } from "../../../base/span.js";
import type { Token } from "../../../lua/lex.js";
import { type Advice, type Fault, isOnNewLine } from "./fault.js";

/** So many tokens an arrow may stand behind the fault. */
const most = 20;

/** `x => x + 1` and `(a, b) => a .. b`, where a value can stand. */
export function arrowFunction({ source, tokens, at }: Fault): Advice | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  // Between two parameters, the fault lies before the arrow.
  const arrow = tokens.findIndex((sign, index) => index >= at - 1 && index < at + most && isArrow(source, sign, tokens[index + 1]));
  const parameters = arrow < 0 ? undefined : parametersBefore(source, tokens, arrow);
  const body = tokens[arrow + 2];
  if (parameters === undefined || body === undefined || parameters.start > token.start) return undefined;
  const says = `Lua writes 'function${parameters.text} return … end' for '=>'.`;
  const last = bodyEnd(source, tokens, arrow + 2);
  if (body.type === "{" || last === undefined) return { says, choices: [] };
  const head = replaced(span(parameters.start, body.start), `function${parameters.text} return `);
  return { says, choices: [certain("Write it as a Lua function", head, inserted(last.end, " end"))] };
}

/** `lambda x: x + 1` of Python, where a value can stand. */
export function lambda({ source, tokens, at }: Fault): Advice | undefined {
  const word = tokens.findLastIndex(
    ({ text, end }, index) => index <= at && text === "lambda" && !isOnNewLine(source, end, tokens[at]?.start ?? end),
  );
  const colon = tokens.findIndex(({ type }, index) => index > word && type === ":");
  const [start, body] = [tokens[word], tokens[colon + 1]];
  if (start?.text !== "lambda" || start.type !== "name" || colon < 0) return undefined;
  const says = "Lua writes 'function(x) return … end' for 'lambda x: …'.";
  const names = tokens.slice(word + 1, colon);
  const last = body === undefined ? undefined : bodyEnd(source, tokens, colon + 1);
  if (body === undefined || last === undefined || !isParameterList(names)) return { says, choices: [] };
  const text = names
    .map((token) => source.slice(token.start, token.end))
    .join(" ")
    .replaceAll(" ,", ",");
  const head = replaced(span(start.start, body.start), `function(${text}) return `);
  return { says, choices: [certain("Write it as a Lua function", head, inserted(last.end, " end"))] };
}

function isParameterList(tokens: readonly Token[]): boolean {
  return tokens.every(({ type }, index) => type === (index % 2 === 0 ? "name" : ","));
}

function isArrow(source: string, sign: Token, next: Token | undefined): boolean {
  return (
    sign !== undefined &&
    source[sign.start] === "=" &&
    sign.end - sign.start === 1 &&
    next?.start === sign.end &&
    source[next.start] === ">"
  );
}

/** The parameters in front of an arrow; undefined where a comparison is meant as likely. */
function parametersBefore(
  source: string,
  tokens: readonly Token[],
  arrow: number,
): { readonly start: number; readonly text: string } | undefined {
  const last = tokens[arrow - 1];
  const isOne = last?.type === "name";
  const first = isOne ? arrow - 1 : tokens.findLastIndex(({ type }, index) => type === "(" && index < arrow);
  if (last === undefined || first < 0 || (!isOne && last.type !== ")")) return undefined;
  const isList = isParameterList(tokens.slice(first + 1, arrow - 1));
  if (!isOne && !isList) return undefined;
  const before = tokens[first - 1];
  if (before !== undefined && !["(", ",", "=", "return", "{"].includes(before.type)) return undefined;
  // At the start of a tag, one name before the sign may be compared.
  if (before === undefined && isOne) return undefined;
  const start = (tokens[first] as Token).start;
  const text = source.slice(start, last.end);
  return { start, text: isOne ? `(${text})` : text };
}

/** The last token of a body: before the bracket or comma that ends it, or at the end of its line. */
function bodyEnd(source: string, tokens: readonly Token[], first: number): Token | undefined {
  let depth = 0;
  for (let index = first; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const before = tokens[index - 1] as Token;
    if ("([{".includes(token.type)) depth++;
    if (depth === 0 && index > first && (")]},;".includes(token.type) || isOnNewLine(source, before.end, token.start))) return before;
    if (")]}".includes(token.type)) depth--;
  }
  return depth === 0 ? tokens.at(-1) : undefined;
}
