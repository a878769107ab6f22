import { type Node, parseTree } from "jsonc-parser";
import type { ConfigMember, ConfigNode, ConfigTable } from "../../../server/src/config/config-node.js";

/** The node of JSON text, where the word `$function` in quotes stands for a function. */
export function jsonNode(code: string): ConfigNode {
  return nodeOf(parseTree(code) as Node, code);
}

function nodeOf(node: Node, code: string): ConfigNode {
  const span = { start: node.offset, end: node.offset + node.length };
  const children = node.children ?? [];
  switch (node.type) {
    case "null":
      return { kind: "null", span };
    case "array":
      return { kind: "table", span, shape: "list", items: children.map((child) => nodeOf(child, code)), members: [] };
    case "object":
      return { kind: "table", span, shape: "object", items: [], members: children.map((child) => memberOf(child, code)) };
    default:
      return node.value === "$function" ? { kind: "function", span, call: {} } : { kind: "scalar", span, value: node.value };
  }
}

function memberOf({ children: [key, value] = [] }: Node, code: string): ConfigMember {
  if (key === undefined || value === undefined) throw new Error(`This is not JSON: ${code}`);
  return { name: key.value, keySpan: { start: key.offset, end: key.offset + key.length }, node: nodeOf(value, code) };
}

/** The same value as Lua writes it: no table says whether it is a list. */
export function asLua(node: ConfigNode): ConfigNode {
  if (node.kind !== "table") return node;
  const members = node.members.map((member) => ({ ...member, node: asLua(member.node) }));
  return { ...node, shape: "either", items: node.items.map(asLua), members };
}

/** A Lua table with the items of one node and the members of another. */
export function mixed(list: ConfigNode, object: ConfigNode): ConfigTable {
  if (list.kind !== "table" || object.kind !== "table") throw new Error("A mixed table is made of two tables.");
  return { ...object, shape: "either", items: list.items };
}
