import { shift } from "../../base/span.js";
import { unquote } from "../../engines/go/text/unquote.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { goCursor } from "../go/cursor.js";
import { fileFunctions } from "../go/embeds.js";
import { fileSlot, type PathSlot } from "./slots.js";

/** What is being named at a UTF-16 offset in a string that a template of Go gives to `embed`, `include` or `file`. */
export function goPathSlot(document: ChatDocument, offset: number): PathSlot | undefined {
  const place = goCursor(document, offset);
  if (place?.cursor.kind !== "argument" || !fileFunctions.has(place.cursor.callee)) return undefined;
  const { quote, word } = place.cursor;
  const decode = (written: string): string => unquote(quote + written + quote) ?? written;
  return fileSlot(document.source, { path: shift(word, place.home.start), offset }, { kind: "embed", quote, decode });
}
