import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import { span } from "../../../base/span.js";
import { keywords } from "../../../lua/lex.js";
import { callOf, rewriteCall } from "./call-template.js";
import type { Advice, Fault } from "./fault.js";

/** `x.end`, `s.repeat(3)`: a member named like a word of Lua. */
export function keywordMember({ source, problem, tokens, at }: Fault): Advice | undefined {
  const [object, sign, word] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (!problem.message.startsWith("'<name>' expected") || word === undefined || !keywords.has(word.type)) return undefined;
  if ((sign?.type !== "." && sign?.type !== ":") || object === undefined) return undefined;
  const call = callOf(tokens, at + 1, span(object.start, word.end));
  if (word.type === "repeat" && call !== undefined && object.type === "name") {
    const edits = rewriteCall(source, call, "$0:rep($1)", span(object.start, object.end));
    return { says: "Lua writes 'x:rep(n)'.", choices: edits === undefined ? [] : [certain("Write ':rep'", ...edits)] };
  }
  const says = `'${word.type}' is a word of Lua. As a name of a member, it stands in brackets: '["${word.type}"]'.`;
  if (sign.type === ":") return { says, choices: [] };
  return { says, choices: [certain(`Write '["${word.type}"]'`, replaced(span(sign.start, word.end), `["${word.type}"]`))] };
}

/** `local x: number = 1`: a type behind a name. */
export function typeBehindName({ tokens, at }: Fault): Advice | undefined {
  const [declared, name, colon, type, next] = tokens.slice(Math.max(0, at - 2), at + 3);
  if (at < 2 || colon?.type !== ":" || name?.type !== "name" || type?.type !== "name" || declared?.type !== "local") return undefined;
  const drop = next === undefined || next.type === "=" ? [certain(`Drop the type`, replaced(span(colon.start, type.end), ""))] : [];
  return { says: "Lua has no types behind names.", choices: drop };
}

/** `1_000`: a number with signs between its digits. */
export function groupedDigits({ source, problem }: Fault): Advice | undefined {
  const written = source.slice(problem.span.start, problem.span.end);
  if (!problem.message.startsWith("malformed number") || !/^\d+(?:_\d+)+(?:\.\d+)?$/.test(written)) return undefined;
  const plain = written.replaceAll("_", "");
  return { says: `Lua writes '${plain}'.`, choices: [certain(`Write '${plain}'`, replaced(problem.span, plain))] };
}

/** `"\d+"`, `"C:\dir"`: a backslash before a letter that it gives no meaning. */
export function foreignEscape({ source, problem }: Fault): Advice | undefined {
  if (!problem.message.startsWith("invalid escape sequence") || source[problem.span.start] !== "\\") return undefined;
  const says = "A backslash in a string is written '\\\\'; in patterns, Lua has '%' in its place.";
  return { says, choices: [possible("Write '\\\\'", inserted(problem.span.start, "\\"))] };
}
