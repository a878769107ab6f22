import { shift } from "../../base/span.js";
import { type JsonKey, jsonKeys } from "../../config/json-keys.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { type MemberShape, merge, type Shape, unknown } from "./shape.js";

/** The variables of JSON frontmatter as they are written, with the places of their keys. */
export function jsonVariables({ frontmatter, source }: ChatDocument): Map<string, Shape> {
  if (frontmatter?.language.toLowerCase() !== "json") return new Map();
  const { start, end } = frontmatter.body;
  return new Map(jsonKeys(source.slice(start, end)).map(({ name, value }) => [name, shapeOfNode(value, start)]));
}

function shapeOfNode(node: JsonKey["value"], start: number): Shape {
  switch (node?.type) {
    case "object": {
      const members = (node.children ?? []).flatMap(({ children: [key, value] = [] }): [string, MemberShape][] => {
        if (key === undefined) return [];
        const span = shift({ start: key.offset + 1, end: key.offset + key.length - 1 }, start);
        return [[String(key.value), { shape: shapeOfNode(value, start), span }]];
      });
      return { kind: "table", members: new Map(members), count: 0, item: unknown };
    }
    case "array": {
      const items = (node.children ?? []).slice(0, 20).map((item) => shapeOfNode(item, start));
      return { kind: "table", members: new Map(), count: node.children?.length ?? 0, item: items.reduce(merge, unknown) };
    }
    case "string":
    case "number":
    case "boolean":
      return { kind: node.type, text: JSON.stringify(node.value) };
    case "null":
      return { kind: "nil" };
    default:
      return unknown;
  }
}
