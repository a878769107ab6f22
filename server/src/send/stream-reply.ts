import type { StreamEvent, Usage } from "../providers/provider.js";
import { createReplyWriter } from "./reply.js";

/** How a reply ended: complete, stopped by the user, or cut off. */
export interface ReplyEnd {
  readonly state: "done" | "cancelled" | "failed";
  readonly usage?: Usage;
}

/** A stream, and where its text goes. */
export interface ReplyStream {
  readonly events: AsyncIterable<StreamEvent>;
  /** The document's text above the reply, and its line end. */
  readonly text: string;
  readonly lineEnd: string;
  /** The person's wish to stop, to tell it from a connection that broke. */
  readonly signal: AbortSignal;
  /** Takes document text, in order. */
  write(text: string): void;
  /** Told how many UTF-16 units of the reply have come. */
  onProgress?(units: number): void;
}

/**
 * Turns the events of a provider into document text. Nothing is written before the first piece; a stream without its
 * final event is an aborted reply (spec/providers-and-send.md §2.7 and decision 6).
 */
export async function streamReply({ events, text, lineEnd, signal, write, onProgress }: ReplyStream): Promise<ReplyEnd> {
  const writer = createReplyWriter(text, lineEnd);
  let units = 0;
  let usage: Usage | undefined;
  let failure: string | undefined;
  try {
    for await (const event of events) {
      if (event.kind === "done") usage = event.usage;
      else if (event.kind === "text" && event.text !== "") {
        write((units === 0 ? writer.opening : "") + writer.push(event.text));
        units += event.text.length;
        onProgress?.(units);
      }
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  if (usage !== undefined) {
    write((units === 0 ? writer.opening : "") + writer.finish());
    return { state: "done", usage };
  }
  const state = signal.aborted ? "cancelled" : "failed";
  const reason = signal.aborted ? "Response interrupted by the user." : (failure ?? "Connection closed before the reply was complete.");
  if (units > 0) write(writer.abort(reason));
  return { state };
}
