import { cutText } from "../../base/cut-text.js";
import { merge, type Shape, unknown } from "../lua/shape.js";

/** What is known of a value in a template without running it. */
export interface GoKnown {
  readonly shape: Shape;
  /** The names that lead to it from the scope of the document, where nothing else can be meant: `inputs`, `user`. */
  readonly path?: readonly string[];
}

/** Nothing is known. */
export const unknownValue: GoKnown = { shape: unknown };

/** A value of a shape. */
export function shaped(shape: Shape): GoKnown {
  return { shape };
}

/** Nobody writes a longer one, and each name of one is a path of its own. */
const longestPath = 32;

/** The field of a value. */
export function fieldOf({ shape, path }: GoKnown, name: string): GoKnown {
  const member = shape.kind === "table" ? shape.members.get(name)?.shape : undefined;
  return { shape: member ?? unknown, ...(path && path.length < longestPath && { path: [...path, name] }) };
}

/** What `range` goes through: the members of a list, or those of a map. */
export function itemOf({ shape }: GoKnown): GoKnown {
  if (shape.kind === "number") return shaped({ kind: "number" });
  if (shape.kind !== "table") return unknownValue;
  return shaped([...shape.members.values()].map((member) => member.shape).reduce(merge, shape.item));
}

/** What `range` counts with: the index in a list, the key of a map. */
export function keyOf({ shape }: GoKnown): GoKnown {
  if (shape.kind !== "table") return unknownValue;
  return shaped(shape.members.size > 0 ? { kind: "string" } : { kind: "number" });
}

/** What is known where either of two may be there. */
export function eitherOf(a: GoKnown, b: GoKnown): GoKnown {
  const isSame = a.path !== undefined && a.path.join("\n") === b.path?.join("\n");
  return { shape: merge(a.shape, b.shape), ...(isSame && { path: a.path }) };
}

/** Longer texts are cut in a description, in UTF-16 units. */
const longest = 60;

/** A value in a few words: `string "Ann"`, `map { age, name }`, `list of 3`; empty where nothing is known. */
export function describeKnown({ shape }: GoKnown): string {
  switch (shape.kind) {
    case "unknown":
    case "environment":
    case "function":
      return "";
    case "table": {
      const names = [...shape.members.keys()];
      if (shape.count > 0) return `list of ${shape.count}${membersText(shape.item)}`;
      if (names.length === 0 && shape.item.kind !== "unknown") return `list${membersText(shape.item)}`;
      return names.length === 0 ? "map" : `map${membersText(shape)}`;
    }
    case "number":
      return described(shape.text === undefined || !/[.eEpP]/.test(shape.text) ? "int" : "float64", shape.text);
    default:
      return described(shape.kind === "boolean" ? "bool" : shape.kind, shape.text);
  }
}

function described(type: string, text: string | undefined): string {
  return text === undefined ? (type === "int" ? "number" : type) : cutText(`${type} ${text.replace(/\s+/g, " ")}`, longest);
}

function membersText(shape: Shape): string {
  return shape.kind === "table" && shape.members.size > 0 ? ` ${cutText(`{ ${[...shape.members.keys()].join(", ")} }`, longest)}` : "";
}
