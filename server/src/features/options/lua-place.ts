import { type Span, shift } from "../../base/span.js";
import type { Token } from "../../lua/lex.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { insideString, isInsideComment } from "../lua/context.js";
import { endsOperand } from "../lua/receiver.js";
import { placeAtCursor } from "../lua/unfinished.js";
import { createSlotReader, type SlotReader } from "./lua-slots.js";
import type { OptionPlace } from "./option-place.js";
import { quotedWord } from "./quoted-word.js";

type Found = Omit<OptionPlace, "language">;

/** The place of an option in Lua frontmatter, finished or not. */
export function luaOptionPlace(document: ChatDocument, offset: number): OptionPlace | undefined {
  const place = placeAtCursor(document, offset);
  if (place === undefined || place.chunk.message !== undefined || isInsideComment(place)) return undefined;
  const { chunk, at } = place;
  const tokens = place.words.words.map(({ token }) => token);
  const index = tokens.findIndex((token) =>
    token.type === "string" ? insideString(chunk.source, token, at) : isWord(token) && token.start <= at && at <= token.end,
  );
  const before = index < 0 ? tokens.findLastIndex(({ end }) => end <= at) : index - 1;
  const reader = createSlotReader(place, tokens);
  const token = tokens[index];
  const found =
    token?.type === "string"
      ? stringPlace(chunk.source, { reader, tokens, token, before, at })
      : wordPlace({ reader, tokens, token, before, at });
  return found && { ...found, language: "lua", word: shift(found.word, chunk.start) };
}

function isWord({ type }: Token): boolean {
  return /^[a-z]/.test(type);
}

interface Cursor {
  readonly reader: SlotReader;
  readonly tokens: readonly Token[];
  /** The token that holds the cursor, and the index of the one before it. */
  readonly token: Token | undefined;
  readonly before: number;
  readonly at: number;
}

function stringPlace(source: string, { reader, tokens, token, before, at }: Cursor): Found | undefined {
  if (token === undefined || source[token.start] === "[") return undefined;
  const word = quotedWord(source, token, at);
  if (tokens[before]?.type === "[") {
    const isIndex = endsOperand(tokens[before - 1]);
    const path = isIndex ? reader.optionBefore(before - 1) : reader.tableAt(before - 1);
    return path && { ...word, kind: "member", path, isFollowed: true };
  }
  const slot = reader.slotAfter(before);
  return slot && { ...word, kind: slot.kind === "entry" ? "item" : slot.kind, path: slot.path, isFollowed: false };
}

function wordPlace({ reader, tokens, token, before, at }: Cursor): Found | undefined {
  const word: Span = token === undefined ? { start: at, end: at } : { start: token.start, end: token.end };
  const next = tokens[token === undefined ? before + 1 : before + 2];
  const bare = { word, quote: "", isClosed: false, isFollowed: next?.type === "=" } as const;
  const separator = tokens[before]?.type;
  if (separator === "." || separator === ":") {
    const names = reader.namesBefore(before - 1);
    if (names === undefined) return undefined;
    if (names.length === 1) return { ...bare, kind: "opt", path: [] };
    if (names[1] !== "opt") return undefined;
    return { ...bare, kind: separator === "." ? "member" : "method", path: names.slice(2) };
  }
  if (token?.text === "flemma" && reader.namesBefore(before + 1)?.join() === "flemma") return { ...bare, kind: "root", path: [] };
  const slot = reader.slotAfter(before);
  if (slot === undefined) return undefined;
  const kind = slot.kind === "entry" && bare.isFollowed ? "key" : slot.kind;
  return { ...bare, kind, path: slot.path };
}
