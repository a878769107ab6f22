import type { Span } from "../../base/span.js";
import type { ConfigMember, ConfigNode } from "../../config/config-node.js";
import type { Expression, TableItem } from "../../lua/ast.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { numberToString } from "../../lua/numbers.js";
import { isFunction } from "../../lua/operations.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaValue } from "../../lua/values.js";
import { IncludedParts } from "./include/included-parts.js";

/** What a value could be turned into, or why it could not: a sentence without subject, such as "is nested too deeply". */
export type ConfigNodeResult = { readonly node: ConfigNode } | { readonly fault: string };

/** Where a value comes from. */
export interface ConfigOrigin {
  /** The expression that gave the value, if there is just one. */
  readonly written: Expression | undefined;
  /** The place of the value where no expression is known to have given it. */
  readonly fallback: Span;
  /** Is told the bytes of the nodes as they come and may throw: shared tables can make a small value huge. */
  charge(bytes: number): void;
  /** Gives the node of a table that stands for something else; nothing for any other table. */
  read?(table: LuaTable): ConfigNode | undefined;
}

/** No option is nested deeper. */
const maxDepth = 12;

/**
 * Turns a Lua value into the form that options are read from; metatables are ignored. A value that stands literally in
 * the expression has its own span there, any other that of the nearest expression around it. Fails for tables that
 * are nested too deeply or contain themselves, for symbols and included files, and for keys that are neither strings, numbers nor booleans.
 */
export function configNodeOf(value: LuaValue, { written, fallback, charge, read }: ConfigOrigin): ConfigNodeResult {
  const open = new Set<LuaTable>();
  let fault: string | undefined;

  function nodeOf(of: LuaValue, by: Expression | undefined, around: Span): ConfigNode {
    if (fault !== undefined) return { kind: "null", span: around };
    const origin = by && agreeing(by, of);
    const span = origin?.span ?? around;
    charge(typeof of === "string" ? of.length + 64 : 64);
    if (of === undefined) return { kind: "null", span };
    if (typeof of === "string") return { kind: "scalar", span, value: decodeUtf8(of) };
    if (typeof of !== "object") return { kind: "scalar", span, value: of };
    if (isFunction(of)) return { kind: "function", span, call: of };
    if (of instanceof IncludedParts) return failed("is a file, which no option takes", span);
    if (of instanceof LuaTable) return read?.(of) ?? tableOf(of, origin, span);
    return failed("holds a symbol", span);
  }

  function tableOf(of: LuaTable, by: Expression | undefined, span: Span): ConfigNode {
    if (open.has(of)) return failed("contains itself", span);
    if (open.size >= maxDepth) return failed("is nested too deeply", span);
    open.add(of);
    const entries = entriesOf(by);
    const items = of.list.map((item, index) => nodeOf(item, entries.get(index + 1)?.value, span));
    const members: ConfigMember[] = [];
    for (const [key, member] of of.hash) {
      const entry = entries.get(key);
      const name = nameOf(key);
      if (name === undefined) failed("has a key that is neither a string, a number nor a boolean", entry?.key?.span ?? span);
      else {
        const own = typeof key === "number" || typeof key === "boolean" ? { key } : {};
        members.push({ name, ...own, keySpan: entry?.key?.span ?? span, node: nodeOf(member, entry?.value, span) });
      }
    }
    open.delete(of);
    return { kind: "table", span, shape: "either", items, members };
  }

  /** What stands for a part that has no node: the result is the fault then, and nothing else is looked at. */
  function failed(reason: string, span: Span): ConfigNode {
    fault ??= reason;
    return { kind: "null", span };
  }

  const node = nodeOf(value, written, fallback);
  return fault === undefined ? { node } : { fault };
}

function nameOf(key: LuaValue): string | undefined {
  if (typeof key === "string") return decodeUtf8(key);
  if (typeof key === "boolean") return String(key);
  return typeof key === "number" ? numberToString(key) : undefined;
}

/** The expression without parentheses, unless it is a literal of another value: that cannot have given this one. */
function agreeing(by: Expression, value: LuaValue): Expression | undefined {
  switch (by.kind) {
    case "paren":
      return agreeing(by.inner, value);
    case "nil":
      return value === undefined ? by : undefined;
    case "true":
    case "false":
      return value === (by.kind === "true") ? by : undefined;
    case "number":
    case "string":
      return value === by.value ? by : undefined;
    case "table":
      return value instanceof LuaTable ? by : undefined;
    case "function":
      return isFunction(value) ? by : undefined;
    default:
      return by;
  }
}

/** The items of a table constructor by the keys they gave; of equal keys the one that counts. */
function entriesOf(by: Expression | undefined): ReadonlyMap<LuaValue, TableItem> {
  const entries = new Map<LuaValue, TableItem>();
  if (by?.kind !== "table") return entries;
  const keyed = by.items.filter(({ key }) => key !== undefined);
  const positional = by.items.filter(({ key }) => key === undefined);
  for (const item of keyed) if (item.key?.kind === "string" || item.key?.kind === "number") entries.set(item.key.value, item);
  for (const [index, item] of positional.entries()) entries.set(index + 1, item);
  return entries;
}
