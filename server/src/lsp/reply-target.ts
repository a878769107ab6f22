import { type Connection, MessageType } from "vscode-languageserver";
import { type ApplyStream, type Delta, notifications, requests } from "../../../shared/methods.js";
import { rangeAt } from "../base/source-text.js";
import type { TextEdit } from "../base/text-edit.js";
import { createDocumentWriter, type EditAnswer, type ReplyEdit } from "../send/document-writer.js";
import type { Journal } from "../send/journal.js";
import type { ReplyTarget } from "../send/run.js";
import { ownLineEnd } from "../syntax/lines.js";
import type { Client } from "./client.js";
import { toWorkspaceEdit } from "./convert.js";
import type { Documents, OpenDocument } from "./documents.js";
import type { Settings } from "./settings.js";
import { showMessage } from "./show-message.js";

/** A reply on its way into an open document. */
export interface OpenTarget extends ReplyTarget {
  /** Must be told the edits of every change of the document, after its text has changed. */
  changed(edits: readonly TextEdit[]): void;
  /** The newest words of a reply that comes into its document only at its end; empty where people see it come. */
  unseen(): string;
}

/** What is needed to write into open documents. */
export interface TargetParts {
  readonly connection: Connection;
  readonly client: Client;
  readonly documents: Documents;
  readonly settings: Pick<Settings, "paceFor">;
  /** Told when all of a reply is in its document, of which nothing is saved yet. */
  onWritten(uri: string, journal: Journal): void;
}

/** The run that a reply is of. */
interface TargetRun {
  readonly id: string;
  /** Called when the person has deleted the reply. */
  stop(): void;
}

const stalled = "The editor refuses the reply's edits. What comes is kept, and written as soon as the document changes.";
const refused =
  "The editor refused the reply's last edits: the text in the document is not complete. Use chat.recover to put in what is missing.";
const unwanted = "The reply was deleted, so no more of it is written.";

/** Writes below the present text of an open document, through the client. */
export function openTarget(
  { connection, client, documents, settings, onWritten }: TargetParts,
  document: OpenDocument,
  { id, stop }: TargetRun,
): OpenTarget {
  const { uri } = document;
  const { text } = document.snapshot.text;
  const pace = settings.paceFor(uri) ?? (client.canApplyStream ? "live" : "paragraph");
  const isOpen = (): boolean => documents.get(uri) === document;
  const apply = editorOf({ connection, client }, document);
  let isStopped = false;
  /** How what the document does not show yet ends. */
  let tail = "";
  let onArrived = (_units: number): void => {};
  const writer = createDocumentWriter(
    { isOpen, text: () => document.snapshot.text.text, edit: async (edit) => isOpen() && apply(edit) },
    {
      anchor: text.length,
      pace,
      onArrived: (units) => onArrived(units),
      onRefused: () => showMessage(connection, MessageType.Warning, stalled),
    },
  );

  return {
    text,
    lineEnd: ownLineEnd(text),
    write(piece) {
      if (pace === "final") {
        void connection.sendNotification(notifications.delta, { uri, run: id, text: piece } satisfies Delta);
        tail = (tail + piece).slice(-2 * shownUnits);
      }
      writer.write(piece);
    },
    onApplied(tell) {
      onArrived = tell;
    },
    unseen: () => lastWords(tail),
    changed(edits) {
      writer.changed(edits);
      if (isStopped || !writer.isUnwanted()) return;
      isStopped = true;
      showMessage(connection, MessageType.Info, unwanted);
      stop();
    },
    async finish(_, journal) {
      const isWritten = await writer.settle();
      if (!isOpen()) return;
      if (isWritten) onWritten(uri, journal);
      else showMessage(connection, MessageType.Warning, refused);
    },
  };
}

/** So many UTF-16 units of a reply have a place beside what a run is doing. */
const shownUnits = 60;

/** The words in which a text ends, on one line. */
function lastWords(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= shownUnits ? line : `…${line.slice(-shownUnits).replace(/^\S*\s/, "")}`;
}

/** How a client is asked for an edit: so that one undo takes back a reply, where it knows how to, else by the standard protocol. */
function editorOf(
  { connection, client }: Pick<TargetParts, "connection" | "client">,
  document: OpenDocument,
): (edit: ReplyEdit) => Promise<EditAnswer> {
  const { uri } = document;
  let streams = client.canApplyStream;

  async function stream({ span, newText, isFirst, isLast, canWait }: ReplyEdit): Promise<EditAnswer> {
    const { text, version } = document.snapshot;
    const edits = [{ range: rangeAt(text, span, client.encoding), newText }];
    const params: ApplyStream = { uri, version, edits, first: isFirst, last: isLast, canWait };
    try {
      const answer = await connection.sendRequest<{ readonly applied?: unknown; readonly later?: unknown } | null>(
        requests.applyStream,
        params,
      );
      return canWait && answer?.later === true ? "later" : answer?.applied === true;
    } catch (error) {
      connection.console.warn(`${requests.applyStream} failed: ${String(error)}`);
      streams = !client.canApplyEdit;
      return false;
    }
  }

  return async (edit) => {
    if (streams) return stream(edit);
    const { text, version } = document.snapshot;
    const placing = { uri, text, encoding: client.encoding };
    const workspaceEdit = toWorkspaceEdit(placing, [edit], client.canVersionEdits ? version : undefined);
    return (await connection.workspace.applyEdit({ label: "Chat reply", edit: workspaceEdit })).applied;
  };
}
