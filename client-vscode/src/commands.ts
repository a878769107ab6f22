import * as vscode from "vscode";
import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";

/** The object argument of every `chat.*` command. */
export interface CommandParams {
  readonly uri: string;
  /** The answer is for a person. */
  readonly show?: true;
}

/** What shows the answers of commands that are documents. */
export interface Shown {
  preview(params: CommandParams): Promise<void>;
  request(body: string): Promise<void>;
}

/**
 * Makes the server's commands usable from the palette: without arguments they mean the document in the active editor,
 * and answers that are documents are shown as such.
 */
export function createCommandMiddleware(shown: Shown): NonNullable<ExecuteCommandMiddleware["executeCommand"]> {
  return async (command, args, next) => {
    const filled = args.length > 0 ? args : activeDocument();
    if (command === "chat.preview" && filled.length > 0) return shown.preview(filled[0]);
    if (command !== "chat.request" || filled.length === 0) return next(command, filled);
    const { uri } = filled[0] as CommandParams;
    const body: unknown = await next(command, [{ uri }]);
    if (typeof body === "string") await shown.request(body);
    return body;
  };
}

function activeDocument(): CommandParams[] {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === "chat" ? [{ uri: editor.document.uri.toString(), show: true }] : [];
}
