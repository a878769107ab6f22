import { certain, possible, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import { closingQuote, isTypographicQuote } from "../../../base/typographic-quotes.js";
import type { Advice, Fault, LuaPlace } from "./fault.js";
import { codePointName, type Sign, signOf } from "./look-alikes.js";

/** One character, or a pair of quotation marks with what stands between them. */
interface Found {
  readonly span: Span;
  readonly edits: readonly TextEdit[];
  readonly isCertain: boolean;
}

/** So many are written anew at once. */
const most = 100;

/** The characters in a span of code, outside of its strings and comments, that only look like signs of Lua. */
export function findSigns(source: string, { start, end }: Span, kind: LuaPlace["kind"]): Found[] {
  const found: Found[] = [];
  for (let at = start; at < end && found.length < most; ) {
    const skipped = plainEnd(source, at, end);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const isQuote = isTypographicQuote(source[at] as string);
    const one = isQuote ? quoted(source, at) : (halfQuoted(source, at, end) ?? lookalike(source, at, { start, kind }));
    if (one !== undefined) found.push(one);
    at = one?.span.end ?? at + 1;
  }
  return found;
}

/** Where a string or a comment of Lua ends; the same offset where none starts. */
function plainEnd(source: string, at: number, end: number): number {
  const text = source.slice(at, Math.min(end, at + 2));
  if (!/^(["']|--|\[[[=])/.test(text)) return at;
  const rest = source.slice(at, end);
  const long = /^(?:--)?\[(=*)\[/.exec(rest);
  if (long !== null) {
    const close = rest.indexOf(`]${long[1]}]`, long[0].length);
    return close < 0 ? end : at + close + 2 + (long[1] as string).length;
  }
  const short = /^--[^\r\n]*|^"(?:\\.|[^"\\\r\n])*"|^'(?:\\.|[^'\\\r\n])*'/.exec(rest);
  return at + (short?.[0].length ?? 0);
}

function quoted(source: string, open: number): Found {
  const close = closingQuote(source, open);
  if (close === undefined) return closedPlainly(source, open);
  const inner = source.slice(open + 1, close);
  const sign = inner.includes('"') || (/[‘’‚‹›＇]/.test(source[open] as string) && !inner.includes("'")) ? "'" : '"';
  return {
    span: span(open, close + 1),
    edits: [replaced(span(open, open + 1), sign), replaced(span(close, close + 1), sign)],
    isCertain: true,
  };
}

/** `“text"`: a mark that one of Lua closes; without it, nothing is known. */
function closedPlainly(source: string, open: number): Found {
  const quote = /[‘’‚＇]/.test(source[open] as string) ? "'" : '"';
  const inner = /^[^"'\r\n]*/.exec(source.slice(open + 1, open + 200))?.[0] ?? "";
  const isClosed = source[open + 1 + inner.length] === quote;
  const end = isClosed ? open + inner.length + 2 : open + 1;
  return { span: span(open, end), edits: isClosed ? [replaced(span(open, open + 1), quote)] : [], isCertain: isClosed };
}

/** `"text”`: a string that a typographic mark closes. */
function halfQuoted(source: string, open: number, end: number): Found | undefined {
  const quote = source[open] as string;
  const match = /^(?:"[^"“”\r\n]*[“”]|'[^'‘’\r\n]*[‘’])/.exec(source.slice(open, end));
  if (match === null) return undefined;
  const close = open + match[0].length - 1;
  return { span: span(close, close + 1), edits: [replaced(span(close, close + 1), quote)], isCertain: true };
}

function lookalike(source: string, at: number, { start, kind }: { start: number; kind: LuaPlace["kind"] }): Found | undefined {
  const sign = signOf(source[at] as string);
  if (sign === undefined) return undefined;
  const place = span(at, at + 1);
  const isDash = /[–—]/.test(source[at] as string);
  // Programs that set text make a dash of the two hyphens that begin a comment.
  const before = source.slice(Math.max(start, at - 80), at);
  const startsLine = kind !== "expression" && /(^|[\r\n])[ \t]*$/.test(before);
  const lua = isDash && startsLine ? "--" : sign.lua;
  const isCertain = source[at] !== "…" && (source[at] !== "—" || startsLine || kind === "expression");
  return { span: place, edits: [replaced(place, lua)], isCertain };
}

/** `{{ “x” }}`, `{{ x – 1 }}`, a no-break space in code: characters that only look like signs of Lua. */
export function typographicSign({ source, tokens, at, place }: Fault): Advice | undefined {
  const [before, token] = [tokens[at - 1], tokens[at] ?? tokens.at(-1)];
  if (token === undefined) return undefined;
  const [from, to] = [before?.start ?? token.start, token.end];
  if (!/[^\0-\x7f]/.test(source.slice(place.code.start, place.code.end))) return undefined;
  const all = findSigns(source, place.code, place.kind);
  const near = all.filter((one) => one.span.start <= to && one.span.end >= from);
  return near.length === 0 ? undefined : signAdvice(source, near, all);
}

/** What is said of characters at a fault, and how to write them: all of the code's, else those alone. */
export function signAdvice(source: string, near: readonly Found[], all: readonly Found[]): Advice {
  const [first] = near as readonly [Found, ...Found[]];
  const says = describe(source[first.span.start] as string, first);
  const choices = [all, near].map((ones) => {
    const make = ones.every(({ isCertain }) => isCertain) ? certain : possible;
    return make(ones.length === 1 && first.edits.length === 1 ? titleOf(source, first) : "Write plain characters", ...editsOf(ones));
  });
  return { says, choices: choices.filter(({ edits }) => edits.length > 0) };
}

function editsOf(ones: readonly Found[]): TextEdit[] {
  return ones.flatMap(({ edits }) => edits);
}

function titleOf(source: string, { span: { start }, edits }: Found): string {
  const unit = source[start] as string;
  const name = signOf(unit)?.name ?? "quotation mark";
  const text = edits[0]?.newText ?? "";
  if (isTypographicQuote(unit)) return `Change ${unit} to ${text}`;
  if (text.trim() !== "") return `Change '${unit}' to '${text}'`;
  return text === "" ? `Remove the ${name}` : `Change the ${name} to a space`;
}

/** Names a character that may look like nothing, or like another one. */
function describe(unit: string, { edits, isCertain }: Found): string {
  const point = codePointName(unit);
  if (isTypographicQuote(unit)) return `'${unit}' (${point}) is no quotation mark of Lua: strings stand in "…" or '…'.`;
  const { name } = signOf(unit) as Sign;
  const text = edits[0]?.newText ?? "";
  const article = /^[aeiou]/.test(name) ? "an" : "a";
  if (text === "") return `There is ${article} ${name} (${point}) here, which cannot be seen. Remove it.`;
  if (text === " ") return `There is ${article} ${name} (${point}) here, which Lua takes for a letter. Write a plain space.`;
  const wanted = isCertain ? `'${text}'` : unit === "—" ? "'-' to subtract, '--' to begin a note" : "what is meant in plain characters";
  return `'${unit}' is ${article} ${name} (${point}), which Lua takes for a letter. Write ${wanted}.`;
}
