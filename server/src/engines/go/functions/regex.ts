import { RE2JS, RE2JSSyntaxException } from "re2js";
import { steps } from "../execute/budget.js";
import { CallError, LimitFailure } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import type { Run } from "../execute/run.js";
import { convertInPieces, createTextBuilder } from "../text/text-builder.js";
import type { GoValue } from "../values/go-value.js";
import { fixed, made, madeList } from "./define.js";

/** A match: the offsets of every group, UTF-16; undefined for a group that took no part. */
type Match = readonly ({ readonly start: number; readonly end: number } | undefined)[];

/** Standard functions of regular expressions (spec/go-templates.md, "Standard functions"); in linear time, so without look-around and back-references. */
export const regexFunctions: { readonly [name: string]: GoFunction } = {
  regexMatch: fixed(
    ["string", "string"],
    ([pattern, text], run) => find(compiled(pattern), { text: text as string, from: 0 }, run) !== undefined,
  ),
  regexFind: fixed(["string", "string"], ([pattern, text], run) => {
    const match = find(compiled(pattern), { text: text as string, from: 0 }, run);
    return match === undefined ? "" : whole(text as string, match);
  }),
  regexFindAll: fixed(["string", "string", "int"], ([pattern, text, count], run) => {
    const matches = findAll(compiled(pattern), text as string, { count: Number(count), run });
    return madeList(
      run,
      matches.map((match) => whole(text as string, match)),
    );
  }),
  regexReplaceAll: fixed(["string", "string", "string"], ([pattern, text, by], run) => {
    const regex = compiled(pattern);
    return replaceAll(regex, text as string, {
      run,
      expand: (match) => expand(by as string, text as string, { match, names: regex.namedGroups() }),
    });
  }),
  regexReplaceAllLiteral: fixed(["string", "string", "string"], ([pattern, text, by], run) =>
    replaceAll(compiled(pattern), text as string, { run, expand: () => by as string }),
  ),
  regexSplit: fixed(["string", "string", "int"], ([pattern, text, count], run) =>
    madeList(run, split(compiled(pattern), text as string, { count: Number(count), run })),
  ),
  regexQuoteMeta: fixed(["string"], ([text], run) =>
    made(
      run,
      convertInPieces(text as string, (piece) => piece.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&"), run.budget.charge),
    ),
  ),
};

/** Patterns that were compiled lately; the oldest one goes first. */
const cache = new Map<string, RE2JS>();
const cached = 100;
/** Reading a pattern cannot be stopped. */
const longestPattern = 1 << 15;
/** What a pattern and a text may come to: instructions times characters. */
const largest = 2 ** 27;

function compiled(pattern: GoValue): RE2JS {
  const source = pattern as string;
  const known = cache.get(source);
  if (known !== undefined) return known;
  const regex = compile(source);
  if (cache.size >= cached) cache.delete(cache.keys().next().value as string);
  cache.set(source, regex);
  return regex;
}

function compile(source: string): RE2JS {
  if (source.length > longestPattern) throw new LimitFailure(`a pattern longer than ${longestPattern} characters`);
  try {
    return RE2JS.compile(source);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new CallError(`error parsing regexp: ${error.getDescription()}: \`${error.getPattern() ?? ""}\``);
  }
}

function find(regex: RE2JS, { text, from }: { readonly text: string; readonly from: number }, run: Run): Match | undefined {
  const size = regex.programSize();
  if (size * text.length > largest) throw new LimitFailure("a regular expression too large for its text");
  const matcher = regex.matcher(text);
  const isFound = matcher.find(from);
  const read = (isFound ? matcher.end() : text.length) - from;
  steps(run.budget, 1 + ((read * size) >>> 8));
  if (!isFound) return undefined;
  return Array.from({ length: matcher.groupCount() + 1 }, (_, group) => {
    const start = matcher.start(group);
    return start < 0 ? undefined : { start, end: matcher.end(group) };
  });
}

function whole(text: string, match: Match): string {
  const { start, end } = match[0] as { start: number; end: number };
  return text.slice(start, end);
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

interface Search {
  /** At most so many matches, all of them when negative. */
  readonly count: number;
  readonly run: Run;
}

/** All matches one after the other; an empty one right behind another match does not count. */
function findAll(regex: RE2JS, text: string, { count, run }: Search): Match[] {
  const matches: Match[] = [];
  let before = -1;
  for (let from = 0; from <= text.length && matches.length !== count; ) {
    const match = find(regex, { text, from }, run);
    if (match === undefined) break;
    const { start, end } = match[0] as { start: number; end: number };
    if (end > from || start !== before) matches.push(match);
    from = end > from ? end : from + characterLength(text, from);
    before = end;
  }
  return matches;
}

interface Replacement {
  readonly expand: (match: Match) => string;
  readonly run: Run;
}

function replaceAll(regex: RE2JS, text: string, { expand, run }: Replacement): string {
  const builder = createTextBuilder(run.budget.charge);
  let done = 0;
  for (let from = 0; from <= text.length; ) {
    const match = find(regex, { text, from }, run);
    if (match === undefined) break;
    const { start, end } = match[0] as { start: number; end: number };
    builder.add(text.slice(done, start));
    if (end > done || start === 0) builder.add(expand(match));
    done = end;
    from = Math.max(end, from + characterLength(text, from));
  }
  builder.add(text.slice(done));
  return made(run, builder.text());
}

function split(regex: RE2JS, text: string, { count, run }: Search): string[] {
  if (count === 0) return [];
  if (regex.pattern() !== "" && text === "") return [""];
  const parts: string[] = [];
  let begin = 0;
  let end = 0;
  for (const match of findAll(regex, text, { count, run })) {
    if (count > 0 && parts.length === count - 1) break;
    const found = match[0] as { start: number; end: number };
    end = found.start;
    if (found.end !== 0) parts.push(text.slice(begin, end));
    begin = found.end;
  }
  if (end !== text.length) parts.push(text.slice(begin));
  return parts;
}

interface Groups {
  readonly match: Match;
  readonly names: { readonly [name: string]: number };
}

/** Fills a replacement: `$1`, `$name`, `${name}`, `$$`. The longest name counts, so that `$1x` is a group named `1x`. */
function expand(by: string, text: string, { match, names }: Groups): string {
  return by.replace(/\$(?:\$|\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/gu, (all, braced?: string, bare?: string) => {
    const name = braced ?? bare;
    if (name === undefined) return all === "$$" ? "$" : all;
    const isNumber = /^(?:0|[1-9][0-9]{0,8})$/.test(name);
    const group = isNumber ? Number(name) : Object.hasOwn(names, name) ? (names[name] as number) : -1;
    const found = match[group];
    return found === undefined ? "" : text.slice(found.start, found.end);
  });
}
