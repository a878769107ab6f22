import type { Span } from "../../../base/span.js";
import type { Fault } from "./ast.js";
import { type Token, type TokenKind, tokenText } from "./tokens.js";

/** What the parser knows while it reads one action. */
export interface ActionReader {
  readonly tokens: readonly Token[];
  /** Index of the next token. */
  index: number;
  /** Index of the furthest token that was looked at: Go counts lines up to there. */
  seen: number;
  /** The names of the variables that may be used, `$` first. */
  readonly variables: string[];
  readonly isFunction: (name: string) => boolean;
  /** What to add to the message of a broken token. */
  readonly startedElsewhere: (error: Token) => string;
}

/** A mistake in a template: thrown, for it ends the reading of the action it is in. */
export class Mistake {
  readonly message: string;
  readonly span: Span;
  /** Where Go says it is, unless at the furthest token that was looked at. */
  readonly reported: number | undefined;
  /** What a name could have been. */
  readonly candidates: readonly string[] | undefined;

  constructor(message: string, span: Span, { reported, candidates }: Pick<Partial<Fault>, "reported" | "candidates"> = {}) {
    this.message = message;
    this.span = span;
    this.reported = reported;
    this.candidates = candidates;
  }
}

/** Looks at the next token. */
export function peek(reader: ActionReader): Token {
  const index = Math.min(reader.index, reader.tokens.length - 1);
  if (index > reader.seen) reader.seen = index;
  return reader.tokens[index] as Token;
}

/** Takes the next token. */
export function next(reader: ActionReader): Token {
  const token = peek(reader);
  reader.index++;
  return token;
}

/** Takes the next token that is no blank. */
export function nextWord(reader: ActionReader): Token {
  const token = next(reader);
  return token.kind === "space" ? next(reader) : token;
}

/** Looks at the next token that is no blank; the blanks are gone then. */
export function peekWord(reader: ActionReader): Token {
  const token = nextWord(reader);
  reader.index--;
  return token;
}

/** Takes a token of a kind, or fails. */
export function expect(reader: ActionReader, kind: TokenKind, context: string): Token {
  const token = nextWord(reader);
  return token.kind === kind ? token : unexpected(reader, token, context);
}

/** Fails with what a token is that cannot stand here. */
export function unexpected(reader: ActionReader, token: Token, context: string): never {
  if (token.kind === "error") throw new Mistake(token.text + reader.startedElsewhere(token), token);
  throw new Mistake(`unexpected ${tokenText(token)} in ${context}`, token);
}
