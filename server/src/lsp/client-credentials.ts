import type { Connection } from "vscode-languageserver";
import { type CredentialAnswer, requests } from "../../../shared/methods.js";
import { credentialPrefix } from "../workspace/boundaries.js";

/** The credentials that the client keeps, and who waits for them. */
export interface ClientCredentials {
  /** Asks the client for the credential of a service; undefined when it has none. Rejects when it cannot be asked, or the signal is aborted. */
  ask(service: string, signal: AbortSignal): Promise<string | undefined>;
  /** A credential by its name as a boundary: settled unless the client is being asked for it just now. Undefined for other names. */
  boundary(name: string): Promise<void> | undefined;
}

/** The name that templates and people know the credential of a service by. */
export function credentialBoundary(service: string): string {
  return `${credentialPrefix}${service}`;
}

/** Makes the credentials of a connection. Several who want the same one ask once. */
export function createClientCredentials(connection: Pick<Connection, "sendRequest">): ClientCredentials {
  const open = new Map<string, Promise<string | undefined>>();

  async function request(service: string): Promise<string | undefined> {
    try {
      return secretIn(await connection.sendRequest<CredentialAnswer>(requests.credential, { service }));
    } finally {
      open.delete(service);
    }
  }

  return {
    ask(service, signal) {
      const asking = open.get(service) ?? request(service);
      open.set(service, asking);
      return new Promise((resolve, reject) => {
        const stop = (): void => reject(new Error("Nobody waits for the credential any more."));
        if (signal.aborted) stop();
        signal.addEventListener("abort", stop, { once: true });
        asking.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
      });
    },
    boundary(name) {
      if (!name.startsWith(credentialPrefix)) return undefined;
      const asking = open.get(name.slice(credentialPrefix.length));
      const settle = (): void => {};
      return asking === undefined ? Promise.resolve() : asking.then(settle, settle);
    },
  };
}

function secretIn(answer: CredentialAnswer): string | undefined {
  const secret = typeof answer === "string" ? answer : answer?.secret;
  return typeof secret === "string" && secret !== "" ? secret : undefined;
}
