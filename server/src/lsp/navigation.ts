import {
  type DocumentHighlight,
  DocumentHighlightKind,
  type Location,
  LSPErrorCodes,
  type PrepareRenameParams,
  type ReferenceParams,
  type RenameParams,
  ResponseError,
  type TextDocumentPositionParams,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { Range } from "../base/source-text.js";
import { definition } from "../features/definition.js";
import { namedFileAt } from "../features/files/named-files.js";
import { promptsOf } from "../features/go/prompts.js";
import { highlights, references } from "../features/references.js";
import { rename, renameTarget } from "../features/rename.js";
import { fileUri } from "../workspace/node-host.js";
import { toWorkspaceEdit } from "./convert.js";
import { forCurrentText } from "./current.js";
import type { Server } from "./handlers.js";
import { placeOf } from "./place.js";
import { readablePath } from "./readable-path.js";

const firstLine: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** What knows the files that a document names. */
interface FilesOf {
  readonly service: { readonly files: Server["service"]["files"] };
}

/** Answers `textDocument/definition`: the file that is named at a place, else where a variable comes from. */
export async function definitionAt(
  server: Pick<Server, "documents" | "client"> & FilesOf,
  { textDocument, position }: TextDocumentPositionParams,
): Promise<Location | null> {
  const place = placeOf(server, textDocument);
  if (place === undefined) return null;
  const { files } = server.service;
  const offset = place.offset(position);
  const prompts = promptsOf(server.documents.get(textDocument.uri)?.evaluated?.result?.config);
  const named = namedFileAt(place.snapshot.document, offset, { ...files.surroundings(textDocument.uri), prompts });
  if (named !== undefined)
    return forCurrentText(server.documents, textDocument.uri, async () => {
      const path = await readablePath(files, named);
      return path === undefined ? null : { uri: fileUri(path), range: firstLine };
    });
  const span = definition(place.snapshot, offset);
  return span ? { uri: textDocument.uri, range: place.range(span) } : null;
}

/** Answers `textDocument/references`. */
export function referencesAt(server: Server, { textDocument, position, context }: ReferenceParams): Location[] {
  const place = placeOf(server, textDocument);
  if (place === undefined) return [];
  const spans = references(place.snapshot, place.offset(position), context.includeDeclaration ? "with" : "without");
  return spans.map((span) => ({ uri: textDocument.uri, range: place.range(span) }));
}

/** Answers `textDocument/documentHighlight`. */
export function highlightsAt(server: Server, { textDocument, position }: TextDocumentPositionParams): DocumentHighlight[] {
  const place = placeOf(server, textDocument);
  if (place === undefined) return [];
  return highlights(place.snapshot, place.offset(position)).map(({ span, kind }) => ({
    range: place.range(span),
    kind: kind === "write" ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

/** Answers `textDocument/prepareRename`; a refusal is an error that says why. */
export function prepareRenameAt(
  server: Server,
  { textDocument, position }: PrepareRenameParams,
): { range: Range; placeholder: string } | null {
  const place = placeOf(server, textDocument);
  const target = place && renameTarget(place.snapshot, place.offset(position));
  if (place === undefined || target === undefined) return null;
  if (!target.ok) throw refusal(target.reason);
  return { range: place.range(target.use.span), placeholder: target.use.name };
}

/** Answers `textDocument/rename`; a refusal is an error that says why. */
export function renameAt(server: Server, { textDocument, position, newName }: RenameParams): WorkspaceEdit | null {
  const place = placeOf(server, textDocument);
  const result = place && rename(place.snapshot, place.offset(position), newName);
  if (place === undefined || result === undefined) return null;
  if (!result.ok) throw refusal(result.reason);
  const { client } = server;
  const { text, version } = place.snapshot;
  const placing = { uri: textDocument.uri, text, encoding: client.encoding };
  return toWorkspaceEdit(placing, result.edits, client.canVersionEdits ? version : undefined);
}

function refusal(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}
