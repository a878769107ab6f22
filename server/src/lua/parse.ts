import { type Span, span } from "../base/span.js";
import type { Block, FunctionBody, Hole, LuaProblem, ParsedChunk, Piece } from "./ast.js";
import { createLexer, type Token } from "./lex.js";
import { createStatementParser } from "./parse-statement.js";
import { createTokens, ParseFailure } from "./parse-tokens.js";
import { createScopes, type Scopes } from "./scope.js";

export type { LuaProblem, ParsedChunk, Piece } from "./ast.js";
export { tooManyLevels, tooMuchCode } from "./parse-tokens.js";

/**
 * Parses a whole program, or the part of `source` in `part` (UTF-16 offsets; all spans are in
 * `source`). `firstLine` is the number that messages give to the first line of `source`. Never fails:
 * faults are in `problems`, the first in LuaJIT's words.
 */
export function parseChunk(source: string, part: Span = span(0, source.length), firstLine = 1): ParsedChunk {
  const shebang = part.start === 0 && source.startsWith("#") ? /^[^\r\n]*/.exec(source.slice(0, part.end)) : null;
  return parseTemplate(source, [{ kind: "code", span: span(part.start + (shebang?.[0].length ?? 0), part.end) }], firstLine);
}

/**
 * Parses a template as one program: code pieces in order, text and expressions as holes in it.
 * Expressions see the locals of the code around them; a syntax error in one stays in its hole.
 */
export function parseTemplate(source: string, pieces: readonly Piece[], firstLine = 1): ParsedChunk {
  const { report, problems } = createReport();
  const scopes = createScopes();
  const holes: Hole[] = [];
  const levels = { count: 0 };
  const whole = span(pieces[0]?.span.start ?? 0, pieces[pieces.length - 1]?.span.end ?? 0);

  function parseHole({ number: index }: Pick<Token, "number">): Hole {
    const piece = pieces[index] as Piece;
    if (piece.kind !== "expression") return { kind: "hole", span: piece.span, index };
    parseExpression ??= createHoleParser({ source, scopes, levels, firstLine, hole: parseHole });
    const made = parseExpression(piece.code ?? piece.span, index);
    holes.push(made);
    return made;
  }

  let parseExpression: ((at: Span, index: number) => Hole) | undefined;

  function parseCode(): Block {
    const lexer = createLexer(source, pieces, report);
    const tokens = createTokens({ source, lexer, report, firstLine, endText: "<eof>", end: whole.end });
    return createStatementParser({ tokens, scopes, levels, hole: parseHole }).mainBlock();
  }

  /** Without code, there is nothing but holes: a parser of their own is not made for each of very many messages. */
  function parseHoles(): Block {
    scopes.openBlock({ loop: false });
    levels.count++;
    const statements = pieces.map((_, index) => parseHole({ number: index }));
    levels.count--;
    const { labels } = scopes.closeBlock(whole.end, statements.length, "outside");
    return { statements, labels };
  }

  scopes.openFunction({ vararg: true });
  let body: Block = { statements: [], labels: new Map() };
  try {
    body = pieces.some(({ kind }) => kind === "code") ? parseCode() : parseHoles();
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
  }
  const { captures, slots, shares } = scopes.closeFunction();
  const main: FunctionBody = {
    kind: "function",
    span: whole,
    name: "main chunk",
    parameters: [],
    vararg: true,
    body,
    captures,
    slots,
    shares,
  };
  return { main, body, problems, holes, locals: scopes.locals, labels: scopes.labels };
}

interface HoleContext {
  readonly source: string;
  readonly scopes: Scopes;
  readonly levels: { count: number };
  readonly firstLine: number;
  hole(token: Token): Hole;
}

/** Parses the expressions of holes, one after the other: as `return (e)`, where only `e` is there; messages name the `}}` that a person sees for its `)`. */
function createHoleParser({ source, scopes, levels, firstLine, hole }: HoleContext) {
  const found: LuaProblem[] = [];
  const report = (problem: LuaProblem) => found.push(problem);
  const tokens = createTokens({ source, lexer: createLexer(source, [], report), report, firstLine, endText: "}}", end: 0 });
  const parser = createStatementParser({ tokens, scopes, levels, hole });

  return (at: Span, index: number): Hole => {
    found.length = 0;
    const mark = scopes.mark();
    const level = levels.count;
    tokens.restart(at);
    // Neither one that is empty nor one that goes on is thrown: a document can be full of such expressions.
    if (tokens.token.type === "eof") tokens.problem("unexpected symbol");
    else
      try {
        const expression = parser.expression();
        if ((tokens.token.type as string) !== "eof") tokens.problem("'}}' expected");
        if (found.length === 0) return { kind: "hole", span: at, index, expression };
      } catch (failure) {
        if (!(failure instanceof ParseFailure)) throw failure;
      }
    scopes.reset(mark, at.end);
    levels.count = level;
    return { kind: "hole", span: at, index, problem: found[0] as LuaProblem };
  };
}

/** Behind so many problems nothing more is looked at: it is no Lua. */
const mostProblems = 1000;

/** Collects problems; of several that start at one place the first counts. */
function createReport() {
  const problems: LuaProblem[] = [];
  const seen = new Set<number>();
  function report(problem: LuaProblem): void {
    if (seen.has(problem.span.start)) return;
    seen.add(problem.span.start);
    problems.push(problem);
    if (problems.length === mostProblems) throw new ParseFailure(true);
  }
  return { problems, report };
}
