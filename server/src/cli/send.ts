import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../base/diagnostic.js";
import { diagnostics } from "../features/diagnostics.js";
import { attachmentsToConfirm, doubtfulList } from "../send/attachments-to-confirm.js";
import { checkSend, type Refusal } from "../send/check.js";
import { endText } from "../send/end-text.js";
import { faultList } from "../send/fault-list.js";
import { createStreams } from "../send/open-stream.js";
import { startRun } from "../send/run.js";
import { createRunRecords } from "../send/run-records.js";
import { stateFolder } from "../send/state-folder.js";
import type { ReplyEnd } from "../send/stream-reply.js";
import { usageReport, usageText } from "../send/usage-report.js";
import type { Evaluated } from "../workspace/snapshot.js";
import type { Arguments } from "./arguments.js";
import { type Core, tellProjects, withCore } from "./core.js";
import { type InputDocument, namedFile, readDocument } from "./documents.js";
import { type FileTarget, fileTarget } from "./file-target.js";
import { Interrupted, type Io, UsageError } from "./io.js";
import { displayPath } from "./paths.js";
import { conversationText } from "./rendered.js";
import { openReplyFile, type ReplyFile } from "./reply-file.js";
import { createRunStatus } from "./run-status.js";
import { itemCount, itemDocuments } from "./send-items.js";
import { printable } from "./terminal.js";

/** `send`: sends the conversation and writes the reply into its file. Gives the exit code. */
export async function send(args: Arguments, io: Io): Promise<number> {
  const [operand, ...others] = args.operands;
  if (operand === undefined || others.length > 0) throw new UsageError("send needs one FILE.");
  if (operand === "-") throw new UsageError("send needs a FILE to write the reply to, not standard input.");
  const path = namedFile(operand, io.cwd);
  const one = args.has("dry-run") ? dryRun : sendFile;
  return withCore(args, io, async (core) => {
    const count = args.has("item") ? 0 : await itemCount(path, core, io);
    if (count === 0) return one({ path, core, args, io });
    return sendItems(count, { path, core, args, io }, one);
  });
}

/** Sends the items of a fanout one after the other, each into a file of its own; one that fails does not stop the others. */
async function sendItems(count: number, sending: Sending, one: (sending: Sending) => Promise<number>): Promise<number> {
  const { path, args, io } = sending;
  const paths = args.has("dry-run") ? Array.from({ length: count }, () => path) : itemDocuments(path, count, io);
  let exitCode = 0;
  for (const [index, own] of paths.entries()) {
    const where = own === path ? "" : `: ${displayPath(own, io.cwd)}`;
    io.stderr.write(`Item ${index + 1} of ${count}${where}\n`);
    const code = await one({ ...sending, path: own, item: index + 1 });
    if (code === 130) return code;
    exitCode = Math.max(exitCode, code);
  }
  return exitCode;
}

interface Sending {
  /** Absolute path of the document. */
  readonly path: string;
  readonly core: Core;
  readonly args: Arguments;
  readonly io: Io;
  /** Of a fanout that is sent as a whole, the one-based number of the item. */
  readonly item?: number;
}

/** Prints the conversation, and sends nothing. */
async function dryRun({ path, core, io, item }: Sending): Promise<number> {
  const document = readDocument(path, io.cwd);
  const parts = { evaluate: () => evaluate(document, { core, io, item }), faultsOf: diagnostics, waiting() {} };
  const checked = await checkSend(parts, io.interrupted);
  if (checked.kind !== "ready") return refused(checked, path, io);
  if (checked.warnings.length > 0) io.stderr.write(`${listOf(checked.evaluated, checked.warnings, { path, io })}\n`);
  io.stdout.write(conversationText(checked.evaluated));
  return 0;
}

async function sendFile({ path, core, args, io, item }: Sending): Promise<number> {
  const status = createRunStatus(io);
  const records = createRunRecords({
    stateFolder: stateFolder(io.env),
    who: () => "command line",
    warn: (message) => status.io.stderr.write(`${message}\n`),
  });
  let file: ReplyFile | undefined;
  let target: FileTarget | undefined;
  let sent: Evaluated | undefined;
  const run = startRun("send", {
    claim: () => records.claim(pathToFileURL(path).href),
    async evaluate() {
      // Read only now, when nobody else writes into it.
      file = openReplyFile(path);
      return evaluate(readDocument(path, io.cwd), { core, io: status.io, item });
    },
    faultsOf: diagnostics,
    confirm: async (evaluated) => (args.has("allow-attachments") ? undefined : doubtful(evaluated)),
    warn: (evaluated, warnings) => status.io.stderr.write(`Sent with warnings.\n${listOf(evaluated, warnings, { path, io })}\n`),
    open: createStreams({ env: io.env }),
    target(evaluated) {
      sent = evaluated;
      const { snapshot } = evaluated;
      target = fileTarget({ text: snapshot.text.text, file: file as ReplyFile, path: displayPath(path, io.cwd) }, status.io);
      return target;
    },
    entered: status.enter,
  });
  io.interrupted.addEventListener("abort", run.cancel, { once: true });
  if (io.interrupted.aborted) run.cancel();
  try {
    const end = await run.ended;
    status.done();
    if ("kind" in end) return refused(end, path, io);
    if (sent !== undefined && end.usage !== undefined) io.stderr.write(`${usageText(usageReport(sent, end.usage))}.\n`);
    return ended(end, { isSaved: target?.isSaved() ?? false }, io);
  } finally {
    status.done();
  }
}

interface Evaluating {
  readonly core: Core;
  readonly io: Io;
  readonly item: number | undefined;
}

async function evaluate(document: InputDocument, { core, io, item }: Evaluating): Promise<Evaluated> {
  const evaluated = await core.evaluate(document, { mode: "send", ...(item !== undefined && { item }) });
  tellProjects(core, io);
  return evaluated;
}

/** Why files must not be sent without being asked for. */
function doubtful(evaluated: Evaluated): string | undefined {
  const attachments = attachmentsToConfirm(evaluated);
  if (attachments.length === 0) return undefined;
  const list = doubtfulList(attachments).replace(/^/gm, "  ");
  return `These files would be sent:\n${list}\nIf they may be, add --allow-attachments.`;
}

/** Says on standard error why nothing was sent. Gives the exit code. */
function refused(refusal: Refusal, path: string, io: Io): number {
  switch (refusal.kind) {
    case "cancelled":
      throw new Interrupted();
    case "refused":
      io.stderr.write(`Not sent: ${refusal.message}\n`);
      return 1;
    case "blocked":
      io.stderr.write(`Not sent.\n${listOf(refusal.evaluated, [...refusal.blocking, ...refusal.warnings], { path, io })}\n`);
      return 1;
  }
}

function listOf(evaluated: Evaluated, faults: readonly Diagnostic[], { path, io }: Pick<Sending, "path" | "io">): string {
  const list = faultList({ evaluated, faults, nameOf: (file) => displayPath(file ?? path, io.cwd) });
  return list.split("\n").map(printable).join("\n");
}

/** Says on standard error how the reply ended. Gives the exit code. */
function ended(end: ReplyEnd, { isSaved }: { readonly isSaved: boolean }, io: Io): number {
  const text = end.state === "cancelled" ? "Response interrupted by the user." : endText(end);
  if (text !== undefined) io.stderr.write(`${text}\n`);
  if (end.state === "cancelled") return 130;
  return end.state === "done" && isSaved ? 0 : 1;
}
