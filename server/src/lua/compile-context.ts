import { type Span, touches } from "../base/span.js";
import type { CallExpression, Expression, Local, MethodExpression, ParsedChunk } from "./ast.js";
import { decodeUtf8, encodeUtf8 } from "./bytes.js";
import { type Chunk, errorAt, LimitError, LuaError, LuaFault, positionPrefix, type Site, type UnknownName } from "./errors.js";
import { withoutQuotes } from "./find-node.js";
import type { Frame } from "./frame.js";
import { isFunction, metamethod, shownType } from "./operations.js";
import { namesAt } from "./scope.js";
import type { LuaState } from "./state.js";
import type { LuaTable } from "./table.js";
import type { LuaArguments, LuaFunction, LuaValue } from "./values.js";

/** Receives what a template's holes do, in order. `index` is the piece's. */
export interface HoleHandler {
  text(index: number, state: LuaState): void;
  /** `evaluate` throws when the expression fails, what `asRunError` makes a `LuaError` of; depth and place are as before then. */
  expression(index: number, evaluate: () => LuaValue, state: LuaState): void;
  /** An expression that is known to fail without evaluating it. */
  failed(index: number, error: LuaError, state: LuaState): void;
  /** An expression with a syntax error. */
  broken(index: number, state: LuaState): void;
}

/** What a watched name held when it was read or assigned. */
export interface Probe {
  readonly span: Span;
  readonly name: string;
  /** A call is one of a global function; its span is that of the text that it is given first. */
  readonly kind: "local" | "global" | "member" | "call";
  readonly value: LuaValue;
  /** Of a local: its declaration or last assignment; of a global: its last assignment. */
  readonly setAt?: Site;
}

/** Is told what the statements that start in a span of the source do. */
export interface Trace {
  readonly span: Span;
  /** A statement starts at `start`, whether it will run or not. */
  found(start: number): void;
  /** The statement that starts at `start` runs. */
  ran(start: number): void;
  /** Before and after every statement that holds no others. */
  enter(): void;
  leave(): void;
  assigned(name: string, kind: "local" | "global", value: LuaValue): void;
}

/** Watches the name under a UTF-16 offset of the source, and what the code around it does. */
export interface Watch {
  readonly offset: number;
  readonly trace?: Trace;
  record(probe: Probe): void;
}

export interface CompileOptions {
  readonly chunk: Chunk;
  readonly holes?: HoleHandler;
  readonly probe?: Watch;
}

/** What all parts of the compiler share. */
export interface Context {
  readonly chunk: Chunk;
  readonly holes: HoleHandler | undefined;
  readonly parsed: ParsedChunk;
  /** Last assignments of locals; only kept when something is watched. */
  readonly assigned: Map<Local, Site> | undefined;
  /** Says whether the name at a span is watched. */
  watches(at: Span): boolean;
  record(probe: Probe): void;
  /** The trace that code at a span is told to, if any. */
  traceAt(at: Span): Trace | undefined;
  site(at: Span): Site;
}

export function createContext(parsed: ParsedChunk, { chunk, holes, probe }: CompileOptions): Context {
  return {
    chunk,
    holes,
    parsed,
    assigned: probe && new Map(),
    watches: (at) => probe !== undefined && touches(at, probe.offset),
    record: (found) => probe?.record(found),
    traceAt: ({ start }) => (probe?.trace && probe.trace.span.start <= start && start < probe.trace.span.end ? probe.trace : undefined),
    site: (span) => ({ chunk, span }),
  };
}

/** `local 'x'`, `field 'x'` …: what Lua calls the thing an expression reads, as a byte string, or nothing. */
export function describe(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "name":
      return `${expression.variable.kind} '${encodeUtf8(expression.name)}'`;
    case "index":
      return expression.key.kind === "string" ? `field '${expression.key.value}'` : undefined;
    case "paren":
      return expression.inner.kind === "call" || expression.inner.kind === "method" ? undefined : describe(expression.inner);
    default:
      return undefined;
  }
}

/** The error `attempt to VERB local 'x' (a nil value)` or `attempt to VERB a nil value` at an expression. */
export function operandError(context: Context, expression: Expression, verb: string, value: LuaValue): LuaError {
  const known = describe(expression);
  const type = shownType(value);
  return errorAt(context.site(expression.span), `attempt to ${verb} ${known ? `${known} (a ${type} value)` : `a ${type} value`}`);
}

/** Beyond so many names that were looked through in one evaluation, unknown names get no suggestions. */
const mostLookedThrough = 20_000;

/** The error of reading a global that nobody defined in the environment of the frame. */
export function undefinedError(
  context: Context,
  { state, environment }: Pick<Frame, "state" | "environment">,
  { name, span }: { readonly name: string; readonly span: Span },
): LuaError {
  const { globals, assignedAt } = environment;
  const site = context.site(span);
  let known: readonly string[] | undefined;
  const locals = (): readonly string[] => {
    known ??= namesAt(context.parsed, span.start);
    return known;
  };
  const unknown: UnknownName = {
    name,
    site,
    candidates() {
      state.lookedThrough += context.parsed.locals.length + globals.size;
      if (state.lookedThrough > mostLookedThrough) return [];
      return new Set([...locals(), ...[...globals.keys()].map(decodeUtf8)]);
    },
    value: (candidate) => (locals().includes(candidate) ? undefined : globals.get(encodeUtf8(candidate))),
    isOwn: (candidate) => assignedAt.has(encodeUtf8(candidate)),
  };
  return errorAt(site, `Undefined variable '${encodeUtf8(name)}'`, unknown);
}

/** As `operandError`; where the operand is a member that was just missed, with what it could have been. */
export function memberError(
  context: Context,
  state: LuaState,
  { operand, verb, value }: { readonly operand: Expression; readonly verb: string; readonly value: LuaValue },
): LuaError {
  const error = operandError(context, operand, verb, value);
  const unknown = value === undefined ? missedMember(context, state, operand) : undefined;
  return unknown ? new LuaError(error.value, error.text, error.site, unknown) : error;
}

/** What is known of a member that is nil: its name and the keys it could have been; undefined unless it was the last one missed. */
export function missedMember(context: Context, state: LuaState, expression: Expression): UnknownName | undefined {
  if (expression.kind === "paren") return missedMember(context, state, expression.inner);
  const { missed } = state;
  if (expression !== missed.node || !missed.table || expression.kind !== "index" || expression.key.kind !== "string") return undefined;
  const { object, keySpan, key } = expression;
  return memberOf(context, { table: missed.table, object, at: keySpan, name: decodeUtf8(key.value) });
}

/** As `missedMember`, for a name whose parts are at hand. */
export function memberOf(
  context: Context,
  { table, object, at, name }: { table: LuaTable; object: Expression; at: Span; name: string },
): UnknownName {
  const text = context.chunk.source.slice(object.span.start, object.span.end);
  const candidates = () => {
    if (table.hash.size > mostLookedThrough / 10) return [];
    return [...table.hash.keys()].filter((key) => typeof key === "string").map(decodeUtf8);
  };
  const value = (candidate: string) => table.get(encodeUtf8(candidate));
  return { name, site: context.site(withoutQuotes(context.chunk.source, at)), object: text, candidates, value, isOwn: () => true };
}

/** An operation that calls a metamethod or an iterator. */
interface Operation {
  readonly kind: "operation";
  readonly span: Span;
  readonly site: Site;
}

/** A call in the source, or what else calls a function. */
type CallNode = CallExpression | MethodExpression | Operation;

/** The operation that stands at a span. */
export function operation(context: Context, span: Span): Operation {
  return { kind: "operation", span, site: context.site(span) };
}

/** Calls a function from Lua code: it can see its place, errors get it or a line of trace. */
export function callAt(context: Context, state: LuaState, node: CallNode, fn: LuaFunction, args: LuaArguments): LuaArguments {
  state.calledAt = node.kind === "operation" ? node.site : context.site(node.span);
  try {
    return fn.call(state, args);
  } catch (thrown) {
    throw located(context, node, fn, thrown);
  }
}

/** Calls any value, through `__call` if need be; `fail` makes the error when it cannot be called. */
export function callValue(
  context: Context,
  state: LuaState,
  node: CallNode,
  value: LuaValue,
  args: LuaArguments,
  fail: () => LuaError,
): LuaArguments {
  if (isFunction(value)) return callAt(context, state, node, value, args);
  const handler = metamethod(state, value, "__call");
  if (!isFunction(handler)) throw fail();
  return callAt(context, state, node, handler, [value, ...args]);
}

/** Gives what a call threw its place, or notes the call in its trace. */
export function located(context: Context, node: CallNode, fn: LuaFunction, thrown: unknown): unknown {
  if (thrown instanceof LimitError) {
    thrown.site ??= context.site(node.span);
    thrown.trace.push(context.site(node.span));
    return thrown;
  }
  if (!(thrown instanceof LuaError)) return thrown;
  if (thrown.site) {
    if (thrown.trace.length < 64) thrown.trace.push(context.site(node.span));
    return thrown;
  }
  if (!(thrown instanceof LuaFault)) return placed(context, node, thrown, thrown.text);
  if (thrown.level > 1) {
    return new LuaFault(thrown.value, thrown.text, { level: thrown.level - 1, origin: thrown.origin ?? context.site(node.span) });
  }
  if (thrown.argument) return argumentError(context, node, fn, thrown.argument);
  if (thrown.level === 1 && typeof thrown.value === "string") {
    const error = placed(context, node, thrown, thrown.value);
    if (thrown.origin) error.trace.push(thrown.origin);
    return error;
  }
  return new LuaError(thrown.value, thrown.text, context.site(node.span), thrown.unknown);
}

function placed(context: Context, node: CallNode, { unknown, text }: LuaError, message: string): LuaError {
  const prefix = positionPrefix(context.chunk, lineOffset(node));
  return new LuaError(prefix + message, text, context.site(node.span), unknown);
}

function argumentError(
  context: Context,
  node: CallNode,
  fn: LuaFunction,
  { position, detail }: { position: number; detail: string },
): LuaError {
  const prefix = positionPrefix(context.chunk, lineOffset(node));
  const isMethod = node.kind === "method";
  const index = isMethod ? position - 1 : position;
  const name = encodeUtf8(calledName(node) ?? fn.name);
  const text = isMethod && index === 0 ? `calling '${name}' on bad self (${detail})` : `bad argument #${index} to '${name}' (${detail})`;
  return new LuaError(prefix + text, decodeUtf8(text), context.site(argumentSpan(node, index)));
}

function argumentSpan(node: CallNode, index: number): Span {
  if (node.kind === "operation") return node.span;
  if (node.kind === "method" && index === 0) return node.object.span;
  return node.args[index - 1]?.span ?? calleeSpan(node);
}

/** The last name of what is called: what the error of calling nil points at. */
export function calleeSpan(node: CallExpression | MethodExpression): Span {
  if (node.kind === "method") return node.nameSpan;
  return node.callee.kind === "index" && node.callee.key.kind === "string" ? node.callee.keySpan : node.callee.span;
}

function calledName(node: CallNode): string | undefined {
  if (node.kind === "operation") return undefined;
  if (node.kind === "method") return node.name;
  if (node.callee.kind === "name") return node.callee.name;
  return node.callee.kind === "index" && node.callee.key.kind === "string" ? decodeUtf8(node.callee.key.value) : undefined;
}

/** The offset whose line Lua would report for a call: where its arguments begin. */
function lineOffset(node: CallNode): number {
  return node.kind === "operation" ? node.span.start : Math.max(node.span.start, calleeSpan(node).end - 1);
}
