import { decodeUtf8, encodeUtf8 } from "../../lua/bytes.js";
import type { Site, UnknownName } from "../../lua/errors.js";
import { isFunction } from "../../lua/operations.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaValue } from "../../lua/values.js";

/** How a name is used, by what stands around it. */
type Use =
  | { readonly kind: "call"; readonly count: "none" | "one" | "more" }
  | { readonly kind: "member"; readonly name: string | undefined }
  | { readonly kind: "operand" | "number" | "table" | "length" | "value" };

/** Functions of the environment that can be called without an argument. */
const withoutArguments = new Set(["print", "time", "date", "random", "clock", "each", "cwd"]);
const libraries: ReadonlySet<string> = new Set(["string", "table", "math", "os", "format", "vim", "vim.fn", "vim.fs"]);
const literals: ReadonlySet<string> = new Set(["nil", "true", "false"]);

/** Of the names that an unknown one may have meant, those whose present value can be used as the unknown one is. */
export function fittingNames(unknown: UnknownName, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const use = useOf(unknown);
  const canStand = writtenAs(unknown);
  return names.filter(canStand).filter((name) => (literals.has(name) ? use.kind === "value" : fits(use, unknown, name)));
}

/** Functions of the environment that need a second argument. */
const withTwoArguments = new Set(["rep", "find", "match", "gmatch", "gsub", "concat", "insert"]);

function takes(name: string, count: "none" | "one" | "more"): boolean {
  return count === "none" ? withoutArguments.has(name) : count === "more" || !withTwoArguments.has(name);
}

/** Counts as well as a look can: brackets in the arguments make it "more". */
function argumentCount(call: string): "none" | "one" | "more" {
  if (/^\(\s*\)/.test(call)) return "none";
  return /^\([^(){},]*\)/.test(call) || !call.startsWith("(") ? "one" : "more";
}

/** Says whether a chunk defines a function of that name somewhere. */
function isFunctionName({ site }: UnknownName, name: string): boolean {
  return new RegExp(`\\bfunction\\s+${name}\\b|\\b${name}\\s*=\\s*function\\b`).test(site.chunk.source);
}

/** Keys of data can be any text: bare stand names only, and between quotes what needs no escapes. */
function writtenAs({ site }: UnknownName): (name: string) => boolean {
  const { source } = site.chunk;
  if (source[site.span.start] === "[") return () => false;
  const form = isQuoted(site) ? /^[^"'\\\p{Cc}]+$/u : /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/;
  return (name) => form.test(name);
}

function isQuoted({ chunk: { source }, span: { start } }: Site): boolean {
  return /["']/.test(source[start - 1] ?? "");
}

function fits(use: Use, unknown: UnknownName, name: string): boolean {
  const value = unknown.value(name);
  const isOwn = unknown.isOwn(name) && !libraries.has(unknown.object ?? "");
  // What a local holds is not known here; a global that is there and has no value is nil.
  if (value === undefined) return use.kind === "value" || (!isOwn && (use.kind !== "call" || isFunctionName(unknown, name)));
  switch (use.kind) {
    case "call":
      return isFunction(value) && (isOwn || takes(name, use.count));
    case "member":
      return hasMember(value, use.name) && (use.name !== undefined || isOwn);
    case "length":
      return typeof value === "string" || (value instanceof LuaTable && isOwn);
    case "operand":
      return typeof value === "string" || typeof value === "number";
    case "number":
      return typeof value === "number";
    case "table":
      return value instanceof LuaTable && isOwn;
    case "value":
      return !isFunction(value) && (!(value instanceof LuaTable) || isOwn);
  }
}

function hasMember(value: LuaValue, name: string | undefined): boolean {
  if (typeof value === "string") return name !== undefined;
  // What a table with an __index has is not known without asking it.
  return value instanceof LuaTable && (name === undefined || value.metatable !== undefined || value.get(encodeUtf8(name)) !== undefined);
}

/** What functions of the environment take first. */
function firstArgument(called: string): "operand" | "number" | "table" | undefined {
  if (/^math\./.test(called)) return "number";
  if (/^string\.|^(tonumber|vim\.trim|vim\.split)$/.test(called)) return "operand";
  return /^table\.|^(ipairs|pairs|values|each)$/.test(called) ? "table" : undefined;
}

function useOf({ site }: UnknownName): Use {
  const { chunk, span } = site;
  const before = chunk.source.slice(Math.max(0, span.start - 40), span.start).trimEnd();
  const behind = chunk.source.slice(span.end, span.end + 200);
  const after = (isQuoted(site) ? behind.replace(/^["']\s*\]/, "") : behind).trimStart();
  if (/^(["'({]|\[=*\[)/.test(after)) return { kind: "call", count: argumentCount(after) };
  const member = /^(?:\.\s*|:\s*)([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/.exec(after)?.[1];
  if (member !== undefined) return { kind: "member", name: decodeUtf8(encodeUtf8(member)) };
  if (after.startsWith("[")) return { kind: "member", name: undefined };
  const object = /(?:[\w\])]\s*[.:]\s*)[\w.:]*$/.exec(before);
  const start = object === null ? before : before.slice(0, object.index).trimEnd().replace(/\w+$/, "").trimEnd();
  const called = /([\w.]+)\(\s*$/.exec(start)?.[1];
  const wanted = called === undefined ? undefined : firstArgument(called);
  if (wanted !== undefined && /^[,)]/.test(after)) return { kind: wanted };
  if (/\bfor\s+\w+\s*=\s*([^=]*,)?$/.test(start)) return { kind: "number" };
  if (start.endsWith("#")) return { kind: "length" };
  const isOperand = /(\.\.|[+*/^%<>]|[^-]-|<=|>=)$/.test(start) || /^(\.\.|[+*/^<>]|%(?!\})|-(?![-%}]))/.test(after);
  return { kind: isOperand ? "operand" : "value" };
}
