import type { TextDocumentContentChangeEvent, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** The edits of one document; `version` is null where the server did not name one. */
export interface DocumentEdits {
  readonly uri: string;
  readonly version: number | null;
  readonly edits: readonly TextEdit[];
}

/** The text edits of a workspace edit by document, from `changes` and from `documentChanges`. */
export function editsByDocument(edit: WorkspaceEdit): DocumentEdits[] {
  const plain = Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({ uri, version: null, edits }));
  const versioned = (edit.documentChanges ?? []).flatMap((change) =>
    "textDocument" in change ? [{ ...change.textDocument, edits: change.edits as TextEdit[] }] : [],
  );
  return [...plain, ...versioned];
}

/** Edits that refer to one text as changes that can be applied one after the other: last place first. */
export function sequentialChanges(document: TextDocument, edits: readonly TextEdit[]): TextDocumentContentChangeEvent[] {
  const start = (edit: TextEdit) => document.offsetAt(edit.range.start);
  return edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => start(b.edit) - start(a.edit) || b.index - a.index)
    .map(({ edit }) => ({ range: edit.range, text: edit.newText }));
}
