import * as vscode from "vscode";
import type { CommandParams } from "./commands";

const scheme = "chat-preview";

/** A read-only Markdown document beside the conversation that shows it as it would be sent. */
export interface Preview extends vscode.Disposable {
  /** Opens the preview of a document, or brings an open one up to date. */
  show(params: CommandParams): Promise<void>;
}

/** Registers the preview documents; `request` asks the server for the rendered conversation. */
export function createPreview(request: (params: CommandParams) => Promise<{ markdown: string }>): Preview {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: async (uri) => (await request(JSON.parse(uri.query))).markdown,
  });
  return {
    async show(params) {
      const path = `${vscode.Uri.parse(params.uri).path}.md`;
      const uri = vscode.Uri.from({ scheme, path, query: JSON.stringify(params) });
      changed.fire(uri);
      await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    },
    dispose() {
      provider.dispose();
      changed.dispose();
    },
  };
}
