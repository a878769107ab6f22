import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import { callOf } from "./call-template.js";
import type { Advice, Fault } from "./fault.js";
import { methodSays } from "./foreign-methods.js";
import { woven } from "./weave.js";

/** Methods of strings, by the names that other languages have for them. */
const methods: ReadonlyMap<string, string> = new Map([
  ...["upper", "lower", "rep", "reverse", "sub", "byte", "find", "match", "gmatch", "gsub", "format", "len"].map(
    (name) => [name, name] as const,
  ),
  ["toUpperCase", "upper"],
  ["toLowerCase", "lower"],
  ["upcase", "upper"],
  ["downcase", "lower"],
  ["repeat", "rep"],
]);

/** `"abc".length`, `", ".join(xs)`, `"abc":upper()`: a string before a dot or colon stands in brackets in Lua. */
export function literalMethod({ source, tokens, at, place }: Fault): Advice | undefined {
  const [text, sign, name] = tokens.slice(Math.max(0, at - 1), at + 2);
  if (at < 1 || text?.type !== "string" || (sign?.type !== "." && sign?.type !== ":") || name?.type !== "name") return undefined;
  const callee = span(text.start, name.end);
  const call = callOf(tokens, at + 2, callee);
  if (call === undefined && name.text === "length")
    return {
      says: "Lua writes '#x' for the length.",
      choices: [certain("Write '#…'", ...woven(source, callee, ["#", span(text.start, text.end)]))],
    };
  const literal = source.slice(text.start, text.end);
  const [list] = call?.arguments ?? [];
  if (name.text === "join" && call?.arguments.length === 1 && list !== undefined) {
    const edits = woven(source, call.span, ["table.concat(", list, `, ${literal})`]);
    return { says: "Lua writes 'table.concat(list, \", \")'.", choices: [certain("Write 'table.concat(…)'", ...edits)] };
  }
  const method = methods.get(name.text);
  const general = `A string stands in brackets before ':', as in '("text"):${method ?? "upper"}()'.`;
  const says = (method === undefined || method === "format" ? methodSays(name.text) : undefined) ?? general;
  // The signs in braces of Python and the positions of JavaScript are others than those of Lua.
  if (method === undefined || call === undefined || (sign.type === "." && ["format", "sub", "find", "match"].includes(method))) {
    return place.kind === "expression" || call !== undefined ? { says, choices: [] } : undefined;
  }
  const edits = woven(source, callee, ["(", span(text.start, text.end), `):${method}`]);
  return { says, choices: [certain(`Write '(…):${method}'`, ...edits)] };
}

/** The string behind the prefix `f`, written with `..`; undefined when a part of it is no plain value. */
function interpolated(source: string, prefix: Span, string: Span): TextEdit[] | undefined {
  const quote = source[string.start] as string;
  const inner = source.slice(string.start + 1, string.end - 1);
  const parts: (string | Span)[] = [];
  let from = 0;
  for (const hole of inner.matchAll(/\{\s*([^{}:!"'\\]*[^{}:!"'\\\s])\s*\}/g)) {
    const before = inner.slice(from, hole.index);
    const value = hole[1] as string;
    const text = before === "" ? "" : `${quote}${before}${quote} .. `;
    const [open, close] = /^[\w.]+$/.test(value) ? ["", ""] : ["(", ")"];
    const start = string.start + 1 + hole.index + hole[0].indexOf(value);
    parts.push((parts.length > 0 ? " .. " : "") + text + open, span(start, start + value.length), close);
    from = hole.index + hole[0].length;
  }
  const rest = inner.slice(from);
  if (parts.length === 0) parts.push(`${quote}${rest}${quote}`);
  else if (rest !== "") parts.push(` .. ${quote}${rest}${quote}`);
  const plain = inner.replace(/\{[^{}:!"'\\]*\}/g, "");
  return /[{}]/.test(plain) ? undefined : woven(source, span(prefix.start, string.end), parts);
}

/** `f"Hello {name}"`: for the name `f` that is no variable, with the string behind it. */
export function prefixedString(source: string, at: Span): Advice | undefined {
  if (!/^[fFrRbuU]$/.test(source.slice(at.start, at.end))) return undefined;
  const string = /^"(?:\\.|[^"\\\r\n])*"|^'(?:\\.|[^'\\\r\n])*'/.exec(source.slice(at.end, at.end + 2000))?.[0];
  if (string === undefined) return undefined;
  const prefix = source.slice(at.start, at.end);
  const place = span(at.end, at.end + string.length);
  if (!/f/i.test(prefix)) {
    const says = `A string of Lua has no '${prefix}' in front.`;
    const make = /r/i.test(prefix) && string.includes("\\") ? possible : certain;
    return { says, choices: [make(`Drop '${prefix}'`, replaced(at, ""))] };
  }
  const edits = interpolated(source, at, place);
  const says = "Lua has no strings with values in them. Join strings with '..'.";
  return { says, choices: edits === undefined ? [] : [certain("Write it with '..'", ...edits)] };
}

/** `"%s is %d" % x`: for a string at which arithmetic failed, the call of `string.format`. */
export function formatOperator(source: string, at: Span): Advice | undefined {
  const written = source.slice(at.start, at.end);
  const behind = /^\s*%\s*([A-Za-z_][\w.]*|\d+|"[^"\\\r\n]*")/.exec(source.slice(at.end, at.end + 500));
  if (!/^(["']).*%[\d.]*[sdifgx].*\1$/.test(written) || behind === null) return undefined;
  const end = at.end + behind[0].length;
  const value = span(end - (behind[1] as string).length, end);
  const says = "Lua writes 'string.format(\"%s\", x)'.";
  return {
    says,
    choices: [
      certain(
        "Write 'string.format(…)'",
        inserted(at.start, "string.format("),
        replaced(span(at.end, value.start), ", "),
        inserted(end, ")"),
      ),
    ],
  };
}

/** Says whether a token is one constant: a string, a number or a word for a value. */
export function isConstantToken({ type }: Token): boolean {
  return type === "string" || type === "number" || type === "true";
}

/** `"a" . x` of PHP, where Lua has `..`. */
export function dotBetween({ source, tokens, at }: Fault): Advice | undefined {
  const [before, dot, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (dot?.type !== "." || before === undefined || next === undefined || (before.type !== "string" && next.type !== "string"))
    return undefined;
  if (!/\s/.test(source[dot.start - 1] ?? "") || !/\s/.test(source[dot.end] ?? "")) return undefined;
  return { says: "Lua joins strings with '..'.", choices: [certain("Change '.' to '..'", replaced(dot, ".."))] };
}

/** `"""a"""` and `'a' 'b'` of Python: strings side by side. */
export function stringBehindString({ source, tokens, at }: Fault): Advice | undefined {
  const [before, string, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (before?.type !== "string" || string?.type !== "string" || !/["']/.test(source[string.start] ?? "")) return undefined;
  const isTripled =
    before.end === string.start && next?.start === string.end && before.end - before.start === 2 && next.end - next.start === 2;
  if (!isTripled) return { says: "Lua joins strings with '..'.", choices: [certain("Insert '..'", inserted(before.end, " .."))] };
  const says = "A string over several lines stands in '[[ … ]]'.";
  return { says, choices: [certain("Drop the quotation marks that are too many", replaced(before, ""), replaced(next, ""))] };
}
