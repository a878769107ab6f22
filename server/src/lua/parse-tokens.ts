import { type Span, span } from "../base/span.js";
import type { LuaProblem } from "./ast.js";
import { mostCode } from "./budget.js";
import type { Lexer, Token } from "./lex.js";

/** Problems that are limits of the parser rather than faults of syntax. */
export const tooManyLevels = "chunk has too many syntax levels";
export const tooMuchCode = "chunk has too much code";

/** Thrown to leave a construct whose syntax error was reported; `fatal` ends the whole parse. */
export class ParseFailure {
  readonly fatal: boolean;
  constructor(fatal: boolean) {
    this.fatal = fatal;
  }
}

/** What the parser reads from: one token ahead, and the words of its errors. */
export interface Tokens {
  readonly token: Token;
  /** The last token before `token` that is code, or an empty one at the start. */
  readonly previous: Token;
  /** The token after `token`. */
  peek(): Token;
  advance(): Token;
  /** Says whether a line ends between the previous token and this one. */
  onNewLine(): boolean;
  /** Consumes a token of the type, if it comes now. */
  accept(type: string): boolean;
  /** Consumes a token of the type or fails with `'type' expected near …`. */
  expect(type: string): Token;
  /** As `expect`, for a token that closes `opener`. */
  close(type: string, opener: Token): void;
  /** Reports that a token of the type is missing here, which closes `opener`, if there is one. */
  missing(type: string, opener?: Token): void;
  /** Reports `message near 'token'` at the token, or at the last code before it when the code ends there. */
  problem(message: string, opener?: Token): void;
  /** As `problem`, and leaves the construct. */
  fail(message: string): never;
  /** Reports a problem elsewhere. */
  report(at: Span, message: string): void;
  tooDeep(): never;
  /** Goes on with the code at another place of the same source. */
  restart(code: Span): void;
}

interface TokensOptions {
  readonly source: string;
  readonly lexer: Lexer;
  readonly report: (problem: LuaProblem) => void;
  /** Line number of the first line of `source`, for messages. */
  readonly firstLine: number;
  /** What stands where the code ends: `<eof>`, or `)` after an expression. */
  readonly endText: string;
  /** Where code without any token is said to end, as a UTF-16 offset. */
  readonly end: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Makes a token source; the first token is read at once. */
export function createTokens({ source, lexer, report, firstLine, endText, end }: TokensOptions): Tokens {
  let ahead: Token | undefined;
  let count = 0;

  function advance(): Token {
    if (++count > mostCode.luaTokens) giveUp(tooMuchCode);
    const consumed = tokens.token;
    if (consumed.type !== "hole" && consumed.type !== "eof") tokens.previous = consumed;
    tokens.token = ahead ?? lexer.next();
    ahead = undefined;
    return consumed;
  }

  function peek(): Token {
    ahead ??= lexer.next();
    return ahead;
  }

  function lineOf(offset: number): number {
    return firstLine + (source.slice(0, offset).match(/\r\n|\n|\r/g)?.length ?? 0);
  }

  const atEnd = () => tokens.token.type === "eof" || tokens.token.type === "hole";

  function near(): string {
    const { token, previous } = tokens;
    if (token.type === "eof" || (token.type === "hole" && previous.type === "start")) return endText;
    const shown = token.type === "hole" ? previous : token;
    return source.slice(shown.start, shown.end);
  }

  function problem(message: string, opener?: Token): void {
    const at = atEnd() ? tokens.previous : tokens.token;
    const full = `${message} near '${near()}'`;
    const related = opener && { span: span(opener.start, opener.end), message: `to close '${opener.type}' here` };
    report({ span: span(at.start, at.end), message: full, ...(related && { related: [related] }) });
  }

  function fail(message: string): never {
    problem(message);
    throw new ParseFailure(false);
  }

  function missing(type: string, opener?: Token): void {
    const line = opener && lineOf(opener.start);
    const isHere = opener === undefined || lineOf(tokens.token.start) === line;
    problem(isHere ? `'${type}' expected` : `'${type}' expected (to close '${opener.type}' at line ${line})`, opener);
  }

  /** Ends the whole parse at the present token. */
  function giveUp(message: string): never {
    const { token } = tokens;
    report({ span: span(token.start, token.end), message });
    throw new ParseFailure(true);
  }

  function accept(type: string): boolean {
    if (tokens.token.type !== type) return false;
    advance();
    return true;
  }

  // The tokens are plain members, not accessors: an object with accessors of its own keeps its parser alive for long.
  const tokens: Mutable<Tokens> = {
    token: lexer.next(),
    previous: { type: "start", start: end, end, text: "", number: 0 },
    peek,
    advance,
    accept,
    onNewLine: () => /[\n\r]/.test(source.slice(tokens.previous.end, tokens.token.start)),
    expect(type) {
      if (tokens.token.type !== type) fail(`'${type === "name" ? "<name>" : type}' expected`);
      return advance();
    },
    close(type, opener) {
      if (accept(type)) return;
      missing(type, opener);
      if (type === "end" || type === "until") return;
      throw new ParseFailure(false);
    },
    missing,
    problem,
    fail,
    report: (at, message) => report({ span: at, message }),
    restart(code) {
      lexer.restart(code);
      tokens.previous = { type: "start", start: code.end, end: code.end, text: "", number: 0 };
      ahead = undefined;
      tokens.token = lexer.next();
    },
    tooDeep: () => giveUp(tooManyLevels),
  };
  return tokens;
}
