import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  type ApplyWorkspaceEditParams,
  ApplyWorkspaceEditRequest,
  type ClientCapabilities,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExecuteCommandRequest,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { mainPath } from "./built.js";
import { createSignal } from "./signal.js";
import { editsByDocument, sequentialChanges } from "./workspace-edit.js";

/** How to start the server; everything has a default that a plain client would use. */
export interface StartOptions {
  /** The arguments of the server; `--stdio` by default. */
  readonly args?: readonly string[];
  readonly initializationOptions?: unknown;
  readonly capabilities?: ClientCapabilities;
  readonly rootUri?: string | null;
  /** Who the client says it is. */
  readonly clientInfo?: { readonly name: string };
  /** Variables added to the environment of the server. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Says which published diagnostics a test waits for: those of a version, or those that satisfy a predicate. */
export type Awaited = number | ((params: PublishDiagnosticsParams) => boolean);

/** A typed client of a real server process that keeps its documents in memory, as an editor does. */
export interface LspClient {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  readonly initialized: InitializeResult;
  /** What the server wrote to standard error so far. */
  stderr(): string;
  /** Opens a document at version 1. */
  open(uri: string, text: string): Promise<void>;
  /** Applies edits (all of them to the present text) or a whole new text, and sends them; resolves to the new version. */
  change(uri: string, edits: string | readonly TextEdit[]): Promise<number>;
  close(uri: string): Promise<void>;
  /** The present text of an open document. */
  text(uri: string): string;
  /** The present version of an open document. */
  version(uri: string): number;
  /** All diagnostics published for a document, oldest first. */
  published(uri: string): readonly PublishDiagnosticsParams[];
  /** The newest published diagnostics that fit, at once or as soon as they come; rejects after `timeout` milliseconds. */
  waitForDiagnostics(uri: string, wanted: Awaited, timeout?: number): Promise<PublishDiagnosticsParams>;
  /** Resolves when the text of a document satisfies the predicate; rejects after `timeout` milliseconds. */
  waitForText(uri: string, wanted: (text: string) => boolean, timeout?: number): Promise<string>;
  executeCommand<Result>(command: string, argument: unknown): Promise<Result>;
  /** Replaces the handler of `workspace/applyEdit`; the default applies the edit and sends the change back. */
  onApplyEdit(handler: (params: ApplyWorkspaceEditParams) => Promise<boolean>): void;
  /** Asks the server to shut down and exit; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Ends the process at once, without a word. */
  kill(): Promise<void>;
}

/** Starts the built server and initializes it. */
export async function startClient(options: StartOptions = {}): Promise<LspClient> {
  const server = spawn(process.execPath, [mainPath, ...(options.args ?? ["--stdio"])], { env: { ...process.env, ...options.env } });
  const exited = once(server, "exit") as Promise<[number | null]>;
  const errors: string[] = [];
  server.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const documents = new Map<string, TextDocument>();
  const diagnostics = new Map<string, PublishDiagnosticsParams[]>();
  const signal = createSignal();
  const until = <T>(probe: () => T | undefined, what: string, timeout: number) =>
    signal.until(probe, timeout, () => `${what} did not come within ${timeout} ms.\n${errors.join("")}`);

  function documentOf(uri: string): TextDocument {
    const document = documents.get(uri);
    if (!document) throw new Error(`${uri} is not open.`);
    return document;
  }

  async function change(uri: string, edits: string | readonly TextEdit[]): Promise<number> {
    const document = documentOf(uri);
    const version = document.version + 1;
    const changes = typeof edits === "string" ? [{ text: edits }] : sequentialChanges(document, edits);
    TextDocument.update(document, changes, version);
    signal.changed();
    await connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument: { uri, version }, contentChanges: changes });
    return version;
  }

  let applyEdit = async ({ edit }: ApplyWorkspaceEditParams): Promise<boolean> => {
    const changes = editsByDocument(edit);
    const stale = changes.some(
      ({ uri, version }) => !documents.has(uri) || (version ?? documentOf(uri).version) !== documentOf(uri).version,
    );
    if (stale) return false;
    for (const { uri, edits } of changes) await change(uri, edits);
    return true;
  };
  connection.onRequest(ApplyWorkspaceEditRequest.type, async (params) => ({ applied: await applyEdit(params) }));
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    const list = diagnostics.get(params.uri) ?? [];
    diagnostics.set(params.uri, [...list, params]);
    signal.changed();
  });
  connection.listen();

  const answer = connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: options.rootUri ?? null,
    workspaceFolders: options.rootUri ? [{ uri: options.rootUri, name: "workspace" }] : null,
    capabilities: options.capabilities ?? { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
    initializationOptions: options.initializationOptions,
    ...(options.clientInfo && { clientInfo: options.clientInfo }),
  });
  const died = exited.then(([code]) => Promise.reject(new Error(`The server ended with code ${code}.\n${errors.join("")}`)));
  const initialized = await Promise.race([answer, died]);
  await connection.sendNotification(InitializedNotification.type, {});

  return {
    connection,
    process: server,
    initialized,
    stderr: () => errors.join(""),
    async open(uri, text) {
      const document = TextDocument.create(uri, "chat", 1, text);
      documents.set(uri, document);
      await connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId: "chat", version: 1, text },
      });
    },
    change,
    async close(uri) {
      documents.delete(uri);
      await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    },
    text: (uri) => documentOf(uri).getText(),
    version: (uri) => documentOf(uri).version,
    published: (uri) => diagnostics.get(uri) ?? [],
    waitForDiagnostics(uri, wanted, timeout = 15_000) {
      const fits = typeof wanted === "number" ? (params: PublishDiagnosticsParams) => params.version === wanted : wanted;
      return until(() => diagnostics.get(uri)?.findLast(fits), `The expected diagnostics of ${uri}`, timeout);
    },
    waitForText(uri, wanted, timeout = 15_000) {
      const probe = () => [documentOf(uri).getText()].find(wanted);
      return until(probe, `The expected text of ${uri}`, timeout);
    },
    executeCommand: (command, argument) => connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] }),
    onApplyEdit(handler) {
      applyEdit = handler;
    },
    async stop() {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      const [code] = await exited;
      connection.dispose();
      return code;
    },
    async kill() {
      connection.dispose();
      server.kill("SIGKILL");
      await exited;
    },
  };
}
