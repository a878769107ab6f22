import * as vscode from "vscode";
import type { RunChanged, StatusChanged } from "../../shared/methods.js";
import { type LastRun, statusText } from "./status-text.js";

/** An item of the status bar that shows who answers the conversation in the active editor. */
export interface StatusBar extends vscode.Disposable {
  /** Handler of `chat/statusChanged`. */
  changed(status: StatusChanged): void;
  /** Handler of `chat/runChanged`. */
  runChanged(run: RunChanged): void;
  /** Another conversation is the active one. */
  activeChanged(): void;
  /** The server has ended, and with it everything that it was doing. */
  serverEnded(): void;
  /** The last status of a document. */
  of(uri: string): StatusChanged | undefined;
}

/** Set while a reply is written into the active document: buttons and keys show what can be done. */
const runningKey = "chatLanguage.running";

/** Makes the item; it is hidden while `active` names no conversation. */
export function createStatusBar(active: () => string | undefined): StatusBar {
  const item = vscode.window.createStatusBarItem("chat.status", vscode.StatusBarAlignment.Right, 100);
  item.name = "Chat: Provider, Model and Last Reply";
  item.command = "chat.status";
  const statuses = new Map<string, StatusChanged>();
  const runs = new Map<string, LastRun>();

  function show(): void {
    const uri = active();
    const status = uri === undefined ? undefined : statuses.get(uri);
    void vscode.commands.executeCommand("setContext", runningKey, status?.running === true);
    if (uri === undefined || status === undefined) {
      item.hide();
      return;
    }
    const { text, tooltip } = statusText(status, runs.get(uri));
    item.text = text;
    item.tooltip = tooltip.join("\n");
    item.show();
  }

  const subscriptions = [
    item,
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      statuses.delete(uri.toString());
      runs.delete(uri.toString());
      show();
    }),
  ];
  return {
    changed(status) {
      statuses.set(normal(status.uri), status);
      show();
    },
    runChanged({ uri, state, usage }) {
      runs.set(normal(uri), { state, ...(usage && { usage }) });
      show();
    },
    activeChanged: show,
    serverEnded() {
      for (const [uri, status] of statuses) statuses.set(uri, { ...status, running: false });
      for (const [uri, { state }] of runs) if (state === "running" || state === "waiting") runs.delete(uri);
      show();
    },
    of: (uri) => statuses.get(uri),
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** A URI as VS Code writes it. */
function normal(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}
