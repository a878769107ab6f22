import type { ServerCapabilities } from "vscode-languageserver";
import { tokenModifiers, tokenTypes } from "../../../shared/language.js";
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

/** Answers the requests of `editingCapabilities`; those that need no evaluation answer at once. */
export function registerEditing(server: Server): void {
  const { connection, documents } = server;
  connection.onCompletion((params, token) =>
    cancellable(token, async (signal) => whenParsed(documents, params, () => completionsAt(server, params, signal))),
  );
  connection.onSignatureHelp((params) => whenParsed(documents, params, () => signatureHelpAt(server, params)));
  connection.onDefinition((params, token) =>
    cancellable(token, async () => whenParsed(documents, params, () => definitionAt(server, params))),
  );
  connection.onReferences((params) => whenParsed(documents, params, () => referencesAt(server, params)));
  connection.onDocumentHighlight((params) => whenParsed(documents, params, () => highlightsAt(server, params)));
  connection.onPrepareRename((params) => whenParsed(documents, params, () => prepareRenameAt(server, params)));
  connection.onRenameRequest((params) => whenParsed(documents, params, () => renameAt(server, params)));
  connection.onDocumentSymbol((params) => inSlices(documents, params, () => outlineOf(server, params)));
  connection.onFoldingRanges((params) => inSlices(documents, params, () => foldsOf(server, params)));
  connection.onDocumentLinks((params, token) =>
    cancellable(token, async () => whenParsed(documents, params, () => linksOf(server, params))),
  );
  connection.onCodeLens((params) => whenParsed(documents, params, () => lensesOf(server, params)));
  connection.onSelectionRanges((params) => whenParsed(documents, params, () => selectionsAt(server, params)));
  connection.languages.semanticTokens.on((params) => inSlices(documents, params, () => tokensOf(server, params)));
  connection.languages.semanticTokens.onRange((params) => inSlices(documents, params, () => tokensOf(server, params, params.range)));
  connection.languages.inlayHint.on((params, token) =>
    cancellable(token, async (signal) => whenParsed(documents, params, () => hintsIn(server, params, signal))),
  );
}
