import { type Layer, origins } from "../../config/operations.js";
import type { BaseOptions } from "../types.js";
import type { ProjectData } from "./types.js";

/** All layers outside of a document, that of its project in its place. */
export function optionsWith({ layer }: ProjectData, options: BaseOptions | undefined): BaseOptions {
  return { below: withLayer(options?.below ?? [], layer), above: options?.above ?? [] };
}

/** The layers with one more at the place of its origin. */
function withLayer(below: readonly Layer[], layer: Layer): readonly Layer[] {
  if (layer.operations.length === 0) return below;
  const rank = ({ origin }: Layer): number => origins.indexOf(origin);
  const at = below.findIndex((each) => rank(each) > rank(layer));
  return at < 0 ? [...below, layer] : below.toSpliced(at, 0, layer);
}
