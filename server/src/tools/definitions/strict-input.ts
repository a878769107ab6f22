import type { JsonSchema } from "./definition.js";

type Type = "string" | "integer" | "number";

/** A property that must have a value. */
export function required(type: Type, description: string): JsonSchema {
  return { type, description };
}

/** A property that may be left out. A strict schema has every property, so that leaving out is null. */
export function optional(type: Type, description: string): JsonSchema {
  return { type: [type, "null"], description };
}

/**
 * The strict schema of an input with these properties and a label for people, which comes first: a model writes properties
 * in this order, and the label is shown while the rest arrives (spec/providers-and-send.md §3).
 */
export function strictInput(properties: { readonly [name: string]: JsonSchema }): JsonSchema {
  const all = { label: required("string", "What this call is for, in a few words, for the person who watches."), ...properties };
  return { type: "object", properties: all, required: Object.keys(all), additionalProperties: false };
}
