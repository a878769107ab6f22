import type { TextDocumentIdentifier } from "vscode-languageserver";
import { offsetAt, type Position, type Range, rangeAt } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import type { Snapshot } from "../workspace/snapshot.js";
import type { Server } from "./handlers.js";

/** An open document with its positions in the client's units. */
export interface Place {
  readonly snapshot: Snapshot;
  offset(position: Position): number;
  range(span: Span): Range;
}

/** The present text of an open document; undefined when it is not open. */
export function placeOf({ documents, client }: Pick<Server, "documents" | "client">, { uri }: TextDocumentIdentifier): Place | undefined {
  const document = documents.get(uri);
  if (document === undefined) return undefined;
  const { snapshot } = document;
  return {
    snapshot,
    offset: (position) => offsetAt(snapshot.text, position, client.encoding),
    range: (span) => rangeAt(snapshot.text, span, client.encoding),
  };
}
