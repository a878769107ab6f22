import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import type { Json } from "../../base/json.js";
import { type ConfigNode, type ConfigTable, dataOf } from "../../config/config-node.js";
import type { JsonSchema } from "./definition.js";
import { isList, isObject, lastMembers, wrongType } from "./written-value.js";

/** The faults that make a written schema one that no provider accepts, each at its place. */
export function* inputSchemaFaults(node: ConfigNode): Iterable<Diagnostic> {
  if (!isObject(node)) return yield wrongType(node, "The schema of an input", "an object");
  const members = lastMembers(node);
  const type = members.get("type")?.node;
  const properties = members.get("properties")?.node;
  if (type?.kind !== "scalar" || type.value !== "object") {
    yield diagnostic("config/type", (type ?? node).span, `An input is an object: write "object" as the 'type' of its schema.`);
  }
  if (properties !== undefined && !isObject(properties)) yield wrongType(properties, "The 'properties' of an input", "an object");
  yield* valueFaults(node);
}

function* valueFaults(node: ConfigNode): Iterable<Diagnostic> {
  if (node.kind === "function") yield wrongType(node, "A value in a schema", "data");
  if (node.kind !== "table") return;
  if (!isList(node) && !isObject(node)) yield wrongType(node, "A table in a schema", "either a list or an object");
  for (const inner of [...node.items, ...node.members.map(({ node: member }) => member)]) yield* valueFaults(inner);
}

/** The schema as it is sent, of a node without faults. */
export function inputSchema(node: ConfigTable): JsonSchema {
  return Object.fromEntries(node.members.map(({ name, node: member }) => [name, schemaData(member, name)]));
}

/** Keywords whose value is a list: an empty Lua table is written the same way as a list and as an object. */
const listKeywords: readonly string[] = ["allOf", "anyOf", "enum", "examples", "oneOf", "prefixItems", "required", "type"];

function schemaData(node: ConfigNode, keyword: string): Json {
  if (node.kind !== "table") return dataOf(node);
  if (isList(node) && (!isObject(node) || listKeywords.includes(keyword))) return node.items.map((item) => schemaData(item, ""));
  // The names of properties are no keywords.
  const keywordOf = (name: string): string => (keyword === "properties" ? "" : name);
  return Object.fromEntries(node.members.map(({ name, node: member }) => [name, schemaData(member, keywordOf(name))]));
}
