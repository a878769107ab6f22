import type { StreamEvent, Usage } from "../providers/provider.js";
import { createReplyWriter } from "../send/reply.js";
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

const lost = "The connection closed before the reply was complete.";

/**
 * Writes a reply to standard output and to its file as it comes. Until it is complete the file carries the mark of an
 * aborted reply, so that it can be sent again whenever this process dies. Gives the exit code.
 */
export async function streamReply({ text, events, file, path }: IncomingReply, io: Io): Promise<number> {
  let nextWrite = Date.now() + writeEveryMs;
  const { reply, usage, failure } = await receive(events, (piece, soFar) => {
    io.stdout.write(piece);
    if (Date.now() < nextWrite || file.isForeign()) return;
    file.replace(withReply(text, soFar, lost));
    nextWrite = Date.now() + writeEveryMs;
  });
  if (reply !== "" && !reply.endsWith("\n")) io.stdout.write("\n");
  const reason = usage !== undefined ? undefined : io.interrupted.aborted ? "Response interrupted by the user." : (failure ?? lost);
  if (reason !== undefined) io.stderr.write(`${reason}\n`);
  const isNothing = reply === "" && reason !== undefined;
  const isSaved = isNothing || save(file, withReply(text, reply, reason), path, io);
  if (usage !== undefined) io.stderr.write(`${usage.inputTokens} tokens in, ${usage.outputTokens} out.\n`);
  if (io.interrupted.aborted && reason !== undefined) return 130;
  return isSaved && reason === undefined ? 0 : 1;
}

interface Received {
  readonly reply: string;
  /** Present when the reply is complete. */
  readonly usage?: Usage;
  readonly failure?: string;
}

async function receive(events: AsyncIterable<StreamEvent>, onPiece: (piece: string, soFar: string) => void): Promise<Received> {
  let reply = "";
  try {
    for await (const event of events) {
      if (event.kind === "done") return { reply, usage: event.usage };
      if (event.kind !== "text") continue;
      reply += event.text;
      onPiece(event.text, reply);
    }
    return { reply };
  } catch (error) {
    return { reply, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The document with the reply below it: complete, with a new turn to write in, or cut off for a reason. */
function withReply(text: string, reply: string, reason: string | undefined): string {
  const writer = createReplyWriter(text, ownLineEnd(text));
  return text + writer.opening + writer.push(reply) + (reason === undefined ? writer.finish() : writer.abort(reason));
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
