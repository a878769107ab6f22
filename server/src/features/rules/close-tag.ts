import type { Rewrite } from "../../base/diagnostic.js";
import type { Span } from "../../base/span.js";
import { parseChunk, parseTemplate } from "../../lua/parse.js";
import type { ChatDocument } from "../../syntax/ast.js";

/** At most so many lines of an unclosed code tag are tried, and so many units of one line. */
const mostLines = 200;
const mostUnits = 2000;

/** What an unclosed tag may have meant, nearest first: `opener` is the document offset of its `{{` or `{%`. */
export function closingRewrites({ source, messages }: ChatDocument, opener: number): Rewrite[] {
  const placed = messages.findLast(({ start }) => start <= opener);
  const end = placed === undefined ? source.length : placed.start + placed.message.trailing.start;
  const isExpression = source[opener + 1] === "{";
  const from = opener + (source[opener + 2] === "-" ? 3 : 2);
  const tag: OpenTag = {
    source,
    opener,
    from,
    end: Math.min(end, from + mostUnits * 10),
    isExpression,
    closer: isExpression ? "}}" : "%}",
  };
  const ways = [mixedDelimiters, openInside, halfCloser, missingCloser].map((way) => [...way(tag)]);
  return [...(ways.find((found) => found.length > 0) ?? []), asText(tag)];
}

interface OpenTag {
  readonly source: string;
  readonly opener: number;
  /** Where its code starts, and where the message's text ends. */
  readonly from: number;
  readonly end: number;
  readonly isExpression: boolean;
  readonly closer: "}}" | "%}";
}

/** `{{ x %}` and `{% x }}`: the other delimiter closes it, or it opens with the wrong one. */
function* mixedDelimiters({ source, opener, from, end, isExpression, closer }: OpenTag): Iterable<Rewrite> {
  const wrong = isExpression ? "%}" : "}}";
  const at = source.indexOf(wrong, from);
  if (at < 0 || at + 2 > end || source.slice(from, at).includes(isExpression ? "{{" : "{%")) return;
  const code = { start: from, end: source[at - 1] === "-" && at > from ? at - 1 : at };
  const asValue = isValue(source, code);
  const asCode = isCode(source, code);
  if (!asValue && !asCode) return;
  const close: Rewrite = {
    title: `Change "${wrong}" to "${closer}"`,
    edits: [{ span: { start: at, end: at + 2 }, newText: closer }],
    certain: isExpression ? asValue && !asCode : asCode && !asValue,
  };
  const open: Rewrite = {
    title: `Change "${source.slice(opener, opener + 2)}" to "${isExpression ? "{%" : "{{"}"`,
    edits: [{ span: { start: opener, end: opener + 2 }, newText: isExpression ? "{%" : "{{" }],
    certain: isExpression ? asCode && !asValue : asValue && !asCode,
  };
  if (isExpression ? asValue : asCode) yield close;
  if (isExpression ? asCode : asValue) yield open;
}

/** `{{ x }`, `{{ x } }`, `{% x %`, `{% x }`: half of the delimiter is there. */
function* halfCloser({ source, from, end, isExpression, closer }: OpenTag): Iterable<Rewrite> {
  const line = lineOf(source, from, end);
  const half = (isExpression ? /\}\s+\}|[%}]\}?/g : /%\s+\}|[%}]/g) as RegExp;
  for (const match of line.matchAll(half)) {
    const at = from + match.index;
    const code = { start: from, end: at };
    if (!(isExpression ? isValue(source, code) : isCode(source, code)) || source.startsWith(closer, at)) continue;
    yield {
      title: `Change "${match[0]}" to "${closer}"`,
      edits: [{ span: { start: at, end: at + match[0].length }, newText: closer }],
      certain: true,
    };
    return;
  }
}

/** `{{ "abc }}`, `{% t = {1 %}`: a string or a brace is open where the delimiter stands. */
function* openInside({ source, from, end: limit, isExpression, closer }: OpenTag): Iterable<Rewrite> {
  const at = source.slice(from, Math.min(limit, from + mostUnits)).indexOf(closer);
  if (at < 0) return;
  const code = source
    .slice(from, from + at)
    .replace(/-$/, "")
    .trimEnd();
  const brackets = /[)\]},\s]*$/.exec(code)?.[0] ?? "";
  const ends = new Set([code.length, code.length - brackets.length]);
  for (const sign of ['"', "'", "}", "]]"]) {
    for (const end of ends) {
      const text = sign === "}" && /\{ /.test(code) ? ` ${sign}` : sign;
      const repaired = code.slice(0, end) + text + code.slice(end);
      const whole = { start: 0, end: repaired.length };
      if (!(isExpression ? isValue(repaired, whole) : isCode(repaired, whole))) continue;
      const what = sign === "}" ? "table" : "string";
      yield {
        title: `Close the ${what} with ${sign}`,
        edits: [{ span: { start: from + end, end: from + end }, newText: text }],
        certain: true,
      };
      return;
    }
  }
}

/** No delimiter at all: it belongs behind what can be read as code. */
function* missingCloser(tag: OpenTag): Iterable<Rewrite> {
  const { source, from, closer, isExpression } = tag;
  const title = `Close the tag with "${closer}"`;
  const whole = lineEnds(tag).find((end) => isWhole(tag, end));
  if (whole !== undefined) {
    yield { title, edits: [{ span: { start: whole, end: whole }, newText: ` ${closer}` }], certain: true };
    return;
  }
  if (!isExpression) return;
  const line = lineOf(source, from, tag.end);
  const words = [...line.matchAll(/\s+|(?=[,;:!?])|(?<=\w)(?=\.\s)/g)]
    .map(({ index }) => index)
    .filter((index) => line.slice(0, index).trim() !== "");
  const part = words.findLast((index) => isValue(source, { start: from, end: from + index }));
  if (part === undefined) return;
  yield { title, edits: [{ span: { start: from + part, end: from + part }, newText: ` ${closer}` }], certain: false };
}

/** Ends of the tag's lines, the last one that still is code first; for an expression that of its own line. */
function lineEnds({ source, from, end, isExpression }: OpenTag): number[] {
  const ends: number[] = [];
  for (let start = from; start <= end && ends.length < mostLines; ) {
    const line = lineOf(source, start, end);
    if (start > from && /\{[{%]/.test(line)) break;
    const code = line.trimEnd();
    if (code !== "" || start === from) ends.push(start + code.length);
    if (isExpression) break;
    const next = start + line.length;
    if (next >= end) break;
    start = next + (source.startsWith("\r\n", next) ? 2 : 1);
  }
  return ends.reverse();
}

function isWhole({ source, from, isExpression }: OpenTag, end: number): boolean {
  if (source.slice(from, end).trim() === "") return false;
  return isExpression ? isValue(source, { start: from, end }) : isCode(source, { start: from, end });
}

/** What stands there is no tag: two characters of text, as a template writes them. */
function asText({ source, opener }: OpenTag): Rewrite {
  const sign = source.slice(opener, opener + 2);
  const edits = [{ span: { start: opener, end: opener + 2 }, newText: `{{ "${sign}" }}` }];
  return { title: `Write "${sign}" as text`, edits, certain: false };
}

function isValue(source: string, code: Span): boolean {
  if (source.slice(code.start, code.end).trim() === "") return false;
  const { holes } = parseTemplate(source, [{ kind: "expression", span: code }]);
  return holes.every(({ problem }) => problem === undefined);
}

/** Says whether a span is Lua on its own, or opens, divides or closes a block. */
function isCode(source: string, code: Span): boolean {
  const text = source.slice(code.start, code.end);
  if (text.trim() === "") return false;
  if (/^\s*(end|else|elseif\b.*\bthen)\s*$/.test(text)) return true;
  return parseChunk(source, code).problems.every(({ message }) => /^'(end|until)' expected/.test(message));
}

function lineOf(source: string, from: number, end: number): string {
  return /^[^\r\n]*/.exec(source.slice(from, Math.min(end, from + mostUnits)))?.[0] ?? "";
}
