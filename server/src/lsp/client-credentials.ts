import { type CancellationToken, CancellationTokenSource } from "vscode-languageserver";
import type { CredentialRequest } from "../../../shared/methods.js";
import type { Client } from "./client.js";

/** The credentials that an editor keeps. Nothing of them is kept or logged here. */
export interface ClientCredentials {
  /** The credential of a service; undefined where the editor has none or does not keep any. Rejects where it fails. */
  ask(service: string, signal: AbortSignal): Promise<string | undefined>;
  /** What documents may wait for (`Host.boundary`): `credential:SERVICE` settles when the editor is asked for it no longer. */
  boundary(name: string): Promise<void> | undefined;
}

/** Sends `chat/credential` to the client and gives what it answers; rejects where it fails. */
type CredentialDoor = (request: CredentialRequest, token: CancellationToken) => Promise<unknown>;

/** Makes the one who asks the client, if it said that it can be asked. */
export function createClientCredentials(door: CredentialDoor, client: Pick<Client, "keepsCredentials">): ClientCredentials {
  const asked = new Map<string, Promise<void>>();

  async function answer(service: string, signal: AbortSignal): Promise<string | undefined> {
    const source = new CancellationTokenSource();
    const cancel = (): void => source.cancel();
    const stopped = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return secretIn(await Promise.race([door({ service }, source.token), stopped]));
    } finally {
      signal.removeEventListener("abort", cancel);
      source.dispose();
    }
  }

  return {
    async ask(service, signal) {
      if (!client.keepsCredentials || signal.aborted) return undefined;
      const answered = answer(service, signal);
      const settled = answered.then(
        () => {},
        () => {},
      );
      asked.set(service, settled);
      try {
        return await answered;
      } finally {
        if (asked.get(service) === settled) asked.delete(service);
      }
    },
    boundary(name) {
      const service = /^credential:(.+)$/s.exec(name)?.[1];
      return service === undefined ? undefined : (asked.get(service) ?? Promise.resolve());
    },
  };
}

/** An answer is the secret, or an object with the secret in it; everything else means that there is none. */
function secretIn(answer: unknown): string | undefined {
  if (typeof answer === "string") return answer;
  if (typeof answer !== "object" || answer === null) return undefined;
  const texts = Object.values(answer).filter((value) => typeof value === "string");
  return texts.length === 1 ? texts[0] : undefined;
}
