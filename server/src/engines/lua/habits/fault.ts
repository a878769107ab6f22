import type { Rewrite } from "../../../base/diagnostic.js";
import type { Span } from "../../../base/span.js";
import { createLexer, type Token } from "../../../lua/lex.js";
import type { LuaProblem } from "../../../lua/parse.js";

/** A piece of Lua in a source text; `kind` says what stands around it. Offsets are UTF-16 offsets of the source. */
export interface LuaPlace {
  readonly kind: "code" | "expression" | "frontmatter";
  /** The tag with its delimiters; for frontmatter the code itself. */
  readonly span: Span;
  readonly code: Span;
}

/** A syntax problem with all that habits look at. */
export interface Fault {
  readonly source: string;
  readonly problem: LuaProblem;
  readonly place: LuaPlace;
  /** The tokens of the place. */
  readonly tokens: readonly Token[];
  /** Index of the token that the problem names; -1 when it names none. */
  readonly at: number;
}

/** What a person is told about a fault beyond the parser's words, and how it could be written. */
export interface Advice {
  readonly says: string;
  readonly choices: readonly Rewrite[];
}

/** Recognises one habit of another language, or one kind of slip. */
export type Habit = (fault: Fault) => Advice | undefined;

/** The tokens of a piece of code; faults in it are ignored. */
export function tokensOf(source: string, code: Span): Token[] {
  const lexer = createLexer(source, [{ kind: "code", span: code }], () => {});
  const tokens: Token[] = [];
  for (let token = lexer.next(); token.type !== "eof"; token = lexer.next()) tokens.push(token);
  return tokens;
}

/** Says whether a line ends between two offsets. */
export function isOnNewLine(source: string, from: number, to: number): boolean {
  return /[\n\r]/.test(source.slice(from, to));
}

/** A word with the blanks it needs where it stands between other words. */
export function spaced(source: string, { start, end }: Span, word: string): string {
  const before = start === 0 || /[\s([{]/.test(source[start - 1] as string) ? "" : " ";
  return before + word + (/\s/.test(source[end] ?? "x") ? "" : " ");
}

/** Index of the token that closes the bracket at `open`, of whatever kind; undefined when nothing does. */
export function closingBracket(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const type = tokens[index]?.type ?? "";
    if ("([{".includes(type)) depth++;
    if (")]}".includes(type) && --depth === 0) return index;
  }
  return undefined;
}
