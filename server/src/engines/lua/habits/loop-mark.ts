import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import { type LoopList, readLoopList, type WrittenList } from "./loop-list.js";
import { woven } from "./weave.js";

/** The head of a loop, and the edits that make it Lua; none where it is. */
export interface LoopMark {
  readonly edits: readonly TextEdit[];
  readonly says: string;
  readonly isCertain: boolean;
}

const ofList = "Lua writes 'for item in values(list) do … end'.";
const ofTable = "Lua writes 'for key, value in pairs(t) do … end'.";
const ofCount = "Lua writes 'for i = 1, 3 do … end'.";

const head = /^#?\s*(?:for\s+each|for|foreach)\b\s*/;
const listHead = /^(?:(?:const|let|var|auto)\s+)?(\$?\w+(?:\s*,\s*\$?\w+)?|\[\s*\w+\s*,\s*\w+\s*\]|\(\s*\w+\s*,\s*\w+\s*\))\s+(in|of)\s+/;
const goHead = /^(\w+(?:\s*,\s*\w+)?)\s*:?=\s*range\s+/;
const phpHead = /^(\$?[A-Za-z_][\w.]*)\s+as\s+(?:\$?(\w+)\s*=>\s*)?\$?(\w+)$/;
const methodHead =
  /^(\$?[A-Za-z_][\w.]*)\.(?:forEach|map|each|each_with_index|each_pair)\s*(?:\(\s*(?:function\s*\(([\w\s,]*)\)|\(([\w\s,]*)\)\s*=>|(\w+)\s*=>)|(?:do\s*|)\|([\w\s,]+)\|)$/;
const steps =
  /^(?:(?:let|var|int)\s+)?\$?(\w+)\s*:?=\s*([\w.]+)\s*;\s*\$?\1\s*([<>]=?)\s*\$?(#?[\w.]+)\s*;\s*(?:\$?\1\s*(\+\+|--)|(\+\+|--)\$?\1|\$?\1\s*([-+])=\s*(\d+))$/d;
const count = /^\w+\s*=\s*(?=\S)/;
/** `i = 1 to 3` and `i = 1..3`. */
const spanned = /^\w+\s*=\s*(-?\w+)\s*(?:to|\.\.)\s*(-?#?\w+)$/d;
/** Longer heads are not looked at, in UTF-16 units. */
const longest = 400;

/** Reads a tag's code as the head of a loop in Lua, Jinja, JavaScript, PHP, Ruby, Go or Liquid; `content` is its span without blanks around. */
export function readLoop(source: string, content: Span): LoopMark | undefined {
  const text = source.slice(content.start, Math.min(content.end, content.start + longest + 1));
  if (text.length > longest) return undefined;
  const method = methodMark(source, content, text);
  if (method !== undefined) return method;
  const start = head.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const body = inner(text, start);
  const rest = text.slice(body.start, body.end);
  const at = (offset: number): number => content.start + body.start + offset;
  const found = listOf(rest, { source, at, isInBrackets: body.start > start });
  if (found !== undefined)
    return listMark(source, content, {
      ...found,
      headEnd: body.start === start && /^for\s(?!\s*each\s)/.test(text) ? found.plainEnd : undefined,
      text,
    });
  const to = spanned.exec(rest);
  if (to !== null) return spanMark(source, content, { match: to, at });
  const stepped = steps.exec(rest);
  if (stepped !== null) return stepMark(source, content, { match: stepped, at });
  if (!count.test(rest) || body.start > start || /\b(if|for|while|then|end|function|return|local)\b/.test(rest)) return undefined;
  const edits = /\bdo$/.test(text) ? [] : woven(source, content, [span(content.start, at(rest.length)), " do"]);
  return { edits, says: ofCount, isCertain: true };
}

/** What stands between `for` and `do`, a colon or a brace, without the brackets of C around it. */
function inner(text: string, start: number): { start: number; end: number } {
  const tail = /(\bdo|:|\{)$/.exec(text)?.[0].length ?? 0;
  const end = text.slice(0, text.length - tail).trimEnd().length;
  const isInBrackets = text[start] === "(" && text[end - 1] === ")" && !/^\(\s*\w+\s*,\s*\w+\s*\)\s+(in|of)\b/.test(text.slice(start));
  if (!isInBrackets) return { start, end };
  const from = start + 1 + (/^\s*/.exec(text.slice(start + 1))?.[0].length ?? 0);
  return { start: from, end: text.slice(0, end - 1).trimEnd().length };
}

interface FoundList {
  readonly list: WrittenList;
  /** Where the list starts, if names and `in` before it are those of Lua. */
  readonly plainEnd: number | undefined;
}

interface ListPlace {
  readonly source: string;
  readonly isInBrackets: boolean;
  /** The offset in the source of one in the text. */
  at(offset: number): number;
}

function listOf(rest: string, { source, at, isInBrackets }: ListPlace): FoundList | undefined {
  const names = (text: string): string[] => text.match(/\w+/g) ?? [];
  const php = phpHead.exec(rest);
  if (php !== null) {
    const [, list = "", key, value = ""] = php;
    const dollar = list.startsWith("$") ? 1 : 0;
    const written = {
      source,
      text: list.slice(dollar),
      start: at(dollar),
      names: key === undefined ? [value] : [key, value],
      isOfKeys: false,
    };
    return { list: written, plainEnd: undefined };
  }
  const go = goHead.exec(rest);
  const match = go ?? listHead.exec(rest);
  if (match === null) return undefined;
  const found = names(match[1] as string);
  const dollar = rest[match[0].length] === "$" ? 1 : 0;
  const from = match[0].length + dollar;
  const isJavaScript = (isInBrackets || /^(const|let|var)\b/.test(rest)) && match[2] === "in";
  const list: WrittenList = { source, text: rest.slice(from), start: at(from), names: found, isOfKeys: isJavaScript };
  // Go and `of` with two names count the items of a list.
  const isPlain = go === null && match[2] === "in" && dollar === 0 && /^\w+(\s*,\s*\w+)?\s+in\s+$/.test(match[0]);
  return { list, plainEnd: isPlain ? at(from) : undefined };
}

function listMark(
  source: string,
  content: Span,
  { list, headEnd, text }: { list: WrittenList; headEnd: number | undefined; text: string },
): LoopMark | undefined {
  const isGo = /^for\s+\w+\s*,\s*\w+\s*:?=\s*range\b/.test(text);
  const plain = readLoopList(isGo && list.names[0] === "_" ? { ...list, names: list.names.slice(1) } : list);
  const read = plain && asksLoop(source, content.end) ? withLoop(plain) : plain;
  const says = list.names.length > 1 ? ofTable : ofList;
  if (read === undefined) return undefined;
  const isSame = read.names === list.names.join(", ") && !read.isCounted;
  const start = isSame && headEnd !== undefined ? span(content.start, headEnd) : `for ${read.names} ${read.isCounted ? "=" : "in"} `;
  const keepsTail = /\sdo$/.test(text);
  const listEnd = list.start + list.text.length;
  const tail = keepsTail ? span(listEnd, content.end) : " do";
  const edits = woven(source, content, [start, ...read.parts, tail]);
  return {
    edits,
    says: read.isCounted ? ofCount : says,
    isCertain: read.isCertain && !(isGo && list.names.length > 1 && read.names.includes(",")),
  };
}

/** So far behind its head, a loop is searched for what it asks of Jinja's `loop`, in UTF-16 units. */
const body = 2000;

function asksLoop(source: string, from: number): boolean {
  return /\bloop\.(index0?|first|last|length)\b/.test(source.slice(from, from + body));
}

/** The same loop with `each`, which tells where it is. */
function withLoop(read: LoopList): LoopList {
  if (read.parts[0] !== "values(" || read.names.includes(",")) return read;
  return { ...read, names: `${read.names}, loop`, parts: ["each(", ...read.parts.slice(1)] };
}

interface Matched {
  readonly match: RegExpExecArray;
  /** The offset in the source of one in the text that was matched. */
  at(offset: number): number;
}

/** The span of a group of a pattern. */
function groupSpan({ match, at }: Matched, index: number): Span {
  const [start = 0, end = 0] = match.indices?.[index] ?? [];
  return span(at(start), at(end));
}

/** `for i = 1 to 3` and `for i = 1..3`. */
function spanMark(source: string, content: Span, matched: Matched): LoopMark {
  const parts = [span(content.start, groupSpan(matched, 1).end), ", ", groupSpan(matched, 2), " do"];
  return { edits: woven(source, content, parts), says: ofCount, isCertain: true };
}

/** `for (let i = 0; i < 3; i++)`. */
function stepMark(source: string, content: Span, matched: Matched): LoopMark {
  const [, name, , sign = "", last = "", ...step] = matched.match;
  const part = (index: number): Span => groupSpan(matched, index);
  const isDown = sign.startsWith(">");
  const size = step[3] ?? "1";
  const fits = step.some((text) => text?.[0] === (isDown ? "-" : "+"));
  const length = /\.length$/.exec(last)?.[0].length ?? 0;
  const bound = length === 0 ? [part(4)] : ["#", span(part(4).start, part(4).end - length)];
  const one = isDown ? 1 : -1;
  const exclusive = /^\d+$/.test(last) ? [String(Number(last) + one)] : [...bound, isDown ? " + 1" : " - 1"];
  const until = sign.endsWith("=") ? bound : exclusive;
  const by = isDown ? `, -${size}` : size === "1" ? "" : `, ${size}`;
  const edits = woven(source, content, [`for ${name} = `, part(2), ", ", ...until, `${by} do`]);
  return { edits, says: ofCount, isCertain: fits && length === 0 && !last.startsWith("#") };
}

/** `xs.forEach(x => {`, `xs.each do |x|`. */
function methodMark(source: string, content: Span, text: string): LoopMark | undefined {
  const end = text.endsWith("{") ? text.slice(0, -1).trimEnd().length : text.length;
  const match = methodHead.exec(text.slice(0, end));
  if (match === null) return undefined;
  const names = (match[2] ?? match[3] ?? match[4] ?? match[5] ?? "").match(/\w+/g) ?? ["_"];
  if (names.length > 2) return undefined;
  const list = span(content.start, content.start + (match[1] as string).length);
  const isPairs = text.includes(".each_pair");
  const [head, call] =
    names.length === 1 ? [names.join(), "values"] : [(isPairs ? names : [...names].reverse()).join(", "), isPairs ? "pairs" : "ipairs"];
  const edits = woven(source, content, [`for ${head} in ${call}(`, list, ") do"]);
  return { edits, says: ofList, isCertain: names.length === 1 && !text.includes(".map") };
}
