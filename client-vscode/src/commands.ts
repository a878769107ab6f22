import * as vscode from "vscode";
import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";

/** The object argument of every `chat.*` command. */
export interface CommandParams {
  readonly uri: string;
  /** The answer is for a person (`chat.status`). */
  readonly show?: true;
}

/**
 * Makes the server's commands usable from the palette: without arguments they mean the document in the active editor,
 * and a preview is shown by `showPreview`.
 */
export function createCommandMiddleware(
  showPreview: (params: CommandParams) => Promise<void>,
): NonNullable<ExecuteCommandMiddleware["executeCommand"]> {
  return async (command, args, next) => {
    const filled = args.length > 0 ? args : activeDocument();
    if (command === "chat.preview" && filled.length > 0) return showPreview(filled[0]);
    return next(command, filled);
  };
}

function activeDocument(): CommandParams[] {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === "chat" ? [{ uri: editor.document.uri.toString(), show: true }] : [];
}
