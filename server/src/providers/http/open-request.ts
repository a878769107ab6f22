import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type Socket } from "node:net";
import { type TLSSocket, connect as tlsConnect } from "node:tls";
import { type Environment, proxyFor } from "../proxy.js";
import type { Attempt } from "./attempt.js";
import { TransportError } from "./transport-error.js";

/** With what a request is opened. */
export interface Opening {
  readonly headers: { readonly [name: string]: string };
  readonly env: Environment;
  readonly attempt: Attempt;
}

/** Opens the request, directly or through a proxy; resolves when it is connected, TLS included. */
export async function openRequest(url: URL, { headers, env, attempt }: Opening): Promise<ClientRequest> {
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
