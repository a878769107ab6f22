import { diagnostics } from "../features/diagnostics.js";
import { attachmentsToConfirm, doubtfulList } from "../send/attachments-to-confirm.js";
import { createStreams } from "../send/open-stream.js";
import { nothingToSend, sendFaults } from "../send/prepare.js";
import type { Arguments } from "./arguments.js";
import { tellProjects, withCore } from "./core.js";
import { namedFile, readDocument } from "./documents.js";
import { formatText } from "./format-text.js";
import { type Io, RunError, UsageError } from "./io.js";
import { conversationText } from "./rendered.js";
import { openReplyFile } from "./reply-file.js";
import { type FileReport, reportOn } from "./report.js";
import { writeReply } from "./stream-reply.js";
import { painter } from "./terminal.js";

/** `send`: sends the conversation and writes the reply into its file. Gives the exit code. */
export async function send(args: Arguments, io: Io): Promise<number> {
  const [operand, ...others] = args.operands;
  if (operand === undefined || others.length > 0) throw new UsageError("send needs one FILE.");
  if (operand === "-") throw new UsageError("send needs a FILE to write the reply to, not standard input.");
  const path = namedFile(operand, io.cwd);
  const file = args.has("dry-run") ? undefined : openReplyFile(path);
  const document = readDocument(path, io.cwd);
  const evaluated = await withCore(args, io, async (core) => {
    const found = await core.evaluate(document, { mode: "send" });
    tellProjects(core, io);
    return found;
  });
  if (evaluated.outcome === "syntax-only") throw new RunError(`'${document.path}' is too large to be sent.`);
  const blocking = diagnostics(evaluated).filter(({ blocks }) => blocks);
  const missing = file === undefined ? [nothingToSend(evaluated)].filter((fault) => fault !== undefined) : sendFaults(evaluated);
  const reasons = blocking.length === 0 ? missing : blocking;
  if (isRefused(reportOn(document, { given: reasons, files: evaluated.files, cwd: io.cwd }), io)) return 1;
  if (file === undefined) {
    io.stdout.write(conversationText(evaluated));
    return 0;
  }
  const doubtful = attachmentsToConfirm(evaluated);
  if (doubtful.length > 0 && !args.has("allow-attachments")) {
    const list = doubtfulList(doubtful).replace(/^/gm, "  ");
    io.stderr.write(`These files would be sent:\n${list}\nNothing was sent. If they may be, add --allow-attachments.\n`);
    return 1;
  }
  const events = createStreams({ env: io.env })(evaluated, io.interrupted);
  return writeReply({ text: document.snapshot.text.text, events, file, path: document.path }, io);
}

/** Says on standard error what stands against sending, if anything does. */
function isRefused(reasons: FileReport, io: Io): boolean {
  io.stderr.write(formatText([reasons], painter(io.stderr, io.env)));
  const isAny = reasons.findings.length > 0;
  if (isAny) io.stderr.write("Nothing was sent.\n");
  return isAny;
}
