import { options } from "../../../shared/settings.js";
import type { Json } from "../base/json.js";
import type { Layer } from "../config/operations.js";
import { type Config, plainValue } from "../config/resolve.js";
import type { ToolDefinition } from "../tools/definitions/definition.js";
import { offeredTools } from "../tools/offered-tools.js";
import type { SetOption } from "./config-summary.js";

/** What options say of a request to the chosen provider, as plain data. */
export interface RequestOptions {
  /** Its parameters that are set, by name, those of its own table before the general ones. */
  readonly parameters: { readonly [name: string]: SetOption };
  /** What settings say of its endpoint, by the name of the option; headers, which may be secret, are not among it. */
  readonly endpoint: { readonly [name: string]: Json };
  /** The tools that the model is told of; none where nobody asked for them. */
  readonly tools: readonly OfferedTool[];
}

/** What a model is told of a tool. */
export type OfferedTool = Pick<ToolDefinition, "name" | "description" | "inputSchema">;

/** The names of all parameters that any provider knows. */
const parameterNames = namesBelow("parameters.*.");
const endpointNames = namesBelow("providers.*.").filter((name) => name !== "headers" && !name.includes("."));

/** Sums up what options say of a request; `definitions` is what is said of all tools there are. */
export function requestOptions(config: Config, definitions: readonly ToolDefinition[]): RequestOptions {
  const { value: provider } = config.provider;
  return {
    parameters: Object.fromEntries(
      parameterNames.flatMap((name) => {
        const found = config.parameter(name);
        return found === undefined ? [] : [[name, { value: plainValue(found.value), origin: found.origin }]];
      }),
    ),
    endpoint: Object.fromEntries(
      endpointNames.flatMap((name) => {
        const found = config.get(`providers.${provider}.${name}`);
        return found === undefined ? [] : [[name, plainValue(found.value)]];
      }),
    ),
    tools: isAskedFor(config) ? offeredTools(config, definitions).map(toldOf) : [],
  };
}

function namesBelow(prefix: string): string[] {
  return Object.keys(options).flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
}

/** A model is told of tools only where somebody chose them, or asked for it. */
function isAskedFor(config: Config): boolean {
  if (config.get("tools.offer")?.value === true) return true;
  return (
    config.layers
      .filter(({ origin }) => origin !== "default")
      .flatMap(writesOfTools)
      .at(-1) === "list"
  );
}

function writesOfTools({ operations }: Layer): string[] {
  return operations.flatMap(({ path, kind }) => (path === "tools" ? [kind] : []));
}

function toldOf({ name, description, inputSchema }: ToolDefinition): OfferedTool {
  return { name, description, inputSchema };
}
