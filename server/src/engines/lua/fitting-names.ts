import { decodeUtf8, encodeUtf8 } from "../../lua/bytes.js";
import type { UnknownName } from "../../lua/errors.js";
import { isFunction } from "../../lua/operations.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaValue } from "../../lua/values.js";

/** How a name is used, by what stands around it. */
type Use =
  | { readonly kind: "call"; readonly isEmpty: boolean }
  | { readonly kind: "member"; readonly name: string | undefined }
  | { readonly kind: "operand" | "length" | "value" };

/** Functions of the environment that can be called without an argument. */
const withoutArguments = new Set(["print", "time", "date", "random", "clock", "each", "cwd"]);
const literals: ReadonlySet<string> = new Set(["nil", "true", "false"]);

/** Of the names that an unknown one may have meant, those whose present value can be used as the unknown one is. */
export function fittingNames(unknown: UnknownName, names: readonly string[]): string[] {
  const use = useOf(unknown);
  return names.filter((name) => (literals.has(name) ? use.kind === "value" : fits(use, unknown, name)));
}

function fits(use: Use, unknown: UnknownName, name: string): boolean {
  const value = unknown.value(name);
  // What a local holds is not known here.
  if (value === undefined) return true;
  const isOwn = unknown.isOwn(name);
  switch (use.kind) {
    case "call":
      return isFunction(value) && (isOwn || !use.isEmpty || withoutArguments.has(name));
    case "member":
      return hasMember(value, use.name);
    case "length":
      return typeof value === "string" || (value instanceof LuaTable && isOwn);
    case "operand":
      return typeof value === "string" || typeof value === "number";
    case "value":
      return !isFunction(value) && (!(value instanceof LuaTable) || isOwn);
  }
}

function hasMember(value: LuaValue, name: string | undefined): boolean {
  if (typeof value === "string") return name !== undefined;
  return value instanceof LuaTable && (name === undefined || value.get(encodeUtf8(name)) !== undefined);
}

function useOf({ site: { chunk, span } }: UnknownName): Use {
  const before = chunk.source.slice(Math.max(0, span.start - 40), span.start).trimEnd();
  const after = chunk.source.slice(span.end, span.end + 200).trimStart();
  if (/^(["'({]|\[=*\[)/.test(after)) return { kind: "call", isEmpty: /^\(\s*\)/.test(after) };
  const member = /^(?:\.\s*|:\s*)([A-Za-z_]\w*)/.exec(after)?.[1];
  if (member !== undefined) return { kind: "member", name: decodeUtf8(encodeUtf8(member)) };
  if (after.startsWith("[")) return { kind: "member", name: undefined };
  const object = /(?:[\w\])]\s*[.:]\s*)[\w.:]*$/.exec(before);
  const start = object === null ? before : before.slice(0, object.index).trimEnd().replace(/\w+$/, "").trimEnd();
  if (start.endsWith("#")) return { kind: "length" };
  const isOperand = /(\.\.|[+*/^%<>]|[^-]-|<=|>=)$/.test(start) || /^(\.\.|[+*/^<>]|%(?!\})|-(?![-%}]))/.test(after);
  return { kind: isOperand ? "operand" : "value" };
}
