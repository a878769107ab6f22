import type { IncomingMessage } from "node:http";
import type { Timeouts } from "../protocols/protocol.js";
import type { Environment } from "../proxy.js";
import { type Attempt, createAttempt } from "./attempt.js";
import { decompressed } from "./decompressed.js";
import { openRequest } from "./open-request.js";
import { createQueue } from "./queue.js";
import { TransportError, transportError } from "./transport-error.js";

/** A POST as it goes over the wire. */
export interface Post {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly timeouts: Timeouts;
  /** Where proxies are named. */
  readonly env: Environment;
}

/** The head of a reply, and its text as it comes. */
export interface HttpReply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string };
  /** Throws a `TransportError` when it cannot be read to its end; leaving it closes the connection. */
  text(): AsyncGenerator<string>;
  /** From now on no more than so many ms pass between two pieces. */
  hurry(idle: number): void;
  close(): void;
}

/** Bytes of a decoded reply: more is no reply of a model. */
const mostBytes = 256 * 2 ** 20;

/**
 * Posts over a connection of its own, and resolves when the head of the reply is there. Redirects are not followed: they
 * would carry the key elsewhere. Rejects with a `TransportError`; aborting closes the connection at once and rejects, too.
 */
export async function post({ url, headers, body, timeouts, env }: Post, signal: AbortSignal): Promise<HttpReply> {
  const attempt = createAttempt(signal);
  try {
    attempt.expect("connect", timeouts.connect);
    const sent = await openRequest(new URL(url), { headers: { ...headers, "content-length": `${Buffer.byteLength(body)}` }, env, attempt });
    attempt.expect("head", timeouts.head);
    sent.end(body);
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on("response", resolve);
      attempt.onBreak(reject);
    });
    return replyOf(message, attempt, timeouts.idle);
  } catch (error) {
    attempt.close();
    throw error instanceof TransportError ? error : transportError(error as Error, "connect");
  }
}

function replyOf(message: IncomingMessage, attempt: Attempt, timeout: number): HttpReply {
  let idle = timeout;
  const names = Object.entries(message.headers);
  const headers = Object.fromEntries(names.map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]));
  const pieces = createQueue<Buffer>();
  let bytes = 0;
  attempt.expect("body", idle);
  attempt.onBreak(pieces.fail);
  // What has come is taken at once: a connection that breaks takes with it what nobody has read.
  const stream = decompressed(attempt.own(message), headers["content-encoding"] ?? "", attempt);
  stream.on("data", (piece: Buffer) => {
    attempt.expect("body", idle);
    bytes += piece.length;
    if (bytes > mostBytes) attempt.breakOff(new TransportError("The reply is larger than 256 MB.", { phase: "body", isPassing: false }));
    else pieces.push(piece);
  });
  stream.on("end", () => {
    attempt.expect("body", 0);
    pieces.end();
  });

  return {
    status: message.statusCode ?? 0,
    headers,
    async *text() {
      const decoder = new TextDecoder();
      try {
        for await (const piece of pieces.values()) yield decoder.decode(piece, { stream: true });
        yield decoder.decode();
      } finally {
        attempt.close();
      }
    },
    hurry(most) {
      idle = idle === 0 ? most : Math.min(idle, most);
      attempt.expect("body", idle);
    },
    close: () => attempt.close(),
  };
}
