import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import type { Span } from "../../base/span.js";
import { didYouMean, suggest } from "../../base/suggest.js";
import { type ConfigMember, type ConfigNode, type ConfigTable, dataOf } from "../../config/config-node.js";
import type { ToolDefinition } from "./definition.js";
import { inputSchema, inputSchemaFaults } from "./input-schema.js";
import { isList, isObject, isText, lastMembers, wrongType } from "./written-value.js";

/** A definition, or why what was written is none. Spans are offsets in the text that the node was read from. */
export type ToolReading = { readonly definition: ToolDefinition } | { readonly problems: readonly Diagnostic[] };

/**
 * Reads the definition of a tool as a project file registers it (seed 003): `name`, `description` and `input_schema` are
 * required, `enabled` is true unless it says otherwise, and a part that is a single string becomes a list of one.
 */
export function toolDefinition(written: ConfigNode): ToolReading {
  const problems = [...definitionFaults(written)];
  return problems.length > 0 ? { problems } : { definition: definitionOf(written as ConfigTable) };
}

const requiredKeys = ["name", "description", "input_schema"];
const keys = [...requiredKeys, "enabled", "personalities"];

function* definitionFaults(written: ConfigNode): Iterable<Diagnostic> {
  if (!isObject(written)) return yield wrongType(written, "The definition of a tool", "an object");
  const members = lastMembers(written);
  // A required key that is misspelled is there: its fault is told at its place.
  const meant = new Set([...members.keys()].filter((key) => !keys.includes(key)).map((key) => suggest(key, keys)[0]));
  for (const key of requiredKeys) {
    if (!members.has(key) && !meant.has(key))
      yield diagnostic("config/type", written.span, `The definition of a tool needs '${key}'. Add it.`);
  }
  for (const member of members.values()) yield* memberFaults(member);
}

function memberFaults({ name, keySpan, node }: ConfigMember): Iterable<Diagnostic> {
  switch (name) {
    case "name":
      return nameFaults(node);
    case "description":
      return isText(node) ? [] : [wrongType(node, "The 'description' of a tool", "a string")];
    case "input_schema":
      return inputSchemaFaults(node);
    case "enabled":
      return isSwitch(node) ? [] : [wrongType(node, "'enabled' of a tool", "true or false")];
    case "personalities":
      return personalitiesFaults(node);
    default:
      return [unknownKey(name, keySpan)];
  }
}

/** A name that every provider takes; a colon stands between server and tool (spec/providers-and-send.md §1.1). */
const namePattern = /^[A-Za-z0-9_:-]{1,64}$/;

function* nameFaults(node: ConfigNode): Iterable<Diagnostic> {
  if (!isText(node)) yield wrongType(node, "The 'name' of a tool", "a string");
  else if (!namePattern.test(String(dataOf(node)))) {
    yield diagnostic("config/type", node.span, "The name of a tool has 1 to 64 letters, digits, '_', '-' or ':'. Choose another one.");
  }
}

function isSwitch(node: ConfigNode): boolean {
  return node.kind === "null" || (node.kind === "scalar" && typeof node.value === "boolean");
}

function* personalitiesFaults(node: ConfigNode): Iterable<Diagnostic> {
  if (node.kind === "null") return;
  if (!isObject(node)) return yield wrongType(node, "'personalities' of a tool", "an object");
  for (const { name, node: parts } of lastMembers(node).values()) {
    if (!isObject(parts)) yield wrongType(parts, `The parts for '${name}'`, "an object");
    else for (const part of lastMembers(parts).values()) yield* partFaults(part);
  }
}

function* partFaults({ name, node }: ConfigMember): Iterable<Diagnostic> {
  if (isText(node)) return;
  if (!isList(node)) return yield wrongType(node, `The part '${name}'`, "a string or a list of strings");
  for (const item of node.items) if (!isText(item)) yield wrongType(item, `An item of the part '${name}'`, "a string");
}

function unknownKey(name: string, at: Span): Diagnostic {
  const suggestions = suggest(name, keys);
  const tail = didYouMean(suggestions) || ` Use ${keys.slice(0, -1).join(", ")} or ${keys.at(-1)}.`;
  return diagnostic("config/unknown-key", at, `The definition of a tool has no '${name}'.${tail}`, { suggestions });
}

/** Reads a table without faults. */
function definitionOf(written: ConfigTable): ToolDefinition {
  const members = lastMembers(written);
  const enabled = members.get("enabled")?.node;
  return {
    name: textOf(members.get("name")?.node),
    description: textOf(members.get("description")?.node),
    inputSchema: inputSchema(members.get("input_schema")?.node as ConfigTable),
    enabled: enabled?.kind === "scalar" ? enabled.value === true : true,
    personalities: mapMembers(members.get("personalities")?.node, (parts) => mapMembers(parts, partOf)),
  };
}

function textOf(node: ConfigNode | undefined): string {
  return node?.kind === "scalar" ? String(node.value) : "";
}

function partOf(node: ConfigNode): readonly string[] {
  return node.kind === "table" ? node.items.map(textOf) : [textOf(node)];
}

function mapMembers<To>(node: ConfigNode | undefined, map: (member: ConfigNode) => To): { readonly [name: string]: To } {
  const members = node?.kind === "table" ? [...lastMembers(node).values()] : [];
  return Object.fromEntries(members.map(({ name, node: member }) => [name, map(member)]));
}
