import type { StreamEvent } from "../providers/provider.js";
import { streamReply } from "../send/stream-reply.js";
import { ownLineEnd } from "../syntax/lines.js";
import type { Io } from "./io.js";
import { displayPath } from "./paths.js";
import type { ReplyFile } from "./reply-file.js";

/** A reply on its way into a document. */
export interface IncomingReply {
  /** The text that was sent. */
  readonly text: string;
  readonly events: AsyncIterable<StreamEvent>;
  readonly file: ReplyFile;
  /** How messages name the file. */
  readonly path: string;
}

/** While a reply comes in, the file is replaced at most this often, in ms. */
const writeEveryMs = 200;

/**
 * Writes a reply to standard output and to its file as it comes. Until it is complete the file carries the mark of an
 * aborted reply, so that it can be sent again whenever this process dies. Gives the exit code.
 */
export async function writeReply({ text, events, file, path }: IncomingReply, io: Io): Promise<number> {
  let nextWrite = Date.now() + writeEveryMs;
  let written = text;
  let last = "\n";
  const end = await streamReply({
    events,
    text,
    lineEnd: ownLineEnd(text),
    signal: io.interrupted,
    write(piece, cutOff) {
      written += piece;
      if (Date.now() < nextWrite || file.isForeign()) return;
      file.replace(written + cutOff());
      nextWrite = Date.now() + writeEveryMs;
    },
    onEvent(event) {
      if (event.kind !== "text" || event.text === "") return;
      io.stdout.write(event.text);
      last = event.text;
    },
  });
  if (!last.endsWith("\n")) io.stdout.write("\n");
  const isSaved = written === text || save(file, written, path, io);
  if (end.usage !== undefined) io.stderr.write(`${end.usage.inputTokens} tokens in, ${end.usage.outputTokens} out.\n`);
  switch (end.state) {
    case "done":
      return isSaved ? 0 : 1;
    case "cancelled":
      io.stderr.write("Response interrupted by the user.\n");
      return 130;
    case "failed":
      io.stderr.write(`${end.failure.message} ${end.failure.advice}\n`);
      return 1;
  }
}

/** Puts the document into its file, or beside it when the file is no longer the one that was sent. */
function save(file: ReplyFile, text: string, path: string, io: Io): boolean {
  if (!file.isForeign()) {
    file.replace(text);
    return true;
  }
  const other = displayPath(file.saveBeside(text), io.cwd);
  io.stderr.write(`'${path}' changed while the reply came in and was left alone. The reply is in '${other}'.\n`);
  return false;
}
