import type { Block, Expression, Statement } from "./ast.js";

/** What is told about the nodes of a program: outer ones before inner ones, in the order of the text. */
export interface Visitor {
  statement?(node: Statement): void;
  expression?(node: Expression): void;
}

/** What a node directly consists of, in the order of the text. */
type Parts = readonly (Expression | Block)[];

/** Walks over every statement and expression of a block, inner functions and holes included. */
export function visitBlock({ statements }: Block, visitor: Visitor): void {
  for (const statement of statements) {
    visitor.statement?.(statement);
    visitParts(partsOfStatement(statement), visitor);
  }
}

/** Walks over an expression and everything in it. */
function visitExpression(node: Expression, visitor: Visitor): void {
  visitor.expression?.(node);
  visitParts(partsOfExpression(node), visitor);
}

function visitParts(parts: Parts, visitor: Visitor): void {
  for (const part of parts) {
    if ("statements" in part) visitBlock(part, visitor);
    else visitExpression(part, visitor);
  }
}

function partsOfStatement(node: Statement): Parts {
  switch (node.kind) {
    case "local":
    case "return":
      return node.values;
    case "assign":
      return [...node.targets, ...node.values];
    case "localFunction":
    case "do":
      return [node.body];
    case "callStatement":
      return [node.call];
    case "while":
      return [node.condition, node.body];
    case "repeat":
      return [node.body, node.condition];
    case "if":
      return [...node.arms.flatMap(({ condition, body }) => [condition, body]), ...(node.otherwise ? [node.otherwise] : [])];
    case "numericFor":
      return [node.from, node.to, ...(node.by ? [node.by] : []), node.body];
    case "genericFor":
      return [...node.values, node.body];
    case "hole":
      return node.expression ? [node.expression] : [];
    case "break":
    case "goto":
      return [];
  }
}

function partsOfExpression(node: Expression): Parts {
  switch (node.kind) {
    case "function":
      return [node.body];
    case "index":
      return [node.object, node.key];
    case "call":
      return [node.callee, ...node.args];
    case "method":
      return [node.object, ...node.args];
    case "paren":
      return [node.inner];
    case "arithmetic":
    case "comparison":
    case "and":
    case "or":
      return [node.left, node.right];
    case "concat":
      return node.operands;
    case "not":
    case "negate":
    case "length":
      return [node.operand];
    case "table":
      return node.items.flatMap(({ key, value }) => (key ? [key, value] : [value]));
    default:
      return [];
  }
}
