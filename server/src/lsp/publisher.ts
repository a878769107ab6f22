import type { Connection } from "vscode-languageserver";
import type { Diagnostic } from "../base/diagnostic.js";
import { diagnostics, interimDiagnostics } from "../features/diagnostics.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import { askAgain } from "./ask-again.js";
import type { Client } from "./client.js";
import { toLspDiagnostic } from "./convert.js";

/** Sends diagnostics, per version, and remembers what a client shows. A client that asks for them is only told to ask again. */
export interface Publisher {
  /** Everything known of an evaluated snapshot. */
  publish(evaluated: Evaluated): void;
  /** While the evaluation of `snapshot` takes long: its syntax, and what was known of the text before, moved along. */
  publishInterim(snapshot: Snapshot): void;
  /** What is known of an older text of a document, if anything. */
  known(uri: string): Evaluated | undefined;
  /** An empty list: the document was closed. */
  clear(uri: string): void;
}

/** What the publisher must know of its client. */
type Reader = Pick<Client, "encoding" | "pullsDiagnostics" | "canRefreshDiagnostics">;

/** Makes the publisher of a connection. */
export function createPublisher(connection: Connection, client: Reader): Publisher {
  const last = new Map<string, Evaluated>();

  function send({ uri, version, text }: Snapshot, all: readonly Diagnostic[]): void {
    if (client.pullsDiagnostics) return;
    const placing = { uri, text, encoding: client.encoding };
    void connection.sendDiagnostics({ uri, version, diagnostics: all.map((entry) => toLspDiagnostic(placing, entry)) });
  }

  return {
    publish(evaluated) {
      last.set(evaluated.snapshot.uri, evaluated);
      send(evaluated.snapshot, diagnostics(evaluated));
      if (client.pullsDiagnostics && client.canRefreshDiagnostics) askAgain(connection, "diagnostics");
    },
    publishInterim(snapshot) {
      send(snapshot, interimDiagnostics(snapshot, last.get(snapshot.uri)));
    },
    known: (uri) => last.get(uri),
    clear(uri) {
      last.delete(uri);
      if (!client.pullsDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  };
}
