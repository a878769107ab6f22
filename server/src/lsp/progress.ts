import type { Connection } from "vscode-languageserver";
import type { Client } from "./client.js";

/** Work the client shows; does nothing for clients that show none. */
export interface Progress {
  /** Replaces the message, at most four times a second. */
  report(message: string): void;
  done(): void;
}

/** Begins work-done progress with a way to cancel it. */
export async function startProgress(
  connection: Connection,
  { canProgress }: Client,
  { title, onCancel }: { title: string; onCancel: () => void },
): Promise<Progress> {
  if (!canProgress) return { report() {}, done() {} };
  const progress = await connection.window.createWorkDoneProgress().catch(() => undefined);
  if (progress === undefined) return { report() {}, done() {} };
  progress.begin(title, undefined, undefined, true);
  progress.token.onCancellationRequested(onCancel);
  let last = 0;
  return {
    report(message) {
      const now = performance.now();
      if (now - last < 250) return;
      last = now;
      progress.report(message);
    },
    done: () => progress.done(),
  };
}
