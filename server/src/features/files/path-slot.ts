import type { ChatDocument } from "../../syntax/ast.js";
import { goPathSlot } from "./go-path-slot.js";
import { luaPathSlot } from "./lua-path-slot.js";
import { referenceSlot } from "./reference-slot.js";
import type { PathSlot } from "./slots.js";

/** Finds what is being named at a UTF-16 offset, also in a string or a tag that is not closed yet. */
export function pathSlot(document: ChatDocument, offset: number): PathSlot | undefined {
  return (
    referenceSlot(document, offset) ??
    (document.engine === "go" ? goPathSlot(document, offset) : undefined) ??
    luaPathSlot(document, offset)
  );
}
