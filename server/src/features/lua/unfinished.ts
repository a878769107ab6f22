import { applyEdits } from "../../base/text-edit.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { parseDocument } from "../../syntax/parse-document.js";
import { hasTooMuchLua, type LuaPlace, luaPlace } from "./chunks.js";

/** Lua code at a cursor, in the document it was found in. */
export interface CursorPlace extends LuaPlace {
  readonly document: ChatDocument;
}

/** Brackets that an unfinished tag may have open, within a string or not; more are not tried. */
const mostOpen = 3;

/** The place that was asked for last: one request asks for it several times. */
const lastPlaces = new WeakMap<ChatDocument, { readonly offset: number; readonly place: CursorPlace | undefined }>();

/**
 * The Lua code at a UTF-16 offset, also in a tag or a frontmatter that is not closed yet: while somebody types, what
 * is missing is imagined behind the cursor. Offsets up to the cursor are those of the real document.
 */
export function placeAtCursor(document: ChatDocument, offset: number): CursorPlace | undefined {
  const last = lastPlaces.get(document);
  const place = last?.offset === offset ? last.place : findPlace(document, offset);
  lastPlaces.set(document, { offset, place });
  return place;
}

function findPlace(document: ChatDocument, offset: number): CursorPlace | undefined {
  const found = luaPlace(document, offset);
  if (found) return { ...found, document };
  if (hasTooMuchLua(document)) return undefined;
  for (const missing of missingAt(document, offset)) {
    const closed = parseDocument(applyEdits(document.source, [{ span: { start: offset, end: offset }, newText: missing }]), document);
    const place = luaPlace(closed, offset);
    if (place) return { ...place, document: closed };
  }
  return undefined;
}

function missingAt({ source, messages, problems }: ChatDocument, offset: number): string[] {
  if (problems.some(({ code, span }) => code === "frontmatter/unclosed" && span.end < offset)) return ["\n```\n"];
  const placed = messages.findLast(({ start }) => start <= offset);
  const unclosed = placed?.message.problems.find(({ code, span }) => code === "template/unclosed-tag" && placed.start + span.end <= offset);
  if (placed === undefined || unclosed === undefined) return [];
  const opener = placed.start + unclosed.span.start;
  const closer = source[opener + 1] === "{" ? " }}" : " %}";
  const bare = Array.from({ length: mostOpen + 1 }, (_, open) => " }".repeat(open) + closer);
  // A string that is open at the cursor began on its line.
  const line = source.slice(Math.max(opener, source.lastIndexOf("\n", offset - 1)), offset);
  const quotes = ['"', "'"].filter((quote) => line.includes(quote));
  return ["", ...quotes].flatMap((quote) => bare.map((missing) => quote + missing));
}
