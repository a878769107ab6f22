import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { FindCredential } from "../../server/src/providers/credential-search.js";
import { exchange } from "../../server/src/providers/exchange.js";
import { createChatCompletionsDecoder } from "../../server/src/providers/protocols/chat-completions-decoder.js";
import type { Timeouts } from "../../server/src/providers/protocols/protocol.js";
import type { StreamEvent } from "../../server/src/providers/provider.js";
import type { Environment } from "../../server/src/providers/proxy.js";

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server on this machine, and what it was sent. */
export interface Loopback {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  readonly arrived: Arrived[];
  /** Resolves when the connection of the next answer is closed by the client. */
  readonly hungUp: Promise<void>;
}

/** Starts a server that answers as `answer` says, and ends with the test. */
export async function loopback(answer: (response: ServerResponse, count: number, request: Arrived) => void): Promise<Loopback> {
  const arrived: Arrived[] = [];
  let hangUp = (): void => {};
  const hungUp = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body };
    arrived.push(one);
    response.on("close", () => {
      if (!response.writableFinished) hangUp();
    });
    answer(response, arrived.length, one);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1/chat/completions`, port, server, arrived, hungUp };
}

/** The events of a complete reply that says this, in so many pieces. */
export function said(...pieces: readonly string[]): string {
  const chunks = pieces.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
  return `${chunks.join("")}data: {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}\n\ndata: [DONE]\n\n`;
}

/** Answers with a whole stream. */
export function stream(response: ServerResponse, text = said("Hi")): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(text);
}

/** Answers with an error as OpenAI tells it. */
export function refuse(response: ServerResponse, status: number, more: { readonly headers?: object; readonly error?: object } = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...more.headers });
  response.end(JSON.stringify({ error: { message: "No.", type: "some_error", ...more.error } }));
}

/** How an exchange is made, besides its address. */
export interface Making {
  readonly timeouts?: Partial<Timeouts>;
  readonly headers?: { readonly [name: string]: string };
  readonly credential?: FindCredential;
  readonly env?: Environment;
  /** Between 0 and 1: the share of the longest pause that is waited. */
  readonly random?: number;
  readonly signal?: AbortSignal;
  readonly cacheRetention?: "none" | "short" | "long";
}

export const key = "sk-canary-1234567890";

/** Gives this key, and no other one. */
const oneKey: FindCredential = async (_, refused) =>
  refused === undefined ? { kind: "found", credential: { secret: key }, advice: "Get a better key." } : undefined;

/** Sends a request to a chat completions endpoint; pauses take next to no time unless `random` says otherwise. */
export function send(url: string, making: Making = {}): AsyncGenerator<StreamEvent, void> {
  const { timeouts, headers = {}, credential = oneKey, env = {}, random = 0, signal = new AbortController().signal } = making;
  return exchange(
    {
      request: { url, headers: { "content-type": "application/json", "x-own": "yes", ...headers }, body: '{"messages":[]}' },
      settings: {
        provider: "test",
        timeouts: { connect: 5000, head: 5000, idle: 5000, ...timeouts },
        headers,
        cacheRetention: making.cacheRetention ?? "none",
      },
      credential,
      authorization: ({ secret }) => ({ authorization: `Bearer ${secret}` }),
      decoder: () => createChatCompletionsDecoder((name) => name),
      env,
      dice: { random: () => random, now: () => Date.UTC(2026, 0, 1) },
    },
    signal,
  );
}

/** All events of a reply. */
export async function all(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const found: StreamEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}
