import type { Span } from "../base/span.js";
import type { ArithmeticOperator, ComparisonOperator, Expression } from "./ast.js";
import { type Context, callValue, memberError, missedMember, operation } from "./compile-context.js";
import { errorAt, LuaError, type Site } from "./errors.js";
import type { Run } from "./frame.js";
import { asNumber, asString, compareText, compute, events, isFunction, metamethod, modulo, power } from "./operations.js";
import type { LuaState } from "./state.js";
import { LuaTable } from "./table.js";
import type { LuaFunction, LuaValue } from "./values.js";

interface Operands {
  readonly span: Span;
  readonly left: Expression;
  readonly right: Expression;
}

/** Evaluates an arithmetic operator. */
export function arithmetic(context: Context, node: Operands & { operator: ArithmeticOperator }, left: Run, right: Run): Run {
  const slow = (state: LuaState, a: LuaValue, b: LuaValue): LuaValue => slowArithmetic(context, state, node, a, b);
  switch (node.operator) {
    case "+":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? a + b : slow(frame.state, a, b);
      };
    case "-":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? a - b : slow(frame.state, a, b);
      };
    case "*":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? a * b : slow(frame.state, a, b);
      };
    case "/":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? a / b : slow(frame.state, a, b);
      };
    case "%":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? modulo(a, b) : slow(frame.state, a, b);
      };
    case "^":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? power(a, b) : slow(frame.state, a, b);
      };
  }
}

function slowArithmetic(
  context: Context,
  state: LuaState,
  node: Operands & { operator: ArithmeticOperator },
  a: LuaValue,
  b: LuaValue,
): LuaValue {
  if (typeof a === "string") state.charge(a.length >> 4, context.site(node.span));
  if (typeof b === "string") state.charge(b.length >> 4, context.site(node.span));
  const x = asNumber(a);
  const y = asNumber(b);
  if (x !== undefined && y !== undefined) return compute(node.operator, x, y);
  const handler = eitherHandler(state, a, b, events[node.operator]);
  if (handler) return call(context, state, node.span, handler, [a, b]);
  if (x === undefined) throw memberError(context, state, { operand: node.left, verb: "perform arithmetic on", value: a });
  throw memberError(context, state, { operand: node.right, verb: "perform arithmetic on", value: b });
}

/** Evaluates `-operand`. */
export function negate(context: Context, operand: Expression, at: Span, run: Run): Run {
  return (frame) => {
    const value = run(frame);
    if (typeof value === "number") return -value;
    const number = asNumber(value);
    if (number !== undefined) return -number;
    const handler = metamethod(frame.state, value, "__unm");
    if (isFunction(handler)) return call(context, frame.state, at, handler, [value, value]);
    throw memberError(context, frame.state, { operand, verb: "perform arithmetic on", value });
  };
}

/** Evaluates a comparison. */
export function comparison(context: Context, node: Operands & { operator: ComparisonOperator }, left: Run, right: Run): Run {
  const { operator, span } = node;
  const order = (state: LuaState, a: LuaValue, b: LuaValue, event: "__lt" | "__le"): boolean =>
    slowOrder(context, state, node, a, b, event);
  const mirrored = { span, left: node.right, right: node.left };
  const swapped = (state: LuaState, a: LuaValue, b: LuaValue, event: "__lt" | "__le"): boolean =>
    slowOrder(context, state, mirrored, a, b, event);
  switch (operator) {
    case "==":
      return (frame) => equals(context, frame.state, span, left(frame), right(frame));
    case "~=":
      return (frame) => !equals(context, frame.state, span, left(frame), right(frame));
    case "<":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? a < b : order(frame.state, a, b, "__lt");
      };
    case "<=":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? a <= b : order(frame.state, a, b, "__le");
      };
    case ">":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? a > b : swapped(frame.state, b, a, "__lt");
      };
    case ">=":
      return (frame) => {
        const a = left(frame);
        const b = right(frame);
        return typeof a === "number" && typeof b === "number" ? a >= b : swapped(frame.state, b, a, "__le");
      };
  }
}

function equals(context: Context, state: LuaState, at: Span, a: LuaValue, b: LuaValue): boolean {
  if (typeof a === "string" && typeof b === "string" && a.length > 256 && a.length === b.length)
    state.charge(a.length >> 4, context.site(at));
  if (a === b) return true;
  if (!(a instanceof LuaTable) || !(b instanceof LuaTable) || !a.metatable || !b.metatable) return false;
  const handler = a.metatable.get("__eq");
  if (!isFunction(handler) || handler !== b.metatable.get("__eq")) return false;
  return truthy(call(context, state, at, handler, [a, b]));
}

function slowOrder(context: Context, state: LuaState, node: Operands, a: LuaValue, b: LuaValue, event: "__lt" | "__le"): boolean {
  if (typeof a === "string" && typeof b === "string") {
    state.charge(Math.min(a.length, b.length) >> 4, context.site(node.span));
    return event === "__lt" ? a < b : a <= b;
  }
  const handler = eitherHandler(state, a, b, event);
  if (handler) return truthy(call(context, state, node.span, handler, [a, b]));
  const swapped = event === "__le" ? eitherHandler(state, a, b, "__lt") : undefined;
  if (swapped) return !truthy(call(context, state, node.span, swapped, [b, a]));
  const known =
    a === undefined ? missedMember(context, state, node.left) : b === undefined ? missedMember(context, state, node.right) : undefined;
  throw errorAt(context.site(unlike(node, a, b)), compareText(a, b), known);
}

/** The operand to blame: the one that can never be compared, else both. */
function unlike({ span, left, right }: Operands, a: LuaValue, b: LuaValue): Span {
  const comparable = (value: LuaValue) => typeof value === "number" || typeof value === "string";
  if (comparable(a) === comparable(b)) return span;
  return comparable(a) ? right.span : left.span;
}

/** Evaluates a chain of `..`. */
export function concatenation(context: Context, operands: readonly Expression[], at: Span, runs: readonly Run[]): Run {
  const site = context.site(at);
  return (frame) => {
    const values = runs.map((run) => run(frame));
    let plain = true;
    for (let i = 0; i < values.length; i++) {
      const text = asString(values[i]);
      if (text === undefined) plain = false;
      else if (typeof values[i] === "number" && plain) values[i] = text;
    }
    if (plain) return join(frame.state, values as string[], site);
    return slowConcatenation(context, frame.state, { operands, at, values });
  };
}

function join(state: LuaState, parts: readonly string[], site: Site): string {
  let text = "";
  for (const part of parts) {
    const cost = Math.min(text.length, part.length);
    text += part;
    if (text.length > state.limits.stringBytes) state.allocateString(text.length, site);
    state.allocate(cost + 32, site);
  }
  state.charge(text.length >> 10, site);
  return text;
}

/** Right to left, two at a time, as metamethods see it. */
function slowConcatenation(
  context: Context,
  state: LuaState,
  { operands, at, values }: { operands: readonly Expression[]; at: Span; values: readonly LuaValue[] },
): LuaValue {
  let right = values[values.length - 1];
  for (let i = values.length - 2; i >= 0; i--) {
    const left = values[i];
    const [a, b] = [asString(left), asString(right)];
    if (a !== undefined && b !== undefined) {
      right = join(state, [a, b], context.site(at));
      continue;
    }
    const handler = eitherHandler(state, left, right, "__concat");
    if (handler) right = call(context, state, at, handler, [left, right]);
    else if (a === undefined) throw memberError(context, state, { operand: operands[i] as Expression, verb: "concatenate", value: left });
    else throw memberError(context, state, { operand: operands[i + 1] as Expression, verb: "concatenate", value: right });
  }
  return right;
}

function eitherHandler(state: LuaState, a: LuaValue, b: LuaValue, event: string): LuaFunction | undefined {
  const handler = metamethod(state, a, event) ?? metamethod(state, b, event);
  return isFunction(handler) ? handler : undefined;
}

function call(context: Context, state: LuaState, span: Span, handler: LuaFunction, args: readonly LuaValue[]): LuaValue {
  return callValue(
    context,
    state,
    operation(context, span),
    handler,
    args,
    () => new LuaError(undefined, "attempt to call a table value"),
  )[0];
}

/** Everything but nil and false is true. */
export function truthy(value: LuaValue): boolean {
  return value !== undefined && value !== false;
}
