import { quote } from "../text/quote.js";
import { isWordCharacter, namedCharacter } from "../text/unicode.js";
import { numberEnd } from "./lex-number.js";
import { keywords, type Token, type TokenKind } from "./tokens.js";

interface Lexer {
  readonly text: string;
  readonly words: ReadonlyMap<string, TokenKind>;
  readonly tokens: Token[];
  at: number;
  depth: number;
}

const allWords = wordsWithout([]);

function wordsWithout(names: readonly string[]): ReadonlyMap<string, TokenKind> {
  const words = new Map<string, TokenKind>(keywords.filter((word) => !names.includes(word)).map((word) => [word, "keyword"]));
  return words.set("true", "bool").set("false", "bool").set("nil", "nil");
}

/** The words of actions where the host has functions named `break` or `continue`: these are no keywords then. */
export function actionWords(isFunction: (name: string) => boolean): ReadonlyMap<string, TokenKind> {
  const names = ["break", "continue"].filter(isFunction);
  return names.length === 0 ? allWords : wordsWithout(names);
}

/** The tokens of the action whose inside begins at an offset: up to its `}}`, or to the first error. */
export function lexAction(text: string, at: number, words: ReadonlyMap<string, TokenKind>): readonly Token[] {
  const lexer: Lexer = { text, words, tokens: [], at, depth: 0 };
  while (lexToken(lexer)) {}
  return lexer.tokens;
}

/** Reads one token; says whether more may follow. */
function lexToken(lexer: Lexer): boolean {
  const { text, at } = lexer;
  const unit = text.charCodeAt(at);
  if (text.startsWith("}}", at)) return lexer.depth === 0 ? finish(lexer, 2) : fail(lexer, at, "unclosed left paren");
  if (Number.isNaN(unit)) return fail(lexer, at, "unclosed action");
  if (isBlank(unit)) return lexBlanks(lexer);
  if (isWordStart(text, at)) return lexWord(lexer);
  switch (text[at]) {
    case "=":
      return push(lexer, "assign", at + 1);
    case ":":
      return text[at + 1] === "=" ? push(lexer, "declare", at + 2) : fail(lexer, at, "expected :=");
    case "|":
      return push(lexer, "pipe", at + 1);
    case '"':
      return lexQuoted(lexer, "string", "unterminated quoted string");
    case "'":
      return lexQuoted(lexer, "character", "unterminated character constant");
    case "`":
      return lexRaw(lexer);
    case "$":
      return lexName(lexer, "variable");
    case ".":
      return isDigit(text.charCodeAt(at + 1)) || at + 1 >= text.length ? lexNumber(lexer) : lexName(lexer, "field");
    case "(":
      lexer.depth++;
      return push(lexer, "open", at + 1);
    case ")":
      lexer.depth--;
      return lexer.depth < 0 ? fail(lexer, at, "unexpected right paren") : push(lexer, "shut", at + 1);
    default:
      return lexOther(lexer);
  }
}

function lexOther(lexer: Lexer): boolean {
  const { text, at } = lexer;
  const unit = text.charCodeAt(at);
  if (isDigit(unit) || unit === 43 || unit === 45) return lexNumber(lexer);
  if (unit > 0x20 && unit < 0x7f) return push(lexer, "mark", at + 1);
  return fail(lexer, at, `unrecognized character in action: ${namedCharacter(text.codePointAt(at) as number)}`);
}

function push(lexer: Lexer, kind: TokenKind, end: number): true {
  lexer.tokens.push({ kind, start: lexer.at, end, text: lexer.text.slice(lexer.at, end) });
  lexer.at = end;
  return true;
}

function fail(lexer: Lexer, start: number, text: string): false {
  lexer.tokens.push({ kind: "error", start, end: lexer.at, text });
  return false;
}

/** The end of the action, `length` units long with its trim marker; the token itself is the `}}`. */
function finish(lexer: Lexer, length: number): false {
  lexer.at += length - 2;
  push(lexer, "close", lexer.at + 2);
  return false;
}

/** Blanks are a token; one of them before `-}}` belongs to the end of the action. */
function lexBlanks(lexer: Lexer): boolean {
  const { text, at } = lexer;
  let end = at;
  while (isBlank(text.charCodeAt(end))) end++;
  if (!text.startsWith("-}}", end)) return push(lexer, "space", end);
  if (end - at > 1) push(lexer, "space", end - 1);
  if (lexer.depth > 0) return fail(lexer, lexer.at, "unclosed left paren");
  return finish(lexer, 4);
}

function lexWord(lexer: Lexer): boolean {
  const { text, words } = lexer;
  const end = wordEnd(text, lexer.at);
  if (!isTerminator(text, end)) return failAt(lexer, end);
  return push(lexer, words.get(text.slice(lexer.at, end)) ?? "identifier", end);
}

/** A field or a variable; nothing after the mark makes it the dot, or the scope itself. */
function lexName(lexer: Lexer, kind: "field" | "variable"): boolean {
  const { text, at } = lexer;
  if (isTerminator(text, at + 1)) return push(lexer, kind === "field" ? "dot" : "variable", at + 1);
  const end = wordEnd(text, at + 1);
  return isTerminator(text, end) ? push(lexer, kind, end) : failAt(lexer, end);
}

function failAt(lexer: Lexer, end: number): false {
  const { text, at } = lexer;
  lexer.at = end + 1;
  // The name begins the token, the character behind it is what is wrong with it.
  return fail(lexer, at, `bad character ${namedCharacter(text.codePointAt(end) as number)}`);
}

function lexQuoted(lexer: Lexer, kind: "string" | "character", message: string): boolean {
  const { text, at } = lexer;
  const mark = text[at];
  for (let end = at + 1; end < text.length; end++) {
    const letter = text[end];
    if (letter === mark) return push(lexer, kind, end + 1);
    if (letter === "\n" || (letter === "\\" && (text[end + 1] ?? "\n") === "\n")) {
      lexer.at = end;
      return fail(lexer, at, message);
    }
    if (letter === "\\") end++;
  }
  lexer.at = text.length;
  return fail(lexer, at, message);
}

function lexRaw(lexer: Lexer): boolean {
  const { text, at } = lexer;
  const close = text.indexOf("`", at + 1);
  if (close >= 0) return push(lexer, "raw", close + 1);
  lexer.at = text.length;
  return fail(lexer, at, "unterminated raw quoted string");
}

function lexNumber(lexer: Lexer): boolean {
  const { text, at } = lexer;
  const first = numberEnd(text, at);
  let { end, isGood } = first;
  const sign = text[end];
  if (isGood && (sign === "+" || sign === "-")) {
    // A complex number: 1+2i.
    const second = numberEnd(text, end);
    end = second.end;
    isGood = second.isGood && text[end - 1] === "i";
  }
  if (isGood) return push(lexer, "number", end);
  lexer.at = end;
  return fail(lexer, at, `bad number syntax: ${quote(text.slice(at, end))}`);
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Says whether a name begins at an offset; ASCII digits begin numbers. */
function isWordStart(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at) as number;
  return !isDigit(codePoint) && isWordCharacter(codePoint);
}

function wordEnd(text: string, at: number): number {
  let end = at;
  for (;;) {
    const codePoint = text.codePointAt(end);
    if (codePoint === undefined || !isWordCharacter(codePoint)) return end;
    end += codePoint > 0xffff ? 2 : 1;
  }
}

function isTerminator(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return Number.isNaN(unit) || isBlank(unit) || ".,|:)(".includes(text[at] as string) || text.startsWith("}}", at);
}
