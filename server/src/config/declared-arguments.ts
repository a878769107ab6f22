import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { didYouMean, suggest } from "../base/suggest.js";
import { describeNode } from "./check-value.js";
import type { ConfigMember, ConfigNode } from "./config-node.js";
import { duplicateKeys } from "./write-faults.js";
import { inner, placeOf, replaceFix } from "./written-places.js";

/** The types that a declared argument can have. */
const argumentTypes = ["string", "boolean", "integer", "number"] as const;

const fields = ["type", "optional", "default", "description"];
const argumentName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/**
 * What is wrong with the declaration of arguments (spec/prose-substitution.md §8): a name, and its type; whether it is optional, its
 * default, and a description may follow. Problems have offsets of `source`.
 */
export function* argumentFaults(declaration: ConfigNode, source: string): Iterable<Diagnostic> {
  if (declaration.kind !== "table" || declaration.shape === "list" || declaration.items.length > 0) {
    yield wrong(declaration, source, `'templating.prose.args' must be an object of arguments by name, not ${describeNode(declaration)}.`);
    return;
  }
  yield* repeated(declaration.members, source);
  for (const member of declaration.members) yield* memberFaults(member, source);
}

function* memberFaults({ name, keySpan, node }: ConfigMember, source: string): Iterable<Diagnostic> {
  if (!argumentName.test(name)) {
    const text = `An argument has a name of a letter, then letters, digits, '_' and '-', at most 64 in all: '${name}' is none.`;
    yield diagnostic("config/unknown-key", inner(source, keySpan), text);
  }
  if (node.kind !== "table" || node.shape === "list" || node.items.length > 0) {
    yield wrong(node, source, `Argument '${name}' must be an object with a type, not ${describeNode(node)}.`);
    return;
  }
  yield* repeated(node.members, source);
  const type = node.members.find((member) => member.name === "type")?.node;
  if (type === undefined)
    yield diagnostic("config/type", inner(source, keySpan), `Argument '${name}' needs a type: ${argumentTypes.join(", ")}.`);
  for (const field of node.members) yield* fieldFaults({ name, type }, field, source);
}

function* fieldFaults(
  { name, type }: { readonly name: string; readonly type: ConfigNode | undefined },
  { name: field, keySpan, node }: ConfigMember,
  source: string,
): Iterable<Diagnostic> {
  switch (field) {
    case "type": {
      const word = node.kind === "scalar" ? String(node.value) : "";
      if (isType(word)) return;
      const suggestions = suggest(word, argumentTypes);
      const text = `The type of argument '${name}' must be one of ${argumentTypes.join(", ")}, not ${describeNode(node)}.${didYouMean(suggestions)}`;
      const fix = replaceFix(source, { span: node.span, text: word, with: suggestions });
      yield diagnostic("config/type", placeOf(source, node), text, { suggestions, ...fix });
      return;
    }
    case "optional":
      if (node.kind !== "scalar" || typeof node.value !== "boolean")
        yield wrong(node, source, `'optional' of argument '${name}' must be true or false, not ${describeNode(node)}.`);
      return;
    case "default":
      if (type !== undefined && !fits(node, type))
        yield wrong(node, source, `The default of argument '${name}' must be of its type, not ${describeNode(node)}.`);
      return;
    case "description":
      if (node.kind !== "scalar" || typeof node.value !== "string")
        yield wrong(node, source, `The description of argument '${name}' must be a string, not ${describeNode(node)}.`);
      return;
    default: {
      const suggestions = suggest(field, fields);
      const text = `Argument '${name}' has no field '${field}': there are ${fields.join(", ")}.${didYouMean(suggestions)}`;
      const fix = replaceFix(source, { span: keySpan, text: field, with: suggestions });
      yield diagnostic("config/unknown-key", inner(source, keySpan), text, { suggestions, ...fix });
    }
  }
}

/** Without a default, or of a type that is not known, every value fits. */
function fits(node: ConfigNode, type: ConfigNode): boolean {
  const word = type.kind === "scalar" ? String(type.value) : "";
  if (node.kind === "null" || !isType(word)) return true;
  if (node.kind !== "scalar") return false;
  if (word === "integer") return Number.isInteger(node.value);
  return word === typeof node.value && (word !== "number" || Number.isFinite(node.value));
}

function isType(word: string): word is (typeof argumentTypes)[number] {
  return (argumentTypes as readonly string[]).includes(word);
}

function* repeated(members: readonly ConfigMember[], source: string): Iterable<Diagnostic> {
  for (const problem of duplicateKeys(members, source)) yield { ...problem, severity: "error", blocks: true };
}

function wrong(node: ConfigNode, source: string, text: string): Diagnostic {
  return diagnostic("config/type", placeOf(source, node), text);
}
