import type { ConfigNode } from "../../config/config-node.js";
import { parseJson } from "../../config/parse-json.js";

/** The parser wants an object on top; what is looked into is its only member. */
const top = "top";
const before = `{"${top}":`;

/**
 * The text of a value in a JSON text, as it stands there: reading and writing it again would lose digits of large integers.
 * `path` leads to it by members and items; undefined where it does not, or the text nests too deeply to be looked into.
 */
export function rawJsonAt(json: string, path: readonly (string | number)[]): string | undefined {
  const { root, problems } = parseJson(`${before}${json}}`);
  if (problems.length > 0) return undefined;
  let node: ConfigNode | undefined = root;
  for (const key of [top, ...path]) node = childOf(node, key);
  return node && json.slice(node.span.start - before.length, node.span.end - before.length);
}

function childOf(node: ConfigNode | undefined, key: string | number): ConfigNode | undefined {
  if (node?.kind !== "table") return undefined;
  return typeof key === "number" ? node.items[key] : node.members.findLast(({ name }) => name === key)?.node;
}
