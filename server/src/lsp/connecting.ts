import { type Connection, MessageType } from "vscode-languageserver";
import { type CredentialRequest, requests } from "../../../shared/methods.js";
import { askChoice } from "./show-message.js";

/** A send that failed for want of a key. */
export interface FailedSend {
  /** The provider, which is the service of `chat/connect`. */
  readonly service: string;
  /** What went wrong, for the person. */
  readonly message: string;
  /** What the person knows the document by. */
  readonly name: string;
  again(): Promise<unknown>;
}

/**
 * Tells a person what went wrong, and offers to connect the provider in the editor. Once it is connected, it asks whether to
 * send again: nothing is sent because of a key alone. Never rejects.
 */
export async function offerConnecting(connection: Connection, { service, message, name, again }: FailedSend): Promise<void> {
  const failed = await askChoice(connection, { type: MessageType.Error, message }, ["Connect"]);
  if (failed.chosen === undefined) return;
  try {
    const answer: unknown = await connection.sendRequest(requests.connect, { service } satisfies CredentialRequest);
    if (!isConnected(answer)) return;
    const asked = await askChoice(connection, { type: MessageType.Info, message: `${service} is connected. Send ${name} again?` }, [
      "Send",
    ]);
    if (asked.chosen !== undefined) await again();
  } catch (error) {
    connection.console.warn(`After the offer to connect ${service}: ${String(error)}`);
  }
}

function isConnected(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "connected" in answer && answer.connected === true;
}
