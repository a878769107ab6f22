import type { Span } from "../base/span.js";
import type { Statement } from "./ast.js";
import { type Context, callAt, operandError, operation } from "./compile-context.js";
import { truthy } from "./compile-operators.js";
import type { StatementCompiler } from "./compile-statements.js";
import { declareLocal, type Store } from "./compile-variables.js";
import { errorAt, type LuaError } from "./errors.js";
import { broke, type Exec, type Frame, normal } from "./frame.js";
import { asNumber, isFunction, metamethod } from "./operations.js";
import type { LuaState } from "./state.js";
import type { LuaFunction, LuaValue } from "./values.js";

type Loop<Kind extends Statement["kind"]> = Extract<Statement, { kind: Kind }>;

/** Runs `while`. */
export function whileLoop({ context, run, block }: StatementCompiler, node: Loop<"while">): Exec {
  const condition = run(node.condition);
  const body = block(node.body);
  const at = head(node.span, "while");
  return (frame) => {
    const { state } = frame;
    while (truthy(condition(frame))) {
      if (--state.fuel < 0) state.charge(0, context.site(at));
      const signal = body(frame);
      if (signal !== normal) {
        if (signal === broke) break;
        return signal;
      }
    }
    return normal;
  };
}

/** Runs `repeat`: the condition sees the locals of the body. */
export function repeatLoop({ context, run, block }: StatementCompiler, node: Loop<"repeat">): Exec {
  const body = block(node.body);
  const condition = run(node.condition);
  const at = head(node.span, "repeat");
  return (frame) => {
    const { state } = frame;
    do {
      if (--state.fuel < 0) state.charge(0, context.site(at));
      const signal = body(frame);
      if (signal !== normal) {
        if (signal === broke) break;
        return signal;
      }
    } while (!truthy(condition(frame)));
    return normal;
  };
}

/** Runs `for i = from, to, by`. */
export function numericFor({ context, run, block }: StatementCompiler, node: Loop<"numericFor">): Exec {
  const from = run(node.from);
  const to = run(node.to);
  const by = node.by && run(node.by);
  const declare = declareLocal(context, node.local);
  const body = block(node.body);
  const at = head(node.span, "for");
  return (frame) => {
    const { state } = frame;
    const [first, limit, given] = [from(frame), to(frame), by ? by(frame) : 1];
    const start = asNumber(first);
    const end = asNumber(limit);
    const step = asNumber(given);
    if (start === undefined) throw errorAt(context.site(node.from.span), "'for' initial value must be a number");
    if (end === undefined) throw errorAt(context.site(node.to.span), "'for' limit must be a number");
    if (step === undefined) throw errorAt(context.site((node.by ?? node.to).span), "'for' step must be a number");
    for (let i = start; step >= 0 ? i <= end : i >= end; i += step) {
      if (--state.fuel < 0) state.charge(0, context.site(at));
      declare(frame, i);
      const signal = body(frame);
      if (signal !== normal) {
        if (signal === broke) break;
        return signal;
      }
    }
    return normal;
  };
}

/** Runs `for a, b in f, s, c`. */
export function genericFor({ context, many, block }: StatementCompiler, node: Loop<"genericFor">): Exec {
  const values = many(node.values);
  const stores = node.locals.map((local) => declareLocal(context, local));
  const body = block(node.body);
  const at = head(node.span, "for");
  const called = node.values[0];
  const iteration = operation(context, called?.span ?? at);
  return (frame) => {
    const { state } = frame;
    const [iterator, subject, first] = values(frame);
    const next = iteratorOf(state, iterator);
    if (!next) throw called ? iteratorError(context, called.span, iterator) : errorAt(context.site(at), "attempt to call a nil value");
    let control = first;
    for (;;) {
      if (--state.fuel < 0) state.charge(0, context.site(at));
      const given = next.bound === undefined ? [subject, control] : [next.bound, subject, control];
      const found = callAt(context, state, iteration, next.fn, given);
      control = found[0];
      if (control === undefined) return normal;
      declareAll(frame, stores, found);
      const signal = body(frame);
      if (signal !== normal) return signal === broke ? normal : signal;
    }
  };
}

function declareAll(frame: Frame, stores: readonly Store[], values: readonly LuaValue[]): void {
  for (let i = 0; i < stores.length; i++) (stores[i] as Store)(frame, values[i]);
}

function iteratorOf(state: LuaState, value: LuaValue): { fn: LuaFunction; bound?: LuaValue } | undefined {
  if (isFunction(value)) return { fn: value };
  const handler = metamethod(state, value, "__call");
  return isFunction(handler) ? { fn: handler, bound: value } : undefined;
}

function iteratorError(context: Context, span: Span, value: LuaValue): LuaError {
  return operandError(context, { kind: "nil", span }, "call", value);
}

/** The keyword of a loop: where a budget that it spends is reported. */
function head({ start }: Span, keyword: "while" | "repeat" | "for"): Span {
  return { start, end: start + keyword.length };
}
