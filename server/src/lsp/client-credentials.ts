import { type CancellationToken, CancellationTokenSource } from "vscode-languageserver";
import type { CredentialRequest } from "../../../shared/methods.js";
import type { Client } from "./client.js";

/** The credentials that an editor keeps. Nothing of them is kept or logged here. */
export interface ClientCredentials {
  /** The credential of a service; undefined where the editor has none or does not keep any. Rejects where it fails. */
  ask(service: string, signal: AbortSignal): Promise<string | undefined>;
  /** The client keeps another credential for a service now, or none. */
  changed(service: string): void;
  /** Counts those changes: what was asked for before one of them counts no longer. */
  revision(service: string): number;
  /** What documents may wait for (`Host.boundary`): `credential:SERVICE` settles when the editor is asked for it no longer. */
  boundary(name: string): Promise<void> | undefined;
}

/** Sends `chat/credential` to the client and gives what it answers; rejects where it fails. */
type CredentialDoor = (request: CredentialRequest, token: CancellationToken) => Promise<unknown>;

/** A question that the client has not answered yet. */
interface Question {
  readonly answer: Promise<string | undefined>;
  /** Settles when it is answered, or nobody waits for it any more. */
  readonly closed: Promise<void>;
  waiting: number;
  withdraw(): void;
}

/** Makes the one who asks the client, if it said that it can be asked. */
export function createClientCredentials(door: CredentialDoor, client: Pick<Client, "keepsCredentials">): ClientCredentials {
  const questions = new Map<string, Question>();
  const revisions = new Map<string, number>();
  const revision = (service: string): number => revisions.get(service) ?? 0;

  /** Several sends may need the same credential: a person is asked once. */
  function questionOf(service: string): Question {
    const known = questions.get(service);
    if (known !== undefined) return known;
    const source = new CancellationTokenSource();
    const answer = door({ service }, source.token).then(secretIn);
    let tell = (): void => {};
    const closed = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const close = (): void => {
      if (questions.get(service) === question) questions.delete(service);
      source.dispose();
      tell();
    };
    const withdraw = (): void => {
      source.cancel();
      close();
    };
    const question: Question = { answer, closed, waiting: 0, withdraw };
    questions.set(service, question);
    answer.then(close, close);
    return question;
  }

  return {
    async ask(service, signal) {
      if (!client.keepsCredentials || signal.aborted) return undefined;
      const question = questionOf(service);
      question.waiting++;
      let stop = (): void => {};
      const stopped = new Promise<undefined>((resolve) => {
        stop = () => resolve(undefined);
      });
      signal.addEventListener("abort", stop);
      try {
        return await Promise.race([question.answer, stopped]);
      } finally {
        signal.removeEventListener("abort", stop);
        if (--question.waiting === 0 && questions.get(service) === question) question.withdraw();
      }
    },
    changed(service) {
      revisions.set(service, revision(service) + 1);
    },
    revision,
    boundary(name) {
      const service = /^credential:(.+)$/s.exec(name)?.[1];
      return service === undefined ? undefined : (questions.get(service)?.closed ?? Promise.resolve());
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
