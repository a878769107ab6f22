import {
  type Connection,
  type ProgressToken,
  WorkDoneProgress,
  WorkDoneProgressCancelNotification,
  WorkDoneProgressCreateRequest,
} from "vscode-languageserver";
import type { Client } from "./client.js";

/** Work the client shows; does nothing for clients that show none. */
export interface Progress {
  /** Replaces the message. */
  report(message: string): void;
  /** `message` is what remains to be said. */
  done(message: string): void;
}

/** Shows work. */
export interface ProgressDoor {
  /** Begins work-done progress with a way to cancel it. */
  start(title: string, onCancel: () => void): Progress;
  /** Must be called once the client is known. */
  listen(): void;
}

/** Makes the progress of a connection. The library's own says nothing at the end. */
export function createProgressDoor(connection: Connection, client: Client): ProgressDoor {
  const running = new Map<ProgressToken, () => void>();
  let count = 0;

  function start(title: string, onCancel: () => void): Progress {
    if (!client.canProgress) return { report() {}, done() {} };
    const token = `chat-${++count}`;
    let last = "";
    /** Whether the client has made it; what is told before waits. */
    const made = connection.sendRequest(WorkDoneProgressCreateRequest.type, { token }).then(
      () => {
        running.set(token, onCancel);
        void connection.sendProgress(WorkDoneProgress.type, token, { kind: "begin", title, message: last, cancellable: true });
        return true;
      },
      () => false,
    );
    const tell = (value: { kind: "report" | "end"; message: string }): void => {
      void made.then((isMade) => (isMade ? connection.sendProgress(WorkDoneProgress.type, token, value) : undefined));
    };
    return {
      report(message) {
        last = message;
        tell({ kind: "report", message });
      },
      done(message) {
        tell({ kind: "end", message });
        void made.then(() => running.delete(token));
      },
    };
  }

  return {
    start,
    listen: () => void connection.onNotification(WorkDoneProgressCancelNotification.type, ({ token }) => running.get(token)?.()),
  };
}
