import type { Layer, Operation } from "./operations.js";
import { resolveConfig } from "./resolve.js";

/** Headers of requests by name. */
export interface Headers {
  readonly [name: string]: string;
}

/** What stands for a value that nobody may see. */
const hidden = "(hidden)";

/**
 * Layers without the values of headers, which may be keys, and without keys that stand where the name of a variable belongs:
 * evaluations and what people are shown need only names.
 */
export function withoutSecrets(layers: readonly Layer[]): readonly Layer[] {
  if (!layers.some(({ operations }) => operations.some(isSecret))) return layers;
  return layers.map((layer) => ({
    ...layer,
    operations: layer.operations.map((operation) => (isSecret(operation) ? masked(operation) : operation)),
  }));
}

/** The headers that layers add to requests of a provider, with their values. */
export function headersOf(layers: readonly Layer[], provider: string): Headers {
  const value = resolveConfig(layers).get(`providers.${provider}.headers`)?.value;
  return (value ?? {}) as Headers;
}

/** Says whether a text can be the name of an environment variable; a key can hardly be one. */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

function isSecret(operation: Operation): boolean {
  const { path } = operation;
  if (/^providers\..+\.headers$/.test(path)) return true;
  return /^providers\..+\.key$/.test(path) && operation.kind === "set" && !isVariableName(String(operation.value));
}

function masked(operation: Operation): Operation {
  if (operation.kind !== "set") return operation;
  if (operation.path.endsWith(".key")) return { ...operation, value: hidden };
  const names = Object.keys(operation.value as Headers);
  return { ...operation, value: Object.fromEntries(names.map((name) => [name, hidden])) };
}
