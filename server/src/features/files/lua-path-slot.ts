import { decodeUtf8 } from "../../lua/bytes.js";
import { readString } from "../../lua/lex-string.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { insideString, isInsideComment } from "../lua/context.js";
import { placeAtCursor } from "../lua/unfinished.js";
import { isIncludePath, isMimeType } from "./include-calls.js";
import { fileSlot, type PathSlot } from "./slots.js";

/** What is being named at a UTF-16 offset in a quoted string of Lua. */
export function luaPathSlot(document: ChatDocument, offset: number): PathSlot | undefined {
  const place = placeAtCursor(document, offset);
  if (place === undefined || isInsideComment(place)) return undefined;
  const { chunk, at } = place;
  const { words } = place.words;
  const index = words.findIndex(({ kind, token }) => kind === "string" && insideString(chunk.source, token, at));
  const token = words[index]?.token;
  const quote = chunk.source[token?.start ?? -1];
  if (token === undefined || (quote !== '"' && quote !== "'")) return undefined;
  const { source } = document;
  const start = chunk.start + token.start + 1;
  const path = { start, end: closingQuote(source, quote, offset) ?? wordEnd(source, offset) };
  if (isMimeType(words, index)) return { kind: "type", word: path, path: "" };
  if (!isIncludePath(words, index)) return undefined;
  return fileSlot(source, { path, offset }, { kind: "include", quote, decode: (written) => unescaped(written, quote) });
}

/**
 * Where the string ends that holds an offset. Of one that is not closed yet the next quote of the line is none of its own:
 * then a bracket or a comma comes first.
 */
function closingQuote(source: string, quote: string, offset: number): number | undefined {
  for (let at = offset; at < source.length; at++) {
    const unit = source[at] as string;
    if (unit === "\n" || unit === "\r") return undefined;
    if (unit === "\\") at++;
    else if (unit === quote) return /^[\w./-]*\s*[)\]},]/.test(source.slice(offset, at)) ? undefined : at;
  }
  return undefined;
}

function wordEnd(source: string, from: number): number {
  let end = from;
  while (end < source.length && /[\w./-]/.test(source[end] as string)) end++;
  return end;
}

/** The text that a piece of a quoted string stands for. */
function unescaped(written: string, quote: string): string {
  const literal = quote + written + quote;
  return decodeUtf8(readString(literal, 0, literal.length, () => {}).text);
}
