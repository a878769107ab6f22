import type { ConfigNode } from "../../server/src/config/config-node.js";

/** What stands at the places of every key (`key = value`) and value of a node, in the order of the text. */
export function placesOf(code: string, node: ConfigNode | undefined): string[] {
  if (node === undefined) return [];
  const at = ({ start, end }: { start: number; end: number }): string => code.slice(start, end);
  if (node.kind !== "table") return [at(node.span)];
  const members = node.members.flatMap(({ keySpan, node: member }) => {
    const [first = "", ...rest] = placesOf(code, member);
    return [`${at(keySpan)} = ${first}`, ...rest];
  });
  return [at(node.span), ...node.items.flatMap((item) => placesOf(code, item)), ...members];
}
