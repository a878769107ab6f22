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
  /** The key as it is written, quotes included. */
  readonly keySpan: Span;
  readonly node: ConfigNode;
}

/** The plain data of a node: functions are "$function", a table without members is a list. */
export function dataOf(node: ConfigNode): Json {
  switch (node.kind) {
    case "null":
      return null;
    case "scalar":
      return node.value;
    case "function":
      return "$function";
    case "table":
      return isList(node)
        ? node.items.map(dataOf)
        : Object.fromEntries(node.members.map(({ name, node: member }) => [name, dataOf(member)]));
  }
}

function isList({ shape, items, members }: ConfigTable): boolean {
  return shape === "list" || (shape === "either" && (items.length > 0 || members.length === 0));
}
