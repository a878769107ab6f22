import * as vscode from "vscode";

/** The conversation that a person was at last. */
export interface LastConversation extends vscode.Disposable {
  /** Shows it, and gives its URI; undefined once it is closed, and while another text is being edited. */
  show(): Promise<string | undefined>;
}

/** Remembers where the person is: what they choose on a page that is no text, as in the walkthrough, is for that conversation. */
export function createLastConversation(): LastConversation {
  let last: vscode.TextDocument | undefined;
  let column: vscode.ViewColumn | undefined;
  const remember = (editor: vscode.TextEditor | undefined): void => {
    if (editor?.document.languageId !== "chat") return;
    last = editor.document;
    column = editor.viewColumn;
  };
  remember(vscode.window.activeTextEditor);
  const subscriptions = [
    vscode.window.onDidChangeActiveTextEditor(remember),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document === last) last = undefined;
    }),
  ];
  return {
    async show() {
      if (last === undefined || vscode.window.activeTextEditor !== undefined) return undefined;
      await vscode.window.showTextDocument(last, column);
      return last.uri.toString();
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
