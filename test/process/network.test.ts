import { execFile } from "node:child_process";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Server as NetServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { sendingPath } from "../support/built.js";
import { selfSigned } from "../support/self-signed.js";
import { tempDir } from "../support/temp-dir.js";

const key = "sk-canary-of-the-network";
const { cert, key: certificateKey } = selfSigned();
const hi = [
  { kind: "text", text: "Hi" },
  { kind: "done", ending: "complete", usage: { inputTokens: 1, outputTokens: 1 } },
];

/** Sends one request from a process of its own, whose environment is this and nothing else. */
async function sendOnce(
  url: string,
  env: { readonly [name: string]: string },
): Promise<{ kind: string; failure?: { kind: string; message: string } }[]> {
  const script = fileURLToPath(new URL("send-once.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, sendingPath, url, key], { env });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function listen(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A provider behind TLS; `keys` are what showed who asked. */
async function provider(): Promise<{
  readonly port: number;
  readonly keys: (string | undefined)[];
  readonly trusted: { NODE_EXTRA_CA_CERTS: string };
}> {
  const keys: (string | undefined)[] = [];
  const server = createHttpsServer({ cert, key: certificateKey }, ({ headers }, response) => {
    keys.push(headers.authorization);
    response.end("data: Hi\n\ndata: [DONE]\n\n");
  });
  const folder = tempDir({ "ca.pem": cert });
  onTestFinished(folder.remove);
  return { port: await listen(server), keys, trusted: { NODE_EXTRA_CA_CERTS: folder.file("ca.pem") } };
}

/** What a proxy saw: the heads of what it was asked, and every byte that went through it. */
interface Seen {
  readonly port: number;
  readonly asked: { readonly what: string; readonly authorization: string | undefined }[];
  readonly bytes: Buffer[];
}

async function proxy(server: Server): Promise<Seen> {
  const asked: Seen["asked"] = [];
  const bytes: Buffer[] = [];
  server.on("connect", ({ url, headers }, client: Socket) => {
    asked.push({ what: `CONNECT ${url}`, authorization: headers["proxy-authorization"] });
    const [host = "", port = ""] = (url ?? "").split(":");
    const onward = connect(Number(port), host === "localhost" ? "127.0.0.1" : host, () =>
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n"),
    );
    client.on("data", (piece: Buffer) => bytes.push(piece)).pipe(onward);
    onward.pipe(client);
    for (const socket of [client, onward]) socket.on("error", () => {});
  });
  server.on("request", ({ method, url, headers }, response) => {
    asked.push({ what: `${method} ${url}`, authorization: headers["proxy-authorization"] });
    response.end("data: Hi\n\ndata: [DONE]\n\n");
  });
  return { port: await listen(server), asked, bytes };
}

describe("certificates", () => {
  test("of an authority that NODE_EXTRA_CA_CERTS names are accepted", async () => {
    const { port, keys, trusted } = await provider();
    expect(await sendOnce(`https://localhost:${port}/v1`, trusted)).toEqual(hi);
    expect(keys).toEqual([`Bearer ${key}`]);
  });

  test("of nobody are refused at once, and no key is sent", async () => {
    const { port, keys } = await provider();
    const events = await sendOnce(`https://localhost:${port}/v1`, {});
    expect(events).toMatchObject([
      { kind: "failed", failure: { kind: "network", message: expect.stringMatching(/self.signed certificate/i) } },
    ]);
    expect(keys).toEqual([]);
  });
});

describe("a proxy", () => {
  test.each(["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])("in %s is asked for a tunnel, and sees neither key nor body", async (variable) => {
    const { port, trusted } = await provider();
    const between = await proxy(createHttpServer());
    const env = { ...trusted, [variable]: `http://me:pass%20word@127.0.0.1:${between.port}` };
    expect(await sendOnce(`https://localhost:${port}/v1`, env)).toEqual(hi);
    expect(between.asked).toEqual([
      { what: `CONNECT localhost:${port}`, authorization: `Basic ${Buffer.from("me:pass word").toString("base64")}` },
    ]);
    expect(Buffer.concat(between.bytes).length).toBeGreaterThan(100);
    expect(Buffer.concat(between.bytes).toString("latin1")).not.toContain(key);
  });

  test("may be reached over TLS itself", async () => {
    const { port, trusted } = await provider();
    const between = await proxy(createHttpsServer({ cert, key: certificateKey }));
    expect(await sendOnce(`https://127.0.0.1:${port}/v1`, { ...trusted, HTTPS_PROXY: `https://localhost:${between.port}` })).toEqual(hi);
    expect(between.asked).toEqual([{ what: `CONNECT 127.0.0.1:${port}`, authorization: undefined }]);
  });

  test("is left out for what NO_PROXY names", async () => {
    const { port, trusted } = await provider();
    const between = await proxy(createHttpServer());
    const env = { ...trusted, HTTPS_PROXY: `http://127.0.0.1:${between.port}`, no_proxy: "example.com, localhost" };
    expect(await sendOnce(`https://localhost:${port}/v1`, env)).toEqual(hi);
    expect(between.asked).toEqual([]);
  });

  test("is told the whole address where there is no TLS", async () => {
    const between = await proxy(createHttpServer());
    expect(await sendOnce("http://models.test/v1?x=1", { HTTP_PROXY: `127.0.0.1:${between.port}` })).toEqual(hi);
    expect(between.asked).toEqual([{ what: "POST http://models.test/v1?x=1", authorization: undefined }]);
  });
});
