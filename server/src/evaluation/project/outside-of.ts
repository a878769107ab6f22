import { type Layer, origins } from "../../config/operations.js";
import { builtInPersonalities } from "../../personalities/built-in-personalities.js";
import { builtInTools } from "../../tools/definitions/built-in-tools.js";
import type { ToolDefinition } from "../../tools/definitions/definition.js";
import type { BaseOptions } from "../types.js";
import type { ProjectData } from "./types.js";

/** What is said outside of a document. */
export interface Outside {
  /** All layers, that of the project in its place. */
  readonly options: BaseOptions;
  /** The names of all tools there are. */
  readonly tools: readonly string[];
  /** What is said of each of them. */
  readonly definitions: readonly ToolDefinition[];
  /** The names of all personalities there are. */
  readonly personalities: readonly string[];
}

/** Puts together what a project says and what is said of options elsewhere. */
export function outsideOf({ layer, tools, personalities }: ProjectData, options: BaseOptions | undefined): Outside {
  const own = tools.map(({ name }) => name);
  const definitions = [...builtInTools.filter(({ name }) => !own.includes(name)), ...tools];
  return {
    options: { below: withLayer(options?.below ?? [], layer), above: options?.above ?? [] },
    tools: definitions.map(({ name }) => name),
    definitions,
    personalities: [...new Set([...builtInPersonalities.keys(), ...Object.keys(personalities)])],
  };
}

/** The layers with one more at the place of its origin. */
function withLayer(below: readonly Layer[], layer: Layer): readonly Layer[] {
  if (layer.operations.length === 0) return below;
  const rank = ({ origin }: Layer): number => origins.indexOf(origin);
  const at = below.findIndex((each) => rank(each) > rank(layer));
  return at < 0 ? [...below, layer] : below.toSpliced(at, 0, layer);
}
