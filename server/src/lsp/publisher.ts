import type { Connection, Diagnostic as LspDiagnostic, PublishDiagnosticsParams } from "vscode-languageserver";
import { type Diagnostic, placeInDocument } from "../base/diagnostic.js";
import { mapOffset, type TextEdit } from "../base/text-edit.js";
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
  /** What is known of `snapshot` (see `interim`). */
  publishInterim(snapshot: Snapshot): void;
  /** Must be told the edits of every change, each an edit of the text before it: what is known moves along. */
  changed(uri: string, edits: readonly TextEdit[]): void;
  /** What is shown of `snapshot`, the newest, while its evaluation takes long: its syntax, and what is known of the text before. */
  interim(snapshot: Snapshot): readonly Diagnostic[];
  /** While a reply is written from a UTF-16 offset on, nothing is said of what is there: it is not complete. Undefined ends that. */
  replyFrom(uri: string, from: number | undefined): void;
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
  /** Where the replies begin that are being written. */
  const replies = new Map<string, number>();

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

  function interim(snapshot: Snapshot): readonly Diagnostic[] {
    const all = interimDiagnostics(snapshot, known(snapshot.uri));
    const from = replies.get(snapshot.uri);
    return from === undefined ? all : all.filter((entry) => placeInDocument(entry).start < from);
  }

  return {
    publish(evaluated) {
      found.set(evaluated.snapshot.uri, evaluated.result?.problems ?? []);
      texts.set(evaluated.snapshot.uri, evaluated.files?.texts);
      send(evaluated.snapshot, diagnostics(evaluated));
      if (client.pullsDiagnostics && client.canRefreshDiagnostics) askAgain(connection, "diagnostics");
    },
    publishInterim: (snapshot) => send(snapshot, interim(snapshot)),
    interim,
    changed(uri, edits) {
      for (const edit of edits) {
        const from = replies.get(uri);
        // The reply grows below everything that is known.
        if (from !== undefined && edit.span.start >= from) continue;
        if (from !== undefined) replies.set(uri, mapOffset(from, edit));
        found.set(uri, carryDiagnostics(known(uri), edit));
      }
    },
    replyFrom(uri, from) {
      if (from === undefined) replies.delete(uri);
      else replies.set(uri, from);
    },
    texts: (uri) => texts.get(uri),
    includedChanged(uri) {
      const last = sent.get(uri);
      if (last !== undefined) sendWithIncluded(last.snapshot, last.own);
    },
    clear(uri) {
      found.delete(uri);
      texts.delete(uri);
      sent.delete(uri);
      replies.delete(uri);
      if (!client.pullsDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  };
}
