import type { Span } from "../../base/span.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { dataOptionPlace } from "./data-place.js";
import { luaOptionPlace } from "./lua-place.js";

/** A word of frontmatter that names an option or is a value of one, or where such a word may be written. */
export interface OptionPlace {
  /**
   * `root`: `flemma` itself. `opt`: the name behind it, in Lua. `member`: a name behind a dot. `key`: a name in a table. `entry`: a name
   * or an item, in a table of Lua. `operand`: what a method or an operator does something with. `method`: behind a colon.
   */
  readonly kind: "root" | "opt" | "member" | "key" | "entry" | "value" | "item" | "operand" | "method";
  readonly language: "lua" | "json" | "yaml";
  /** Names from the top of the options as they are written: of the section that a key lies in, else of the option itself. */
  readonly path: readonly string[];
  /** The word without its quotes, in UTF-16 offsets; empty where none is written yet. */
  readonly word: Span;
  readonly quote: "" | '"' | "'";
  /** The same quote stands behind the word. */
  readonly isClosed: boolean;
  /** The sign that stands between a key and its value is there. */
  readonly isFollowed: boolean;
}

/** What stands at a UTF-16 offset of the document, its word at either end included; undefined where no option is meant. */
export function optionPlace(document: ChatDocument, offset: number): OptionPlace | undefined {
  return dataOptionPlace(document, offset) ?? luaOptionPlace(document, offset);
}
