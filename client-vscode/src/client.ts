import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, TransportKind } from "vscode-languageclient/node";
import { createCompletionMiddleware } from "./completion.js";
import { maskedOutput } from "./masked-output.js";
import { createSettingsMiddleware } from "./settings.js";

/** Settings that are the client's own. */
const clientSettings = "chat.trace.";

/** What a client is made with. */
export interface ClientParts {
  /** Stands between the editor and the server's commands. */
  readonly executeCommand: NonNullable<NonNullable<LanguageClientOptions["middleware"]>["executeCommand"]>;
  /** Keys that the server was told: they are shown nowhere. */
  secrets(): Iterable<string>;
}

/**
 * Makes the client of the bundled server, which runs on the editor's own Node.js, where the files are. It is not started.
 */
export function createClient(context: vscode.ExtensionContext, { executeCommand, secrets }: ClientParts): LanguageClient {
  const module = context.asAbsolutePath("dist/server/main.js");
  const channel = vscode.window.createOutputChannel("Chat Language Server", { log: true });
  context.subscriptions.push(channel);
  const output = maskedOutput(channel, secrets);
  return new LanguageClient(
    "chat",
    "Chat Language Server",
    { module, transport: TransportKind.ipc },
    {
      // Old states of files, as in a comparison, are nobody's conversation.
      documentSelector: ["file", "untitled"].map((scheme) => ({ language: "chat", scheme })),
      outputChannel: output,
      traceOutputChannel: output,
      initializationOptions: () => ({
        trusted: vscode.workspace.isTrusted,
        capabilities: {
          applyStream: true,
          credential: true,
          connect: true,
          diagnosticsInHover: true,
          evaluated: true,
          leaveOtherFormats: true,
        },
      }),
      middleware: {
        ...createCompletionMiddleware(vscode.CompletionItemKind.Folder),
        executeCommand,
        workspace: createSettingsMiddleware({
          inspect: (section, folder) =>
            vscode.workspace.getConfiguration(undefined, folder === undefined ? null : vscode.Uri.parse(folder)).inspect(section),
          names: serverSettings(context.extension.packageJSON),
        }),
      },
    },
  );
}

function serverSettings(manifest: { contributes: { configuration: { properties: object } } }): string[] {
  return Object.keys(manifest.contributes.configuration.properties).filter((name) => !name.startsWith(clientSettings));
}
