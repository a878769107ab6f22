import { type Node, parseTree } from "jsonc-parser";
import type { Span } from "../base/span.js";
import { tooDeep } from "./parse-json-frontmatter.js";

/** A top-level member of JSON as it is written. Spans are UTF-16 offsets in the code. */
export interface JsonKey {
  readonly name: string;
  /** What stands between the quotes. */
  readonly span: Span;
  /** Key and value. */
  readonly whole: Span;
  /** Its value as far as it was written. */
  readonly value: Node | undefined;
}

/** The top-level keys of JSON frontmatter in the order of the text, also of code that is not well-formed yet. */
export function jsonKeys(code: string): JsonKey[] {
  const tree = tooDeep(code) === undefined ? parseTree(code, []) : undefined;
  if (tree?.type !== "object") return [];
  return (tree.children ?? []).flatMap(({ children = [], offset, length }) => {
    const [key, value] = children;
    if (key === undefined || key.length < 2) return [];
    const span = { start: key.offset + 1, end: key.offset + key.length - 1 };
    return [{ name: String(key.value), span, whole: { start: offset, end: offset + length }, value }];
  });
}
