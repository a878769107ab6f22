import type { Span } from "../base/span.js";
import type { ChatDocument } from "../syntax/ast.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { goUses, keywordUses } from "./go/navigation.js";
import { blockWords } from "./lua/block-words.js";
import { type NameUse, useAt, usesOf } from "./lua/names.js";

/** A use of a name, as an editor marks it. */
export interface Highlight {
  readonly span: Span;
  readonly kind: "read" | "write";
}

/** All uses of the name at a UTF-16 offset, in the order of the text; `declaration` says whether the first place it is set is among them. */
export function references({ document }: Snapshot, offset: number, declaration: "with" | "without"): Span[] {
  const uses = usesAt(document, offset);
  const first = uses.find(isSet);
  return uses.filter((one) => declaration === "with" || one !== first).map(({ span }) => span);
}

/** The uses of the name at a UTF-16 offset, told apart by what happens to it; at a word of a block, those that belong to it. */
export function highlights({ document }: Snapshot, offset: number): Highlight[] {
  const uses = usesAt(document, offset);
  if (uses.length === 0) {
    const words = blockWords(document, offset).map((span): Highlight => ({ span, kind: "read" }));
    return words.length > 0 ? words : keywordUses(document, offset);
  }
  return uses.map((one) => ({ span: one.span, kind: isSet(one) ? "write" : "read" }));
}

type Use = Pick<NameUse, "span" | "role">;

function usesAt(document: ChatDocument, offset: number): Use[] {
  const inTemplate = goUses(document, offset);
  const use = inTemplate.length > 0 ? undefined : useAt(document, offset);
  return use === undefined ? inTemplate : usesOf(document, use.binding);
}

function isSet({ role }: Use): boolean {
  return role !== "read";
}
