import type { Connection } from "vscode-languageserver";
import type { Client } from "./client.js";

/** Work the client shows; does nothing for clients that show none. */
export interface Progress {
  /** Replaces the message. */
  report(message: string): void;
  done(): void;
}

/** Begins work-done progress with a way to cancel it. */
export function startProgress(
  connection: Connection,
  { canProgress }: Client,
  { title, onCancel }: { title: string; onCancel: () => void },
): Progress {
  const creating = canProgress ? connection.window.createWorkDoneProgress().catch(() => undefined) : undefined;
  let message: string | undefined;
  /** What is to be done with the progress, as soon as the client has made it. */
  const shown = creating?.then((progress) => {
    progress?.token.onCancellationRequested(onCancel);
    progress?.begin(title, undefined, message, true);
    return progress;
  });
  return {
    report(text) {
      message = text;
      void shown?.then((progress) => progress?.report(text));
    },
    done: () => void shown?.then((progress) => progress?.done()),
  };
}
