import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import { span } from "../../../base/span.js";
import { keywords } from "../../../lua/lex.js";
import { callOf, rewriteCall } from "./call-template.js";
import type { Advice, Fault } from "./fault.js";

/** `x.end`, `s.repeat(3)`: a member named like a word of Lua. */
export function keywordMember({ source, problem, tokens, at }: Fault): Advice | undefined {
  const [object, sign, word] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (!problem.message.startsWith("'<name>' expected") || word === undefined || !keywords.has(word.type)) return undefined;
  if ((sign?.type !== "." && sign?.type !== ":") || object === undefined || sign.end !== word.start) return undefined;
  const call = callOf(tokens, at + 1, span(object.start, word.end));
  if (word.type === "repeat" && call !== undefined && object.type === "name") {
    const edits = rewriteCall(source, call, "$0:rep($1)", span(object.start, object.end));
    return { says: "Lua writes 'x:rep(n)'.", choices: edits === undefined ? [] : [certain("Write ':rep'", ...edits)] };
  }
  const says = `'${word.type}' is a word of Lua. As a name of a member, it stands in brackets: '["${word.type}"]'.`;
  if (sign.type === ":") return { says, choices: [] };
  return { says, choices: [certain(`Write '["${word.type}"]'`, replaced(span(sign.start, word.end), `["${word.type}"]`))] };
}

/** `xs.0`: an index as Django, Liquid and Handlebars write it. */
export function dottedIndex({ source, tokens, at }: Fault): Advice | undefined {
  const [list, number] = [tokens[at - 1], tokens[at]];
  const digits = number === undefined ? null : /^\.(\d+)$/.exec(source.slice(number.start, number.end));
  if (digits === null || number === undefined || list?.type !== "name" || list.end !== number.start) return undefined;
  const index = `[${Number(digits[1]) + 1}]`;
  return { says: `Lua writes 'list${index}', and counts from 1.`, choices: [possible(`Write '${index}'`, replaced(number, index))] };
}

/** `local x: number = 1`: a type behind a name. */
export function typeBehindName({ tokens, at }: Fault): Advice | undefined {
  const [declared, name, colon, type, next] = tokens.slice(Math.max(0, at - 2), at + 3);
  if (at < 2 || colon?.type !== ":" || name?.type !== "name" || type?.type !== "name" || declared?.type !== "local") return undefined;
  const drop = next === undefined || next.type === "=" ? [certain(`Drop the type`, replaced(span(colon.start, type.end), ""))] : [];
  return { says: "Lua has no types behind names.", choices: drop };
}

/** `user-name = 1`: a name with a hyphen in it. */
export function hyphenatedName({ source, tokens, at, place }: Fault): Advice | undefined {
  const [before, hyphen, after, sign] = [tokens[at - 1], tokens[at], tokens[at + 1], tokens[at + 2]];
  if (place.kind === "expression" || hyphen?.type !== "-" || before?.type !== "name" || after?.type !== "name" || sign?.type !== "=")
    return undefined;
  if (before.end !== hyphen.start || hyphen.end !== after.start) return undefined;
  const written = source.slice(before.start, after.end);
  return {
    says: `A name of Lua has no '-'. Write '${written.replace("-", "_")}', here and where it is used.`,
    choices: [possible(`Change '${written}' to '${written.replace("-", "_")}'`, replaced(hyphen, "_"))],
  };
}

/** `function() … end` as a statement. */
export function namelessFunction({ problem, tokens, at }: Fault): Advice | undefined {
  if (!problem.message.startsWith("'<name>' expected near '('") || tokens[at - 1]?.type !== "function") return undefined;
  return { says: "Give the function a name: 'function name() … end', or 'name = function() … end'.", choices: [] };
}

/** `1_000`, `1..2`, `1x`: what starts with a digit and is no number. */
export function malformedNumber({ source, problem }: Fault): Advice | undefined {
  const written = source.slice(problem.span.start, problem.span.end);
  if (!problem.message.startsWith("malformed number")) return undefined;
  const dots = /^\d+(?=\.\.\d+$)/.exec(written)?.[0].length;
  if (dots !== undefined) {
    const place = span(problem.span.start + dots, problem.span.start + dots + 2);
    return { says: "Between numbers, '..' needs blanks around it.", choices: [possible("Write ' .. '", replaced(place, " .. "))] };
  }
  if (/^\d+[A-Za-z_]\w*$/.test(written) && !/^(0x|\d+e\d)/i.test(written) && !/^[\d_]+$/.test(written))
    return { says: "A name of Lua starts with a letter or '_'.", choices: [] };
  if (!/^\d+(?:_\d+)+(?:\.\d+)?$/.test(written)) return undefined;
  const plain = written.replaceAll("_", "");
  return { says: `Lua writes '${plain}'.`, choices: [certain(`Write '${plain}'`, replaced(problem.span, plain))] };
}

/** `"\d+"`, `"C:\dir"`: a backslash before a letter that it gives no meaning. */
export function foreignEscape({ source, problem }: Fault): Advice | undefined {
  if (!problem.message.startsWith("invalid escape sequence") || source[problem.span.start] !== "\\") return undefined;
  const says = "A backslash in a string is written '\\\\'; in patterns, Lua has '%' in its place.";
  return { says, choices: [possible("Write '\\\\'", inserted(problem.span.start, "\\"))] };
}
