import { type Connection, MessageType } from "vscode-languageserver";
import type { TextEdit } from "../base/text-edit.js";
import { createDocumentWriter, type ReplyEdit } from "../send/document-writer.js";
import type { ReplyTarget } from "../send/run.js";
import { ownLineEnd } from "../syntax/lines.js";
import type { Client } from "./client.js";
import { toWorkspaceEdit } from "./convert.js";
import type { Documents, OpenDocument } from "./documents.js";
import { showMessage } from "./show-message.js";

/** A reply on its way into an open document. */
export interface OpenTarget extends ReplyTarget {
  /** Must be told the edits of every change of the document, after its text has changed. */
  changed(edits: readonly TextEdit[]): void;
}

/** Writes below the present text of an open document, through the client. `run` is stopped when the person deletes the reply. */
export function openTarget(
  { connection, client, documents }: { connection: Connection; client: Client; documents: Documents },
  document: OpenDocument,
  run: Pick<AbortController, "abort">,
): OpenTarget {
  const { uri } = document;
  const { text } = document.snapshot.text;
  const isOpen = (): boolean => documents.get(uri) === document;
  const writer = createDocumentWriter(
    { isOpen, text: () => document.snapshot.text.text, edit: async (edit) => isOpen() && apply(edit) },
    { anchor: text.length, pace: "live", onRefused() {} },
  );

  async function apply(edit: ReplyEdit): Promise<boolean> {
    const { snapshot } = document;
    const placing = { uri, text: snapshot.text, encoding: client.encoding };
    const version = client.canVersionEdits ? snapshot.version : undefined;
    return (await connection.workspace.applyEdit(toWorkspaceEdit(placing, [edit], version))).applied;
  }

  return {
    text,
    lineEnd: ownLineEnd(text),
    write: (piece) => writer.write(piece),
    changed(edits) {
      writer.changed(edits);
      if (writer.isUnwanted()) run.abort();
    },
    async finish() {
      if ((await writer.settle()) || !isOpen()) return;
      const message = "The editor refused the reply's last edits: the text in the document is not complete.";
      showMessage(connection, MessageType.Warning, message);
    },
  };
}
