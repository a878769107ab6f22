import * as vscode from "vscode";
import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";

/** The object argument of every `chat.*` command. */
export interface CommandParams {
  readonly uri: string;
}

interface SendResult {
  readonly accepted: boolean;
  readonly diagnostics?: readonly { readonly message: string }[];
}

/**
 * Makes the server's commands usable from the palette: without arguments they mean the document in the active editor,
 * a preview is shown by `showPreview`, and a refused send says why.
 */
export function createCommandMiddleware(
  showPreview: (params: CommandParams) => Promise<void>,
): NonNullable<ExecuteCommandMiddleware["executeCommand"]> {
  return async (command, args, next) => {
    const filled = args.length > 0 ? args : activeDocument();
    if (command === "chat.preview" && filled.length > 0) return showPreview(filled[0]);
    const result = await next(command, filled);
    if (command === "chat.send") reportRefusal(result);
    return result;
  };
}

function activeDocument(): CommandParams[] {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === "chat" ? [{ uri: editor.document.uri.toString() }] : [];
}

function reportRefusal(result: SendResult | undefined): void {
  if (!result || result.accepted) return;
  const reasons = result.diagnostics?.map((diagnostic) => diagnostic.message) ?? [];
  void vscode.window.showWarningMessage(["Nothing was sent.", ...reasons].join(" "));
}
