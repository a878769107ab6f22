import type { Json } from "../../base/json.js";
import type { Origin } from "../../config/operations.js";
import type { ModelInfo, Price } from "../../providers/models/model-info.js";

/** The limits of a model in a few words. */
export function modelLimits({ inputLimit, outputLimit }: ModelInfo): string {
  return `reads ${tokens(inputLimit)}, writes ${tokens(outputLimit)}`;
}

/** The list prices of a model in a few words. */
export function priceInWords({ input, output, cacheRead, cacheWrite }: Price): string {
  const cached = [
    ...(cacheRead === undefined ? [] : [`$${cacheRead} from the cache`]),
    ...(cacheWrite === undefined ? [] : [`$${cacheWrite} into it`]),
  ];
  return `${[`$${input} in`, `$${output} out`, ...cached].join(", ")} per million tokens`;
}

/** How a model thinks, in a few words. */
export function modelThinking({ thinking }: ModelInfo): string {
  switch (thinking?.kind) {
    case undefined:
      return "does not think";
    case "budget":
      return "thinks within a budget of tokens";
    case "effort":
    case "budget-and-effort":
      return "thinks with a chosen effort";
    case "optional":
      return "thinks if it is told to";
    case "forced":
      return "always thinks";
  }
}

function tokens(count: number): string {
  if (count >= Number.MAX_SAFE_INTEGER) return "any number of tokens";
  return `${new Intl.NumberFormat("en").format(count)} tokens`;
}

/** What a preset sets, one line for each option. */
export function presetLines(contents: { readonly [path: string]: Json }): string[] {
  return Object.entries(contents).map(([path, value]) => `${path}: ${Array.isArray(value) ? value.join(", ") : JSON.stringify(value)}`);
}

/** Who set an option, as the end of a sentence. */
export function originInWords(origin: Origin): string {
  switch (origin) {
    case "default":
      return "by default";
    case "user":
      return "set by your settings";
    case "workspace":
      return "set by the settings of the workspace";
    case "project":
      return "set by the project file";
    case "switch":
      return "set by a switch at run time";
    case "frontmatter":
      return "set by the frontmatter";
    case "command line":
      return "set on the command line";
  }
}

const methods: Readonly<Record<string, string>> = {
  append: "Puts items at the end of the list; one that is there already moves.",
  prepend: "Puts items at the beginning of the list; one that is there already moves.",
  remove: "Takes items out of the list.",
};

/** What a method of a list of options does, and how it is called. */
export function describeMethod(name: string): { readonly detail: string; readonly doc: string } {
  return { detail: "(items: string or list)", doc: methods[name] ?? "" };
}
