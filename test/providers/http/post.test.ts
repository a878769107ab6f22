import { createServer, type Socket } from "node:net";
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { all, loopback, said, send, stream } from "../loopback.js";

const hi = [
  { kind: "text", text: "Hi" },
  { kind: "done", ending: "complete", usage: { inputTokens: 3, outputTokens: 2 } },
];

test("characters that are cut in half come whole", async () => {
  const server = await loopback(async (response) => {
    response.writeHead(200);
    for (const byte of Buffer.from(said("Grüße \u{1f600}"))) response.write(Buffer.of(byte));
    response.end();
  });
  expect((await all(send(server.url)))[0]).toEqual({ kind: "text", text: "Grüße \u{1f600}" });
});

test("a byte order mark before the stream is no part of it", async () => {
  const server = await loopback((response) => stream(response, `\ufeff${said("Hi")}`));
  expect(await all(send(server.url))).toEqual(hi);
});

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["deflate", deflateSync],
])("a reply that is compressed with %s, though nobody asked for it, is read", async (encoding, compress) => {
  const server = await loopback((response) => {
    response.writeHead(200, { "content-encoding": encoding });
    response.end(compress(said("Hi")));
  });
  expect(await all(send(server.url))).toEqual(hi);
});

test("a compressed reply is read as it comes", async () => {
  let goOn = (): void => {};
  const server = await loopback((response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    const gzip = createGzip();
    gzip.pipe(response);
    gzip.write(said("Hi").slice(0, 60));
    gzip.flush();
    goOn = () => gzip.end(said("Hi").slice(60));
  });
  const events = send(server.url);
  expect((await events.next()).value).toEqual({ kind: "text", text: "Hi" });
  goOn();
  expect((await events.next()).value).toEqual(hi[1]);
});

test("another encoding is told", async () => {
  const server = await loopback((response) => response.writeHead(200, { "content-encoding": "rot13" }).end("x"));
  expect(await all(send(server.url))).toMatchObject([{ kind: "failed", failure: { message: expect.stringContaining("rot13") } }]);
});

test.each([
  ["the head", { head: 60 }, (): void => {}, "The provider did not begin its answer within 0.1 s."],
  [
    "the next piece",
    { idle: 60 },
    (response: { write(text: string): void }) => response.write(": nothing yet\n\n"),
    "Nothing more came for 0.1 s.",
  ],
])("%s is waited for no longer than settings say", async (_, timeouts, begin, message) => {
  const server = await loopback((response) => void begin(response));
  expect(await all(send(server.url, { timeouts }))).toMatchObject([{ kind: "failed", failure: { kind: "network", message } }]);
  await server.hungUp;
  expect(server.arrived).toHaveLength(1);
});

test("a connection is waited for no longer than settings say", async () => {
  // A proxy that never answers is a connection that is never made.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on("error", () => {})));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as { port: number };
  const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
  const events = await all(send("https://api.test/v1", { env, timeouts: { connect: 60 } }));
  expect(events.at(-1)).toMatchObject({
    kind: "failed",
    failure: { kind: "network", message: "No connection was made within 0.1 s (tried 3 times)." },
  });
  expect(sockets).toHaveLength(3);
  await Promise.all(sockets.map((socket) => socket.destroyed || new Promise((resolve) => socket.on("close", resolve).resume())));
});

test("a time of 0 is no limit, and a slow reply that goes on is never cut", async () => {
  const server = await loopback((response) => {
    let sent = 0;
    const timer = setInterval(() => {
      response.write(said("Hi").slice(sent, sent + 20));
      sent += 20;
      if (sent < said("Hi").length) return;
      clearInterval(timer);
      response.end();
    }, 20);
  });
  expect(await all(send(server.url, { timeouts: { connect: 0, head: 0, idle: 0 } }))).toEqual(hi);
  expect(await all(send(server.url, { timeouts: { idle: 150 } }))).toEqual(hi);
});

test("what follows a complete reply is not waited for", async () => {
  const server = await loopback((response) => response.writeHead(200).write(said("Hi").replace("data: [DONE]\n\n", "")));
  expect(await all(send(server.url, { timeouts: { idle: 50 } }))).toEqual(hi);
  const finished = await loopback((response) => response.writeHead(200).write(said("Hi")));
  expect(await all(send(finished.url, { timeouts: { idle: 0 } }))).toEqual(hi);
  await finished.hungUp;
});

test.each(["before the head", "after the head", "in the middle"])("stopping %s closes the connection", async (where) => {
  const abort = new AbortController();
  const server = await loopback((response) => {
    if (where === "before the head") abort.abort();
    else if (where === "after the head") {
      response.writeHead(200);
      response.write(": hello\n\n", () => setTimeout(() => abort.abort(), 20));
    } else response.writeHead(200).write(said("Hi").slice(0, 60));
  });
  const seen: unknown[] = [];
  for await (const event of send(server.url, { signal: abort.signal })) {
    seen.push(event);
    abort.abort();
  }
  await server.hungUp;
  expect(seen).toEqual(where === "in the middle" ? [hi[0]] : []);
});

test("leaving the events closes the connection", async () => {
  const server = await loopback((response) => response.writeHead(200).write(said("Hi").slice(0, 60)));
  for await (const event of send(server.url)) {
    expect(event).toEqual(hi[0]);
    break;
  }
  await server.hungUp;
});

test("a stopped send sends nothing", async () => {
  const server = await loopback((response) => stream(response));
  expect(await all(send(server.url, { signal: AbortSignal.abort() }))).toEqual([]);
  expect(server.arrived).toEqual([]);
});

test("a single event beyond all measure ends the reply", async () => {
  const server = await loopback((response) => {
    response.writeHead(200);
    response.write("data: ");
    const piece = Buffer.alloc(2 ** 20, "x");
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  expect(await all(send(server.url))).toMatchObject([
    { kind: "failed", failure: { message: "A single event of the reply is larger than 64 MB." } },
  ]);
  await server.hungUp;
});

test("what is no HTTP is told", async () => {
  const odd = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
  await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void odd.close());
  const { port } = odd.address() as { port: number };
  expect(await all(send(`http://127.0.0.1:${port}/`))).toMatchObject([{ kind: "failed", failure: { kind: "network" } }]);
});

test("what is no address is told", async () => {
  expect(await all(send("nowhere"))).toMatchObject([
    { kind: "failed", failure: { kind: "network", message: expect.stringContaining("Invalid URL") } },
  ]);
});

test.each([403, 407])("a proxy that refuses (%d) is told, without its password", async (status) => {
  const proxy = await loopback(() => {});
  proxy.server.on("connect", (_, socket: Socket) => socket.end(`HTTP/1.1 ${status} No Way\r\n\r\n`));
  const env = { HTTPS_PROXY: `http://me:pass-word@127.0.0.1:${proxy.port}` };
  const message = `The proxy 127.0.0.1:${proxy.port} refused the connection (${status} No Way).`;
  expect(await all(send("https://api.test/v1", { env }))).toMatchObject([{ kind: "failed", failure: { kind: "network", message } }]);
});

test("a proxy that cannot be used is told", async () => {
  const env = { HTTPS_PROXY: "socks5://127.0.0.1:1" };
  expect(await all(send("https://api.test/v1", { env }))).toMatchObject([
    { kind: "failed", failure: { message: expect.stringContaining("HTTPS_PROXY") } },
  ]);
});

describe("by the clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("a reply that is silent for 299 s again and again goes on, one that is silent for 300 s does not", async () => {
    let next = (): void => {};
    const server = await loopback((response) => {
      response.writeHead(200);
      next = () => response.write('data: {"choices":[{"delta":{"content":"x"}}]}\n\n');
      next();
    });
    const events = send(server.url, { timeouts: { idle: 300_000 } });
    for (let count = 0; count < 3; count++) {
      expect((await events.next()).value).toEqual({ kind: "text", text: "x" });
      await vi.advanceTimersByTimeAsync(299_000);
      if (count < 2) next();
    }
    const end = events.next();
    await vi.advanceTimersByTimeAsync(1000);
    expect((await end).value).toMatchObject({ kind: "failed", failure: { kind: "network", message: "Nothing more came for 300 s." } });
    await server.hungUp;
  });
});
