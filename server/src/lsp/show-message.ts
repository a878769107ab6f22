import { type Connection, MessageType, ShowMessageNotification, ShowMessageRequest } from "vscode-languageserver";

/** Shows a message to the person. The library's own way is a request, which plain clients answer with an error. */
export function showMessage(connection: Connection, type: MessageType, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message });
}

/** Asks a person to choose; undefined when they did not, and when the client cannot ask, which `canAsk` tells. */
export async function askChoice<Title extends string>(
  connection: Connection,
  question: { readonly type: MessageType; readonly message: string },
  titles: readonly Title[],
): Promise<{ readonly canAsk: boolean; readonly chosen?: Title }> {
  const actions = titles.map((title) => ({ title }));
  try {
    const answer = await connection.sendRequest(ShowMessageRequest.type, { ...question, actions });
    const chosen = titles.find((title) => title === answer?.title);
    return { canAsk: true, ...(chosen && { chosen }) };
  } catch {
    return { canAsk: false };
  }
}

/** Asks a person whether something may be done, which `yes` names; a client that cannot ask says no. */
export async function askPerson(connection: Connection, message: string, yes: string): Promise<boolean> {
  const { chosen } = await askChoice(connection, { type: MessageType.Warning, message }, [yes, "Cancel"]);
  return chosen === yes;
}
