import {
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type Diagnostic as LspDiagnostic,
  type ServerCapabilities,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { diagnosticSource } from "../../../shared/language.js";
import type { Diagnostic } from "../base/diagnostic.js";
import { diagnostics, interimDiagnostics } from "../features/diagnostics.js";
import { chatFilesBelow, readChatFile } from "../workspace/chat-files.js";
import { filePath, fileUri } from "../workspace/node-host.js";
import { createSnapshot, type Snapshot } from "../workspace/snapshot.js";
import { cancellable } from "./cancellable.js";
import type { Client } from "./client.js";
import { toLspDiagnostic } from "./convert.js";
import { forCurrentText } from "./current.js";
import type { OpenDocument } from "./documents.js";
import type { Server } from "./handlers.js";

/** An answer waits so many ms for the evaluation; then it is what is known, and the client is told to ask again. */
const patience = 1000;

/** What the server offers to a client that asks for diagnostics; nothing to one that is sent them. */
export function pullCapabilities({ pullsDiagnostics }: Client): ServerCapabilities {
  if (!pullsDiagnostics) return {};
  return { diagnosticProvider: { identifier: diagnosticSource, interFileDependencies: true, workspaceDiagnostics: true } };
}

/** Answers `textDocument/diagnostic` and `workspace/diagnostic`. */
export function registerPull(server: Server): void {
  const { connection } = server;
  const results = createResults();
  connection.languages.diagnostics.on((params, token) => cancellable(token, () => documentReport(server, results, params)));
  connection.languages.diagnostics.onWorkspace((params, token) =>
    cancellable(token, (signal) => workspaceReport(server, results, params, signal)),
  );
}

/** Gives equal lists of a document equal ids, so that an unchanged one is not sent again. */
interface Results {
  idOf(uri: string, items: readonly LspDiagnostic[]): string;
}

function createResults(): Results {
  // Ids of an earlier server must mean nothing to this one.
  const run = Math.random().toString(36).slice(2);
  const last = new Map<string, { readonly id: string; readonly items: string }>();
  let count = 0;
  return {
    idOf(uri, items) {
      const text = JSON.stringify(items);
      const known = last.get(uri);
      if (known?.items === text) return known.id;
      const id = `${run}-${++count}`;
      last.set(uri, { id, items: text });
      return id;
    },
  };
}

async function documentReport(server: Server, results: Results, params: DocumentDiagnosticParams): Promise<DocumentDiagnosticReport> {
  const { uri } = params.textDocument;
  const { documents } = server;
  if (documents.get(uri) === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const items = await forCurrentText(documents, uri, async (document) => toItems(server, document.snapshot, await known(server, document)));
  const resultId = results.idOf(uri, items);
  if (resultId === params.previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

/** Everything of the present text, or what can be said until its evaluation is there. */
async function known({ evaluator, publisher }: Server, document: OpenDocument): Promise<Diagnostic[]> {
  const evaluated = await evaluator.current(document, patience);
  return evaluated ? diagnostics(evaluated) : interimDiagnostics(document.snapshot, publisher.known(document.uri));
}

async function workspaceReport(
  server: Server,
  results: Results,
  { previousResultIds }: WorkspaceDiagnosticParams,
  signal: AbortSignal,
): Promise<WorkspaceDiagnosticReport> {
  const previous = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
  const reports: WorkspaceDocumentDiagnosticReport[] = [];
  const add = (uri: string, version: number | null, items: LspDiagnostic[]): void => {
    const resultId = results.idOf(uri, items);
    if (previous.get(uri) === resultId) reports.push({ kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId });
    else reports.push({ kind: DocumentDiagnosticReportKind.Full, uri, version, resultId, items });
    previous.delete(uri);
  };
  const open = [...server.documents.all()];
  for (const document of open) {
    const { snapshot } = document;
    add(document.uri, snapshot.version, toItems(server, snapshot, await known(server, document)));
  }
  const openPaths = new Set(open.map(({ uri }) => filePath(uri)));
  for (const path of workspaceFiles(server)) {
    if (signal.aborted) break;
    if (openPaths.has(path)) continue;
    const items = await itemsOfFile(server, path, signal);
    if (items) add(fileUri(path), null, items);
  }
  // What was reported before and is gone has nothing wrong any more.
  for (const uri of previous.keys()) add(uri, null, []);
  return { items: reports };
}

function workspaceFiles({ client, connection }: Server): Set<string> {
  const paths = new Set<string>();
  for (const folder of client.folders) {
    const onUnreadable = (unread: string, error: unknown): void => connection.console.warn(`Cannot read ${unread}: ${String(error)}`);
    for (const path of chatFilesBelow({ folder, limit: folder, onUnreadable })) paths.add(path);
  }
  return paths;
}

/** What is wrong with a file on the disk; undefined when it cannot be read. */
async function itemsOfFile(server: Server, path: string, signal: AbortSignal): Promise<LspDiagnostic[] | undefined> {
  const text = readChatFile(path);
  if (text === undefined) return undefined;
  const snapshot = createSnapshot(fileUri(path), 0, text);
  const evaluated = await server.service.evaluate(snapshot, { signal });
  // An open document keeps what is remembered of it.
  if (server.documents.get(snapshot.uri) === undefined) server.service.forget(snapshot.uri);
  return evaluated && toItems(server, snapshot, diagnostics(evaluated));
}

function toItems({ client }: Server, { uri, text }: Snapshot, all: readonly Diagnostic[]): LspDiagnostic[] {
  return all.map((entry) => toLspDiagnostic({ uri, text, encoding: client.encoding }, entry));
}
