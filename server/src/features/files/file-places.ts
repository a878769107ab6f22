import { decodePath } from "../../base/percent-encoding.js";
import { type Span, shift, touches } from "../../base/span.js";
import { mimeTypeOf } from "../../engines/references/reference-options.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import type { ChatDocument, FileReference, PlacedMessage } from "../../syntax/ast.js";
import { embedPlaces, isEmbeddable } from "../go/embeds.js";
import { type LuaChunk, luaChunks } from "../lua/chunks.js";
import { isIncludePath } from "./include-calls.js";

/** A place that names a file as it is: the path of an include() call, what a template of Go embeds, or a reference. */
export interface FilePlace {
  readonly kind: "include" | "embed" | "reference";
  /** What to mark: the text between the quotes, or the reference with its options. UTF-16 offsets of the document. */
  readonly span: Span;
  /** As it is meant: without escapes, relative to the folder of the document, absolute, or `~/`. */
  readonly path: string;
  /** The MIME type that a reference gives the file. */
  readonly type?: string;
}

/** What every URN of a personality begins with. */
export const personalityPrefix = "urn:flemma:personality:";

/** The name of the personality that a place names, if it names one. */
export function personalityAt({ kind, path }: FilePlace): string | undefined {
  return kind === "include" && path.startsWith(personalityPrefix) ? path.slice(personalityPrefix.length) : undefined;
}

/** Says whether a place names a file, and nothing that is made. */
export function namesFile({ kind, path }: FilePlace): boolean {
  if (kind === "embed") return isEmbeddable(path);
  return path !== "" && !(kind === "include" && path.startsWith("urn:"));
}

const known = new WeakMap<ChatDocument, readonly FilePlace[]>();

/** All places of a document that name files or personalities, in the order of the text. Paths that are computed are not among them. */
export function filePlaces(document: ChatDocument): readonly FilePlace[] {
  const found = known.get(document) ?? collect(document);
  known.set(document, found);
  return found;
}

/** The place that a UTF-16 offset of the document lies in. */
export function filePlaceAt(document: ChatDocument, offset: number): FilePlace | undefined {
  return filePlaces(document).find(({ span }) => touches(span, offset));
}

function collect(document: ChatDocument): FilePlace[] {
  const includes = luaChunks(document).flatMap(includesOf);
  const references = document.messages.flatMap((placed) =>
    placed.message.segments.flatMap((segment) => (segment.kind === "file-reference" ? [placeOf(document, placed, segment)] : [])),
  );
  const embeds = embedPlaces(document).map((place): FilePlace => ({ kind: "embed", ...place }));
  return [...includes, ...embeds, ...references].sort((a, b) => a.span.start - b.span.start);
}

function includesOf({ words, source, start }: LuaChunk): FilePlace[] {
  return words.flatMap(({ words: list }) =>
    list.flatMap(({ token, kind }, index): FilePlace[] => {
      if (kind !== "string" || !isIncludePath(list, index)) return [];
      const written = source.slice(token.start, token.end);
      const [open = ""] = /^(?:\[=*\[|["'])/.exec(written) ?? [];
      const close = open === written[0] ? open : open.replaceAll("[", "]");
      if (!written.endsWith(close) || written.length < open.length + close.length) return [];
      const span = shift({ start: token.start + open.length, end: token.end - close.length }, start);
      return [{ kind: "include", span, path: decodeUtf8(token.text) }];
    }),
  );
}

function placeOf({ source }: ChatDocument, { start }: PlacedMessage, { span, path, options }: FileReference): FilePlace {
  const read = (at: Span): string => source.slice(start + at.start, start + at.end);
  const told = options.findLast(({ key }) => read(key) === "type");
  const type = told && mimeTypeOf(read(told.value));
  return { kind: "reference", span: shift(span, start), path: decodePath(read(path)), ...(type !== undefined && { type }) };
}
