import * as vscode from "vscode";

/** What the server tells of a document; see `chat/statusChanged` in docs/editors.md. */
interface Status {
  readonly uri: string;
  readonly provider: string;
  readonly model: string;
  readonly running: boolean;
}

/** An item of the status bar that shows who answers the conversation in the active editor. */
export interface StatusBar extends vscode.Disposable {
  /** Handler of `chat/statusChanged`. */
  changed(status: Status): void;
}

/** Makes the item; it is hidden while the active editor shows no conversation. */
export function createStatusBar(): StatusBar {
  const item = vscode.window.createStatusBarItem("chat.status", vscode.StatusBarAlignment.Right, 100);
  item.name = "Chat: Provider and Model";
  item.command = "chat.status";
  const statuses = new Map<string, Status>();

  function show(): void {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const status = uri === undefined ? undefined : statuses.get(uri);
    if (status === undefined) {
      item.hide();
      return;
    }
    // An endpoint of one's own may have no model to choose.
    const answerer = [status.provider, status.model].filter(Boolean).join("/");
    item.text = `${status.running ? "$(sync~spin) " : ""}${answerer}`;
    item.show();
  }

  const subscriptions = [
    item,
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      statuses.delete(uri.toString());
      show();
    }),
  ];
  return {
    changed(status) {
      statuses.set(vscode.Uri.parse(status.uri).toString(), status);
      show();
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
