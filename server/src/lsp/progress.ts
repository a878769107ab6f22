import {
  type Connection,
  type ProgressToken,
  WorkDoneProgress,
  type WorkDoneProgressBegin,
  WorkDoneProgressCancelNotification,
  WorkDoneProgressCreateRequest,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
  type WorkDoneProgressReporter,
} from "vscode-languageserver";
import type { Client } from "./client.js";

/** Work the client shows; does nothing for clients that show none. */
export interface Progress {
  /** Replaces the message. */
  report(message: string): void;
  /** `message` is what remains to be said. */
  done(message: string): void;
}

/** Work to be shown. */
export interface ShownWork {
  readonly title: string;
  /** What the client gave with its request; of use where it makes none for the server. */
  readonly given?: WorkDoneProgressReporter | undefined;
  onCancel(): void;
}

/** Shows work. */
export interface ProgressDoor {
  /** Begins work-done progress, with a way to cancel it where the client made it for the server. */
  start(work: ShownWork): Progress;
  /** Must be called once the client is known. */
  listen(): void;
}

type WorkDone = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/** Shows work where the client gave a place for it, if it did: without a way to cancel. */
function startGiven({ title, given }: ShownWork): Progress {
  given?.begin(title);
  return {
    report: (message) => given?.report(message),
    done(message) {
      given?.report(message);
      given?.done();
    },
  };
}

/** Makes the progress of a connection. The library's own says nothing at the end. */
export function createProgressDoor(connection: Connection, client: Client): ProgressDoor {
  const running = new Map<ProgressToken, () => void>();
  let count = 0;

  function start(work: ShownWork): Progress {
    return client.canProgress ? startOwn(work) : startGiven(work);
  }

  function startOwn({ title, onCancel }: ShownWork): Progress {
    const token = `chat-${++count}`;
    let isBegun = false;
    let last = "";
    const send = (value: WorkDone): void => void connection.sendProgress(WorkDoneProgress.type, token, value);
    const asked = connection.sendRequest(WorkDoneProgressCreateRequest.type, { token }).then(
      () => {
        isBegun = true;
        running.set(token, onCancel);
        send({ kind: "begin", title, message: last, cancellable: true });
      },
      () => {},
    );
    return {
      report(message) {
        last = message;
        if (isBegun) send({ kind: "report", message });
      },
      async done(message) {
        await asked;
        running.delete(token);
        if (isBegun) send({ kind: "end", message });
      },
    };
  }

  return {
    start,
    listen: () => void connection.onNotification(WorkDoneProgressCancelNotification.type, ({ token }) => running.get(token)?.()),
  };
}
