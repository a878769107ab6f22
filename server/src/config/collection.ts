import { byCodePoints } from "../base/code-points.js";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { type ConfigMember, type ConfigNode, proseDataOf } from "./config-node.js";
import type { OptionValue } from "./operations.js";
import { inner, placeOf } from "./written-places.js";

/**
 * The collection of a fanout that a node is; undefined when it is none. A table of Lua can be a list and an object at once:
 * its items come first, and each of its members is one more, booleans before numbers before strings (spec/prose-substitution.md §9).
 */
export function collectionOf(node: ConfigNode): OptionValue | undefined {
  if (node.kind !== "table" || !isPlain(node) || !node.members.every(hasFiniteKey)) return undefined;
  const isObject = node.items.length === 0 && node.members.every(({ key }) => key === undefined);
  if (node.members.length === 0 || isObject) return proseDataOf(node);
  const members = [...node.members].sort(byKey);
  return [
    ...node.items.map(proseDataOf),
    ...members.map(({ name, key, node: value }) => ({ key: key ?? name, value: proseDataOf(value) })),
  ];
}

/** What in a table keeps it from being a collection: functions, wherever they are, and keys that are no finite numbers. Problems have offsets of `source`. */
export function* collectionFaults(node: ConfigNode, source: string): Iterable<Diagnostic> {
  if (node.kind !== "table") return;
  for (const member of node.members) {
    if (hasFiniteKey(member)) continue;
    const text = `An item has a key that is a string, a boolean or a finite number, not ${member.name}.`;
    yield diagnostic("config/type", inner(source, member.keySpan), text);
  }
  for (const part of functionsIn(node))
    yield diagnostic("config/type", placeOf(source, part), "An item is plain data: it cannot hold a function. Compute its values here.");
}

function functionsIn(node: ConfigNode): readonly ConfigNode[] {
  if (node.kind === "function") return [node];
  return node.kind === "table" ? [...node.items, ...node.members.map((member) => member.node)].flatMap(functionsIn) : [];
}

function isPlain(node: ConfigNode): boolean {
  return functionsIn(node).length === 0;
}

function hasFiniteKey({ key }: ConfigMember): boolean {
  return typeof key !== "number" || Number.isFinite(key);
}

const keyTypes = ["boolean", "number", "undefined"];

function byKey(a: ConfigMember, b: ConfigMember): number {
  const [typeOfA, typeOfB] = [a, b].map(({ key }) => keyTypes.indexOf(typeof key)) as [number, number];
  if (typeOfA !== typeOfB) return typeOfA - typeOfB;
  return a.key === undefined ? byCodePoints(a.name, b.name) : Number(a.key) - Number(b.key);
}
