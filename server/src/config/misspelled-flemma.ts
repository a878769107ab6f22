import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { didYouMean, suggest } from "../base/suggest.js";
import type { ConfigNode, ConfigTable } from "./config-node.js";
import { fullPath, schemaAt, type Vocabulary } from "./schema.js";
import { inner, replaceFix } from "./written-places.js";

/** Finds variables of data whose name is almost `flemma` and that hold options, which therefore do not count. */
export function* misspelledFlemma({ members }: ConfigTable, source: string, vocabulary: Vocabulary): Iterable<Diagnostic> {
  for (const { name, keySpan, node } of members) {
    const suggestions = name === "flemma" ? [] : suggest(name, ["flemma"]);
    if (suggestions.length === 0 || !holdsOptions(node, vocabulary)) continue;
    const text = `'${name}' is a variable: its options do not count.${didYouMean(suggestions)}`;
    const fix = members.some((other) => other.name === "flemma")
      ? {}
      : replaceFix(source, { span: keySpan, text: name, with: suggestions });
    yield diagnostic("config/misspelled-flemma", inner(source, keySpan), text, { suggestions, ...fix });
  }
}

function holdsOptions(node: ConfigNode, vocabulary: Vocabulary): boolean {
  if (node.kind !== "table" || node.members.length === 0) return false;
  return node.members.some(({ name }) => schemaAt(fullPath([name]), vocabulary) !== undefined);
}
