import { type Connection, TextDocumentSyncKind } from "vscode-languageserver";
import { fileExtension, languageId } from "../../../shared/language.js";
import { commands, notifications } from "../../../shared/methods.js";
import type { Scheduler } from "../evaluation/scheduler.js";
import { filePath } from "../workspace/node-host.js";
import { cancellable } from "./cancellable.js";
import { addFolder, type Client, readClient, removeFolder } from "./client.js";
import type { ClientCredentials } from "./client-credentials.js";
import { codeActions } from "./code-actions.js";
import { runCommand } from "./commands.js";
import { fixAllKind } from "./convert.js";
import type { Documents } from "./documents.js";
import { editingCapabilities, registerEditing } from "./editing.js";
import type { Evaluator } from "./evaluator.js";
import type { FollowedFiles } from "./followed-files.js";
import { hoverAt } from "./hover.js";
import type { IncludedFaults } from "./included-faults.js";
import type { OpenTexts } from "./open-texts.js";
import type { PausableService } from "./pausable-service.js";
import type { ProgressDoor } from "./progress.js";
import type { ProjectFiles } from "./project-files.js";
import type { Publisher } from "./publisher.js";
import { pullCapabilities, registerPull } from "./pull-diagnostics.js";
import type { Recovery } from "./recovery.js";
import type { Runs } from "./runs.js";
import type { Settings } from "./settings.js";
import type { ShownItems } from "./shown-items.js";
import type { StatusLines } from "./status-line.js";
import type { Switches } from "./switch.js";
import { whenParsed } from "./when-parsed.js";

/** The parts of a running server. */
export interface Server {
  readonly connection: Connection;
  readonly client: Client;
  readonly settings: Settings;
  readonly switches: Switches;
  readonly shownItems: ShownItems;
  readonly documents: Documents;
  /** Texts that the client has open and that are no documents: they count before the disk, and nothing else is done with them. */
  readonly buffers: Documents;
  readonly openTexts: OpenTexts;
  readonly followedFiles: FollowedFiles;
  readonly includedFaults: IncludedFaults;
  readonly service: PausableService;
  readonly scheduler: Scheduler;
  readonly evaluator: Evaluator;
  readonly publisher: Publisher;
  readonly projectFiles: ProjectFiles;
  readonly statusLines: StatusLines;
  readonly progressDoor: ProgressDoor;
  readonly credentials: ClientCredentials;
  readonly runs: Runs;
  readonly recovery: Recovery;
  readonly version: string;
  makeRoom(): void;
}

/** From texts of so many UTF-16 units on, collecting the garbage of a small heap takes longer than parsing them. */
const veryLong = 300_000;
/** So many ms the question about an interrupted reply waits for the first evaluation of its document. */
const evaluationPatience = 2000;

/** Connects every message of the protocol with the part that answers it. */
export function registerHandlers(server: Server): void {
  registerLifecycle(server);
  registerDocuments(server);
  registerEditing(server);
  registerPull(server);
  const { connection, documents } = server;
  connection.onHover((params, token) =>
    cancellable(token, async (signal) => whenParsed(documents, params, () => hoverAt(server, params, signal))),
  );
  connection.onCodeAction((params, token) =>
    cancellable(token, async () => whenParsed(documents, params, () => codeActions(server, params))),
  );
  connection.onExecuteCommand((params, token, progress) =>
    cancellable(token, (signal) => runCommand(server, params, { signal, progress })),
  );
}

function registerLifecycle(server: Server): void {
  const { connection, client, settings, documents, service, evaluator, followedFiles, progressDoor, runs, recovery, version } = server;
  const { credentials } = server;
  /** What documents evaluate to may be something else now. */
  const evaluateAll = (): void => {
    followedFiles.workspaceChanged();
    for (const { uri } of documents.all()) evaluator.refresh(uri);
    void service.projects.refresh();
  };
  connection.onInitialize((params) => {
    readClient(client, params);
    return {
      capabilities: {
        positionEncoding: client.encoding,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: ["quickfix", "source", fixAllKind] },
        executeCommandProvider: { commands: Object.values(commands), workDoneProgress: true },
        ...editingCapabilities(client),
        ...pullCapabilities(client),
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
      serverInfo: { name: "chat-language-server", version },
    };
  });
  connection.onInitialized(() => {
    settings.follow();
    progressDoor.listen();
    connection.onDidChangeWatchedFiles(({ changes }) =>
      followedFiles.happened(changes.map(({ uri }) => filePath(uri)).filter((path) => path !== undefined)),
    );
    if (!client.knowsFolderChanges) return;
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const { uri } of added) addFolder(client, uri);
      for (const { uri } of removed) removeFolder(client, uri);
      settings.foldersChanged();
      evaluateAll();
    });
  });
  connection.onNotification(notifications.trustChanged, (params: { readonly trusted?: unknown } | null | undefined) => {
    client.trusted = params?.trusted === true;
    evaluateAll();
  });
  connection.onNotification(notifications.credentialChanged, (params: { readonly service?: unknown } | null | undefined) => {
    if (typeof params?.service === "string") credentials.changed(params.service);
  });
  connection.onShutdown(() => {
    runs.dispose();
    recovery.dispose();
    service.dispose();
  });
}

function registerDocuments(server: Server): void {
  const { connection, switches, documents, buffers, service, scheduler, evaluator, publisher, statusLines, runs, recovery } = server;
  const { openTexts, followedFiles, includedFaults } = server;
  /** What documents that use the file at `uri` evaluate to may be something else now. */
  const textChanged = async (uri: string): Promise<void> => followedFiles.happened(await openTexts.namesOf(uri));
  /**
   * Asks about interrupted replies once the rest has been said of a document: a client that asks the person while it reads our
   * messages, as eglot does, loses those that come meanwhile.
   */
  const offerReplies = async (uri: string): Promise<void> => {
    // Editors that read a file anew close and open it at once, and the reply that was coming is not over yet.
    await runs.over(uri);
    const document = documents.get(uri);
    if (document !== undefined) await evaluator.current(document, evaluationPatience);
    await recovery.opened(uri);
  };
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId: language, version, text } }) => {
    if (language === languageId || uri.endsWith(fileExtension)) {
      if (text.length >= veryLong) server.makeRoom();
      // What is known of a text that was not closed is nothing about this one.
      if (documents.get(uri) !== undefined) publisher.clear(uri);
      documents.open(uri, version, text);
      evaluator.refresh(uri);
      void offerReplies(uri);
    } else buffers.open(uri, version, text);
    includedFaults.opened();
    void textChanged(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    void textChanged(uri);
    const edits = documents.change(uri, version, contentChanges);
    if (edits === undefined) {
      buffers.change(uri, version, contentChanges);
      return;
    }
    publisher.changed(uri, edits);
    runs.changed(uri, edits);
    evaluator.refresh(uri);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => recovery.settled(uri));
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const isShown = documents.get(uri) !== undefined || includedFaults.of(uri).length > 0;
    runs.closed(uri);
    scheduler.cancel(uri);
    documents.close(uri);
    buffers.close(uri);
    recovery.settled(uri);
    service.forget(uri);
    switches.delete(uri);
    server.shownItems.forget(uri);
    statusLines.forget(uri);
    followedFiles.closed(uri);
    includedFaults.closed(uri);
    includedFaults.opened();
    if (isShown) publisher.clear(uri);
    void textChanged(uri);
  });
}
