import type { Span } from "../../base/span.js";
import { opensLabel, type Word } from "../../lua/classify.js";
import type { Token } from "../../lua/lex.js";
import { isNamePart } from "../../lua/lex.js";
import type { LuaPlace } from "./chunks.js";
import { endsOperand } from "./receiver.js";

/** What may be typed at a place in Lua code. `word` is the name there, all of it, as a span of the chunk. */
export type LuaContext =
  | { readonly kind: "name"; readonly word: Span /** The tokens before the word. */; readonly before: readonly Token[] }
  /** A key is a member in quotes, which are none of the word. */
  | { readonly kind: "member" | "method" | "key"; readonly word: Span; readonly before: readonly Token[] }
  /** Behind `local`: a name of one's own, or `function`. */
  | { readonly kind: "local"; readonly word: Span }
  | { readonly kind: "goto"; readonly word: Span };

/** Tells what may be typed at a place; undefined in other strings, comments and numbers, and where a new name is made up. */
export function luaContext(place: LuaPlace): LuaContext | undefined {
  const { words, at } = place;
  const { source } = place.chunk;
  const { span } = words.piece;
  if (isInsideComment(place)) return undefined;
  const string = words.words.findIndex(({ kind, token }) => kind === "string" && insideString(source, token, at));
  if (string >= 0) return keyContext(place, string);
  let start = at;
  while (start > span.start && isNamePart(source.charCodeAt(start - 1))) start--;
  let end = at;
  while (end < span.end && isNamePart(source.charCodeAt(end))) end++;
  if (words.words.some(({ kind, token }) => kind === "number" && token.start < at && at <= token.end)) return undefined;
  const before = words.words.filter(({ token }) => token.end <= start).map(({ token }) => token);
  return contextAfter(before, { start, end });
}

/** In the string behind `name[`, what names a member; one that is not closed yet reaches to the cursor. */
function keyContext({ chunk: { source }, words: { words }, at }: LuaPlace, index: number): LuaContext | undefined {
  const { token } = words[index] as Word;
  const before = words.slice(0, index).map((word) => word.token);
  const quote = source.charAt(token.start);
  if (before.at(-1)?.type !== "[" || !endsOperand(before.at(-2)) || quote === "[") return undefined;
  const isClosed = token.end > token.start + 1 && source[token.end - 1] === quote;
  return { kind: "key", word: { start: token.start + 1, end: isClosed ? token.end - 1 : at }, before };
}

/** Says whether a place is in a comment, its end included. */
export function isInsideComment({ chunk: { source }, words, at }: LuaPlace): boolean {
  return words.comments.some((comment) => insideComment(source, comment, at, words.piece.span.end));
}

function contextAfter(before: readonly Token[], word: Span): LuaContext | undefined {
  const last = before.at(-1);
  switch (last?.type) {
    case ".":
      return { kind: "member", word, before };
    case ":":
      return { kind: "method", word, before };
    case "local":
      return { kind: "local", word };
    case "::":
      if (opensLabel(before, before.length - 1)) return undefined;
      break;
    case "for":
    case "function":
      return undefined;
    case "name":
      if (last.text === "goto" && isStatementStart(before)) return { kind: "goto", word };
  }
  return isNaming(before) ? undefined : { kind: "name", word, before };
}

/** `goto` is a word only where a statement starts. */
function isStatementStart(before: readonly Token[]): boolean {
  const previous = before.at(-2)?.type;
  return previous === undefined || ["then", "do", "else", "repeat", ";", "end", ")", "name", "string", "number"].includes(previous);
}

/** Says whether names of one's own are being listed: parameters, or what follows `local a,` and `for a,`. */
function isNaming(before: readonly Token[]): boolean {
  if (!["(", ","].includes(before.at(-1)?.type ?? "")) return false;
  let at = before.length - 1;
  while (before[at]?.type === "," && before[at - 1]?.type === "name") at -= 2;
  const opener = before[at]?.type;
  if (opener === "local" || opener === "for") return true;
  if (opener !== "(") return false;
  at--;
  while (before[at]?.type === "name" || before[at]?.type === "." || before[at]?.type === ":") at--;
  return before[at]?.type === "function";
}

/** A short comment goes on at the end of its line; a long one ends with its bracket. */
function insideComment(source: string, { start, end }: Span, at: number, pieceEnd: number): boolean {
  if (at <= start + 1) return false;
  const isLong = /^--\[=*\[/.test(source.slice(start, end));
  const isClosed = isLong && /\]=*\]$/.test(source.slice(start, end));
  return at < end || (at === end && !isClosed && (!isLong || end === pieceEnd));
}

/** Says whether a place is between the quotes of a string, also of one that is not closed yet. */
export function insideString(source: string, { start, end }: Token, at: number): boolean {
  if (at <= start || at > end) return false;
  if (at < end) return true;
  const quote = source[start];
  return quote === "[" ? !/\]=*\]$/.test(source.slice(start, end)) : end === start + 1 || source[end - 1] !== quote;
}
