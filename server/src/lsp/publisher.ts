import type { Connection } from "vscode-languageserver";
import type { Diagnostic } from "../base/diagnostic.js";
import type { PositionEncoding } from "../base/source-text.js";
import { diagnostics, interimDiagnostics } from "../features/diagnostics.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import { toLspDiagnostic } from "./convert.js";

/** Sends diagnostics, per version, and remembers what a client shows. */
export interface Publisher {
  /** Everything known of an evaluated snapshot. */
  publish(evaluated: Evaluated): void;
  /** While the evaluation of `snapshot` takes long: its syntax, and what was known of the text before, moved along. */
  publishInterim(snapshot: Snapshot): void;
  /** An empty list: the document was closed. */
  clear(uri: string): void;
}

/** Makes the publisher of a connection. */
export function createPublisher(connection: Connection, encoding: () => PositionEncoding): Publisher {
  const last = new Map<string, Evaluated>();

  function send({ uri, version, text }: Snapshot, all: readonly Diagnostic[]): void {
    const placing = { uri, text, encoding: encoding() };
    void connection.sendDiagnostics({ uri, version, diagnostics: all.map((entry) => toLspDiagnostic(placing, entry)) });
  }

  return {
    publish(evaluated) {
      last.set(evaluated.snapshot.uri, evaluated);
      send(evaluated.snapshot, diagnostics(evaluated));
    },
    publishInterim(snapshot) {
      send(snapshot, interimDiagnostics(snapshot, last.get(snapshot.uri)));
    },
    clear(uri) {
      last.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  };
}
