import type * as vscode from "vscode";

/** Edits of a reply that the server asks for; see `chat/applyStream` in docs/editors.md. */
export interface ApplyStream {
  readonly uri: string;
  readonly version: number;
  readonly edits: readonly { readonly range: LspRange; readonly newText: string }[];
  readonly first: boolean;
  readonly last: boolean;
  readonly canWait: boolean;
}

/** `later` asks for the edit once more, with what came meanwhile. */
interface StreamAnswer {
  readonly applied: boolean;
  readonly later?: true;
}

interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** What of VS Code is needed to make such edits. */
export interface StreamHost {
  document(uri: string): Pick<vscode.TextDocument, "version"> | undefined;
  /** An editor that shows the document. */
  editor(uri: string): Pick<vscode.TextEditor, "edit"> | undefined;
  range(range: LspRange): vscode.Range;
  /** Makes the edits in a document that no editor shows: a step of undo for each call. */
  applyEdit(uri: string, edits: readonly { readonly range: vscode.Range; readonly newText: string }[]): Thenable<boolean>;
}

/**
 * Answers `chat/applyStream`: one undo takes back a whole reply. An edit for another version of the text is not made. While another
 * tab covers the document, what comes waits for the end, for there every edit is a step of its own.
 */
export function createApplyStream(host: StreamHost): (params: ApplyStream) => Promise<StreamAnswer> {
  return async ({ uri, version, edits, first, last, canWait }) => {
    if (host.document(uri)?.version !== version) return { applied: false };
    const converted = edits.map(({ range, newText }) => ({ range: host.range(range), newText }));
    const editor = host.editor(uri);
    if (editor === undefined && canWait) return { applied: false, later: true };
    if (editor === undefined) return { applied: await host.applyEdit(uri, converted) };
    try {
      const applied = await editor.edit(
        (builder) => {
          for (const { range, newText } of converted) builder.replace(range, newText);
        },
        { undoStopBefore: first, undoStopAfter: last },
      );
      return { applied };
    } catch {
      // The editor was closed at that moment. The server asks again, and then it is known how the document is shown.
      return { applied: false };
    }
  };
}
