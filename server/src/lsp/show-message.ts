import { type Connection, type MessageType, ShowMessageNotification } from "vscode-languageserver";

/** Shows a message to the person. The library's own way is a request, which plain clients answer with an error. */
export function showMessage(connection: Connection, type: MessageType, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message });
}
