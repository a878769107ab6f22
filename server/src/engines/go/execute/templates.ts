import type { ReadText } from "../read-text.js";
import { isEmptyList } from "../syntax/blocks.js";
import type { Template } from "./run.js";

/** Adds what a text defines to a set; what prints nothing never replaces what is there. */
export function addTemplates(templates: Map<string, Template>, { tree, executable }: ReadText): void {
  for (const [name, list] of tree.templates) {
    if (!templates.has(name) || !isEmptyList(list)) templates.set(name, { tree, executable, list });
  }
}
