import { type Span, shift } from "../../../server/src/base/span.js";
import type { ConfigNode, ConfigTable } from "../../../server/src/config/config-node.js";
import { parseJson } from "../../../server/src/config/parse-json.js";

/** What makes any JSON value a member of an object. */
const opening = '{"value":';

/** The node of JSON text, where the word `$function` in quotes stands for a function. */
export function jsonNode(code: string): ConfigNode {
  const { root, problems } = parseJson(`${opening}${code}}`);
  const [member] = root?.members ?? [];
  if (member === undefined || problems.length > 0) throw new Error(`This is not JSON: ${code}`);
  return placed(member.node);
}

/** The node with the places that it has in the text without the opening, and with its functions. */
function placed(node: ConfigNode): ConfigNode {
  const back = (span: Span): Span => shift(span, -opening.length);
  const span = back(node.span);
  if (node.kind === "scalar" && node.value === "$function") return { kind: "function", span, call: {} };
  if (node.kind !== "table") return { ...node, span };
  const members = node.members.map(({ name, keySpan, node: value }) => ({ name, keySpan: back(keySpan), node: placed(value) }));
  return { ...node, span, items: node.items.map(placed), members };
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
