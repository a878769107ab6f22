import type { Json } from "../../base/json.js";
import type { Span } from "../../base/span.js";
import { membersOf, reference } from "../../engines/lua/reference.js";
import type { Expression, FunctionBody, Local, TableItem } from "../../lua/ast.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { createLookup } from "../../lua/classify.js";
import { withoutQuotes } from "../../lua/find-node.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { inDocument, type LuaChunk } from "./chunks.js";
import { dataShapes } from "./frontmatter-data.js";
import { commentAbove, implicitSelf, type Origin, originsOf, parameterNames } from "./origins.js";
import { type MemberShape, merge, type Shape, shapeOfJson, unknown } from "./shape.js";

/** Values of frontmatter variables by name, where an evaluation told them. */
export type Variables = { readonly [name: string]: Json };

/** Looks at values without running anything. */
export interface Inference {
  /** The shape of an expression of a chunk; its names are resolved where they stand. */
  ofExpression(expression: Expression, chunk: LuaChunk): Shape;
  /** The shape of a global as it is at a UTF-16 offset of the document. */
  ofGlobal(name: string, offset: number): Shape;
  ofLocal(local: Local): Shape;
}

/** One question looks at no more than so many nodes: names lead to names. */
const mostNodes = 4000;
const deepest = 24;

/** Makes the inference of a document; `variables` adds what an evaluation knows. */
export function createInference(document: ChatDocument, variables: Variables = {}): Inference {
  const { locals, globals } = originsOf(document);
  const keys = dataShapes(document);
  let left = 0;
  let depth = 0;

  function limited(compute: () => Shape): Shape {
    if (depth === 0) left = mostNodes;
    if (depth >= deepest || left-- <= 0) return unknown;
    depth++;
    const shape = compute();
    depth--;
    return shape;
  }

  function ofExpression(node: Expression, chunk: LuaChunk): Shape {
    return limited(() => {
      switch (node.kind) {
        case "nil":
          return { kind: "nil" };
        case "true":
        case "false":
          return { kind: "boolean", text: node.kind };
        case "number":
          return { kind: "number", text: String(node.value) };
        case "string":
          return { kind: "string", text: JSON.stringify(decodeUtf8(node.value)) };
        case "concat":
          return { kind: "string" };
        case "arithmetic":
        case "negate":
        case "length":
          return { kind: "number" };
        case "comparison":
        case "not":
          return { kind: "boolean" };
        case "and":
          return ofExpression(node.right, chunk);
        case "or":
          return merge(ofExpression(node.left, chunk), ofExpression(node.right, chunk));
        case "paren":
          return ofExpression(node.inner, chunk);
        case "function":
          return ofFunction(node, chunk, node.span.start);
        case "table":
          return ofTable(node.items, chunk);
        case "name": {
          const local = createLookupOf(chunk)(node.name, node.span.start);
          return local ? ofLocal(local) : ofGlobal(node.name, chunk.start + node.span.start);
        }
        case "index": {
          const object = ofExpression(node.object, chunk);
          if (node.key.kind === "string") return memberOf(object, decodeUtf8(node.key.value));
          return object.kind === "table" ? [...object.members.values()].map(({ shape }) => shape).reduce(merge, object.item) : unknown;
        }
        case "call":
          return resultOf(ofExpression(node.callee, chunk));
        case "method":
          return resultOf(memberOf(ofExpression(node.object, chunk), node.name));
        case "vararg":
          return unknown;
      }
    });
  }

  function ofFunction(body: FunctionBody, chunk: LuaChunk, statement: number): Shape {
    const last = body.body.statements.at(-1);
    const value = last?.kind === "return" ? last.values[0] : undefined;
    const result = (): Shape => (value ? ofExpression(value, chunk) : unknown);
    const self = implicitSelf(body) && { self: "implicit" as const };
    return { kind: "function", parameters: parameterNames(body), ...self, doc: commentAbove(chunk, statement), result };
  }

  function ofTable(items: readonly TableItem[], chunk: LuaChunk): Shape {
    const members = new Map<string, MemberShape>();
    let item: Shape = unknown;
    let count = 0;
    for (const { key, value } of items) {
      if (key?.kind === "string")
        members.set(decodeUtf8(key.value), {
          shape: ofExpression(value, chunk),
          span: inDocument(chunk, withoutQuotes(chunk.source, key.span)),
        });
      else if (key === undefined && ++count <= 20) item = merge(item, ofExpression(value, chunk));
    }
    return { kind: "table", members, count, item };
  }

  function ofLocal(local: Local): Shape {
    return limited(() => ofOrigins(locals.get(local) ?? [], Number.MAX_SAFE_INTEGER));
  }

  function ofGlobal(name: string, offset: number): Shape {
    return limited(() => {
      const written = ofOrigins(globals.get(name) ?? [], offset);
      const key = keys.get(name);
      const known = Object.hasOwn(variables, name) ? variables[name] : undefined;
      const shape = [...(key ? [key] : []), ...(known === undefined ? [] : [shapeOfJson(known)])].reduce(merge, written);
      const entry = shape.kind === "unknown" ? reference.get(name) : undefined;
      return entry ? { kind: "environment", entry } : shape;
    });
  }

  /** The last value before an offset counts, or the first of all; fields that are set anywhere are added. */
  function ofOrigins(origins: readonly Origin[], offset: number): Shape {
    const whole = origins.filter(({ path }) => path.length === 0);
    const before = whole.filter(({ span }) => span.start < offset);
    let shape: Shape = unknown;
    for (const origin of before.length > 0 ? before.reverse() : whole) shape = merge(shape, ofOrigin(origin));
    for (const origin of origins) if (origin.path.length > 0) shape = merge(shape, within(origin.path, ofOrigin(origin), origin.span));
    return shape;
  }

  function ofOrigin({ value, chunk, statement }: Origin): Shape {
    switch (value.kind) {
      case "number":
        return { kind: "number" };
      case "parameter":
        return unknown;
      case "iteration":
        return iterated(value.expression, value.result, chunk);
      case "expression":
        if (value.result > 0) return unknown;
        return value.expression.kind === "function"
          ? ofFunction(value.expression, chunk, statement)
          : ofExpression(value.expression, chunk);
    }
  }

  /** What `for a, b in iterator(subject)` gives its names. */
  function iterated(iterator: Expression, result: number, chunk: LuaChunk): Shape {
    if (iterator.kind === "method") return iterator.name === "gmatch" ? { kind: "string" } : unknown;
    if (iterator.kind !== "call" || iterator.args[0] === undefined) return unknown;
    const callee = ofExpression(iterator.callee, chunk);
    const subject = ofExpression(iterator.args[0], chunk);
    if (callee.kind !== "environment") return unknown;
    const item = subject.kind === "table" ? subject.item : unknown;
    switch (callee.entry.path) {
      case "ipairs":
        return result === 0 ? { kind: "number" } : item;
      case "pairs":
        if (result === 0) return subject.kind === "table" && subject.members.size > 0 ? { kind: "string" } : unknown;
        return subject.kind === "table" ? [...subject.members.values()].map(({ shape }) => shape).reduce(merge, item) : unknown;
      case "values":
        return item;
      case "each":
        return result === 0 ? item : loopTable;
      case "string.gmatch":
        return { kind: "string" };
      default:
        return unknown;
    }
  }

  return { ofExpression, ofGlobal, ofLocal };
}

/** A member of a value: of a table, of the environment, or a method of a string. */
export function memberOf(object: Shape, name: string): Shape {
  if (object.kind === "table") return object.members.get(name)?.shape ?? unknown;
  const owner = object.kind === "environment" ? object.entry.path : object.kind === "string" ? "string" : undefined;
  const entry = owner === undefined || isText(object) ? reference.get(`string.${name}`) : reference.get(`${owner}.${name}`);
  return owner !== undefined && entry ? { kind: "environment", entry } : unknown;
}

/** Says whether a value is a text: then the functions of `string` are its methods. */
export function isText(shape: Shape): boolean {
  return shape.kind === "string" || (shape.kind === "environment" && shape.entry.kind === "value" && shape.entry.type === "string");
}

/** All members of a value that can be named after a dot. */
export function membersOfShape(shape: Shape): ReadonlyMap<string, MemberShape> {
  if (shape.kind === "table") return shape.members;
  const path = isText(shape) ? "string" : shape.kind === "environment" && shape.entry.kind === "table" ? shape.entry.path : undefined;
  if (path === undefined) return new Map();
  return new Map(membersOf(path).map((entry) => [entry.path.slice(path.length + 1), { shape: { kind: "environment", entry } }]));
}

function resultOf(callee: Shape): Shape {
  if (callee.kind === "function") return callee.result();
  if (callee.kind !== "environment") return unknown;
  const { type } = callee.entry;
  return type === "string" || type === "number" || type === "boolean" ? { kind: type } : unknown;
}

function within(path: readonly string[], shape: Shape, span: Span): Shape {
  return path.reduceRight<Shape>((inner, name, index) => {
    const isLast = index === path.length - 1;
    return { kind: "table", members: new Map([[name, { shape: inner, ...(isLast && { span }) }]]), count: 0, item: unknown };
  }, shape);
}

const loopTable: Shape = {
  kind: "table",
  members: new Map(
    (["index", "index0", "first", "last", "length"] as const).map((name) => [
      name,
      { shape: { kind: name === "first" || name === "last" ? "boolean" : "number" } },
    ]),
  ),
  count: 0,
  item: unknown,
};

const lookups = new WeakMap<LuaChunk["parsed"], ReturnType<typeof createLookup>>();

function createLookupOf({ parsed }: LuaChunk): ReturnType<typeof createLookup> {
  const known = lookups.get(parsed) ?? createLookup(parsed);
  lookups.set(parsed, known);
  return known;
}
