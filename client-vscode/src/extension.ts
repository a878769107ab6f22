import * as vscode from "vscode";
import { ExecuteCommandRequest, LanguageClient, TransportKind } from "vscode-languageclient/node";
import { createApplyStream, type StreamHost } from "./apply-stream";
import { createCommandMiddleware } from "./commands";
import { createCompletionMiddleware } from "./completion";
import { createKeys } from "./keys";
import { createPreview } from "./preview";
import { createSettingsMiddleware } from "./settings";
import { createStatusBar } from "./status-bar";

let client: LanguageClient | undefined;

/** The providers that take a key of one's own; those of settings come on top. */
const keyedProviders = ["anthropic", "openai", "moonshot"];

/**
 * Starts the bundled language server; called by VS Code when the first `.chat` file opens or a command is used.
 * The commands themselves are registered by the language client, for the server announces them.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const preview = createPreview((params) =>
    started.sendRequest(ExecuteCommandRequest.type, { command: "chat.preview", arguments: [params] }),
  );
  const module = context.asAbsolutePath("dist/server/main.js");
  const started = new LanguageClient(
    "chat",
    "Chat Language Server",
    { module, transport: TransportKind.ipc },
    {
      documentSelector: [{ language: "chat" }],
      initializationOptions: () => ({
        trusted: vscode.workspace.isTrusted,
        capabilities: { applyStream: true, credential: true },
      }),
      middleware: {
        ...createCompletionMiddleware(vscode.CompletionItemKind.Folder),
        executeCommand: createCommandMiddleware({ preview: preview.show, request: showRequest }),
        workspace: createSettingsMiddleware((section, folder) =>
          vscode.workspace.getConfiguration(undefined, folder === undefined ? null : vscode.Uri.parse(folder)).inspect(section),
        ),
      },
    },
  );
  client = started;
  const statusBar = createStatusBar();
  started.onNotification("chat/statusChanged", statusBar.changed);
  started.onRequest("chat/applyStream", createApplyStream(streamHost));
  const keys = createKeys(context.secrets, {
    choose: (services) => vscode.window.showQuickPick(services, { title: "Whose key is set?" }),
    typeKey: (service) =>
      vscode.window.showInputBox({ title: `The key of ${service}`, prompt: "Empty to forget it", password: true, ignoreFocusOut: true }),
  });
  started.onRequest("chat/credential", keys.answer);
  const setKey = (): Promise<void> =>
    keys.set([...keyedProviders, ...Object.keys(vscode.workspace.getConfiguration("chat").get("providers", {}))]);
  context.subscriptions.push(
    vscode.commands.registerCommand("chat.setKey", setKey),
    preview,
    statusBar,
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.sendNotification("chat/trustChanged", { trusted: true })),
  );
  await started.start();
}

async function showRequest(body: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "json", content: body });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}

const streamHost: StreamHost = {
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

/** Stops the server; called by VS Code when the extension is switched off or the window closes. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}
