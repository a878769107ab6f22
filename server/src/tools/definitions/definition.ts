import type { Json } from "../../base/json.js";

/** What a model is told about a tool, and what personalities say about it; how the tool runs is told elsewhere. */
export interface ToolDefinition {
  /** Letters, digits, `_`, `-` and `:`: the name stands between backticks in a document and in the requests of every provider. */
  readonly name: string;
  readonly description: string;
  /** A JSON schema whose type is "object". */
  readonly inputSchema: JsonSchema;
  /** False for a tool that a document must name before it is offered. */
  readonly enabled: boolean;
  readonly personalities: Personalities;
}

/** A JSON schema as it is sent. */
export interface JsonSchema {
  readonly [keyword: string]: Json;
}

/** Parts by name (their names are a matter of the personality) by the name of the personality that knows them (seed 003). */
export interface Personalities {
  readonly [personality: string]: { readonly [part: string]: readonly string[] };
}
