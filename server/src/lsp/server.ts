import { MessageType } from "vscode-languageserver";
import { type DocumentEvaluated, notifications, requests } from "../../../shared/methods.js";
import type { Layer } from "../config/operations.js";
import type { EngineOutside } from "../engines/document-engine.js";
import { engineOutside } from "../evaluation/engine-outside.js";
import type { Isolate } from "../evaluation/isolate.js";
import { createScheduler } from "../evaluation/scheduler.js";
import type { Journal } from "../send/journal.js";
import { createRunRecords } from "../send/run-records.js";
import { createFileMemory } from "../workspace/file-memory.js";
import { fileFact, placeOf } from "../workspace/node-files.js";
import { nodeHost } from "../workspace/node-host.js";
import { createNodeWatch } from "../workspace/node-watch.js";
import { createService } from "../workspace/service.js";
import { withEngine } from "../workspace/snapshot.js";
import { askAgain } from "./ask-again.js";
import { unknownClient } from "./client.js";
import { createClientCredentials } from "./client-credentials.js";
import { createClientWatch, registrarOf } from "./client-watch.js";
import { connect, type Transport } from "./connect.js";
import { createDocuments } from "./documents.js";
import { createEvaluator } from "./evaluator.js";
import { createFollowedFiles } from "./followed-files.js";
import { registerHandlers } from "./handlers.js";
import { createIncludedFaults, publishIncluded } from "./included-faults.js";
import { createOpenTexts } from "./open-texts.js";
import { createPausableService } from "./pausable-service.js";
import { createProgressDoor } from "./progress.js";
import { createProjectFiles } from "./project-files.js";
import { createPublisher } from "./publisher.js";
import { createRecovery } from "./recovery.js";
import { createRuns } from "./runs.js";
import { createSettings } from "./settings.js";
import { showMessage } from "./show-message.js";
import { createShownItems } from "./shown-items.js";
import { createStatusLines } from "./status-line.js";
import type { Switches } from "./switch.js";
import { createUsedFiles } from "./used-files.js";

/** What the server is given at its start: where evaluations run, and who it says it is. */
export interface ServerOptions {
  readonly isolate: Isolate;
  readonly version: string;
  /** What documents may wait for beside credentials (see `Host.boundary`). */
  boundary?(name: string): Promise<void> | undefined;
  /** Absolute path of the folder for what must outlive the process. */
  readonly stateFolder: string;
  /** Lets the process use more memory before it collects garbage: it has met a very long text. */
  makeRoom(): void;
}

/** Replies that nobody sees cost money, so they come to their end within so many ms or not at all. */
const longestFinish = 15 * 60_000;

/** Serves one client until it goes away; then the process ends. */
export function startServer(transport: Transport, { isolate, version, boundary, stateFolder, makeRoom }: ServerOptions): void {
  const connection = connect(transport, async () => {
    if (settings.onEditorExit() === "finish") await finishRuns();
  });
  const client = unknownClient();
  const encoding = (): "utf-8" | "utf-16" => client.encoding;
  const log = (error: unknown): void => connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  isolate.onFault(log);
  const credentials = createClientCredentials(
    (request, token) => connection.sendRequest<unknown>(requests.credential, request, token),
    client,
  );
  const switches: Switches = new Map();
  const switchedLayers = (uri: string): readonly Layer[] => [switches.get(uri)?.layer].filter((layer) => layer !== undefined);
  const outsideOf = (uri: string): EngineOutside => engineOutside({ options: { below: settings.knownLayersFor(uri), above: [] } });
  const refreshAll = (): void => {
    for (const document of documents.all()) {
      // Before its first evaluation nothing else says in which language it is to be read.
      if (document.evaluated === undefined) document.adopt(withEngine(document.snapshot, outsideOf(document.uri)));
      evaluator.refresh(document.uri);
    }
  };
  const settings = createSettings(connection, client, refreshAll);
  const documents = createDocuments(encoding, outsideOf);
  const buffers = createDocuments(encoding);
  const openTexts = createOpenTexts([documents, buffers], { placeOf, exists: async (path) => (await fileFact(path)).readable });
  const host = nodeHost({
    boundary: (name) => credentials.boundary(name) ?? boundary?.(name),
    folders: () => client.folders,
    trusted: () => client.trusted,
    openText: openTexts.find,
    editor: () => client.editor,
    options: async (uri) => ({ below: [...(await settings.layersFor(uri)), ...switchedLayers(uri)], above: [] }),
  });
  const projectFiles = createProjectFiles(connection, client);
  const memory = createFileMemory(host);
  const service = createPausableService(createService(memory.host, isolate, (reports) => projectFiles.publish(reports)));
  const includedFaults = createIncludedFaults({
    client,
    find: openTexts.find,
    onChanged: (uris) => publishIncluded({ connection, client, buffers, publisher, includedFaults }, uris),
  });
  const publisher = createPublisher(connection, client, includedFaults.of);
  const scheduler = createScheduler(log);
  const statusLines = createStatusLines(connection);
  const shownItems = createShownItems(() => {
    if (client.showsLenses && client.canRefreshLenses) askAgain(connection, "lenses");
  });
  const evaluator = createEvaluator({
    documents,
    service,
    scheduler,
    publisher,
    revision: memory.revision,
    onPublished(evaluated, revision) {
      statusLines.evaluated(evaluated);
      shownItems.evaluated(evaluated);
      includedFaults.evaluated(evaluated);
      followedFiles.evaluated(evaluated, revision);
      tellEvaluated(evaluated.snapshot);
      isolate.warm();
    },
  });
  const clientWatch = createClientWatch(registrarOf(connection), client, placeOf);
  const nodeWatch = createNodeWatch((paths) => followedFiles.happened(paths));
  const usedFiles = createUsedFiles(connection, client);
  const followedFiles = createFollowedFiles({
    memory,
    projects: service.projects,
    placeOf,
    watch: async (places) => nodeWatch.watch(await clientWatch.watch(places)),
    refresh: evaluator.refresh,
    refreshAll,
    onUsed: usedFiles.ask,
    onError: log,
  });
  const progressDoor = createProgressDoor(connection, client);
  const records = createRunRecords({
    stateFolder,
    who: () => client.editor ?? "a language server",
    warn: (message) => showMessage(connection, MessageType.Warning, message),
  });
  const onWritten = (uri: string, journal: Journal): void => recovery.written(uri, journal);
  const runs = createRuns({
    connection,
    client,
    documents,
    service,
    progressDoor,
    evaluator,
    statusLines,
    settings,
    records,
    onWritten,
    credentials,
  });
  const recovery = createRecovery({ connection, client, documents, runs, records, asideFolder: `${stateFolder}/replies` });
  const parts = {
    connection,
    client,
    settings,
    switches,
    shownItems,
    documents,
    service,
    scheduler,
    evaluator,
    publisher,
    statusLines,
    runs,
    recovery,
  };
  registerHandlers({
    ...parts,
    credentials,
    progressDoor,
    buffers,
    openTexts,
    followedFiles,
    includedFaults,
    projectFiles,
    version,
    makeRoom,
  });
  connection.listen();

  /** Also when nothing that is pushed has changed: what a document renders to is not. */
  function tellEvaluated({ uri, version }: DocumentEvaluated): void {
    if (client.followsEvaluations) void connection.sendNotification(notifications.evaluated, { uri, version });
  }

  /** Nobody is there to take edits any more: what still comes goes into the journals. */
  async function finishRuns(): Promise<void> {
    for (const { uri } of [...documents.all()]) documents.close(uri);
    service.dispose();
    await records.finished(longestFinish);
  }
}
