import { shift } from "../../../server/src/base/span.js";
import type { ConfigNode, ConfigTable } from "../../../server/src/config/config-node.js";
import { parseJson } from "../../../server/src/config/parse-json.js";

/** The node of JSON text, where the word `$function` in quotes stands for a function. */
export function jsonNode(code: string): ConfigNode {
  const before = '{"":';
  const node = parseJson(`${before}${code}}`).root?.members[0]?.node;
  if (node === undefined) throw new Error(`This is not JSON: ${code}`);
  return placed(node, -before.length);
}

function placed(node: ConfigNode, by: number): ConfigNode {
  const span = shift(node.span, by);
  if (node.kind === "scalar" && node.value === "$function") return { kind: "function", span, call: {} };
  if (node.kind !== "table") return { ...node, span };
  const members = node.members.map((member) => ({ ...member, keySpan: shift(member.keySpan, by), node: placed(member.node, by) }));
  return { ...node, span, items: node.items.map((item) => placed(item, by)), members };
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
