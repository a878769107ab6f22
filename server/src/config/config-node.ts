import type { Json } from "../base/json.js";
import type { Span } from "../base/span.js";

/**
 * A value as it is written in frontmatter, a settings file or a project file, whatever the language: the one shape that
 * options are read from. Spans are UTF-16 offsets in the text it was read from; a value that was computed has the span
 * of the expression that computed it.
 */
export type ConfigNode =
  /** nil, JSON null, an empty YAML value. */
  | { readonly kind: "null"; readonly span: Span }
  | { readonly kind: "scalar"; readonly span: Span; readonly value: boolean | number | string }
  /** A function of a language that has them; `call` is its own value and opaque here. */
  | { readonly kind: "function"; readonly span: Span; readonly call: object }
  | ConfigTable;

/** A list, an object, or a Lua table that may be either (`{}`) or both at once. */
export interface ConfigTable {
  readonly kind: "table";
  readonly span: Span;
  readonly shape: "list" | "object" | "either";
  readonly items: readonly ConfigNode[];
  readonly members: readonly ConfigMember[];
}

/** One member of an object. Of equal keys the last one counts; both are here, in the order of the text. */
export interface ConfigMember {
  readonly name: string;
  /** The key itself where it is no string; `name` is how it is printed. */
  readonly key?: boolean | number;
  /** The key as it is written, quotes included. */
  readonly keySpan: Span;
  readonly node: ConfigNode;
}

/** The plain data of a node: functions are "$function", a Lua table without members is a list. */
export function dataOf(node: ConfigNode): Json {
  return toData(node, "list");
}

/** As `dataOf`, but a Lua table without members is an object (spec/prose-substitution.md §5). */
export function proseDataOf(node: ConfigNode): Json {
  return toData(node, "object");
}

/** `empty` says what a Lua table without members is. */
function toData(node: ConfigNode, empty: "list" | "object"): Json {
  switch (node.kind) {
    case "null":
      return null;
    case "scalar":
      return node.value;
    case "function":
      return "$function";
    case "table":
      return isList(node, empty)
        ? node.items.map((item) => toData(item, empty))
        : Object.fromEntries(node.members.map(({ name, node: member }) => [name, toData(member, empty)]));
  }
}

function isList({ shape, items, members }: ConfigTable, empty: "list" | "object"): boolean {
  return shape === "list" || (shape === "either" && (items.length > 0 || (members.length === 0 && empty === "list")));
}

/** Plain data as a node, for options that come from no text: every span is empty. */
export function nodeOfData(data: Json): ConfigNode {
  const span = { start: 0, end: 0 };
  if (data === null) return { kind: "null", span };
  if (typeof data !== "object") return { kind: "scalar", span, value: data };
  if (isArray(data)) return { kind: "table", span, shape: "list", items: data.map(nodeOfData), members: [] };
  const members = Object.entries(data).map(([name, value]) => ({ name, keySpan: span, node: nodeOfData(value) }));
  return { kind: "table", span, shape: "object", items: [], members };
}

function isArray(data: Json): data is readonly Json[] {
  return Array.isArray(data);
}
