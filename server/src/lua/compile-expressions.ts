import type { Expression, FunctionBody, TableItem } from "./ast.js";
import { call } from "./compile-calls.js";
import type { Context } from "./compile-context.js";
import { lengthOf, readIndex } from "./compile-index.js";
import { arithmetic, comparison, concatenation, negate, truthy } from "./compile-operators.js";
import { readName } from "./compile-variables.js";
import { errorAt, type Site } from "./errors.js";
import { nothing, type Run, type RunMany } from "./frame.js";
import { type LuaKey, LuaTable } from "./table.js";
import type { LuaValue } from "./values.js";

/** Compiles expressions to closures. */
export interface ExpressionCompiler {
  readonly context: Context;
  /** To one value. */
  run(expression: Expression): Run;
  /** To the values of a list: the last one may give any number. */
  many(expressions: readonly Expression[]): RunMany;
}

/** Makes it; `functionValue` compiles function bodies. */
export function createExpressionCompiler(context: Context, functionValue: (body: FunctionBody) => Run): ExpressionCompiler {
  const compiler: ExpressionCompiler = { context, run, many };

  function run(node: Expression): Run {
    switch (node.kind) {
      case "nil":
        return () => undefined;
      case "true":
        return () => true;
      case "false":
        return () => false;
      case "number":
      case "string": {
        const { value } = node;
        return () => value;
      }
      case "vararg":
        return ({ varargs }) => varargs[0];
      case "function":
        return functionValue(node);
      case "name":
        return readName(context, node);
      case "index":
        return readIndex(context, node, run(node.object), run(node.key));
      case "call":
      case "method": {
        const values = call(compiler, node);
        return (frame) => values(frame)[0];
      }
      case "paren":
        return run(node.inner);
      case "arithmetic":
        return arithmetic(context, node, run(node.left), run(node.right));
      case "comparison":
        return comparison(context, node, run(node.left), run(node.right));
      case "and":
      case "or":
        return logical(node.kind, run(node.left), run(node.right));
      case "concat":
        return concatenation(context, node.operands, node.span, node.operands.map(run));
      case "not": {
        const operand = run(node.operand);
        return (frame) => !truthy(operand(frame));
      }
      case "negate":
        return negate(context, node.operand, node.span, run(node.operand));
      case "length": {
        const operand = run(node.operand);
        return (frame) => lengthOf(context, frame.state, node.operand, node.span, operand(frame));
      }
      case "table":
        return table(node.items, context.site(node.span));
    }
  }

  function logical(kind: "and" | "or", left: Run, right: Run): Run {
    if (kind === "and")
      return (frame) => {
        const value = left(frame);
        return truthy(value) ? right(frame) : value;
      };
    return (frame) => {
      const value = left(frame);
      return truthy(value) ? value : right(frame);
    };
  }

  function multi(node: Expression): RunMany | undefined {
    if (node.kind === "call" || node.kind === "method") return call(compiler, node);
    return node.kind === "vararg" ? ({ varargs }) => varargs : undefined;
  }

  function many(nodes: readonly Expression[]): RunMany {
    const last = nodes[nodes.length - 1];
    if (!last) return () => nothing;
    const rest = multi(last);
    const single = (rest ? nodes.slice(0, -1) : nodes).map(run);
    const [a, b] = single;
    if (!rest && a && single.length === 1) return (frame) => [a(frame)];
    if (!rest && a && b && single.length === 2) return (frame) => [a(frame), b(frame)];
    if (!rest) return (frame) => single.map((one) => one(frame));
    if (single.length === 0) return (frame) => rest(frame);
    return (frame) => {
      const values = single.map((one) => one(frame));
      for (const value of rest(frame)) values.push(value);
      return values;
    };
  }

  function table(items: readonly TableItem[], site: Site): Run {
    const last = items[items.length - 1];
    const rest = last && !last.key ? multi(last.value) : undefined;
    const parts = (rest ? items.slice(0, -1) : items).map(({ key, value }) => ({
      ...(key && { key: run(key), at: key.span }),
      value: run(value),
    }));
    return (frame) => {
      const { state } = frame;
      const made = new LuaTable();
      state.allocate(96 + 40 * parts.length, site);
      let count = 0;
      for (const part of parts) {
        if (part.key) setItem(made, part.key(frame), part.value(frame), part.at);
        else made.list[count++] = part.value(frame);
      }
      if (rest) {
        const values = rest(frame);
        state.allocate(16 * values.length, site);
        for (const value of values) made.list[count++] = value;
      }
      made.settle();
      return made;
    };
  }

  function setItem(made: LuaTable, key: LuaValue, value: LuaValue, at: Expression["span"] | undefined): void {
    if (key === undefined || Number.isNaN(key)) {
      const text = key === undefined ? "table index is nil" : "table index is NaN";
      if (at) throw errorAt(context.site(at), text);
    }
    // Keys 1..n stay in the hash until the list is complete: positional items come to overwrite them.
    if (value === undefined) made.hash.delete(key as LuaKey);
    else made.hash.set(key as LuaKey, value);
  }

  return compiler;
}
