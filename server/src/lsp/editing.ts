import type { CancellationToken, ServerCapabilities, TextDocumentIdentifier } from "vscode-languageserver";
import { tokenModifiers, tokenTypes } from "../../../shared/language.js";
import type { Steps } from "../base/steps.js";
import { itemOperators } from "../config/list-items.js";
import { cancellable } from "./cancellable.js";
import type { Client } from "./client.js";
import { completionsAt, pathTriggers, signatureHelpAt } from "./completion.js";
import { linksOf } from "./file-links.js";
import type { Server } from "./handlers.js";
import { hintsIn } from "./inlay-hints.js";
import { lensesOf } from "./lenses.js";
import { definitionAt, highlightsAt, prepareRenameAt, referencesAt, renameAt } from "./navigation.js";
import { foldsOf, outlineOf, selectionsAt, tokensOf } from "./structure.js";
import { inSlices, whenParsed } from "./when-parsed.js";

/** What the server offers for editing: everything but diagnostics, hover and actions. */
export function editingCapabilities({ preparesRenames, showsLenses }: Client): ServerCapabilities {
  return {
    completionProvider: { triggerCharacters: [".", ":", "@", "{", '"', "'", "$", ...itemOperators, ...pathTriggers] },
    signatureHelpProvider: { triggerCharacters: ["(", ",", " "] },
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: preparesRenames ? { prepareProvider: true } : true,
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      full: true,
      range: true,
    },
    inlayHintProvider: true,
    documentLinkProvider: { resolveProvider: false },
    ...(showsLenses && { codeLensProvider: { resolveProvider: false } }),
  };
}

/** A request about a document. */
interface About {
  readonly textDocument: TextDocumentIdentifier;
}

/** Answers the requests of `editingCapabilities`, each of which may be cancelled; those that need no evaluation answer at once. */
export function registerEditing(server: Server): void {
  const { connection, documents } = server;
  const parsed =
    <Params extends About, Answer>(answer: (params: Params, signal: AbortSignal) => Answer | Promise<Answer>) =>
    (params: Params, token: CancellationToken): Promise<Answer> =>
      cancellable(token, async (signal) => whenParsed(documents, params, () => answer(params, signal)));
  const sliced =
    <Params extends About, Answer>(answer: (params: Params) => Steps<Answer>) =>
    (params: Params, token: CancellationToken): Promise<Answer> =>
      cancellable(token, async (signal) => inSlices(documents, params, { answer: () => answer(params), signal }));
  connection.onCompletion(parsed((params, signal) => completionsAt(server, params, signal)));
  connection.onSignatureHelp(parsed((params) => signatureHelpAt(server, params)));
  connection.onDefinition(parsed((params) => definitionAt(server, params)));
  connection.onReferences(parsed((params) => referencesAt(server, params)));
  connection.onDocumentHighlight(parsed((params) => highlightsAt(server, params)));
  connection.onPrepareRename(parsed((params) => prepareRenameAt(server, params)));
  connection.onRenameRequest(parsed((params) => renameAt(server, params)));
  connection.onDocumentSymbol(sliced((params) => outlineOf(server, params)));
  connection.onFoldingRanges(sliced((params) => foldsOf(server, params)));
  connection.onDocumentLinks(parsed((params) => linksOf(server, params)));
  connection.onCodeLens(parsed((params) => lensesOf(server, params)));
  connection.onSelectionRanges(parsed((params) => selectionsAt(server, params)));
  connection.languages.semanticTokens.on(sliced((params) => tokensOf(server, params)));
  connection.languages.semanticTokens.onRange(sliced((params) => tokensOf(server, params, params.range)));
  connection.languages.inlayHint.on(parsed((params, signal) => hintsIn(server, params, signal)));
}
