import { type Connection, LSPErrorCodes, MessageType, ResponseError } from "vscode-languageserver";
import { notifications, type RunChanged } from "../../../shared/methods.js";
import type { Diagnostic } from "../base/diagnostic.js";
import type { TextEdit } from "../base/text-edit.js";
import { conversation } from "../conversation/conversation.js";
import { diagnostics } from "../features/diagnostics.js";
import { attachmentsToConfirm, doubtfulList } from "../send/attachments-to-confirm.js";
import { createDocumentWriter, type DocumentWriter } from "../send/document-writer.js";
import { openStream } from "../send/open-stream.js";
import { sendFaults } from "../send/prepare.js";
import { streamReply } from "../send/stream-reply.js";
import { ownLineEnd } from "../syntax/lines.js";
import type { Service } from "../workspace/service.js";
import type { Evaluated } from "../workspace/snapshot.js";
import type { Client } from "./client.js";
import { toWorkspaceEdit } from "./convert.js";
import type { Documents, OpenDocument } from "./documents.js";
import type { Evaluator } from "./evaluator.js";
import { startProgress } from "./progress.js";
import { askPerson, showMessage } from "./show-message.js";
import type { StatusLines } from "./status-line.js";

/** What `chat.send` answers, at the start of a run. */
export type SendAnswer =
  | { readonly accepted: true; readonly run: string }
  | { readonly accepted: false; readonly message: string; readonly blocking: readonly Diagnostic[]; readonly evaluated?: Evaluated };

/** The replies that are being written; one at most per document. */
export interface Runs {
  /** Checks exactly the present text and starts the reply, or says what is in the way. The signal ends the check only. */
  send(uri: string, signal: AbortSignal): Promise<SendAnswer>;
  /** Stops the reply of a document; false when there is none. */
  cancel(uri: string): boolean;
  /** Must be told the edits of every change of a document, after its text has changed. */
  changed(uri: string, edits: readonly TextEdit[]): void;
  isRunning(uri: string): boolean;
  /** Stops everything. */
  dispose(): void;
}

interface Run {
  readonly id: string;
  readonly abort: AbortController;
  writer?: DocumentWriter;
}

/** Makes the runs of a connection. */
export function createRuns(parts: {
  connection: Connection;
  client: Client;
  documents: Documents;
  service: Service;
  evaluator: Evaluator;
  statusLines: StatusLines;
}): Runs {
  const { connection, client, documents, service, evaluator, statusLines } = parts;
  const runs = new Map<string, Run>();
  /** Documents with the files that a person has agreed to send. */
  const confirmed = new Set<string>();
  let count = 0;

  async function send(uri: string, signal: AbortSignal): Promise<SendAnswer> {
    const document = documents.get(uri);
    if (document === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, `${uri} is not open.`);
    const refusal = refusalOf(uri);
    if (refusal !== undefined) return refuse(refusal);
    const run: Run = { id: `run-${++count}`, abort: new AbortController() };
    runs.set(uri, run);
    try {
      const stop = AbortSignal.any([run.abort.signal, signal]);
      const evaluated = await service.evaluate(document.snapshot, { mode: "send", signal: stop });
      if (evaluated === undefined || stop.aborted) return end(uri, refuse("The send was cancelled."));
      if (evaluated.outcome === "syntax-only") return end(uri, refuse("This document is larger than 2 MB, which is too large to be sent."));
      const prompt = conversation(evaluated);
      const faults = diagnostics(evaluated).filter(({ blocks }) => blocks);
      const blocking = faults.length === 0 ? sendFaults(evaluated, prompt) : faults;
      const [first] = blocking;
      if (first !== undefined) return end(uri, { accepted: false, message: first.message, blocking, evaluated });
      const refused = await refusedAttachments(uri, evaluated, stop);
      if (stop.aborted) return end(uri, refuse("The send was cancelled."));
      if (refused !== undefined) return end(uri, refuse(refused));
      void reply(uri, run, evaluated);
      return { accepted: true, run: run.id };
    } catch (error) {
      runs.delete(uri);
      throw error;
    }
  }

  /** Asks, once for each document and set of files, about those that a person may not want to send. */
  async function refusedAttachments(uri: string, evaluated: Evaluated, stop: AbortSignal): Promise<string | undefined> {
    const doubtful = attachmentsToConfirm(evaluated);
    const key = JSON.stringify([uri, ...doubtful.map(({ path }) => path).sort()]);
    if (doubtful.length === 0 || confirmed.has(key)) return undefined;
    const cancelled = new Promise<false>((resolve) => stop.addEventListener("abort", () => resolve(false), { once: true }));
    const question = `These files would be sent to the provider:\n${doubtfulList(doubtful)}`;
    if (!(await Promise.race([askPerson(connection, question, "Send them"), cancelled])))
      return "These files were not confirmed: remove their references, or send again and confirm them.";
    confirmed.add(key);
    return documents.get(uri)?.snapshot === evaluated.snapshot ? undefined : "The text has changed meanwhile. Send it again.";
  }

  function refusalOf(uri: string): string | undefined {
    if (!client.trusted) return "This workspace is not trusted, so nothing is sent. Trust it first.";
    if (!client.canApplyEdit) return "This editor cannot take edits from the server. Use the command line: chat-language-server send FILE.";
    return runs.has(uri) ? "A reply is being written into this document already. Wait for it, or cancel it." : undefined;
  }

  function end(uri: string, answer: SendAnswer): SendAnswer {
    runs.delete(uri);
    return answer;
  }

  async function reply(uri: string, run: Run, evaluated: Evaluated): Promise<void> {
    evaluator.pause(uri);
    statusLines.running(uri, true);
    tell({ uri, run: run.id, state: "running" });
    const progress = await startProgress(connection, client, { title: "Writing the reply", onCancel: () => run.abort.abort() });
    const document = documents.get(uri);
    const text = document?.snapshot.text.text ?? "";
    const isOpen = (): boolean => document !== undefined && documents.get(uri) === document;
    const writer = createDocumentWriter(
      {
        isOpen,
        text: () => document?.snapshot.text.text ?? "",
        insert: async (offset, piece) => isOpen() && insert(document as OpenDocument, offset, piece),
      },
      text.length,
    );
    run.writer = writer;
    try {
      const events = openStream(conversation(evaluated), run.abort.signal);
      const ended = await streamReply({
        events,
        text,
        lineEnd: ownLineEnd(text),
        signal: run.abort.signal,
        write: (piece) => writer.write(piece),
      });
      const isWritten = await writer.settle();
      if (!isWritten && isOpen())
        showMessage(
          connection,
          MessageType.Warning,
          "The editor refused the reply's last edits: the text in the document is not complete.",
        );
      tell({ uri, run: run.id, state: ended.state, ...(ended.usage && { usage: ended.usage }) });
    } catch (error) {
      connection.console.error(String(error));
      tell({ uri, run: run.id, state: "failed" });
    }
    progress.done();
    runs.delete(uri);
    statusLines.running(uri, false);
    evaluator.resume(uri);
  }

  async function insert({ uri, snapshot }: OpenDocument, offset: number, newText: string): Promise<boolean> {
    const placing = { uri, text: snapshot.text, encoding: client.encoding };
    const edit = toWorkspaceEdit(
      placing,
      [{ span: { start: offset, end: offset }, newText }],
      client.canVersionEdits ? snapshot.version : undefined,
    );
    return (await connection.workspace.applyEdit(edit)).applied;
  }

  function tell(state: RunChanged): void {
    void connection.sendNotification(notifications.runChanged, state);
  }

  return {
    send,
    cancel(uri) {
      const run = runs.get(uri);
      run?.abort.abort();
      return run !== undefined;
    },
    changed(uri, edits) {
      const run = runs.get(uri);
      run?.writer?.changed(edits);
      if (run?.writer?.isUnwanted()) run.abort.abort();
    },
    isRunning: (uri) => runs.has(uri),
    dispose: () => {
      for (const { abort } of runs.values()) abort.abort();
    },
  };
}

function refuse(message: string): SendAnswer {
  return { accepted: false, message, blocking: [] };
}
