import { compile } from "./execute/compile.js";
import type { GoFunction } from "./execute/parameter.js";
import type { Execute } from "./execute/run.js";
import type { Watch } from "./execute/watch.js";
import type { List, Tree } from "./syntax/ast.js";
import { parse } from "./syntax/parse.js";
import type { ParseOptions } from "./syntax/parser.js";

/** A text that was read, and what runs its lists. */
export interface ReadText {
  readonly tree: Tree;
  readonly executable: (list: List) => Execute;
}

/** Reads a text, or gives what it read lately. */
export type TextReader = (text: string, options: Omit<ParseOptions, "isFunction" | "layout">) => ReadText;

/** More of them would outlive the young generation, which costs more than reading anew. */
const keptTexts = 64;
const keptLength = 8 << 20;

/** A reader of texts in which these are the functions. */
export function createTextReader(functions: ReadonlyMap<string, GoFunction>): TextReader {
  const isFunction = (name: string): boolean => functions.has(name);
  /** By text, then by everything else; the oldest ones go first. */
  const kept = new Map<string, Map<string, ReadText>>();
  let length = 0;
  return (text, options) => {
    const { name, escapeCodeRegions, lineEnds = "kept" } = options;
    const key = `${escapeCodeRegions ? "+" : "-"}${lineEnds} ${name}`;
    const known = kept.get(text)?.get(key);
    if (known !== undefined) return known;
    const read = withExecutables(parse(text, { ...options, isFunction }), functions);
    if (!kept.has(text)) {
      kept.set(text, new Map());
      length += text.length;
    }
    kept.get(text)?.set(key, read);
    for (const oldest of kept.keys()) {
      if (kept.size <= keptTexts && length <= keptLength) break;
      kept.delete(oldest);
      length -= oldest.length;
    }
    return read;
  };
}

/** A text that was parsed, with what runs its lists: they are compiled when they are run for the first time. */
export function withExecutables(tree: Tree, functions: ReadonlyMap<string, GoFunction>, watch?: Watch): ReadText {
  const compiled = new Map<List, Execute>();
  const executable = (list: List): Execute => {
    let known = compiled.get(list);
    if (known === undefined) {
      known = compile(list, functions, watch);
      compiled.set(list, known);
    }
    return known;
  };
  return { tree, executable };
}
