import type { Span } from "../../base/span.js";
import type { Expression, FunctionBody, Local, Target } from "../../lua/ast.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { createLookup } from "../../lua/classify.js";
import { withoutQuotes } from "../../lua/find-node.js";
import { visitBlock } from "../../lua/visit.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { inDocument, type LuaChunk, luaChunks } from "./chunks.js";

/** Where a variable, or a field of one, gets a value. */
export interface Origin {
  readonly chunk: LuaChunk;
  /** The name or field that is set, a span of the document. */
  readonly span: Span;
  /** Names of fields from the variable down; empty when the variable itself is set. */
  readonly path: readonly string[];
  /** How the value comes about; a parameter has none that is known. */
  readonly value:
    | { readonly kind: "expression"; readonly expression: Expression; readonly result: number }
    | { readonly kind: "iteration"; readonly expression: Expression; readonly result: number }
    | { readonly kind: "number" | "parameter" };
  /** Where the statement starts in the chunk: comments above it speak of it. */
  readonly statement: number;
}

/** All origins of a document, by variable, in the order of the text. */
export interface Origins {
  readonly locals: ReadonlyMap<Local, readonly Origin[]>;
  readonly globals: ReadonlyMap<string, readonly Origin[]>;
}

const known = new WeakMap<ChatDocument, Origins>();

/** Finds where the variables of a document get their values. */
export function originsOf(document: ChatDocument): Origins {
  const found = known.get(document) ?? collect(document);
  known.set(document, found);
  return found;
}

function collect(document: ChatDocument): Origins {
  const locals = new Map<Local, Origin[]>();
  const globals = new Map<string, Origin[]>();
  for (const chunk of luaChunks(document)) collectChunk(chunk, locals, globals);
  return { locals, globals };
}

function collectChunk(chunk: LuaChunk, locals: Map<Local, Origin[]>, globals: Map<string, Origin[]>): void {
  const find = createLookup(chunk.parsed);
  function declare(local: Local, value: Origin["value"], statement: number): void {
    add(locals, local, { chunk, span: inDocument(chunk, local.span), path: [], value, statement });
  }

  function assign(target: Target, value: Origin["value"], statement: number): void {
    const named = fieldPath(target);
    if (named === undefined) return;
    const span = inDocument(chunk, target.kind === "index" ? withoutQuotes(chunk.source, target.keySpan) : target.span);
    const origin: Origin = { chunk, span, path: named.path, value, statement };
    const local = find(named.root, named.start);
    if (local) add(locals, local, origin);
    else add(globals, named.root, origin);
  }

  /** `function t:m()` is called on what stands before the colon, as a rule. */
  function declareSelf(target: Target | undefined, value: Expression | undefined, statement: number): void {
    const self = value?.kind === "function" ? implicitSelf(value) : undefined;
    if (self !== undefined && target?.kind === "index")
      declare(self, { kind: "expression", expression: target.object, result: 0 }, statement);
  }

  visitBlock(chunk.parsed.body, {
    statement(node) {
      const from = node.span.start;
      if (node.kind === "local") for (const [index, local] of node.locals.entries()) declare(local, valueAt(node.values, index), from);
      else if (node.kind === "assign") {
        for (const [index, target] of node.targets.entries()) assign(target, valueAt(node.values, index), from);
        declareSelf(node.targets[0], node.values[0], from);
      } else if (node.kind === "localFunction") declare(node.local, { kind: "expression", expression: node.body, result: 0 }, from);
      else if (node.kind === "numericFor") declare(node.local, { kind: "number" }, from);
      else if (node.kind === "genericFor")
        for (const [index, local] of node.locals.entries()) declare(local, iteration(node.values, index), from);
    },
    expression(node) {
      if (node.kind !== "function") return;
      const self = implicitSelf(node);
      for (const local of node.parameters) if (local !== self) declare(local, { kind: "parameter" }, node.span.start);
    },
  });
}

function add<K>(to: Map<K, Origin[]>, key: K, origin: Origin): void {
  const known = to.get(key);
  if (known) known.push(origin);
  else to.set(key, [origin]);
}

/** The root variable and the fields of `a.b.c` or `a["b"]`; undefined for everything else. */
function fieldPath(target: Expression): { root: string; start: number; path: readonly string[] } | undefined {
  if (target.kind === "name") return { root: target.name, start: target.span.start, path: [] };
  if (target.kind !== "index" || target.key.kind !== "string") return undefined;
  const owner = fieldPath(target.object);
  return owner && { ...owner, path: [...owner.path, decodeUtf8(target.key.value)] };
}

function valueAt(values: readonly Expression[], index: number): Origin["value"] {
  const expression = values[index] ?? values.at(-1);
  if (expression === undefined) return { kind: "parameter" };
  return { kind: "expression", expression, result: Math.max(0, index - values.length + 1) };
}

function iteration(values: readonly Expression[], index: number): Origin["value"] {
  const [expression] = values;
  return expression === undefined ? { kind: "parameter" } : { kind: "iteration", expression, result: index };
}

/** The lines of comment directly above a statement that starts at `offset` of the chunk, without their dashes. */
export function commentAbove({ source, words }: LuaChunk, offset: number): string {
  const lines: string[] = [];
  let below = source.lastIndexOf("\n", offset - 1) + 1;
  for (const { start, end } of words.flatMap(({ comments }) => [...comments]).reverse()) {
    if (end > below) continue;
    const lineStart = source.lastIndexOf("\n", start - 1) + 1;
    const isAlone = source.slice(lineStart, start).trim() === "" && /^\r?\n$/.test(source.slice(end, below));
    if (!isAlone) break;
    lines.unshift(source.slice(start, end).replace(/^--+\s?/, ""));
    below = lineStart;
  }
  return lines.join(" ").trim();
}

/** The parameters of a function as people write them; `self` of a method is not among them. */
export function parameterNames(body: FunctionBody): string[] {
  const self = implicitSelf(body);
  const names = body.parameters.filter((local) => local !== self).map(({ name }) => name);
  return body.vararg ? [...names, "..."] : names;
}

/** The `self` of a function that is defined with a colon; nobody wrote it, so it has the place of another word. */
export function implicitSelf({ parameters: [first] }: FunctionBody): Local | undefined {
  return first?.name === "self" && first.span.end - first.span.start !== first.name.length ? first : undefined;
}
