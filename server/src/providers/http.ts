import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type Socket } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { type TLSSocket, connect as tlsConnect } from "node:tls";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Timeouts } from "./protocols/protocol.js";
import { type Environment, proxyFor } from "./proxy.js";

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

/** Where the way to the provider broke. */
export type TransportPhase = "connect" | "head" | "body";

/** The provider could not be reached, or the connection broke; the message is for people and holds no secret. */
export class TransportError extends Error {
  readonly phase: TransportPhase;
  /** Trying again may help. */
  readonly isPassing: boolean;

  constructor(message: string, { phase, isPassing }: { readonly phase: TransportPhase; readonly isPassing: boolean }) {
    super(message);
    this.phase = phase;
    this.isPassing = isPassing;
  }
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
    const sent = await open(new URL(url), { headers: { ...headers, "content-length": `${Buffer.byteLength(body)}` }, env, attempt });
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

/** One connection on its way: whatever ends it early ends all of it. */
interface Attempt {
  /** What is waited for now, and for how many ms at most. */
  expect(phase: TransportPhase, most: number): void;
  /** Whatever is opened is closed with the attempt. */
  own<T extends { destroy(): unknown; on(name: "error", listener: (error: Error) => void): unknown }>(part: T): T;
  onBreak(listener: (error: Error) => void): void;
  breakOff(error: Error): void;
  close(): void;
}

function createAttempt(signal: AbortSignal): Attempt {
  const parts: { destroy(): unknown }[] = [];
  const listeners: ((error: Error) => void)[] = [];
  let phase: TransportPhase = "connect";
  let timer: NodeJS.Timeout | undefined;
  let broken: Error | undefined;

  function close(): void {
    clearTimeout(timer);
    signal.removeEventListener("abort", aborted);
    for (const part of parts) part.destroy();
  }

  function breakOff(error: Error): void {
    if (broken !== undefined) return;
    broken = error instanceof TransportError ? error : transportError(error, phase);
    close();
    for (const listener of listeners) listener(broken);
  }

  function aborted(): void {
    breakOff(new TransportError("The request was cancelled.", { phase, isPassing: false }));
  }

  if (signal.aborted) aborted();
  else signal.addEventListener("abort", aborted);
  return {
    expect(next, most) {
      phase = next;
      clearTimeout(timer);
      if (most > 0) timer = setTimeout(() => breakOff(timeoutError(next, most)), most);
    },
    own(part) {
      parts.push(part);
      part.on("error", breakOff);
      if (broken !== undefined) part.destroy();
      return part;
    },
    onBreak(listener) {
      if (broken === undefined) listeners.push(listener);
      else listener(broken);
    },
    breakOff,
    close,
  };
}

interface Opening {
  readonly headers: { readonly [name: string]: string };
  readonly env: Environment;
  readonly attempt: Attempt;
}

/** Opens the request, directly or through a proxy; resolves when it is connected, TLS included. */
async function open(url: URL, { headers, env, attempt }: Opening): Promise<ClientRequest> {
  const proxy = chosenProxy(url, env);
  const options = { method: "POST", headers: { ...headers, connection: "close" }, agent: false } as const;
  if (proxy === undefined) return connected(attempt.own(requestOf(url)(url, options)), attempt);
  if (url.protocol === "http:") {
    const through = { ...options, path: url.href, headers: { ...options.headers, host: url.host, ...proxyHeaders(proxy) } };
    return connected(attempt.own(requestOf(proxy)(addressOf(proxy), through)), attempt);
  }
  const socket = await tunnel(url, proxy, attempt);
  return attempt.own(httpsRequest(url, { method: options.method, headers: options.headers, createConnection: () => socket }));
}

function chosenProxy(url: URL, env: Environment): URL | undefined {
  try {
    return proxyFor(url, env);
  } catch (error) {
    throw new TransportError((error as Error).message, { phase: "connect", isPassing: false });
  }
}

function requestOf({ protocol }: URL): typeof httpRequest {
  return protocol === "https:" ? httpsRequest : httpRequest;
}

/** Without the name and password, which go into a header of their own. */
function addressOf(proxy: URL): URL {
  return new URL(proxy.origin);
}

function proxyHeaders({ username, password }: URL): { readonly [name: string]: string } {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

function connected(request: ClientRequest, attempt: Attempt): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    attempt.onBreak(reject);
    request.on("socket", (socket: Socket) => {
      const event = "encrypted" in socket ? "secureConnect" : "connect";
      socket.once(event, () => resolve(request));
    });
  });
}

/** A TLS connection to the host of an address through an HTTP proxy, which sees neither headers nor body. */
function tunnel(url: URL, proxy: URL, attempt: Attempt): Promise<TLSSocket> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const target = `${url.hostname}:${url.port || "443"}`;
  return new Promise((resolve, reject) => {
    attempt.onBreak(reject);
    const headers = { host: target, ...proxyHeaders(proxy) };
    const request = attempt.own(requestOf(proxy)(addressOf(proxy), { method: "CONNECT", path: target, headers, agent: false }));
    request.on("connect", (message: IncomingMessage, socket: Socket) => {
      attempt.own(socket);
      if (Math.trunc((message.statusCode ?? 0) / 100) === 2) {
        const name = isIP(host) === 0 && { servername: host };
        const secure = attempt.own(tlsConnect({ socket, host, ...name, ALPNProtocols: ["http/1.1"] }));
        secure.once("secureConnect", () => resolve(secure));
      } else attempt.breakOff(proxyError(proxy, message));
    });
    request.on("response", (message: IncomingMessage) => attempt.breakOff(proxyError(proxy, message)));
    request.end();
  });
}

function proxyError(proxy: URL, { statusCode, statusMessage }: IncomingMessage): TransportError {
  const isPassing = statusCode !== undefined && statusCode >= 500;
  return new TransportError(`The proxy ${proxy.host} refused the connection (${statusCode} ${statusMessage}).`, {
    phase: "connect",
    isPassing,
  });
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

/** Values from one who pushes them to one who waits for them. */
interface Queue<T> {
  push(value: T): void;
  end(): void;
  /** After the values that are there already, the reader fails. */
  readonly fail: (error: Error) => void;
  values(): AsyncGenerator<T>;
}

function createQueue<T>(): Queue<T> {
  let waiting: T[] = [];
  let outcome: { readonly error?: Error } | undefined;
  let wake = (): void => {};

  function finish(how: { readonly error?: Error }): void {
    outcome ??= how;
    wake();
  }

  return {
    push(value) {
      waiting.push(value);
      wake();
    },
    end: () => finish({}),
    fail: (error) => finish({ error }),
    async *values() {
      for (;;) {
        const taken = waiting;
        waiting = [];
        yield* taken;
        if (waiting.length > 0) continue;
        if (outcome?.error !== undefined) throw outcome.error;
        if (outcome !== undefined) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** We ask for no compression; proxies and gateways compress all the same. Every piece is decoded as soon as it is there. */
function decompressed(message: IncomingMessage, encoding: string, attempt: Attempt): Readable {
  const gzip = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  const brotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return message;
    case "gzip":
    case "x-gzip":
      return through(createGunzip(gzip));
    case "deflate":
      return through(createInflate(gzip));
    case "br":
      return through(createBrotliDecompress(brotli));
    default:
      throw new TransportError(`The reply is encoded as '${encoding}', which was not asked for.`, { phase: "body", isPassing: false });
  }

  function through<T extends ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>>(stream: T): T {
    attempt.own(stream);
    pipeline(message, stream, () => {});
    return stream;
  }
}

function timeoutError(phase: TransportPhase, most: number): TransportError {
  const seconds = `${Math.round(most / 100) / 10} s`;
  switch (phase) {
    case "connect":
      return new TransportError(`No connection was made within ${seconds}.`, { phase, isPassing: true });
    case "head":
      return new TransportError(`The provider did not begin its answer within ${seconds}.`, { phase, isPassing: false });
    case "body":
      return new TransportError(`Nothing more came for ${seconds}.`, { phase, isPassing: false });
  }
}

const broken: { readonly [Phase in TransportPhase]: string } = {
  connect: "The provider could not be reached",
  head: "The connection broke before an answer came",
  body: "The connection broke before the reply was complete",
};

const causes: { readonly [code: string]: string } = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ENOTFOUND: "its name is unknown",
  EAI_AGAIN: "its name could not be looked up",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "it cannot be reached",
  ENETUNREACH: "there is no network",
};

/** Errors of certificates stay what they are, however often one tries. */
const lasting = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT|ERR_INVALID|ERR_UNESCAPED|HPE_)/;

function transportError(error: Error & { readonly code?: string }, phase: TransportPhase): TransportError {
  const code = error.code ?? "";
  const said = error.message || code;
  const cause = Object.hasOwn(causes, code) ? `${causes[code]} (${said})` : said;
  return new TransportError(`${broken[phase]}: ${cause}.`, { phase, isPassing: !lasting.test(code) });
}
