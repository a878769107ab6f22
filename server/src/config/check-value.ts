import type { OptionInfo, OptionType } from "../../../shared/settings.js";
import { collectionOf } from "./collection.js";
import { type ConfigNode, dataOf } from "./config-node.js";
import type { OptionValue } from "./operations.js";
import type { Vocabulary } from "./schema.js";

/** The value that a node gives an option of a type, lists excepted; undefined when it is none. */
export function optionValue(node: ConfigNode, type: OptionType, { providers }: Vocabulary): OptionValue | undefined {
  switch (type.kind) {
    case "function":
      return node.kind === "function" ? { kind: "function", call: node.call } : undefined;
    case "arguments":
      return node.kind === "table" ? (node.members.length === 0 ? {} : dataOf(node)) : undefined;
    case "collection":
      return collectionOf(node);
    case "strings":
      return stringsOf(node);
    case "list":
      return undefined;
  }
  if (node.kind !== "scalar") return undefined;
  const { value } = node;
  switch (type.kind) {
    case "string":
    case "model":
      return typeof value === "string" && (value !== "" || type.kind === "string") ? value : undefined;
    case "provider":
      return typeof value === "string" && providers.includes(value) ? value : undefined;
    case "enum":
      return typeof value === "string" && type.values.includes(value) ? value : undefined;
    case "number":
      return isWithin(value, type.least, type.most) ? value : undefined;
    case "integer":
      return Number.isSafeInteger(value) && isWithin(value, type.least) ? value : undefined;
    case "percentage":
      return typeof value === "string" && isShare(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "off":
      return value === false ? false : undefined;
  }
}

function isWithin(value: unknown, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= least && value <= most;
}

function isShare(text: string): boolean {
  const share = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text)?.[1];
  return share !== undefined && Number(share) > 0 && Number(share) <= 100;
}

function stringsOf(node: ConfigNode): OptionValue | undefined {
  if (node.kind !== "table" || node.shape === "list" || node.items.length > 0) return undefined;
  const data = dataOf(node);
  const isOfStrings = node.members.every((member) => member.node.kind === "scalar" && typeof member.node.value === "string");
  return isOfStrings ? (node.members.length === 0 ? {} : data) : undefined;
}

/** The words of the error for a value that an option does not take: what it must be, and what it is. */
export function expectation({ types }: OptionInfo, vocabulary: Vocabulary): string {
  return inWords(types.map((type) => describeType(type, vocabulary)));
}

/** What a type takes, in words. */
function describeType(type: OptionType, { providers }: Vocabulary): string {
  switch (type.kind) {
    case "string":
      return "a string";
    case "model":
      return "the name of a model or a preset";
    case "provider":
      return `one of ${providers.join(", ")}`;
    case "enum":
      return type.values.length === 1 ? `'${type.values[0]}'` : `one of ${type.values.join(", ")}`;
    case "number":
      return `a number${bounds(type.least, type.most)}`;
    case "integer":
      return `a whole number${bounds(type.least)}`;
    case "percentage":
      return 'a percentage such as "50%"';
    case "boolean":
      return "true or false";
    case "off":
      return "false";
    case "function":
      return "a function";
    case "list":
      return "a list of strings";
    case "strings":
      return "an object of strings";
    case "arguments":
      return "an object of arguments by name";
    case "collection":
      return "a list or an object of plain data";
  }
}

function bounds(least?: number, most?: number): string {
  if (least === undefined) return "";
  return most === undefined ? ` from ${least}` : ` from ${least} to ${most}`;
}

/** What a node is, in words. */
export function describeNode(node: ConfigNode): string {
  switch (node.kind) {
    case "null":
      return "null";
    case "function":
      return "a function";
    case "table":
      return node.shape === "object" || node.members.length > 0 ? "an object" : "a list";
    case "scalar":
      return typeof node.value === "string" ? `'${shortened(node.value)}'` : String(node.value);
  }
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40).replace(/[\ud800-\udbff]$/, "")}…`;
}

function inWords(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`;
}
