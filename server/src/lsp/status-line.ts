import { notifications, type StatusChanged } from "../../../shared/methods.js";
import { type StatusLine, statusLine } from "../features/status.js";
import type { Evaluated } from "../workspace/snapshot.js";

/** Tells the client what status lines show, whenever that changes. */
export interface StatusLines {
  /** Must be told every evaluation that is the newest of its document. */
  evaluated(evaluated: Evaluated): void;
  /** Must be told when a reply begins to be written into a document, and when it ended. */
  running(uri: string, isRunning: boolean): void;
  /** The document was closed. */
  forget(uri: string): void;
}

/** What the status lines need of a connection. */
interface Teller {
  sendNotification(method: string, params: StatusChanged): Promise<void>;
}

/** Makes the status lines of a connection. */
export function createStatusLines(connection: Teller): StatusLines {
  const lines = new Map<string, StatusLine>();
  const running = new Set<string>();
  const told = new Map<string, string>();

  function tell(uri: string): void {
    const line = lines.get(uri);
    if (line === undefined) return;
    const status: StatusChanged = { uri, ...line, running: running.has(uri) };
    const text = JSON.stringify(status);
    if (told.get(uri) === text) return;
    told.set(uri, text);
    void connection.sendNotification(notifications.statusChanged, status);
  }

  return {
    evaluated(evaluated) {
      const line = statusLine(evaluated);
      if (line === undefined) return;
      lines.set(evaluated.snapshot.uri, line);
      tell(evaluated.snapshot.uri);
    },
    running(uri, isRunning) {
      if (isRunning) running.add(uri);
      else running.delete(uri);
      tell(uri);
    },
    forget(uri) {
      lines.delete(uri);
      running.delete(uri);
      told.delete(uri);
    },
  };
}
