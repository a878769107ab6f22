import {
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type Diagnostic as LspDiagnostic,
  type ResultProgressReporter,
  type ServerCapabilities,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { diagnosticSource, fileExtension } from "../../../shared/language.js";
import type { Diagnostic } from "../base/diagnostic.js";
import { hash } from "../base/hash.js";
import { sourceText } from "../base/source-text.js";
import { diagnostics } from "../features/diagnostics.js";
import { unreadDocument } from "../features/rules/unread-document.js";
import { chatFilesBelow, fileStamp } from "../workspace/chat-files.js";
import { documentText, isBelowAny } from "../workspace/node-files.js";
import { filePath, fileUri } from "../workspace/node-host.js";
import { createSnapshot, type Evaluated } from "../workspace/snapshot.js";
import { cancellable } from "./cancellable.js";
import type { Client } from "./client.js";
import { type Placing, toLspDiagnostic } from "./convert.js";
import { forCurrentText } from "./current.js";
import type { OpenDocument } from "./documents.js";
import { createFileReports, type FileReports } from "./file-reports.js";
import type { Server } from "./handlers.js";
import { withIncluded } from "./included-faults.js";

/** An answer waits so many ms for the evaluation; then it is what is known, and the client is told to ask again. */
const patience = 1000;

/** Files are reported for so many ms before the server looks for other messages. */
const slice = 10;

/** What the server offers to a client that asks for diagnostics; nothing to one that is sent them. */
export function pullCapabilities({ pullsDiagnostics }: Client): ServerCapabilities {
  if (!pullsDiagnostics) return {};
  return { diagnosticProvider: { identifier: diagnosticSource, interFileDependencies: true, workspaceDiagnostics: true } };
}

/** Answers `textDocument/diagnostic` and `workspace/diagnostic`. */
export function registerPull(server: Server): void {
  const { connection } = server;
  const reports = createFileReports(server.client, server.service);
  connection.languages.diagnostics.on((params, token) =>
    cancellable(token, (signal) => documentReport(server, reports, { params, signal })),
  );
  connection.languages.diagnostics.onWorkspace((params, token, _progress, partial) =>
    cancellable(token, (signal) => workspaceReport(server, reports, { params, partial, signal })),
  );
}

/** Equal lists have equal ids, so that an unchanged one is not sent again. */
function idOf(items: readonly LspDiagnostic[]): string {
  const text = JSON.stringify(items);
  return [hash(text), hash(text, 0x9e3779b9), text.length].map((part) => part.toString(36)).join("-");
}

async function documentReport(
  server: Server,
  reports: FileReports,
  { params, signal }: { readonly params: DocumentDiagnosticParams; readonly signal: AbortSignal },
): Promise<DocumentDiagnosticReport> {
  const { uri } = params.textDocument;
  const { documents, includedFaults } = server;
  const before = params.previousResultId;
  const onDisk = documents.get(uri) === undefined ? await closedReport(server, reports, { uri, before, signal }) : undefined;
  if (onDisk) return onDisk;
  const isDocument = documents.get(uri) !== undefined;
  const items = isDocument
    ? await forCurrentText(documents, uri, (document) => itemsOfOpen(server, document))
    : [...includedFaults.of(uri)];
  const resultId = idOf(items);
  if (resultId === before) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

/** What a request for the workspace says of a document that is not open: clients also ask about those that they only show the names of. */
async function closedReport(
  server: Server,
  reports: FileReports,
  { uri, ...how }: { readonly uri: string; readonly before: string | undefined; readonly signal: AbortSignal },
): Promise<DocumentDiagnosticReport | undefined> {
  const path = filePath(uri);
  if (!path?.endsWith(fileExtension) || !(await isBelowAny(path, server.client.folders))) return undefined;
  const report = await fileReport(server, reports, { path, ...how });
  if (report === undefined) return undefined;
  const { uri: _uri, version: _version, ...rest } = report;
  return rest;
}

/** Everything of the present text, or what can be said until its evaluation is there. */
async function itemsOfOpen(server: Server, document: OpenDocument): Promise<LspDiagnostic[]> {
  const { evaluator, publisher, includedFaults } = server;
  const { uri, snapshot } = document;
  const evaluated = await evaluator.current(document, patience);
  const placing = { uri, text: snapshot.text, texts: publisher.texts(uri) };
  const own = evaluated ? evaluatedItems(server, evaluated) : toItems(server, placing, publisher.interim(snapshot));
  return withIncluded(own, includedFaults.of(uri));
}

/** A request for the whole workspace: a client that takes partial results gets each report as soon as it is there. */
interface WorkspaceRequest {
  readonly params: WorkspaceDiagnosticParams;
  readonly partial: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined;
  readonly signal: AbortSignal;
}

async function workspaceReport(
  server: Server,
  reports: FileReports,
  { params, partial, signal }: WorkspaceRequest,
): Promise<WorkspaceDiagnosticReport> {
  // Clients write the URI of a file in several ways.
  const placeOf = (uri: string): string => filePath(uri) ?? uri;
  const previous = new Map(params.previousResultIds.map((entry) => [placeOf(entry.uri), entry]));
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  const add = (report: WorkspaceDocumentDiagnosticReport): void => {
    previous.delete(placeOf(report.uri));
    if (partial) partial.report({ items: [report] });
    else items.push(report);
  };
  const idBefore = (place: string): string | undefined => previous.get(place)?.value;
  const open = [...server.documents.all()];
  await Promise.all(
    open.map(async (document) => {
      const { snapshot, uri, outdated } = document;
      const found = await itemsOfOpen(server, document);
      // A text that has changed meanwhile is asked about again once it is evaluated.
      if (!signal.aborted && !outdated.aborted) add(fullOrUnchanged({ uri, version: snapshot.version }, found, idBefore(placeOf(uri))));
    }),
  );
  const openPlaces = new Set(open.map(({ uri }) => placeOf(uri)));
  for (const report of server.projectFiles.reports()) {
    const uri = fileUri(report.path);
    add(fullOrUnchanged({ uri, version: null }, toItems(server, { uri, text: report.text }, report.problems), idBefore(report.path)));
  }
  const paths = workspaceFiles(server);
  const breathe = createBreath();
  for (const path of paths) {
    await breathe();
    if (signal.aborted) return { items: [] };
    if (openPlaces.has(path)) continue;
    const report = await fileReport(server, reports, { path, before: idBefore(path), signal });
    if (report && !signal.aborted) add(report);
  }
  if (signal.aborted) return { items: [] };
  reports.keepOnly(paths);
  // What was reported before and is gone has nothing wrong any more.
  for (const { uri } of [...previous.values()])
    if (server.documents.get(uri) === undefined) add(fullOrUnchanged({ uri, version: null }, [], undefined));
  return { items };
}

/** The document of a report; what lies on the disk has no version. */
interface Reported {
  readonly uri: string;
  readonly version: number | null;
}

function fullOrUnchanged(document: Reported, items: LspDiagnostic[], before: string | undefined): WorkspaceDocumentDiagnosticReport {
  const resultId = idOf(items);
  return resultId === before ? unchanged(document, before) : { kind: DocumentDiagnosticReportKind.Full, ...document, resultId, items };
}

function unchanged(document: Reported, resultId: string): WorkspaceDocumentDiagnosticReport {
  return { kind: DocumentDiagnosticReportKind.Unchanged, ...document, resultId };
}

/** Lets the server do other things (such as hearing of a cancellation) whenever a while has passed. */
function createBreath(): () => Promise<void> {
  let until = performance.now() + slice;
  return async () => {
    if (performance.now() < until) return;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + slice;
  };
}

function workspaceFiles({ client, connection }: Server): Set<string> {
  const paths = new Set<string>();
  for (const folder of client.folders) {
    const onUnreadable = (unread: string, error: unknown): void => connection.console.warn(`Cannot read ${unread}: ${String(error)}`);
    for (const path of chatFilesBelow({ folder, limit: folder, onUnreadable })) paths.add(path);
  }
  return paths;
}

/** What is wrong with a file on the disk, given the id of what was reported of it before; undefined when there is none. */
async function fileReport(
  server: Server,
  reports: FileReports,
  { path, before, signal }: { path: string; before: string | undefined; signal: AbortSignal },
): Promise<WorkspaceDocumentDiagnosticReport | undefined> {
  const uri = fileUri(path);
  const document = { uri, version: null };
  if (before !== undefined && (await reports.current(path)) === before) return unchanged(document, before);
  const read = { stamp: fileStamp(path), asOf: Date.now() };
  const found = await documentText(path);
  if (found.kind !== "text") {
    const unread = unreadDocument(found.kind);
    return unread && fullOrUnchanged(document, toItems(server, { uri, text: sourceText("") }, [unread]), before);
  }
  const snapshot = createSnapshot(uri, 0, found.text);
  const evaluated = await server.service.evaluate(snapshot, { omitOutput: true, signal });
  // A document that was opened meanwhile speaks for itself, and keeps what is remembered of it.
  if (server.documents.get(uri) !== undefined) return undefined;
  server.service.forget(uri);
  if (evaluated === undefined) return undefined;
  const items = evaluatedItems(server, evaluated);
  await reports.remember(path, read, { resultId: idOf(items), evaluated });
  return fullOrUnchanged(document, items, before);
}

function evaluatedItems(server: Server, evaluated: Evaluated): LspDiagnostic[] {
  return toItems(server, { ...evaluated.snapshot, texts: evaluated.files?.texts }, diagnostics(evaluated));
}

function toItems({ client }: Server, { uri, text, texts }: Omit<Placing, "encoding">, all: readonly Diagnostic[]): LspDiagnostic[] {
  return all.map((entry) => toLspDiagnostic({ uri, text, texts, encoding: client.encoding }, entry));
}
