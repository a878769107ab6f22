import type { Json } from "../base/json.js";
import type { Span } from "../base/span.js";

/** Who set an option, lowest first: a later one counts before an earlier one (spec/flemma-templates.md §6). */
export const origins = ["default", "user", "workspace", "project", "switch", "frontmatter", "command line"] as const;

/** One of `origins`. */
export type Origin = (typeof origins)[number];

/** A function of the document or the project file, as an option's value; only the evaluation can call it. */
export interface FunctionValue {
  readonly kind: "function";
  readonly call: object;
}

/** The value of an option. */
export type OptionValue = Json | FunctionValue;

/** One step in the making of a list. An item `$name` stands for the items of that preset. */
export type ListEdit =
  | { readonly kind: "clear" }
  | { readonly kind: "append" | "prepend" | "remove"; readonly item: string; readonly span?: Span };

/** One write to an option, in the order they were made. `span` is the value as it is written, where there is a text. */
export type Operation =
  | { readonly kind: "set"; readonly path: string; readonly value: OptionValue; readonly span?: Span }
  /** Takes back what lower layers say of an option, or of everything in a section. */
  | { readonly kind: "unset"; readonly path: string }
  | { readonly kind: "list"; readonly path: string; readonly edits: readonly ListEdit[] };

/** What one origin says. */
export interface Layer {
  readonly origin: Origin;
  readonly operations: readonly Operation[];
}

/** Says whether a value is a function. */
export function isFunctionValue(value: OptionValue): value is FunctionValue {
  return typeof value === "object" && value !== null && "call" in value && typeof value.call === "object";
}
