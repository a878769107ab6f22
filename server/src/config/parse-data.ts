import { parseJson } from "./parse-json.js";
import { parseYaml } from "./parse-yaml.js";
import type { ParsedData } from "./parsed-data.js";

const parsers = new Map([
  ["json", parseJson],
  ["yaml", parseYaml],
  ["yml", parseYaml],
]);

/** The text that was parsed last: an evaluation and the features that follow it look at the same one. */
let last: { readonly parse: (code: string) => ParsedData; readonly code: string; readonly parsed: ParsedData } | undefined;

/** Parses code in a data language by its name (json, yaml or yml, in any case); undefined when the language is none of them. */
export function parseData(language: string, code: string): ParsedData | undefined {
  const parse = parsers.get(language.toLowerCase());
  if (parse === undefined) return undefined;
  if (last?.parse !== parse || last.code !== code) last = { parse, code, parsed: parse(code) };
  return last.parsed;
}
