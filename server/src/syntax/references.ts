import { type Span, span } from "../base/span.js";
import type { FileReference } from "./ast.js";

const prefix = /@(?:\.\.?\/|~\/|\/\/)/y;
const optionStart = /;([A-Za-z0-9_-]+)=/y;
const whiteSpace = /\s/;
const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "<": ">" };
const openerOf: Readonly<Record<string, string>> = {
  ")": "(",
  "]": "[",
  ">": "<",
  "}": "{",
  "”": "“",
  "’": "‘",
  "»": "«",
  "）": "（",
  "」": "「",
  "』": "『",
  "】": "【",
  "》": "《",
};
/** What prose puts behind a path, in the scripts of East Asia as well. */
const punctuation = ".,;:!?([<{…。．，、；：！？（「『【《";

const AT = 64;

type Option = FileReference["options"][number];

/** The file references of a piece of literal text, in order (spec/flemma-templates.md §5). Offsets are those of `text`. */
export function* findReferences(text: string, within: Span): Iterable<FileReference> {
  for (let at = within.start; at < within.end; at++) {
    if (text.charCodeAt(at) !== AT) continue;
    const reference = readReference(text, at, within.end);
    if (!reference) continue;
    yield reference;
    at = reference.span.end - 1;
  }
}

function readReference(text: string, start: number, limit: number): FileReference | undefined {
  prefix.lastIndex = start;
  const pathStart = prefix.test(text) ? prefix.lastIndex : limit;
  if (pathStart >= limit) return undefined;
  const pathEnd = wordEnd(text, pathStart, { limit, stop: startsOption });
  const options: Option[] = [];
  let end = pathEnd;
  while (end < limit && startsOption(text, end)) {
    const option = readOption(text, end, limit);
    options.push(option.option);
    end = option.end;
  }
  return finish(text, { start, pathStart, pathEnd, options, end });
}

/** Drops the trailing punctuation from the last part that was written without quotes. */
function finish(
  text: string,
  read: { start: number; pathStart: number; pathEnd: number; options: readonly Option[]; end: number },
): FileReference | undefined {
  const last = read.options.at(-1);
  const isBare = last !== undefined && last.value.end === read.end;
  const pathEnd = last ? read.pathEnd : trimmedEnd(text, read.pathStart, read.pathEnd);
  if (pathEnd === read.pathStart) return undefined;
  const path = span(read.start + 1, pathEnd);
  if (!last) return { kind: "file-reference", span: span(read.start, pathEnd), path, options: [] };
  if (!isBare) return { kind: "file-reference", span: span(read.start, read.end), path, options: read.options };
  const end = trimmedEnd(text, last.value.start, last.value.end);
  const options = [...read.options.slice(0, -1), { key: last.key, value: span(last.value.start, end) }];
  return { kind: "file-reference", span: span(read.start, end), path, options };
}

/** Reads `;key=value` at `at`; the value's span excludes its quotes. */
function readOption(text: string, at: number, limit: number): { option: Option; end: number } {
  optionStart.lastIndex = at;
  optionStart.test(text);
  const valueStart = Math.min(limit, optionStart.lastIndex);
  const key = span(at + 1, valueStart - 1);
  const quote = text[valueStart];
  if (valueStart < limit && (quote === "'" || quote === '"')) {
    let close = valueStart + 1;
    while (close < limit && text[close] !== quote && text[close] !== "\n" && text[close] !== "\r") close++;
    if (close < limit && text[close] === quote) {
      return { option: { key, value: span(valueStart + 1, close) }, end: close + 1 };
    }
  }
  const end = wordEnd(text, valueStart, { limit, stop: isSemicolon });
  return { option: { key, value: span(valueStart, end) }, end };
}

/** Where a word that starts at `from` ends: at white space, at a bracket it did not open itself, or where `stop` says. */
function wordEnd(text: string, from: number, rules: { limit: number; stop: (text: string, at: number) => boolean }): number {
  const open: Record<string, number> = { ")": 0, "]": 0, ">": 0 };
  for (let at = from; at < rules.limit; at++) {
    if (isPlain(text.charCodeAt(at))) continue;
    const unit = text[at] as string;
    if (whiteSpace.test(unit) || rules.stop(text, at)) return at;
    const closer = closerOf[unit];
    if (closer) open[closer] = (open[closer] ?? 0) + 1;
    const opened = open[unit];
    if (opened === 0) return at;
    if (opened !== undefined) open[unit] = opened - 1;
  }
  return rules.limit;
}

/** The end of `text` from `start` to `end` without trailing punctuation, odd quotes and brackets without their partner. */
function trimmedEnd(text: string, start: number, end: number): number {
  if (end > start && isPlain(text.charCodeAt(end - 1)) && text[end - 1] !== ".") return end;
  const counts = new Map<string, number>();
  for (let at = start; at < end; at++) count(counts, text[at] as string, 1);
  let at = end;
  while (at > start && isDropped(text[at - 1] as string, counts)) {
    at--;
    count(counts, text[at] as string, -1);
  }
  return at;
}

function isDropped(unit: string, counts: ReadonlyMap<string, number>): boolean {
  if (punctuation.includes(unit)) return true;
  const own = counts.get(unit) ?? 0;
  if ("'\"`".includes(unit)) return own % 2 === 1;
  const opener = openerOf[unit];
  return opener !== undefined && own > (counts.get(opener) ?? 0);
}

/** Says whether a unit is a letter, a digit or one of `-./_`: what nearly all of a path is made of, and never a bracket or a quote. */
function isPlain(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 45 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95;
}

function count(counts: Map<string, number>, unit: string, by: number): void {
  counts.set(unit, (counts.get(unit) ?? 0) + by);
}

function isSemicolon(text: string, at: number): boolean {
  return text[at] === ";";
}

function startsOption(text: string, at: number): boolean {
  if (text[at] !== ";") return false;
  optionStart.lastIndex = at;
  return optionStart.test(text);
}
