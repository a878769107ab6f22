import type { Rewrite } from "../../base/diagnostic.js";
import { span } from "../../base/span.js";
import { applyEdits } from "../../base/text-edit.js";
import { bracedBlockRewrite } from "../../engines/lua/habits/braced-tags.js";
import { findSigns } from "../../engines/lua/habits/typography.js";
import { parseChunk, parseTemplate } from "../../lua/parse.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { readLine } from "../../syntax/lines.js";
import { messageAt } from "../../syntax/message-at.js";
import { shiftRewrite } from "../../syntax/problems.js";

/** At most so many lines of an unclosed code tag are tried, so many units of all and of one line, and so many places in it. */
const mostLines = 50;
const mostUnits = 10_000;
const mostOfLine = 500;
const mostPlaces = 50;

/** What an unclosed tag may have meant, nearest first: `opener` is the document offset of its `{{` or `{%`. */
export function closingRewrites({ source, messages }: ChatDocument, opener: number): Rewrite[] {
  const placed = messageAt(messages, opener);
  const end = placed === undefined ? source.length : placed.start + placed.message.trailing.start;
  const text = source.slice(opener, Math.min(end, opener + mostUnits));
  const isExpression = text[1] === "{";
  const tag: OpenTag = { text, from: text[2] === "-" ? 3 : 2, isExpression, closer: isExpression ? "}}" : "%}" };
  const ways = [bracedTags, typographicQuotes, mixedDelimiters, openInside, halfCloser, missingCloser].map((way) => [...way(tag)]);
  const found = ways.find((rewrites) => rewrites.length > 0) ?? [];
  return [...found, asText(tag)].map((rewrite) => shiftRewrite(rewrite, opener));
}

interface OpenTag {
  /** The text from the opener on; all offsets count from there. */
  readonly text: string;
  /** Where its code starts. */
  readonly from: number;
  readonly isExpression: boolean;
  readonly closer: "}}" | "%}";
}

/** `{% if (x) { %}don't{% } %}`: to Lua, the tag ends behind the brace that closes, and an apostrophe before it opens a string. */
function* bracedTags({ text, isExpression }: OpenTag): Iterable<Rewrite> {
  const rewrite = isExpression ? undefined : bracedBlockRewrite(text, span(0, text.length));
  if (rewrite !== undefined) yield rewrite;
}

/** `{{ “it's” }}`, `{{ "a” }}`: quotation marks of a word processor, of which Lua takes one and not the other. */
function* typographicQuotes({ text, from, isExpression, closer }: OpenTag): Iterable<Rewrite> {
  const at = text.indexOf(closer, from);
  if (at < 0 || !/[^\0-\x7f]/.test(text.slice(from, at))) return;
  const end = text[at - 1] === "-" ? at - 1 : at;
  const found = findSigns(text, span(from, end), isExpression ? "expression" : "code");
  const edits = found.flatMap((one) => one.edits);
  const code = applyEdits(text.slice(0, end), edits).slice(from);
  if (edits.length === 0 || !(isExpression ? isValue(code) : isCode(code))) return;
  yield { title: "Write plain characters", edits, certain: found.every((one) => one.isCertain) };
}

/** `{{ x %}` and `{% x }}`: the other delimiter closes it, or it opens with the wrong one. */
function* mixedDelimiters({ text, from, isExpression, closer }: OpenTag): Iterable<Rewrite> {
  const wrong = isExpression ? "%}" : "}}";
  const at = text.indexOf(wrong, from);
  if (at < 0 || text.slice(from, at).includes(isExpression ? "{{" : "{%")) return;
  const code = text.slice(from, at).replace(/-$/, "");
  const asValue = isValue(code);
  const asCode = isCode(code);
  const isOne = asValue !== asCode;
  const opening = isExpression ? "{%" : "{{";
  const close = replacing(`Change "${wrong}" to "${closer}"`, at, { old: wrong, newText: closer, certain: isOne });
  const open = replacing(`Change "${text.slice(0, 2)}" to "${opening}"`, 0, { old: wrong, newText: opening, certain: isOne });
  if (isExpression ? asValue : asCode) yield close;
  if (isExpression ? asCode : asValue) yield open;
}

/** `{{ x }`, `{{ x } }`, `{% x %`, `{% x }`: half of the delimiter is there. */
function* halfCloser(tag: OpenTag): Iterable<Rewrite> {
  const { text, from, isExpression, closer } = tag;
  const half = isExpression ? /\}\s+\}|[%}]\}?/g : /%\s+\}|[%}]/g;
  for (const match of [...lineOf(text, from).matchAll(half)].slice(0, mostPlaces)) {
    const at = from + match.index;
    // A delimiter may begin with a sign that trims.
    const end = text[at - 1] === "-" ? at - 1 : at;
    if (text.startsWith(closer, at) || !isWhole(tag, end)) continue;
    yield replacing(`Change "${match[0]}" to "${closer}"`, at, { old: match[0], newText: closer, certain: true });
    return;
  }
}

/** `{{ "abc }}`, `{% t = {1 %}`: a string or a brace is open where the delimiter stands. */
function* openInside({ text, from, isExpression, closer }: OpenTag): Iterable<Rewrite> {
  const at = text.indexOf(closer, from);
  if (at < 0) return;
  const code = text.slice(from, at).replace(/-$/, "").trimEnd();
  const brackets = /[)\]},\s]*$/.exec(code)?.[0] ?? "";
  const ends = new Set([code.length, code.length - brackets.length]);
  const isOperand = /(\.\.|[-+*/%^<>])\s*\{[^{]*$/.test(code);
  for (const sign of ['"', "'", "]]", ...(isOperand ? [] : ["}"])]) {
    for (const end of ends) {
      const newText = sign === "}" && /\{ /.test(code) ? ` ${sign}` : sign;
      const repaired = code.slice(0, end) + newText + code.slice(end);
      if (!(isExpression ? isValue(repaired) : isCode(repaired))) continue;
      const what = sign === "}" ? "table" : sign === "]]" && /--\[\[[^\]]*$/.test(code) ? "comment" : "string";
      yield replacing(`Close the ${what} with ${sign}`, from + end, { old: "", newText, certain: true });
      return;
    }
  }
}

/** No delimiter at all: it belongs behind what can be read as code. */
function* missingCloser(tag: OpenTag): Iterable<Rewrite> {
  const { text, from, closer, isExpression } = tag;
  const close = (at: number, certain: boolean): Rewrite =>
    replacing(`Close the tag with "${closer}"`, at, { old: "", newText: ` ${closer}`, certain });
  const whole = lineEnds(tag).find((end) => isWhole(tag, end));
  if (whole !== undefined) {
    yield close(whole, true);
    return;
  }
  if (!isExpression) return;
  const line = lineOf(text, from);
  const places = [...line.matchAll(/\s+|(?=[,;:!?])|(?<=\w)(?=\.\s)/g)].map(({ index }) => index).slice(0, mostPlaces);
  const part = places.findLast((index) => isWhole(tag, from + index));
  if (part !== undefined) yield close(from + part, false);
}

/** Ends of the tag's lines, the last one that still is code first; for an expression that of its own line. */
function lineEnds({ text, from, isExpression }: OpenTag): number[] {
  const ends: number[] = [];
  for (let line = readLine(text, from); ends.length < mostLines; line = readLine(text, line.next)) {
    const code = text.slice(line.start, line.end);
    if (line.start > from && /\{[{%]/.test(code)) break;
    if (code.trim() !== "" || line.start === from) ends.push(line.start + code.trimEnd().length);
    if (isExpression || line.next >= text.length) break;
  }
  return ends.reverse();
}

/** What stands there is no tag: two characters of text, as a template writes them. */
function asText({ text }: OpenTag): Rewrite {
  const sign = text.slice(0, 2);
  return replacing(`Write "${sign}" as text`, 0, { old: sign, newText: `{{ "${sign}" }}`, certain: false });
}

function replacing(title: string, at: number, { old, newText, certain }: { old: string; newText: string; certain: boolean }): Rewrite {
  return { title, edits: [{ span: { start: at, end: at + old.length }, newText }], certain };
}

/** Says whether the tag's code up to an offset is Lua. */
function isWhole({ text, from, isExpression }: OpenTag, end: number): boolean {
  const code = text.slice(from, end);
  return isExpression ? isValue(code) : isCode(code);
}

function isValue(code: string): boolean {
  if (code.trim() === "") return false;
  const { holes } = parseTemplate(code, [{ kind: "expression", span: span(0, code.length) }]);
  return holes.every(({ problem }) => problem === undefined);
}

/** Says whether code is Lua on its own, or opens, divides or closes a block. */
function isCode(code: string): boolean {
  if (code.trim() === "") return false;
  if (/^\s*(end|else|elseif\b.*\bthen)\s*$/.test(code)) return true;
  return parseChunk(code).problems.every(({ message }) => /^'(end|until)' expected/.test(message));
}

function lineOf(text: string, from: number): string {
  return text.slice(from, Math.min(readLine(text, from).end, from + mostOfLine));
}
