import type { Failure } from "../providers/failure.js";
import type { Ending, StreamEvent, Usage } from "../providers/provider.js";
import { createReplyWriter } from "./reply.js";

/** How a reply ended: complete, stopped by the person, or cut off. */
export type ReplyEnd =
  | { readonly state: "done"; readonly ending: Ending; readonly usage: Usage }
  | { readonly state: "cancelled"; readonly usage?: Usage }
  | { readonly state: "failed"; readonly failure: Failure; readonly usage?: Usage };

/** A stream, and where its text goes. */
export interface ReplyStream {
  readonly events: AsyncIterable<StreamEvent>;
  /** The document's text above the reply, and its line end. */
  readonly text: string;
  readonly lineEnd: string;
  /** The person's wish to stop, to tell it from a connection that broke. */
  readonly signal: AbortSignal;
  /**
   * Takes document text, in order, never an empty one. `cutOff` gives what would have to follow if nothing more came, now or
   * later: the mark of an aborted reply.
   */
  write(text: string, cutOff: () => string): void;
  /** Told every event before its text is written, for whoever shows progress. */
  onEvent?(event: StreamEvent): void;
}

/** Why a reply that its provider did not end was cut off. */
export const incomplete: Failure = {
  kind: "incomplete",
  message: "Connection closed before the reply was complete.",
  advice: "Send again.",
};

/** Why a reply ended that a bug of ours ended; what it was is in the log. */
export const mistake: Failure = {
  kind: "incomplete",
  message: "The language server made a mistake.",
  advice: "Send again; its log says more.",
};

/** What the mark of a reply says that a person stopped. */
const interrupted = "Response interrupted by the user.";

/**
 * Turns the events of a provider into document text. Nothing is written before there is something to write, so a reply that
 * brought nothing leaves no trace; a stream without its final event is an aborted reply (spec/providers-and-send.md §2.7 and
 * decision 6). Never throws, and ends as soon as the signal is aborted, whatever the stream does.
 */
export async function streamReply({ events, text, lineEnd, signal, write, onEvent }: ReplyStream): Promise<ReplyEnd> {
  const writer = createReplyWriter(text, lineEnd);
  const give = (piece: string, cutOff: () => string = () => ""): void => {
    if (piece !== "") write(piece, cutOff);
  };
  const end = await receive(events, signal, (event) => {
    onEvent?.(event);
    give(writer.push(event), () => writer.abort(incomplete.message));
  });
  if (end.state === "done") give(writer.finish());
  else give(writer.abort(end.state === "cancelled" ? interrupted : end.failure.message));
  return end;
}

async function receive(events: AsyncIterable<StreamEvent>, signal: AbortSignal, take: (event: StreamEvent) => void): Promise<ReplyEnd> {
  const iterator = events[Symbol.asyncIterator]();
  const stopped = aborted(signal);
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped.promise]);
      if (next === undefined || signal.aborted) return { state: "cancelled" };
      if (next.done) return { state: "failed", failure: incomplete };
      take(next.value);
      if (next.value.kind === "done") return { state: "done", ending: next.value.ending, usage: next.value.usage };
      if (next.value.kind === "failed") {
        const { failure, usage } = next.value;
        return { state: "failed", failure, ...(usage && { usage }) };
      }
    }
  } catch (error) {
    if (signal.aborted) return { state: "cancelled" };
    const message = error instanceof Error ? error.message : String(error);
    return { state: "failed", failure: { kind: "network", message, advice: incomplete.advice } };
  } finally {
    stopped.forget();
    // A stream that waits for its next piece ends by the signal; nobody waits for it here.
    void iterator.return?.().catch(() => {});
  }
}

function aborted(signal: AbortSignal): { readonly promise: Promise<undefined>; forget(): void } {
  let stop = (): void => {};
  const promise = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return { promise, forget: () => signal.removeEventListener("abort", stop) };
}
