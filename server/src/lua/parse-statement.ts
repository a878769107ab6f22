import { type Span, span } from "../base/span.js";
import type { Block, Expression, FunctionBody, Hole, Local, Statement, Target } from "./ast.js";
import { encodeUtf8 } from "./bytes.js";
import type { Token } from "./lex.js";
import { createExpressionParser } from "./parse-expression.js";
import { ParseFailure, type Tokens } from "./parse-tokens.js";
import type { Scopes } from "./scope.js";

const blockEnds = new Set(["eof", "end", "else", "elseif", "until"]);
const starters = new Set(["local", "if", "for", "while", "function", "return", "do", "repeat", "break", "name", "::"]);

/** What must follow the last statement of a block, and the word that opened it. */
interface Closer {
  readonly type: string;
  readonly opener?: Token;
}

interface StatementContext {
  readonly tokens: Tokens;
  readonly scopes: Scopes;
  readonly levels: { count: number };
  /** Parses the expression of a template's hole, whose token is the current one. */
  hole(token: Token): Hole;
}

/** Parsers of statements over one token source. Problems are reported, and parsing goes on after them. */
export function createStatementParser({ tokens, scopes, levels, hole }: StatementContext) {
  const { expression, expressions, suffixed } = createExpressionParser({ tokens, scopes, levels, functionBody });

  /** Statements up to a token that ends a block. */
  function block(closer: Closer, loop: "loop" | "plain", declare?: () => void): Block {
    scopes.openBlock({ loop: loop === "loop" });
    declare?.();
    return rest(closer, []);
  }

  function rest(closer: Closer, statements: Statement[]): Block {
    while (!blockEnds.has(tokens.token.type)) guarded(closer, statements);
    if (closer.type === "until") return { statements, labels: new Map() };
    return closed(statements, "outside");
  }

  function closed(statements: readonly Statement[], trailing: "outside" | "inside"): Block {
    const { labels, problems } = scopes.closeBlock(tokens.token.start, statements.length, trailing);
    for (const problem of problems) tokens.report(problem.span, problem.message);
    return { statements, labels };
  }

  /** The main block: also what stands after a stray `end` is parsed. */
  function mainBlock(): Block {
    scopes.openBlock({ loop: false });
    const statements: Statement[] = [];
    for (;;) {
      while (!blockEnds.has(tokens.token.type)) guarded({ type: "<eof>" }, statements);
      if (tokens.token.type === "eof") break;
      tokens.problem("'<eof>' expected");
      tokens.advance();
    }
    return closed(statements, "outside");
  }

  function guarded(closer: Closer, statements: Statement[]): void {
    const start = tokens.token;
    const mark = scopes.mark();
    const level = levels.count;
    try {
      if (++levels.count > 200) tokens.tooDeep();
      statement(closer, statements);
      tokens.accept(";");
    } catch (failure) {
      if (!(failure instanceof ParseFailure) || failure.fatal) throw failure;
      scopes.reset(mark, tokens.token.start);
      recover(start);
    }
    levels.count = level;
  }

  /** Skips to what looks like the next statement. Blocks opened on the way are skipped whole. */
  function recover(start: Token): void {
    if (tokens.token === start) tokens.advance();
    for (let depth = 0; ; tokens.advance()) {
      const { type } = tokens.token;
      if (type === "eof" || type === "hole") return;
      if (depth === 0 && (blockEnds.has(type) || (starters.has(type) && tokens.onNewLine()))) return;
      if (type === "function" || type === "if" || type === "do" || type === "repeat") depth++;
      else if ((type === "end" || type === "until") && depth > 0) depth--;
    }
  }

  /**
   * Runs `parse`; after a syntax error in it, skips to `next` if that still belongs to this statement. Where only `next`
   * is missing, the block goes on as if it were there, so that its `end` is no second fault.
   */
  function header(parse: () => void, next: "then" | "do"): void {
    try {
      parse();
      if (tokens.accept(next)) return;
      tokens.problem(`'${next}' expected`);
      if (!startsBody()) skipTo(next, new ParseFailure(false));
    } catch (failure) {
      if (!(failure instanceof ParseFailure) || failure.fatal) throw failure;
      skipTo(next, failure);
    }
  }

  function startsBody(): boolean {
    const { type } = tokens.token;
    return type === "hole" || blockEnds.has(type) || tokens.onNewLine() || (starters.has(type) && type !== "name");
  }

  function skipTo(next: "then" | "do", failure: ParseFailure): void {
    while (!tokens.accept(next)) {
      const { type } = tokens.token;
      if (type === "hole" || tokens.onNewLine()) return;
      if (type === "eof" || blockEnds.has(type) || type === "function") throw failure;
      tokens.advance();
    }
  }

  function statement(closer: Closer, statements: Statement[]): void {
    const start = tokens.token;
    const from = (): Span => span(start.start, tokens.previous.end);
    switch (start.type) {
      case "hole":
        statements.push(hole(start));
        tokens.advance();
        return;
      case "::":
        label(statements);
        return;
      case "break":
        tokens.advance();
        if (!scopes.inLoop()) tokens.report(from(), "no loop to break");
        statements.push({ kind: "break", span: from() });
        return;
      case "return":
        statements.push(returned());
        if (!blockEnds.has(tokens.token.type)) tokens.missing(closer.type, closer.opener);
        return;
      case "do": {
        tokens.advance();
        const body = block({ type: "end", opener: start }, "plain");
        tokens.close("end", start);
        statements.push({ kind: "do", span: from(), body });
        return;
      }
      case "if":
        statements.push(conditional());
        return;
      case "while": {
        tokens.advance();
        let condition: Expression = { kind: "nil", span: from() };
        header(() => {
          condition = expression();
        }, "do");
        const body = block({ type: "end", opener: start }, "loop");
        tokens.close("end", start);
        statements.push({ kind: "while", span: from(), condition, body });
        return;
      }
      case "repeat":
        statements.push(repeated());
        return;
      case "for":
        statements.push(counted());
        return;
      case "function":
        statements.push(namedFunction());
        return;
      case "local":
        tokens.advance();
        statements.push(tokens.token.type === "function" ? localFunction(start) : localNames(start));
        return;
      case "name":
        if (start.text === "goto" && tokens.peek().type === "name") {
          tokens.advance();
          const name = tokens.advance();
          statements.push({ kind: "goto", span: from(), target: scopes.addGoto(name.text, span(name.start, name.end)) });
          return;
        }
    }
    statements.push(callOrAssignment());
  }

  function label(statements: readonly Statement[]): void {
    tokens.advance();
    const name = tokens.expect("name");
    tokens.expect("::");
    const at = span(name.start, name.end);
    if (!scopes.addLabel(name.text, at, statements.length)) tokens.report(at, `duplicate label '${name.text}'`);
  }

  function returned(): Statement {
    const start = tokens.advance();
    const { type } = tokens.token;
    const values = blockEnds.has(type) || type === ";" || type === "hole" ? [] : expressions();
    tokens.accept(";");
    return { kind: "return", span: span(start.start, tokens.previous.end), values };
  }

  function conditional(): Statement {
    const start = tokens.token;
    const arms: { condition: Expression; body: Block }[] = [];
    let otherwise: Block | undefined;
    do {
      tokens.advance();
      let condition: Expression = { kind: "nil", span: span(start.start, start.end) };
      header(() => {
        condition = expression();
      }, "then");
      arms.push({ condition, body: block({ type: "end", opener: start }, "plain") });
    } while (tokens.token.type === "elseif");
    if (tokens.accept("else")) otherwise = block({ type: "end", opener: start }, "plain");
    tokens.close("end", start);
    return { kind: "if", span: span(start.start, tokens.previous.end), arms, ...(otherwise && { otherwise }) };
  }

  function repeated(): Statement {
    const start = tokens.advance();
    const { statements } = block({ type: "until", opener: start }, "loop");
    tokens.close("until", start);
    const condition: Expression = tokens.previous.type === "until" ? expression() : { kind: "nil", span: span(start.start, start.end) };
    const body = closed(statements, "inside");
    return { kind: "repeat", span: span(start.start, tokens.previous.end), body, condition };
  }

  function counted(): Statement {
    const start = tokens.advance();
    const names: Token[] = [];
    let values: readonly Expression[] = [];
    let numeric = false;
    header(() => {
      names.push(tokens.expect("name"));
      if (tokens.accept("=")) {
        numeric = true;
        values = limits();
        return;
      }
      while (tokens.accept(",")) names.push(tokens.expect("name"));
      if (!tokens.accept("in")) tokens.fail(names.length > 1 ? "'in' expected" : "'=' or 'in' expected");
      values = expressions();
    }, "do");
    let locals: readonly Local[] = [];
    const body = block({ type: "end", opener: start }, "loop", () => {
      locals = names.map((name) => scopes.declare(name.text, span(name.start, name.end), tokens.previous.end));
    });
    tokens.close("end", start);
    const at = span(start.start, tokens.previous.end);
    const [local] = locals;
    const [from, to, by] = values;
    if (!numeric || !local || !from || !to) return { kind: "genericFor", span: at, locals, values, body };
    return { kind: "numericFor", span: at, local, from, to, ...(by && { by }), body };
  }

  function limits(): readonly Expression[] {
    const values = [expression()];
    tokens.expect(",");
    values.push(expression());
    if (tokens.accept(",")) values.push(expression());
    return values;
  }

  function namedFunction(): Statement {
    const start = tokens.advance();
    const first = tokens.expect("name");
    let target: Target = { kind: "name", span: span(first.start, first.end), name: first.text, variable: scopes.resolve(first.text) };
    let name = first.text;
    let method: "method" | "plain" = "plain";
    while (method === "plain" && (tokens.token.type === "." || tokens.token.type === ":")) {
      const separator = tokens.advance();
      if (separator.type === ":") method = "method";
      const part = tokens.expect("name");
      const keySpan = span(part.start, part.end);
      const key: Expression = { kind: "string", span: keySpan, value: encodeUtf8(part.text) };
      target = { kind: "index", span: span(first.start, part.end), object: target, key, keySpan };
      name += separator.type + part.text;
    }
    const body = functionBody(start, name, method);
    return { kind: "assign", span: body.span, targets: [target], values: [body] };
  }

  function localFunction(start: Token): Statement {
    const keyword = tokens.advance();
    const name = tokens.expect("name");
    const local = scopes.declare(name.text, span(name.start, name.end), name.end);
    const body = functionBody(keyword, name.text, "plain");
    return { kind: "localFunction", span: span(start.start, tokens.previous.end), local, body };
  }

  function localNames(start: Token): Statement {
    const names = [tokens.expect("name")];
    while (tokens.accept(",")) names.push(tokens.expect("name"));
    let values: readonly Expression[] = [];
    try {
      if (tokens.accept("=")) values = expressions();
    } finally {
      // Also after a syntax error the names are declared, for completion below it.
      names.forEach(declareName);
    }
    const locals = scopes.locals.slice(-names.length);
    return { kind: "local", span: span(start.start, tokens.previous.end), locals, values };
  }

  function declareName(name: Token): void {
    scopes.declare(name.text, span(name.start, name.end), tokens.previous.end);
  }

  function callOrAssignment(): Statement {
    const first = suffixed();
    if (first.kind === "call" || first.kind === "method") return { kind: "callStatement", span: first.span, call: first };
    const targets: Target[] = [];
    let target: Expression = first;
    for (;;) {
      if (target.kind === "name" || target.kind === "index") targets.push(target);
      else tokens.fail("syntax error");
      if (!tokens.accept(",")) break;
      target = suffixed();
    }
    tokens.expect("=");
    const values = expressions();
    return { kind: "assign", span: span(first.span.start, tokens.previous.end), targets, values };
  }

  function functionBody(start: Token, name: string, method: "method" | "plain"): FunctionBody {
    const open = tokens.token;
    if (open.type !== "(") tokens.fail("'(' expected");
    tokens.advance();
    const names: Token[] = [];
    let vararg = false;
    if (tokens.token.type !== ")") {
      do {
        if (tokens.token.type === "...") {
          tokens.advance();
          vararg = true;
        } else if (tokens.token.type === "name") names.push(tokens.advance());
        else tokens.fail("<name> or '...' expected");
      } while (!vararg && tokens.accept(","));
    }
    tokens.close(")", open);
    scopes.openFunction({ vararg });
    const parameters: Local[] = [];
    const body = block({ type: "end", opener: start }, "plain", () => {
      const from = tokens.previous.end;
      if (method === "method") parameters.push(scopes.declare("self", span(start.start, start.end), from));
      for (const parameter of names) parameters.push(scopes.declare(parameter.text, span(parameter.start, parameter.end), from));
    });
    const { captures, slots, shares } = scopes.closeFunction();
    tokens.close("end", start);
    return { kind: "function", span: span(start.start, tokens.previous.end), name, parameters, vararg, body, captures, slots, shares };
  }

  return { mainBlock, expression };
}
