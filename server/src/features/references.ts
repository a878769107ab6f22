import type { Span } from "../base/span.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { type NameUse, useAt, usesOf } from "./lua/names.js";

/** A use of a name, as an editor marks it. */
export interface Highlight {
  readonly span: Span;
  readonly kind: "read" | "write";
}

/** All uses of the name at a UTF-16 offset, in the order of the text; `declaration` says whether the first place it is set is among them. */
export function references({ document }: Snapshot, offset: number, declaration: "with" | "without"): Span[] {
  const use = useAt(document, offset);
  if (use === undefined) return [];
  const uses = usesOf(document, use.binding);
  const first = uses.find(isSet);
  return uses.filter((one) => declaration === "with" || one !== first).map(({ span }) => span);
}

/** The uses of the name at a UTF-16 offset, told apart by what happens to it. */
export function highlights({ document }: Snapshot, offset: number): Highlight[] {
  const use = useAt(document, offset);
  if (use === undefined) return [];
  return usesOf(document, use.binding).map((one) => ({ span: one.span, kind: isSet(one) ? "write" : "read" }));
}

function isSet({ role }: NameUse): boolean {
  return role !== "read";
}
