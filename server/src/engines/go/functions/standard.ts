import type { GoFunction } from "../execute/parameter.js";
import type { HostFunction } from "../values/go-value.js";
import { numberFunctions } from "./arithmetic.js";
import { builtins } from "./builtins.js";
import { dataFunctions } from "./data.js";
import { dateFunctions } from "./dates.js";
import { embeddingFunctions } from "./embedding.js";
import { hostFunction } from "./host.js";
import { listFunctions } from "./lists.js";
import { logicFunctions } from "./logic.js";
import { mapFunctions } from "./maps.js";
import { regexFunctions } from "./regex.js";
import { stringFunctions } from "./strings.js";

/** Every function that is always there, by name. */
export const standardFunctions: ReadonlyMap<string, GoFunction> = new Map(
  Object.entries({
    ...builtins,
    ...stringFunctions,
    ...logicFunctions,
    ...listFunctions,
    ...mapFunctions,
    ...numberFunctions,
    ...dataFunctions,
    ...regexFunctions,
    ...dateFunctions,
    ...embeddingFunctions,
  }),
);

/** The standard functions with those of a host, which count more. */
export function functionsWith(host: { readonly [name: string]: HostFunction }): ReadonlyMap<string, GoFunction> {
  const own = Object.entries(host).map(([name, made]) => [name, hostFunction(made)] as const);
  return own.length === 0 ? standardFunctions : new Map([...standardFunctions, ...own]);
}
