import * as vscode from "vscode";
import { type createKeys, keyFault } from "./keys.js";

/** The person at the editor, asked about keys. */
export const person: Parameters<typeof createKeys>[1] = {
  async choose(services, title) {
    const items = services.map(({ name, isConnected }) => ({ label: name, description: isConnected ? "connected" : "" }));
    return (await vscode.window.showQuickPick(items, { title }))?.label;
  },
  typeKey: (service) =>
    vscode.window.showInputBox({
      title: `The key of ${service}`,
      prompt: "It is kept in the secret storage of the editor, and sent to nobody but the provider.",
      password: true,
      ignoreFocusOut: true,
      validateInput: (key) => (key === "" ? undefined : keyFault(key)),
    }),
  tell: (message) => void vscode.window.showInformationMessage(message),
};
