import type { GoFunction } from "./execute/parameter.js";
import { functionsWith, standardFunctions } from "./functions/standard.js";
import { createTextReader, type TextReader } from "./read-text.js";
import type { HostFunction } from "./values/go-value.js";

/** Functions, and what reads texts with them. */
export interface Language {
  readonly functions: ReadonlyMap<string, GoFunction>;
  readonly read: TextReader;
}

type Entry = readonly [string, HostFunction];

function createLanguage(functions: ReadonlyMap<string, GoFunction>): Language {
  return { functions, read: createTextReader(functions) };
}

const standard = createLanguage(standardFunctions);
const hosts = new WeakMap<object, { readonly entries: readonly Entry[]; readonly language: Language }>();

/** The language with the functions of a host. It is kept as long as the record holds the same functions. */
export function languageOf(host: { readonly [name: string]: HostFunction } | undefined): Language {
  if (host === undefined) return standard;
  const entries = Object.entries(host);
  const known = hosts.get(host);
  if (known !== undefined && isSame(known.entries, entries)) return known.language;
  const language = createLanguage(functionsWith(host));
  hosts.set(host, { entries, language });
  return language;
}

function isSame(a: readonly Entry[], b: readonly Entry[]): boolean {
  return a.length === b.length && a.every(([name, made], index) => b[index]?.[0] === name && b[index]?.[1] === made);
}
