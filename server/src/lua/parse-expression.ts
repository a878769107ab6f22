import { type Span, span } from "../base/span.js";
import type { ArithmeticOperator, ComparisonOperator, Expression, FunctionBody, TableItem } from "./ast.js";
import { encodeUtf8 } from "./bytes.js";
import type { Token } from "./lex.js";
import type { Tokens } from "./parse-tokens.js";
import type { Scopes } from "./scope.js";

/** Constructs nest at most so deep, as in LuaJIT. */
const maxLevels = 200;
/** The tree of an expression is at most so high: long chains of calls or operators count too. */
const maxHeight = 600;

/** Left and right binding power of the operators of Lua. */
const powers = new Map<string, readonly [number, number]>(
  Object.entries({
    or: [1, 1],
    and: [2, 2],
    "<": [3, 3],
    ">": [3, 3],
    "<=": [3, 3],
    ">=": [3, 3],
    "~=": [3, 3],
    "==": [3, 3],
    "..": [5, 5],
    "+": [6, 6],
    "-": [6, 6],
    "*": [7, 7],
    "/": [7, 7],
    "%": [7, 7],
    "^": [10, 9],
  }),
);
const unaryPower = 8;
const unary = new Map<string, "not" | "negate" | "length">([
  ["not", "not"],
  ["-", "negate"],
  ["#", "length"],
]);

/** What parsing expressions needs from around it; `levels` counts nesting over statements and expressions. */
interface ExpressionContext {
  readonly tokens: Tokens;
  readonly scopes: Scopes;
  readonly levels: { count: number };
  /** Parses parameters and body after `function`; `method` adds `self`. */
  functionBody(start: Token, name: string, method: "method" | "plain"): FunctionBody;
}

/** Makes the parsers of expressions over one token source. All throw `ParseFailure` after a reported problem. */
export function createExpressionParser({ tokens, scopes, levels, functionBody }: ExpressionContext) {
  /** Height of the tree parsed last. */
  let height = 0;

  function enter(): void {
    if (++levels.count > maxLevels) tokens.tooDeep();
  }

  function grow(...below: number[]): void {
    height = Math.max(...below) + 1;
    if (height > maxHeight) tokens.tooDeep();
  }

  function expression(): Expression {
    return binary(0);
  }

  function binary(limit: number): Expression {
    enter();
    let left = operand();
    for (;;) {
      const operator = tokens.token.type;
      const power = powers.get(operator);
      if (!power || power[0] <= limit) break;
      const below = height;
      tokens.advance();
      if (operator === "..") left = concatenation(left);
      else left = joined(operator, left, binary(power[1]));
      grow(below, height);
    }
    levels.count--;
    return left;
  }

  function concatenation(first: Expression): Expression {
    const operands = [first];
    let highest = 0;
    do {
      operands.push(binary(5));
      highest = Math.max(highest, height);
    } while (tokens.accept(".."));
    height = highest;
    return { kind: "concat", span: around(first, operands[operands.length - 1] as Expression), operands };
  }

  function operand(): Expression {
    const start = tokens.token;
    const operator = unary.get(start.type);
    if (!operator) return simple();
    tokens.advance();
    const inner = binary(unaryPower);
    grow(height);
    return { kind: operator, span: span(start.start, inner.span.end), operand: inner };
  }

  function simple(): Expression {
    const { token } = tokens;
    const at = span(token.start, token.end);
    height = 1;
    switch (token.type) {
      case "number":
        tokens.advance();
        return { kind: "number", span: at, value: token.number };
      case "string":
        tokens.advance();
        return { kind: "string", span: at, value: token.text };
      case "nil":
      case "true":
      case "false":
        tokens.advance();
        return { kind: token.type, span: at };
      case "...":
        if (!scopes.hasVararg()) tokens.fail("cannot use '...' outside a vararg function");
        tokens.advance();
        return { kind: "vararg", span: at };
      case "{":
        return table();
      case "function":
        tokens.advance();
        return functionBody(token, "anonymous", "plain");
      default:
        return suffixed();
    }
  }

  function primary(): Expression {
    const { token } = tokens;
    height = 1;
    if (token.type === "name") {
      tokens.advance();
      return { kind: "name", span: span(token.start, token.end), name: token.text, variable: scopes.resolve(token.text) };
    }
    if (token.type !== "(") tokens.fail("unexpected symbol");
    tokens.advance();
    const inner = expression();
    tokens.close(")", token);
    return { kind: "paren", span: span(token.start, tokens.previous.end), inner };
  }

  /** A primary expression with its indexes and calls. */
  function suffixed(): Expression {
    let object = primary();
    for (;;) {
      const below = height;
      const { type } = tokens.token;
      height = 0;
      if (type === ".") object = member(object);
      else if (type === "[") object = index(object);
      else if (type === ":") object = method(object);
      else if (type === "(" || type === "string" || type === "{") {
        const args = callArguments();
        object = { kind: "call", span: span(object.span.start, tokens.previous.end), callee: object, args };
      } else {
        height = below;
        return object;
      }
      grow(below, height);
    }
  }

  /** `.name` after an object: the dot is the current token. */
  function member(object: Expression): Expression {
    tokens.advance();
    const name = tokens.expect("name");
    const keySpan = span(name.start, name.end);
    const key: Expression = { kind: "string", span: keySpan, value: encodeUtf8(name.text) };
    return { kind: "index", span: span(object.span.start, name.end), object, key, keySpan };
  }

  function index(object: Expression): Expression {
    const open = tokens.advance();
    const key = expression();
    tokens.close("]", open);
    return { kind: "index", span: span(object.span.start, tokens.previous.end), object, key, keySpan: key.span };
  }

  function method(object: Expression): Expression {
    tokens.advance();
    const name = tokens.expect("name");
    const args = callArguments();
    return {
      kind: "method",
      span: span(object.span.start, tokens.previous.end),
      object,
      name: name.text,
      nameSpan: span(name.start, name.end),
      args,
    };
  }

  function callArguments(): readonly Expression[] {
    const { token } = tokens;
    if (token.type === "string" || token.type === "{") return [simple()];
    if (token.type !== "(") tokens.fail("function arguments expected");
    if (tokens.onNewLine()) tokens.fail("ambiguous syntax (function call x new statement)");
    tokens.advance();
    if (tokens.accept(")")) return [];
    const args = expressions();
    tokens.close(")", token);
    return args;
  }

  /** One or more expressions with commas between. */
  function expressions(): readonly Expression[] {
    const list = [expression()];
    let highest = height;
    while (tokens.accept(",")) {
      list.push(expression());
      highest = Math.max(highest, height);
    }
    height = highest;
    return list;
  }

  function table(): Expression {
    const open = tokens.advance();
    const items: TableItem[] = [];
    let highest = 0;
    while (tokens.token.type !== "}") {
      items.push(tableItem());
      highest = Math.max(highest, height);
      if (!tokens.accept(",") && !tokens.accept(";")) break;
    }
    tokens.close("}", open);
    grow(highest);
    return { kind: "table", span: span(open.start, tokens.previous.end), items };
  }

  function tableItem(): TableItem {
    const { token } = tokens;
    let key: Expression | undefined;
    if (token.type === "[") {
      tokens.advance();
      key = expression();
      const below = height;
      tokens.expect("]");
      tokens.expect("=");
      const value = expression();
      height = Math.max(height, below);
      return { key, value };
    }
    if (token.type === "name" && tokens.peek().type === "=") {
      tokens.advance();
      tokens.advance();
      key = { kind: "string", span: span(token.start, token.end), value: encodeUtf8(token.text) };
      return { key, value: expression() };
    }
    return { value: expression() };
  }

  return { expression, expressions, suffixed };
}

function joined(operator: string, left: Expression, right: Expression): Expression {
  const at = around(left, right);
  switch (operator) {
    case "and":
    case "or":
      return { kind: operator, span: at, left, right };
    case "<":
    case ">":
    case "<=":
    case ">=":
    case "~=":
    case "==":
      return { kind: "comparison", span: at, operator: operator satisfies ComparisonOperator, left, right };
    default:
      return { kind: "arithmetic", span: at, operator: operator as ArithmeticOperator, left, right };
  }
}

function around(left: Expression, right: Expression): Span {
  return span(left.span.start, right.span.end);
}
