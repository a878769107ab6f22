import type { ServerCapabilities } from "vscode-languageserver";
import { tokenModifiers, tokenTypes } from "../../../shared/language.js";
import { itemOperators } from "../config/list-items.js";
import { cancellable } from "./cancellable.js";
import type { Client } from "./client.js";
import { completionsAt, pathTriggers, signatureHelpAt } from "./completion.js";
import { linksOf } from "./file-links.js";
import type { Server } from "./handlers.js";
import { hintsIn } from "./inlay-hints.js";
import { definitionAt, highlightsAt, prepareRenameAt, referencesAt, renameAt } from "./navigation.js";
import { foldsOf, outlineOf, selectionsAt, tokensOf } from "./structure.js";

/** What the server offers for editing: everything but diagnostics, hover and actions. */
export function editingCapabilities({ preparesRenames }: Client): ServerCapabilities {
  return {
    completionProvider: { triggerCharacters: [".", ":", "@", "{", '"', "'", "$", ...itemOperators, ...pathTriggers] },
    signatureHelpProvider: { triggerCharacters: ["(", ","] },
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
  };
}

/** Answers the requests of `editingCapabilities`; those that need no evaluation answer at once. */
export function registerEditing(server: Server): void {
  const { connection } = server;
  connection.onCompletion((params, token) => cancellable(token, (signal) => completionsAt(server, params, signal)));
  connection.onSignatureHelp((params) => signatureHelpAt(server, params));
  connection.onDefinition((params, token) => cancellable(token, () => definitionAt(server, params)));
  connection.onReferences((params) => referencesAt(server, params));
  connection.onDocumentHighlight((params) => highlightsAt(server, params));
  connection.onPrepareRename((params) => prepareRenameAt(server, params));
  connection.onRenameRequest((params) => renameAt(server, params));
  connection.onDocumentSymbol((params) => outlineOf(server, params));
  connection.onFoldingRanges((params) => foldsOf(server, params));
  connection.onDocumentLinks((params, token) => cancellable(token, () => linksOf(server, params)));
  connection.onSelectionRanges((params) => selectionsAt(server, params));
  connection.languages.semanticTokens.on((params) => tokensOf(server, params));
  connection.languages.semanticTokens.onRange((params) => tokensOf(server, params, params.range));
  connection.languages.inlayHint.on((params, token) => cancellable(token, (signal) => hintsIn(server, params, signal)));
}
