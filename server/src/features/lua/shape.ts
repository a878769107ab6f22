import type { Json } from "../../base/json.js";
import type { Span } from "../../base/span.js";
import type { ReferenceEntry } from "../../engines/lua/reference.js";

/** What is known of a value without running anything. */
export type Shape =
  | { readonly kind: "unknown" }
  /** `text` is how the value is written, if that is known. */
  | { readonly kind: "string" | "number" | "boolean" | "nil"; readonly text?: string }
  | FunctionShape
  | { readonly kind: "environment"; readonly entry: ReferenceEntry }
  | TableShape;

/** A function as it is written. */
export interface FunctionShape {
  readonly kind: "function";
  readonly parameters: readonly string[];
  /** It is defined with a colon: `self` stands before its parameters. */
  readonly self?: "implicit";
  readonly doc: string;
  readonly result: () => Shape;
}

/** A table: its named members, how many values its list has, and what one of those is like. */
export interface TableShape {
  readonly kind: "table";
  readonly members: ReadonlyMap<string, MemberShape>;
  readonly count: number;
  readonly item: Shape;
}

/** A member and, if the document names it, where (a span of the document). */
export interface MemberShape {
  readonly shape: Shape;
  readonly span?: Span;
}

/** Nothing is known. */
export const unknown: Shape = { kind: "unknown" };

/** Texts longer than this many UTF-16 units are cut in a description. */
const longest = 40;
/** Of a long list so many items are looked at. */
const mostItems = 20;

/** The shape of a JSON value; what `jsonOf` writes for functions is a function. */
export function shapeOfJson(value: Json): Shape {
  if (value === null) return { kind: "nil" };
  if (value === "$function") return { kind: "function", parameters: ["..."], doc: "", result: () => unknown };
  if (typeof value !== "object") return { kind: typeof value as "string", text: JSON.stringify(value) };
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map(shapeOfJson);
    return { kind: "table", members: new Map(), count: value.length, item: items.reduce(merge, unknown) };
  }
  const members = Object.entries(value as { readonly [key: string]: Json }).map(
    ([name, member]) => [name, { shape: shapeOfJson(member) }] as const,
  );
  return { kind: "table", members: new Map(members), count: 0, item: unknown };
}

/** What is known when either of two may be there: the members of both, else what is known of the first. */
export function merge(a: Shape, b: Shape): Shape {
  if (a.kind === "unknown" || a.kind === "nil") return b.kind === "unknown" ? a : b;
  if (a.kind !== "table" || b.kind !== "table") return a;
  const members = new Map(a.members);
  for (const [name, member] of b.members) {
    const own = members.get(name);
    const span = own?.span ?? member.span;
    members.set(name, { shape: own ? merge(own.shape, member.shape) : member.shape, ...(span && { span }) });
  }
  return { kind: "table", members, count: Math.max(a.count, b.count), item: merge(a.item, b.item) };
}

/** A shape in a few words: `string "Ann"`, `table { name, age }`, `function(a, b)`; empty when nothing is known. */
export function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case "unknown":
      return "";
    case "string":
    case "number":
    case "boolean":
    case "nil":
      return shape.text === undefined ? shape.kind : `${shape.kind} ${cut(shape.text)}`;
    case "function":
      return `function(${shape.parameters.join(", ")})`;
    case "environment":
      return shape.entry.kind === "function" ? `function${shape.entry.signature}` : shape.entry.signature.slice(2);
    case "table": {
      const names = [...shape.members.keys()];
      const list = shape.count > 0 ? `list of ${shape.count}` : "table";
      return names.length === 0 ? list : cut(`${list} { ${names.join(", ")} }`, 2 * longest);
    }
  }
}

function cut(text: string, limit = longest): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= limit ? line : `${line.slice(0, limit).replace(/[\ud800-\udbff]$/, "")}…`;
}
