import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createSignal } from "../signal.js";
import { deliver } from "./deliver.js";
import { type Answer, type Fault, refused } from "./fault.js";
import { faultOf } from "./faults.js";
import { jsonFault } from "./json-rules.js";
import { createLedger } from "./ledger.js";
import { replyOf } from "./replies.js";
import type { Reply } from "./reply.js";
import { isObject } from "./shape.js";
import type { Received, Refusal, SentTurn, Wire } from "./wire.js";
import { wires } from "./wires/wires.js";

/** A request, and what became of it. */
export interface Exchange {
  /** Undefined where nobody speaks such a wire. */
  readonly wire: Wire | undefined;
  readonly request: Received;
  /** Which reply and fault the request asked for: `REPLY/FAULT/NAME`. */
  readonly label: string;
  /** Why a real server would have refused it; the fake did. */
  readonly refusal: Refusal | undefined;
  readonly reply: Reply;
  /** The turns of a request that was not refused. */
  readonly turns: readonly SentTurn[];
  /** So many events were written whole. */
  readonly sent: number;
  /** The text of the reply in those events. */
  readonly text: string;
  /** `held`: it stands still until the other side ends it; `left`: the other side closed it before its end. */
  readonly state: "open" | "held" | "ended" | "left";
}

/** Fake providers that listen on the loopback interface. */
export interface FakeProviders {
  /** The base of all addresses, without a slash at its end. */
  readonly url: string;
  /** All requests, oldest first. */
  exchanges(): readonly Exchange[];
  /** The requests with a label that ends in a name. */
  exchangesOf(name: string): readonly Exchange[];
  /** Lets streams go on that stand at a gate, those to come included, of requests with a label that ends in a name. */
  release(name: string): void;
  /** Resolves with the first defined value of `probe`; rejects after `timeout` ms. */
  until<T>(probe: () => T | undefined, what: string, timeout?: number): Promise<T>;
  close(): Promise<void>;
}

/** Nobody waits longer at a gate, in ms. */
const longest = 600_000;

/** Where the label stands in a conversation: the last one counts. */
const label = /fake:([a-z0-9-]+)(?:\/([a-z0-9-]+))?(?:\/([a-z0-9-]+))?/g;

/**
 * Starts fake providers on a free port. A conversation chooses what it gets: `fake:REPLY/FAULT/NAME` in it names a reply,
 * what goes wrong with it, and the test; of several the last counts. What is left out is a plain "hello".
 */
export async function startFakeProviders(): Promise<FakeProviders> {
  const ledger = createLedger();
  const exchanges: Exchange[] = [];
  const released = new Set<string>();
  const signal = createSignal();
  const server = createServer({ keepAliveTimeout: 1000 }, (message, response) => void answer(message, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await received(message);
    const found = wires.find(({ accepts }) => accepts(request.path));
    const wire = request.path.startsWith("/elsewhere") || message.method !== "POST" ? undefined : found;
    const [, replyName = "hello", faultName = "none", name = ""] = [...request.bytes.toString("latin1").matchAll(label)].at(-1) ?? [];
    const labelled = [replyName, faultName, name].join("/");
    const earlier = exchanges.filter((exchange) => exchange.label === labelled && exchange.refusal === undefined).length;
    const refusal = wire && refusalOf(wire, request);
    const reply = replyOf(replyName);
    const exchange = {
      wire,
      request,
      label: labelled,
      refusal,
      reply,
      turns: refusal || !wire ? [] : wire.turns(request),
      sent: 0,
      text: "",
      state: "open" as Exchange["state"],
    };
    exchanges.push(exchange);
    response.on("close", () => {
      exchange.state = response.writableFinished ? "ended" : exchange.state === "ended" ? "ended" : "left";
      signal.changed();
    });
    response.on("error", () => {});
    signal.changed();
    if (wire === undefined) return reply404(response);
    if (refusal !== undefined) return write(response, refused(wire, refusal));
    const named = faultOf(faultName);
    const fault: Fault = earlier < (named.times ?? 1) ? named : {};
    if (fault.before !== undefined) return begin(fault.before);
    if (fault.answer !== undefined) return write(response, fault.answer(wire, request));
    const stream = wire.stream(reply, ledger);
    const sent = fault.events?.(stream, wire, request) ?? stream;
    const delivery = {
      sent(count: number) {
        exchange.sent = count;
        exchange.text = sent
          .slice(0, count)
          .map(({ text = "" }) => text)
          .join("");
        signal.changed();
      },
      released: () =>
        signal.until(
          () => (released.has(name) || response.destroyed ? true : undefined),
          longest,
          () => `Nobody let ${name} go on.`,
        ),
      held() {
        exchange.state = "held";
        signal.changed();
      },
    };
    await deliver(response, sent, { fault, delivery });
    if (exchange.state === "open") exchange.state = "ended";

    function begin(how: "close" | "reset" | "hang"): void {
      exchange.state = how === "hang" ? "held" : "ended";
      if (how === "close") response.socket?.end();
      if (how === "reset") response.socket?.resetAndDestroy();
      signal.changed();
    }
  }

  function refusalOf(wire: Wire, request: Received): Refusal | undefined {
    const fault = jsonFault(request.bytes);
    if (fault !== undefined) return { kind: "bad-request", message: `The request body is not valid JSON: ${fault}` };
    if (!/^application\/json\b/.test(request.headers["content-type"] ?? ""))
      return { kind: "bad-request", message: "content-type: must be application/json" };
    return wire.refusal(request, ledger);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges: () => exchanges,
    exchangesOf: (name) => exchanges.filter(({ label }) => label.endsWith(`/${name}`)),
    release(name) {
      released.add(name);
      signal.changed();
    },
    until: (probe, what, timeout = 15_000) => signal.until(probe, timeout, () => `${what} did not come within ${timeout} ms.`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function received(message: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const headers = Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]));
  return { path: message.url ?? "", headers, bytes, body: parsed(bytes) };
}

function parsed(bytes: Buffer): Received["body"] {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers);
  response.end(body);
}

function reply404(response: ServerResponse): void {
  write(response, { status: 404, headers: { "content-type": "text/html" }, body: "<html><body>Not Found</body></html>" });
}
