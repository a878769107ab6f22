import type { Connection, Diagnostic as LspDiagnostic, PublishDiagnosticsParams } from "vscode-languageserver";
import type { Diagnostic } from "../base/diagnostic.js";
import type { TextEdit } from "../base/text-edit.js";
import { carryDiagnostics } from "../features/carry.js";
import { diagnostics, interimDiagnostics } from "../features/diagnostics.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import { askAgain } from "./ask-again.js";
import type { Client } from "./client.js";
import { type Placing, toLspDiagnostic } from "./convert.js";
import { withIncluded } from "./included-faults.js";

/** Sends diagnostics, per version, and remembers what a client shows. A client that asks for them is only told to ask again. */
export interface Publisher {
  /** Everything known of an evaluated snapshot. */
  publish(evaluated: Evaluated): void;
  /** While the evaluation of `snapshot`, the newest, takes long: its syntax, and what is known of the text before. */
  publishInterim(snapshot: Snapshot): void;
  /** Must be told the edits of every change, each an edit of the text before it: what is known moves along. */
  changed(uri: string, edits: readonly TextEdit[]): void;
  /** What the last evaluation of a document found, at its places in the present text. */
  known(uri: string): readonly Diagnostic[];
  /** Sends what is shown of a document once more: other documents that include it find something else in it now. */
  includedChanged(uri: string): void;
  /** The files that these may name places in. */
  texts(uri: string): Placing["texts"];
  /** An empty list: the document was closed. */
  clear(uri: string): void;
}

/** What the publisher must know of its client. */
type Reader = Pick<Client, "encoding" | "pullsDiagnostics" | "canRefreshDiagnostics">;

/** One list of diagnostics as it was sent. */
interface Sent {
  readonly snapshot: Snapshot;
  readonly own: readonly LspDiagnostic[];
  readonly params: PublishDiagnosticsParams;
}

/** Makes the publisher of a connection; `included` gives what other documents found in the text at a URI. */
export function createPublisher(
  connection: Connection,
  client: Reader,
  included: (uri: string) => readonly LspDiagnostic[] = () => [],
): Publisher {
  const found = new Map<string, readonly Diagnostic[]>();
  const texts = new Map<string, Placing["texts"]>();
  const known = (uri: string): readonly Diagnostic[] => found.get(uri) ?? [];

  const sent = new Map<string, Sent>();

  function send(snapshot: Snapshot, all: readonly Diagnostic[]): void {
    if (client.pullsDiagnostics) return;
    const { uri, text } = snapshot;
    const placing = { uri, text, encoding: client.encoding, texts: texts.get(uri) };
    sendWithIncluded(
      snapshot,
      all.map((entry) => toLspDiagnostic(placing, entry)),
    );
  }

  /** The same list of the same text is not sent again. */
  function sendWithIncluded(snapshot: Snapshot, own: readonly LspDiagnostic[]): void {
    const { uri, version } = snapshot;
    const params = { uri, version, diagnostics: withIncluded(own, included(uri)) };
    const last = sent.get(uri);
    sent.set(uri, { snapshot, own, params });
    if (last?.snapshot === snapshot && JSON.stringify(last.params) === JSON.stringify(params)) return;
    void connection.sendDiagnostics(params);
  }

  return {
    publish(evaluated) {
      found.set(evaluated.snapshot.uri, evaluated.result?.problems ?? []);
      texts.set(evaluated.snapshot.uri, evaluated.files?.texts);
      send(evaluated.snapshot, diagnostics(evaluated));
      if (client.pullsDiagnostics && client.canRefreshDiagnostics) askAgain(connection, "diagnostics");
    },
    publishInterim(snapshot) {
      send(snapshot, interimDiagnostics(snapshot, known(snapshot.uri)));
    },
    changed: (uri, edits) => void found.set(uri, edits.reduce(carryDiagnostics, known(uri))),
    known,
    texts: (uri) => texts.get(uri),
    includedChanged(uri) {
      const last = sent.get(uri);
      if (last !== undefined) sendWithIncluded(last.snapshot, last.own);
    },
    clear(uri) {
      found.delete(uri);
      texts.delete(uri);
      sent.delete(uri);
      if (!client.pullsDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  };
}
