import { type Span, span } from "../base/span.js";
import type { LuaProblem, Piece } from "./ast.js";
import { readLongBracket, readString } from "./lex-string.js";
import { scanLiteral } from "./numbers.js";

/** One token. `type` is the keyword or the sign itself, or one of `name string number hole eof`. */
export interface Token {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** A name's text, or a string's bytes. */
  readonly text: string;
  /** A number's value, or a hole's index. */
  readonly number: number;
}

/** What token a lexer reads next. It reads forwards only. */
export interface Lexer {
  next(): Token;
  /** Goes on with the code at another place of the same source, and nothing behind it. */
  restart(code: Span): void;
}

/** The reserved words of Lua. Types are taken from here, never cut from the source: only then are comparisons and look-ups of them cheap. */
export const keywords: ReadonlyMap<string, string> = new Map(
  "and break do else elseif end false for function if in local nil not or repeat return then true until while"
    .split(" ")
    .map((word) => [word, word]),
);
const signs = Array.from({ length: 128 }, (_, unit) => String.fromCharCode(unit));
const equals = 61;
const none: readonly Piece[] = [];

/**
 * Reads the tokens of code pieces in order; other pieces become tokens of type `hole` whose `number`
 * is their index. Faults go to `report`, and reading goes on. Comments are no tokens; `comment` is told their spans.
 */
export function createLexer(
  source: string,
  firstPieces: readonly Piece[],
  report: (problem: LuaProblem) => void,
  comment?: (at: Span) => void,
): Lexer {
  let pieces = firstPieces;
  let piece = -1;
  let at = 0;
  let end = 0;
  const fail = (where: Span, message: string) => report({ span: where, message });

  function make(type: string, start: number, text = "", number = 0): Token {
    return { type, start, end: at, text, number };
  }

  function next(): Token {
    for (;;) {
      skipBlank();
      if (at < end) return read();
      piece++;
      const entered = pieces[piece];
      if (!entered) {
        piece--;
        return make("eof", end);
      }
      ({ start: at, end } = entered.code ?? entered.span);
      if (entered.kind === "code") continue;
      const start = at;
      at = end;
      return make("hole", start, "", piece);
    }
  }

  function skipBlank(): void {
    while (at < end) {
      const unit = source.charCodeAt(at);
      if (unit === 32 || (unit >= 9 && unit <= 13)) at++;
      else if (unit === 45 && at + 1 < end && source.charCodeAt(at + 1) === 45) {
        const start = at;
        skipComment();
        comment?.(span(start, at));
      } else return;
    }
  }

  function skipComment(): void {
    const start = at;
    const long = readLongBracket(source, at + 2, end);
    if (long) {
      at = long.end;
      if (long.text === undefined) fail(span(start, end), "unfinished long comment near '<eof>'");
      return;
    }
    while (at < end && source.charCodeAt(at) !== 10 && source.charCodeAt(at) !== 13) at++;
  }

  function read(): Token {
    const start = at;
    const unit = source.charCodeAt(at);
    if (isNameStart(unit)) {
      while (at < end && isNamePart(source.charCodeAt(at))) at++;
      const word = source.slice(start, at);
      const keyword = keywords.get(word);
      return keyword === undefined ? make("name", start, word) : make(keyword, start);
    }
    if (isDigit(unit) || (unit === 46 && at + 1 < end && isDigit(source.charCodeAt(at + 1)))) return readNumber(start);
    if (unit === 34 || unit === 39) {
      const string = readString(source, at, end, fail);
      at = string.end;
      return make("string", start, string.text);
    }
    if (unit === 91) return readBracket(start);
    return readSign(start);
  }

  function readNumber(start: number): Token {
    const hex = source.charCodeAt(at) === 48 && (source.charCodeAt(at + 1) | 32) === 120;
    for (let before = 0; at < end; at++) {
      const unit = source.charCodeAt(at);
      const signs = (unit === 43 || unit === 45) && (before | 32) === (hex ? 112 : 101);
      if (!isNamePart(unit) && unit !== 46 && !signs) break;
      before = unit;
    }
    const text = source.slice(start, at);
    const value = scanLiteral(text);
    if (value === undefined) fail(span(start, at), `malformed number near '${text}'`);
    return make("number", start, "", value ?? 0);
  }

  function readBracket(start: number): Token {
    const long = readLongBracket(source, at, end);
    if (long) {
      at = long.end;
      if (long.text === undefined) fail(span(start, end), "unfinished long string near '<eof>'");
      return make("string", start, long.text ?? "");
    }
    if (source.charCodeAt(at + 1) !== 61 || at + 1 >= end) return readSign(start);
    while (at + 1 < end && source.charCodeAt(at + 1) === 61) at++;
    at++;
    fail(span(start, at), `invalid long string delimiter near '${source.slice(start, at)}'`);
    return make("string", start);
  }

  function readSign(start: number): Token {
    const unit = source.charCodeAt(at);
    const next = at + 1 < end ? source.charCodeAt(at + 1) : -1;
    at += 2;
    if (next === equals && unit === equals) return make("==", start);
    if (next === equals && unit === 126) return make("~=", start);
    if (next === equals && unit === 60) return make("<=", start);
    if (next === equals && unit === 62) return make(">=", start);
    if (next === 58 && unit === 58) return make("::", start);
    if (next === 46 && unit === 46) {
      if (at >= end || source.charCodeAt(at) !== 46) return make("..", start);
      at++;
      return make("...", start);
    }
    at--;
    return make(signs[unit] ?? "", start);
  }

  function restart(code: Span): void {
    pieces = none;
    piece = -1;
    ({ start: at, end } = code);
  }

  return { next, restart };
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Says whether a UTF-16 unit can start a name: LuaJIT takes every byte above 127 for a letter. */
export function isNameStart(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit > 127;
}

/** Says whether a UTF-16 unit can go on with a name. */
export function isNamePart(unit: number): boolean {
  return isNameStart(unit) || isDigit(unit);
}
