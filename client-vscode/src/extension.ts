import * as vscode from "vscode";
import { ExecuteCommandRequest, type LanguageClient, State } from "vscode-languageclient/node";
import { commands, notifications, requests } from "../../shared/methods.js";
import { createApplyStream } from "./apply-stream.js";
import { createClient } from "./client.js";
import { createCommandMiddleware } from "./commands.js";
import { suggestFences } from "./fences.js";
import { insertInclude } from "./insert-include.js";
import { createKeys } from "./keys.js";
import { createLastConversation } from "./last-conversation.js";
import { person } from "./person.js";
import { createPreviewPanel } from "./preview/panel.js";
import { createStatusBar } from "./status-bar.js";
import { streamHost } from "./stream-host.js";
import { type Choice, switchModel } from "./switch-model.js";

let client: LanguageClient | undefined;

/** The providers that take a key of one's own; those of settings come on top. */
const keyedProviders = ["anthropic", "openai", "moonshot"];

/**
 * Starts the bundled language server; called by VS Code when the first `.chat` file opens or a command is used.
 * The server's commands are registered by the language client, for the server announces them.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const active = (): string | undefined => activeConversation() ?? preview.active();
  const tell = (message: string): void => void vscode.window.showInformationMessage(message);
  const keys = createKeys(context.secrets, person, (service) => started.sendNotification(notifications.credentialChanged, { service }));
  const last = createLastConversation();
  const here = async (): Promise<string | undefined> => active() ?? (await last.show());
  const executeCommand = createCommandMiddleware({
    active: here,
    preview: (uri) => preview.show(uri, "conversation"),
    request: (uri) => preview.show(uri, "request"),
    tell,
  });
  const started = createClient(context, { executeCommand, secrets: keys.told });
  client = started;
  const ask = <Answer>(command: string, argument: object): Promise<Answer> =>
    started.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  const preview = createPreviewPanel(context.extensionUri, {
    preview: (uri) => ask(commands.preview, { uri }),
    request: (uri) => ask(commands.request, { uri }),
  });
  const statusBar = createStatusBar(active);
  context.subscriptions.push(preview.onDidChangeActive(statusBar.activeChanged));
  started.onDidChangeState(({ newState }) => {
    if (newState === State.Stopped) statusBar.serverEnded();
  });
  started.onNotification(notifications.statusChanged, statusBar.changed);
  started.onNotification(notifications.runChanged, (run) => {
    statusBar.runChanged(run);
    preview.runChanged(run);
  });
  started.onNotification(notifications.evaluated, preview.evaluated);
  started.onRequest(requests.applyStream, createApplyStream(streamHost));
  started.onRequest(requests.credential, keys.answer);
  started.onRequest(requests.connect, keys.connectService);
  const switching = {
    status: (uri: string) => ask<object>(commands.status, { uri, choices: true }),
    switch: (argument: object) => ask<object>(commands.switch, argument),
    choose: (choices: readonly Choice[]) =>
      vscode.window.showQuickPick([...choices], { title: "Who answers this document?", matchOnDescription: true }),
    tell,
  };
  const own: Readonly<Record<string, () => unknown>> = {
    "chat.new": newConversation,
    "chat.connect": () => keys.connect([...keyedProviders, ...ownProviders()]),
    "chat.leaveOtherFormats": () =>
      vscode.workspace.getConfiguration("chat").update("otherFormats", "ignore", vscode.ConfigurationTarget.Global),
    "chat.disconnect": () => keys.disconnect([...keyedProviders, ...ownProviders()]),
    "chat.insertInclude": () => insertInclude((uri) => statusBar.of(uri)?.engine ?? "lua"),
    "chat.switchModel": async () => {
      const uri = await here();
      return uri === undefined ? tell("Open a .chat file first.") : switchModel(switching, uri);
    },
  };
  context.subscriptions.push(
    ...Object.entries(own).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    last,
    preview,
    statusBar,
    suggestFences(),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.sendNotification(notifications.trustChanged, { trusted: true })),
  );
  await started.start();
}

/** URI of the conversation in the active editor. */
function activeConversation(): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === "chat" ? document.uri.toString() : undefined;
}

async function newConversation(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "chat", content: "@You:\n" });
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(1, 0, 1, 0) });
}

function ownProviders(): string[] {
  return Object.keys(vscode.workspace.getConfiguration("chat").get("providers", {}));
}

/** Stops the server; called by VS Code when the extension is switched off or the window closes. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}
