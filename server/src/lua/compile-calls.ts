import type { CallExpression, Expression, MethodExpression } from "./ast.js";
import { decodeUtf8, encodeUtf8 } from "./bytes.js";
import { type Context, callAt, calleeSpan, callValue, describe, located, memberOf, operandError } from "./compile-context.js";
import { indexValue } from "./compile-index.js";
import { errorAt, LuaError } from "./errors.js";
import { Closure, type Frame, type Run, type RunMany, returned, tailed } from "./frame.js";
import { isFunction, shownType } from "./operations.js";
import { LuaTable } from "./table.js";
import type { LuaArguments, LuaValue } from "./values.js";

/** Depth from which `return f()` gives up its own frame: below it, errors show every call. */
const tailDepth = 100;

/** The parts of the compiler that calls need. */
interface Parts {
  readonly context: Context;
  run(expression: Expression): Run;
  many(expressions: readonly Expression[]): RunMany;
}

/** What is called, and with what. */
interface Target {
  /** Evaluates the callee; the object it was read from is left in `object`. */
  callee(frame: Frame, found: Found): LuaValue;
  args(frame: Frame, found: Found): LuaArguments;
}

interface Found {
  object: LuaValue;
}

/** For callees that are no members: nothing is written to it. */
const unused: Found = { object: undefined };

/** Evaluates a call to all its values. */
export function call(parts: Parts, node: CallExpression | MethodExpression): RunMany {
  return direct(parts.context, node, target(parts, node));
}

function direct(context: Context, node: CallExpression | MethodExpression, target: Target): RunMany {
  const run = unwatched(context, node, target);
  if (node.kind === "method" || node.callee.kind !== "name" || node.callee.variable.kind !== "global") return run;
  const { name } = node.callee;
  const [text] = node.args;
  if (text?.kind !== "string" || !context.watches(text.span)) return run;
  return (frame) => {
    const values = run(frame);
    context.record({ span: text.span, name, kind: "call", value: values[0] });
    return values;
  };
}

function unwatched(context: Context, node: CallExpression | MethodExpression, { callee, args }: Target): RunMany {
  const site = context.site(node.span);
  const keepsObject = node.kind === "method" || node.callee.kind === "index";
  return (frame) => {
    const { state } = frame;
    const found = keepsObject ? { object: undefined } : unused;
    const fn = callee(frame, found);
    const given = args(frame, found);
    if (--state.fuel < 0) state.charge(0, site);
    if (!isFunction(fn)) return callOther(context, frame, node, fn, given, found);
    state.calledAt = site;
    try {
      return fn.call(state, given);
    } catch (thrown) {
      throw located(context, node, fn, thrown);
    }
  };
}

function callOther(
  context: Context,
  { state }: Frame,
  node: CallExpression | MethodExpression,
  value: LuaValue,
  args: LuaArguments,
  { object }: Found,
): LuaArguments {
  return callValue(context, state, node, value, args, () =>
    callError(context, node, value, typeof object === "string" ? state.strings : object),
  );
}

/** Runs `return f(…)`: far down, Lua functions take the place of their caller. */
export function tailCall(parts: Parts, node: CallExpression | MethodExpression): (frame: Frame) => number {
  const { context } = parts;
  const parsed = target(parts, node);
  const callDirectly = direct(context, node, parsed);
  return (frame) => {
    const { state } = frame;
    if (state.depth <= tailDepth) {
      frame.result = callDirectly(frame);
      return returned;
    }
    const found: Found = { object: undefined };
    const fn = parsed.callee(frame, found);
    const given = parsed.args(frame, found);
    if (--state.fuel < 0) state.charge(0, context.site(node.span));
    if (fn instanceof Closure) {
      frame.tail = fn;
      frame.result = given;
      return tailed;
    }
    frame.result = isFunction(fn) ? callAt(context, state, node, fn, given) : callOther(context, frame, node, fn, given, found);
    return returned;
  };
}

function target(parts: Parts, node: CallExpression | MethodExpression): Target {
  const args = parts.many(node.args);
  if (node.kind === "method") return methodTarget(parts, node, args);
  if (node.callee.kind !== "index") {
    const callee = parts.run(node.callee);
    return { callee, args };
  }
  const member = node.callee;
  const { context } = parts;
  const object = parts.run(member.object);
  const key = parts.run(member.key);
  const watched = member.key.kind === "string" && context.watches(member.keySpan) ? decodeUtf8(member.key.value) : undefined;
  return {
    callee(frame, found) {
      found.object = object(frame);
      const value = indexValue(context, frame.state, member, found.object, key(frame));
      if (watched !== undefined) context.record({ span: member.keySpan, name: watched, kind: "member", value });
      return value;
    },
    args,
  };
}

function methodTarget({ context, run }: Parts, node: MethodExpression, args: RunMany): Target {
  const object = run(node.object);
  const name = encodeUtf8(node.name);
  const watched = context.watches(node.nameSpan);
  return {
    callee(frame, found) {
      found.object = object(frame);
      const value = indexValue(context, frame.state, node, found.object, name);
      if (watched) context.record({ span: node.nameSpan, name: node.name, kind: "member", value });
      return value;
    },
    args: (frame, found) => [found.object, ...args(frame)],
  };
}

/** The error of calling what is no function; a nil member gets the names it could have been. */
function callError(context: Context, node: CallExpression | MethodExpression, value: LuaValue, object: LuaValue): LuaError {
  const at = calleeSpan(node);
  const known = node.kind === "method" ? `method '${encodeUtf8(node.name)}'` : describe(node.callee);
  if (!known) return operandError(context, (node as CallExpression).callee, "call", value);
  const error = errorAt(context.site(at), `attempt to call ${known} (a ${shownType(value)} value)`);
  const member =
    node.kind === "method"
      ? node.name
      : node.callee.kind === "index" && node.callee.key.kind === "string"
        ? decodeUtf8(node.callee.key.value)
        : undefined;
  if (value !== undefined || member === undefined) return error;
  const table = object instanceof LuaTable ? object : undefined;
  const source = node.kind === "method" ? node.object : node.callee.kind === "index" ? node.callee.object : node.callee;
  if (!table) return error;
  return new LuaError(error.value, error.text, error.site, memberOf(context, { table, object: source, at, name: member }));
}
