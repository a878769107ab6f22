import { type Connection, MessageType, ShowDocumentRequest } from "vscode-languageserver";
import type { Diagnostic } from "../base/diagnostic.js";
import { fileSource } from "../base/file-sources.js";
import { basename, relativePath } from "../base/paths.js";
import { rangeAt } from "../base/source-text.js";
import type { Refusal } from "../send/check.js";
import { endText } from "../send/end-text.js";
import { faultList } from "../send/fault-list.js";
import { keyWanted } from "../send/key-wanted.js";
import type { ReplyEnd } from "../send/stream-reply.js";
import { filePath, fileUri } from "../workspace/node-host.js";
import type { Evaluated } from "../workspace/snapshot.js";
import type { Client } from "./client.js";
import { offerConnecting } from "./connecting.js";
import { showMessage } from "./show-message.js";

/** What a person is told of a send before there is a reply. */
export interface SendMessages {
  /** Says why nothing is sent: of what blocks, one message with all of it, and the editor jumps to the first. */
  refused(refusal: Refusal): void;
  /** Says what is worth a warning; of one document each warning once. */
  warned(evaluated: Evaluated, warnings: readonly Diagnostic[]): void;
  /**
   * Says what went wrong with a reply and what to do next, or why a complete one is not whole. Where a key would help, and the
   * editor can take one, that is offered, and `again` sends once more.
   */
  ended(end: ReplyEnd, sent: { readonly evaluated: Evaluated | undefined; again(): Promise<unknown> }): void;
  /** The document was closed. */
  forget(uri: string): void;
}

/** Makes the messages of a connection. */
export function createSendMessages(connection: Connection, client: Client): SendMessages {
  /** What was told of each document, wherever it stands by now. */
  const told = new Map<string, Set<string>>();

  /** How a person knows a file, or the document where no path is given. */
  function nameOf({ snapshot: { uri } }: Evaluated, path = filePath(uri)): string {
    return nameIn(client.folders, path) ?? basename(uri);
  }

  function listOf(evaluated: Evaluated, faults: readonly Diagnostic[]): string {
    return faultList({ evaluated, faults, nameOf: (path) => nameOf(evaluated, path) });
  }

  function jumpTo(evaluated: Evaluated, { file, span }: Diagnostic): void {
    if (!client.canShowDocuments) return;
    const text = file === undefined ? evaluated.snapshot.text : fileSource(evaluated.files?.texts, file);
    const uri = file === undefined ? evaluated.snapshot.uri : fileUri(file);
    const selection = text && rangeAt(text, span, client.encoding);
    connection
      .sendRequest(ShowDocumentRequest.type, { uri, takeFocus: true, ...(selection && { selection }) })
      .catch((error: unknown) => connection.console.warn(`The client did not show ${uri}: ${String(error)}`));
  }

  return {
    refused(refusal) {
      if (refusal.kind === "cancelled") return;
      if (refusal.kind === "refused") {
        showMessage(connection, MessageType.Error, `Not sent: ${refusal.message}`);
        return;
      }
      const { evaluated, blocking, warnings } = refusal;
      showMessage(connection, MessageType.Error, `Not sent.\n${listOf(evaluated, [...blocking, ...warnings])}`);
      const [first] = blocking;
      if (first !== undefined) jumpTo(evaluated, first);
    },
    warned(evaluated, warnings) {
      const { uri } = evaluated.snapshot;
      const known = told.get(uri) ?? new Set();
      const fresh = warnings.filter((warning) => !known.has(nameOfWarning(warning)));
      told.set(uri, new Set([...known, ...fresh.map(nameOfWarning)]));
      if (fresh.length > 0) showMessage(connection, MessageType.Warning, `Sent with warnings.\n${listOf(evaluated, fresh)}`);
    },
    ended(end, { evaluated, again }) {
      const message = endText(end);
      if (message === undefined) return;
      const service = client.connects && evaluated ? keyWanted(end, evaluated) : undefined;
      if (evaluated && service !== undefined) void offerConnecting(connection, { service, message, name: nameOf(evaluated), again });
      else showMessage(connection, end.state === "failed" ? MessageType.Error : MessageType.Warning, message);
    },
    forget: (uri) => void told.delete(uri),
  };
}

/** What tells warnings apart, wherever they stand. */
function nameOfWarning({ code, file, message }: Diagnostic): string {
  return JSON.stringify([code, file, message]);
}

/** A path as a person knows it: from the innermost folder that holds it, else as it is. */
function nameIn(folders: readonly string[], path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const names = folders.map((folder) => relativePath(folder, path)).filter((name) => !name.startsWith("../") && name !== path);
  return names.sort((a, b) => a.length - b.length)[0] ?? path;
}
