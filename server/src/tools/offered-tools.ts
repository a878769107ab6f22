import type { Config } from "../config/resolve.js";
import type { ToolDefinition } from "./definitions/definition.js";

/** The definitions of the tools that options offer to the model, in the order of the option `tools`. */
export function offeredTools(config: Config, all: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const byName = new Map(all.map((definition) => [definition.name, definition]));
  const names = (config.get("tools")?.value ?? []) as readonly string[];
  return names.flatMap((name) => byName.get(name) ?? []);
}
