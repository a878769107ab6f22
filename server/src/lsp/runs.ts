import { LSPErrorCodes, ResponseError, type WorkDoneProgressReporter } from "vscode-languageserver";
import type { TextEdit } from "../base/text-edit.js";
import { diagnostics } from "../features/diagnostics.js";
import type { Refusal } from "../send/check.js";
import { createStreams } from "../send/open-stream.js";
import { type Run, type RunPlace, startRun } from "../send/run.js";
import type { RunRecords } from "../send/run-records.js";
import { mistake, type ReplyEnd } from "../send/stream-reply.js";
import { type UsageReport, usageReport } from "../send/usage-report.js";
import { credentialPrefix } from "../workspace/boundaries.js";
import { inputLayer } from "../workspace/input-layer.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { askAgain } from "./ask-again.js";
import type { ClientCredentials } from "./client-credentials.js";
import { createConfirmation } from "./confirm-attachments.js";
import type { OpenDocument } from "./documents.js";
import type { Evaluator } from "./evaluator.js";
import type { PausableService } from "./pausable-service.js";
import type { ProgressDoor } from "./progress.js";
import { type OpenTarget, openTarget, type TargetParts } from "./reply-target.js";
import { createRunDisplay, type RunDisplay } from "./run-display.js";
import { createSendMessages } from "./send-messages.js";
import type { StatusLines } from "./status-line.js";

/** What `chat.send` answers, at the start of a run. */
export type SendAnswer = { readonly accepted: true; readonly run: string } | { readonly accepted: false; readonly refusal: Refusal };

/** How a send is asked for: the signal ends the check only, and the progress is the client's. */
export interface SendRequest {
  readonly signal: AbortSignal;
  readonly progress?: WorkDoneProgressReporter | undefined;
  /** Of a fanout, the one-based number of the item, and the input of a prose document. */
  readonly item?: number;
  readonly input?: string;
}

/** The replies that are being written; one at most per document. */
export interface Runs {
  /** Checks exactly the present text and starts the reply, or says what is in the way. */
  send(uri: string, request: SendRequest): Promise<SendAnswer>;
  /** Stops the reply of a document; false when there is none. */
  cancel(uri: string): boolean;
  /** The document was closed: its reply is stopped. */
  closed(uri: string): void;
  /** Must be told the edits of every change of a document, after its text has changed. */
  changed(uri: string, edits: readonly TextEdit[]): void;
  isRunning(uri: string): boolean;
  /** Resolves once the reply that is being written now, if there is one, is over. Never rejects. */
  over(uri: string): Promise<void>;
  /** What the last reply in a document used, since it was opened. */
  usage(uri: string): UsageReport | undefined;
  /** What a reply is being written to: while evaluations of the document pause, it stands in for them. */
  sent(uri: string): Evaluated | undefined;
  /** Stops everything. */
  dispose(): void;
}

/** A run in the editor; what is sent, and where the reply goes, is there once it has begun. */
interface OpenRun {
  readonly run: Run;
  readonly display: RunDisplay;
  readonly sent: () => Evaluated | undefined;
  readonly target: () => OpenTarget | undefined;
  readonly isOver: Promise<void>;
}

/** What runs are made with. */
interface RunParts extends TargetParts {
  readonly service: PausableService;
  readonly progressDoor: ProgressDoor;
  readonly evaluator: Evaluator;
  readonly statusLines: StatusLines;
  readonly records: RunRecords;
  readonly credentials: Pick<ClientCredentials, "ask" | "revision">;
}

/** Makes the runs of a connection. */
export function createRuns(parts: RunParts): Runs {
  const { connection, client, documents, service, progressDoor, evaluator, statusLines, records, credentials } = parts;
  const runs = new Map<string, OpenRun>();
  const confirm = createConfirmation(connection, documents);
  const messages = createSendMessages(connection, client);
  const openStream = createStreams({ env: process.env, askClient, clientRevision: credentials.revision });
  /** What the last reply in each document used. */
  const usages = new Map<string, UsageReport>();
  let count = 0;

  async function send(uri: string, request: SendRequest): Promise<SendAnswer> {
    const document = documents.get(uri);
    if (document === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, `${uri} is not open.`);
    const message = refusalOf(uri);
    if (message !== undefined) {
      const refusal = { kind: "refused", message } as const;
      messages.refused(refusal);
      return { accepted: false, refusal };
    }
    const { signal } = request;
    const { run } = start(document, request);
    signal.addEventListener("abort", run.cancel);
    // A wish to cancel may have come with the request itself.
    if (signal.aborted) run.cancel();
    const early = await Promise.race([run.begun, run.ended]);
    signal.removeEventListener("abort", run.cancel);
    if (early !== undefined && "kind" in early) return { accepted: false, refusal: early };
    return { accepted: true, run: run.id };
  }

  function refusalOf(uri: string): string | undefined {
    if (!client.trusted) return "This workspace is not trusted, so nothing is sent. Trust it first.";
    if (!client.canApplyEdit && !client.canApplyStream)
      return "This editor cannot take edits from the server. Use the command line: chat-language-server send FILE.";
    return runs.has(uri) ? "A reply is being written into this document already. Wait for it, or cancel it." : undefined;
  }

  function start(document: OpenDocument, { progress: given, item, input }: SendRequest): OpenRun {
    const { uri } = document;
    let target: OpenTarget | undefined;
    let sent: Evaluated | undefined;
    const chosen = { ...(item !== undefined && { item }), ...(input !== undefined && { above: inputLayer(input) }) };
    const display = createRunDisplay({ connection, progressDoor, unseen: () => target?.unseen() ?? "" }, { uri, given }, () => run);
    const place: RunPlace = {
      claim: () => records.claim(uri),
      evaluate: (signal) => service.evaluate(document.snapshot, { mode: "send", signal, ...chosen }),
      boundary: service.boundary,
      faultsOf: diagnostics,
      confirm,
      warn: messages.warned,
      open: openStream,
      target(evaluated, abort) {
        sent = evaluated;
        evaluator.pause(uri, document.snapshot.text.text.length);
        statusLines.running(uri, true);
        target = openTarget(parts, document, { id: run.id, stop: () => abort.abort() });
        return target;
      },
      entered: display.entered,
    };
    const run = startRun(`run-${++count}`, place);
    const begun = { run, display, target: () => target, sent: () => sent };
    const isOver = run.ended
      .catch((error: unknown): ReplyEnd => {
        connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        return { state: "failed", failure: mistake };
      })
      .then((end) => over(uri, begun, end));
    const open = { ...begun, isOver };
    runs.set(uri, open);
    refreshLenses();
    return open;
  }

  /** The document is as every other again. */
  function over(uri: string, { display, sent }: Pick<OpenRun, "display" | "sent">, end: ReplyEnd | Refusal): void {
    runs.delete(uri);
    refreshLenses();
    if (service.isPaused(uri)) {
      statusLines.running(uri, false);
      evaluator.resume(uri);
    }
    const evaluated = sent();
    const used = "kind" in end ? undefined : end.usage;
    const usage = evaluated && used && usageReport(evaluated, used);
    if (usage !== undefined && documents.get(uri) !== undefined) usages.set(uri, usage);
    if ("kind" in end) messages.refused(end);
    else messages.ended(end, { evaluated, again: () => send(uri, { signal: new AbortController().signal }) });
    display.over(end, usage);
  }

  /** Meanwhile the runs that need the credential say what they wait for. */
  async function askClient(service: string, signal: AbortSignal): Promise<string | undefined> {
    if (!client.keepsCredentials) return undefined;
    const waiting = [...runs.values()].filter(({ sent }) => sent()?.result?.config.provider === service);
    for (const { display } of waiting) display.entered({ kind: "waiting", boundary: `${credentialPrefix}${service}` });
    try {
      return await credentials.ask(service, signal);
    } finally {
      for (const { display } of waiting) display.entered({ kind: "connecting" });
    }
  }

  function refreshLenses(): void {
    if (client.showsLenses && client.canRefreshLenses) askAgain(connection, "lenses");
  }

  function cancel(uri: string): boolean {
    const open = runs.get(uri);
    open?.run.cancel();
    return open !== undefined;
  }

  return {
    send,
    cancel,
    closed(uri) {
      cancel(uri);
      messages.forget(uri);
      usages.delete(uri);
    },
    changed: (uri, edits) => runs.get(uri)?.target()?.changed(edits),
    isRunning: (uri) => runs.has(uri),
    over: async (uri) => runs.get(uri)?.isOver,
    usage: (uri) => usages.get(uri),
    sent: (uri) => runs.get(uri)?.sent(),
    dispose: () => {
      for (const { run } of runs.values()) run.cancel();
    },
  };
}
