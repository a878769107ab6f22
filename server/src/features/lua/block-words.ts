import { type Span, touches } from "../../base/span.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { inDocument, luaPlace } from "./chunks.js";

const openers: ReadonlySet<string> = new Set(["function", "if", "for", "while", "repeat", "do"]);
const middles: ReadonlySet<string> = new Set(["then", "elseif", "else", "in"]);

/**
 * The words that make a block, when one of them stands at a UTF-16 offset: what opens it, what divides it, and its end, also
 * in other tags of its message. Spans of the document; empty where there is none. Words alone count, so broken code has blocks.
 */
export function blockWords(document: ChatDocument, offset: number): Span[] {
  const place = luaPlace(document, offset);
  const isWord = place?.words.words.some(({ kind, token }) => kind === "keyword" && token.start <= place.at && place.at <= token.end);
  if (place === undefined || !isWord) return [];
  const { chunk, at } = place;
  const keywords = chunk.words.flatMap(({ words }) => words.filter(({ kind }) => kind === "keyword").map(({ token }) => token));
  const open: Span[][] = [];
  /** The block of a `for` or `while` whose `do` is still to come. */
  let header: Span[] | undefined;
  for (const { type, start, end } of keywords) {
    const word = { start, end };
    if (type === "do" && header) {
      header.push(word);
      header = undefined;
    } else if (openers.has(type)) {
      open.push([word]);
      header = type === "for" || type === "while" ? open.at(-1) : header;
    } else if (middles.has(type)) open.at(-1)?.push(word);
    else if (type === "end" || type === "until") {
      const closed = open.pop();
      if (closed?.some((one) => touches(one, at)) || touches(word, at))
        return [...(closed ?? []), word].map((one) => inDocument(chunk, one));
    }
  }
  const unclosed = open.find((words) => words.some((one) => touches(one, at))) ?? [];
  return unclosed.map((one) => inDocument(chunk, one));
}
