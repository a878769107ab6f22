import { type Layer, origins } from "../../config/operations.js";
import { builtInTools } from "../../tools/definitions/built-in-tools.js";
import type { BaseOptions } from "../types.js";
import type { ProjectData } from "./types.js";

/** What is said outside of a document. */
export interface Outside {
  /** All layers, that of the project in its place. */
  readonly options: BaseOptions;
  /** The names of all tools there are. */
  readonly tools: readonly string[];
  /** The names of all personalities there are. */
  readonly personalities: readonly string[];
}

const builtInPersonalities = ["coding-assistant"];

/** Puts together what a project says and what is said of options elsewhere. */
export function outsideOf({ layer, tools, personalities }: ProjectData, options: BaseOptions | undefined): Outside {
  const own = tools.map(({ name }) => name);
  return {
    options: { below: withLayer(options?.below ?? [], layer), above: options?.above ?? [] },
    tools: [...builtInTools.map(({ name }) => name).filter((name) => !own.includes(name)), ...own],
    personalities: [...new Set([...builtInPersonalities, ...Object.keys(personalities)])],
  };
}

/** The layers with one more at the place of its origin. */
function withLayer(below: readonly Layer[], layer: Layer): readonly Layer[] {
  if (layer.operations.length === 0) return below;
  const rank = ({ origin }: Layer): number => origins.indexOf(origin);
  const at = below.findIndex((each) => rank(each) > rank(layer));
  return at < 0 ? [...below, layer] : below.toSpliced(at, 0, layer);
}
