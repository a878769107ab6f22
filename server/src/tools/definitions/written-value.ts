import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import type { ConfigMember, ConfigNode, ConfigTable } from "../../config/config-node.js";

/** The fault of a value that is of another kind: `what` says what it is meant to be, `expected` the kind with its article. */
export function wrongType(node: ConfigNode, what: string, expected: string): Diagnostic {
  return diagnostic("config/type", node.span, `${what} must be ${expected}, but this is ${kindOf(node)}.`);
}

/** Says whether the node has a name for everything in it. */
export function isObject(node: ConfigNode): node is ConfigTable {
  return node.kind === "table" && node.shape !== "list" && node.items.length === 0;
}

/** Says whether the node is a list: an empty Lua table is both that and an object. */
export function isList(node: ConfigNode): node is ConfigTable {
  return node.kind === "table" && node.shape !== "object" && node.members.length === 0;
}

/** Says whether the node is a string. */
export function isText(node: ConfigNode): boolean {
  return node.kind === "scalar" && typeof node.value === "string";
}

/** The members of an object by name: of equal keys the last one counts. */
export function lastMembers(table: ConfigTable): ReadonlyMap<string, ConfigMember> {
  return new Map(table.members.map((member) => [member.name, member]));
}

function kindOf(node: ConfigNode): string {
  switch (node.kind) {
    case "null":
      return "nothing";
    case "scalar":
      return `a ${typeof node.value}`;
    case "function":
      return "a function";
    case "table":
      return tableKind(node);
  }
}

function tableKind(node: ConfigTable): string {
  if (isList(node)) return isObject(node) ? "an empty table" : "a list";
  return isObject(node) ? "an object" : "a list and an object in one";
}
