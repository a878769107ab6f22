import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { ConfigNode, ConfigTable } from "./config-node.js";

/** What a text in a data language holds. All offsets are UTF-16 units of the code. */
export interface ParsedData {
  /** The object on top, as far as it can be made out; with problems it is good for names and places, not for values. */
  readonly root?: ConfigTable;
  /** In the order of the text; none means that the root is there and whole. */
  readonly problems: readonly Diagnostic[];
}

/** So many problems of one text are told. */
export const mostProblems = 1000;

/** The fault of a root that is no object; `advice` is a sentence that tells how to write one. */
export function notATable(root: ConfigNode, advice: string): Diagnostic {
  const text = `The frontmatter must be an object, but this is ${nameOf(root)}. ${advice}`;
  return diagnostic("frontmatter/not-a-table", root.span, text);
}

function nameOf(root: ConfigNode): string {
  switch (root.kind) {
    case "null":
      return "null";
    case "scalar":
      return `a ${typeof root.value}`;
    case "function":
      return "a function";
    case "table":
      return "a list";
  }
}
