import * as vscode from "vscode";
import type { StreamHost } from "./apply-stream.js";

/** The documents and editors of VS Code. */
export const streamHost: StreamHost = {
  document: (uri) => vscode.workspace.textDocuments.find((document) => isAt(document, uri)),
  editor: (uri) => vscode.window.visibleTextEditors.find(({ document }) => isAt(document, uri)),
  range: ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character),
  applyEdit(uri, edits) {
    const edit = new vscode.WorkspaceEdit();
    for (const { range, newText } of edits) edit.replace(vscode.Uri.parse(uri), range, newText);
    return vscode.workspace.applyEdit(edit);
  },
};

function isAt({ uri: own }: vscode.TextDocument, uri: string): boolean {
  return own.toString() === vscode.Uri.parse(uri).toString();
}
