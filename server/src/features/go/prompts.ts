import type { ConfigSummary } from "../../evaluation/config-summary.js";

/** The prompts that templates can embed by name: the paths of their files. */
export type Prompts = { readonly [name: string]: string };

/** The prompts that the options of a document register (`templating.go.prompts`). */
export function promptsOf(config: Pick<ConfigSummary, "settings"> | undefined): Prompts {
  const value = config?.settings["templating.go.prompts"]?.value;
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
