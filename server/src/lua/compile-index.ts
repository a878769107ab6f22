import type { Span } from "../base/span.js";
import type { Expression, IndexExpression } from "./ast.js";
import { decodeUtf8 } from "./bytes.js";
import { type Context, callValue, memberError, operation } from "./compile-context.js";
import { errorAt, LuaError, type Site } from "./errors.js";
import type { Frame, Run } from "./frame.js";
import { isFunction, metamethod } from "./operations.js";
import type { LuaState } from "./state.js";
import { LuaTable } from "./table.js";
import type { LuaValue } from "./values.js";

/** Reads `object[key]`. */
export function readIndex(context: Context, node: IndexExpression, object: Run, key: Run): Run {
  const read = indexReader(context, node, object, key);
  if (!watchesMember(context, node)) return read;
  const name = memberName(node.key);
  return (frame) => {
    const value = read(frame);
    context.record({ span: node.keySpan, name, kind: "member", value });
    return value;
  };
}

function indexReader(context: Context, node: IndexExpression, object: Run, key: Run): Run {
  if (node.key.kind !== "string") return (frame) => indexValue(context, frame.state, node, object(frame), key(frame));
  const name = node.key.value;
  return (frame) => {
    const value = object(frame);
    if (value instanceof LuaTable) {
      const found = value.hash.get(name);
      if (found !== undefined) return found;
    }
    return indexValue(context, frame.state, node, value, name);
  };
}

/** What an index operation is about, for its errors. */
interface IndexNode {
  readonly span: Span;
  readonly object: Expression;
}

/** `object[key]` with every rule: tables, strings, metatables, errors. */
export function indexValue(context: Context, state: LuaState, node: IndexNode, object: LuaValue, key: LuaValue): LuaValue {
  if (typeof key === "string" && key.length > 256) state.charge(key.length >> 4);
  let at = object;
  for (let loops = 0; loops < 100; loops++) {
    let handler: LuaValue;
    if (at instanceof LuaTable) {
      const found = at.get(key);
      if (found !== undefined) return found;
      handler = at.metatable?.get("__index");
      if (handler === undefined) {
        state.missed.table = at;
        state.missed.node = node;
        return undefined;
      }
    } else if (typeof at === "string" && state.strings) {
      const found = state.strings.get(key);
      if (found === undefined) {
        state.missed.table = state.strings;
        state.missed.node = node;
      }
      return found;
    } else throw memberError(context, state, { operand: node.object, verb: "index", value: at });
    if (isFunction(handler)) return callValue(context, state, operation(context, node.span), handler, [at, key], notCallable)[0];
    at = handler;
  }
  throw errorAt(context.site(node.span), "loop in gettable");
}

/** An assignment target and its place. */
interface IndexTarget {
  readonly node: IndexNode & { readonly key?: Expression };
  readonly site: Site;
}

/** Writes `object[key] = value`. */
export function assignIndex(
  context: Context,
  state: LuaState,
  { node, site }: IndexTarget,
  object: LuaValue,
  key: LuaValue,
  value: LuaValue,
): void {
  const keySpan = node.key?.span ?? node.span;
  let at = object;
  for (let loops = 0; loops < 100; loops++) {
    if (!(at instanceof LuaTable)) throw memberError(context, state, { operand: node.object, verb: "index", value: at });
    const handler = at.metatable?.get("__newindex");
    if (handler === undefined || at.get(key) !== undefined) {
      if (key === undefined) throw errorAt(context.site(keySpan), "table index is nil");
      if (Number.isNaN(key)) throw errorAt(context.site(keySpan), "table index is NaN");
      if (typeof key === "string" && key.length > 256) state.charge(key.length >> 4);
      if (at.set(key, value)) state.allocate(40, site);
      return;
    }
    if (isFunction(handler)) {
      callValue(context, state, operation(context, node.span), handler, [at, key, value], notCallable);
      return;
    }
    at = handler;
  }
  throw errorAt(context.site(node.span), "loop in settable");
}

/** The store of an assignment target whose object and key were evaluated before. */
export function indexStore(
  context: Context,
  node: IndexExpression,
): (frame: Frame, object: LuaValue, key: LuaValue, value: LuaValue) => void {
  const watched = watchesMember(context, node);
  const target = { node, site: context.site(node.span) };
  return (frame, object, key, value) => {
    assignIndex(context, frame.state, target, object, key, value);
    if (watched) context.record({ span: node.keySpan, name: memberName(node.key), kind: "member", value });
  };
}

function watchesMember(context: Context, { key, keySpan }: IndexExpression): boolean {
  return key.kind === "string" && context.watches(keySpan);
}

function memberName(key: Expression): string {
  return key.kind === "string" ? decodeUtf8(key.value) : "";
}

function notCallable(): LuaError {
  return new LuaError(undefined, "attempt to call a table value");
}

/** Length of a value: bytes of a string, border of a table, or `__len`. */
export function lengthOf(context: Context, state: LuaState, operand: Expression, at: Span, value: LuaValue): LuaValue {
  if (typeof value === "string") return value.length;
  const handler = metamethod(state, value, "__len");
  if (isFunction(handler)) return callValue(context, state, operation(context, at), handler, [value], notCallable)[0];
  if (value instanceof LuaTable) return value.length;
  throw memberError(context, state, { operand, verb: "get length of", value });
}
