import type { Span } from "../../base/span.js";

/** A place where a file, or what belongs to it, is being named. Spans are UTF-16 offsets of the document, on one line. */
export type PathSlot =
  | FileSlot
  /** Behind the `@` of a reference that has no folder yet; the word is what is written so far, `@` included. */
  | { readonly kind: "prefix"; readonly word: Span }
  /** Behind a `;` of a reference. */
  | { readonly kind: "option"; readonly word: Span /** The `=` is there. */; readonly isFollowed: boolean }
  /** A MIME type; `path` is that of the file, where it is known. */
  | { readonly kind: "type"; readonly word: Span; readonly path: string };

/** The path of a file, up to the cursor and behind it. */
export interface FileSlot {
  readonly kind: "include" | "embed" | "reference";
  /** The folder whose names are wanted, as it is written before the cursor, with its slash and without escapes: empty for the document's own. */
  readonly folder: string;
  /** What is written of the name up to the cursor, without escapes. */
  readonly typed: string;
  /** The name that holds the cursor, all of it. */
  readonly name: Span;
  /** The whole path. */
  readonly path: Span;
  /** A slash and more follow the name. */
  readonly isFollowed: boolean;
  /** What the path is written between; a reference has none. */
  readonly quote: "" | '"' | "'" | "`";
}

/** Splits a path at the slash before the cursor; `decode` takes the escapes out of what is written. */
export function fileSlot(
  source: string,
  { path, offset }: { readonly path: Span; readonly offset: number },
  { kind, quote, decode }: Pick<FileSlot, "kind" | "quote"> & { decode(written: string): string },
): FileSlot {
  const slash = source.lastIndexOf("/", offset - 1);
  const start = Math.max(path.start, slash + 1);
  const next = source.indexOf("/", offset);
  const isFollowed = next >= 0 && next < path.end;
  return {
    kind,
    quote,
    folder: decode(source.slice(path.start, start)),
    typed: decode(source.slice(start, offset)),
    name: { start, end: isFollowed ? next : path.end },
    path,
    isFollowed,
  };
}
