import { quote } from "../text/quote.js";
import { byteLength, firstCharacters } from "../text/utf8.js";

/** What a token of an action is. `mark` is any other ASCII character, `close` the `}}`. */
export type TokenKind =
  | "space"
  | "assign"
  | "declare"
  | "pipe"
  | "string"
  | "raw"
  | "character"
  | "number"
  | "variable"
  | "field"
  | "dot"
  | "nil"
  | "bool"
  | "identifier"
  | "keyword"
  | "open"
  | "shut"
  | "mark"
  | "close"
  | "error";

/** A piece of an action, UTF-16 offsets. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** As written; the message of an error. */
  readonly text: string;
}

/** The words that open, part and close things. */
export const keywords = ["block", "break", "continue", "define", "else", "end", "if", "range", "template", "with"] as const;

/** A token as Go shows it in messages. */
export function tokenText({ kind, text }: Token): string {
  if (kind === "error") return text;
  if (kind === "keyword" || kind === "dot" || kind === "nil") return `<${text}>`;
  return byteLength(text) > 10 ? `${quote(firstCharacters(text, 10))}...` : quote(text);
}
