import {
  BulkRegistration,
  type BulkUnregistration,
  type Connection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { fileExtension } from "../../../shared/language.js";
import { type FilesUsed, notifications } from "../../../shared/methods.js";
import { fileUri } from "../workspace/node-host.js";
import type { Client } from "./client.js";
import { globOf } from "./globs.js";

/** Asks the client for the texts that it has open of files that documents use, and of no others. */
export interface UsedFiles {
  /** Takes the place of what was asked for before; absolute paths. */
  ask(paths: ReadonlySet<string>): void;
}

/** So many files are asked for. */
const most = 1000;
/** The files of a burst of evaluations are asked for together, so many ms after the first. */
const settleMs = 50;

/** Makes the asker of a connection: by registration where the client knows that, else by a notification that our own clients know. */
export function createUsedFiles(connection: Connection, client: Pick<Client, "syncsOnDemand">): UsedFiles {
  let wanted: readonly string[] = [];
  let asked = JSON.stringify([]);
  let timer: NodeJS.Timeout | undefined;
  let registered: Promise<BulkUnregistration | undefined> = Promise.resolve(undefined);

  function tell(): void {
    timer = undefined;
    const now = JSON.stringify(wanted);
    if (now === asked) return;
    asked = now;
    if (client.syncsOnDemand) registered = register(registered, wanted);
    else void connection.sendNotification(notifications.filesUsed, { uris: wanted.map((path) => fileUri(path)) } satisfies FilesUsed);
  }

  /** The new registration comes before the old one goes: no text is closed that stays of use. */
  async function register(
    last: Promise<BulkUnregistration | undefined>,
    paths: readonly string[],
  ): Promise<BulkUnregistration | undefined> {
    const before = await last;
    const documentSelector = paths.map((path) => ({ scheme: "file", pattern: globOf(path) }));
    const bulk = BulkRegistration.create();
    bulk.add(DidOpenTextDocumentNotification.type, { documentSelector });
    bulk.add(DidChangeTextDocumentNotification.type, { documentSelector, syncKind: TextDocumentSyncKind.Incremental });
    bulk.add(DidCloseTextDocumentNotification.type, { documentSelector });
    try {
      const next = paths.length === 0 ? undefined : await connection.client.register(bulk);
      before?.dispose();
      return next;
    } catch (error) {
      connection.console.warn(`Open texts of files will not be told: ${String(error)}`);
      return before;
    }
  }

  return {
    ask(paths) {
      wanted = [...paths]
        .filter((path) => !path.endsWith(fileExtension))
        .sort()
        .slice(0, most);
      if (timer === undefined) timer = setTimeout(tell, settleMs).unref();
    },
  };
}
