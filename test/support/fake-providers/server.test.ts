import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../process/children.js";
import { tempDir } from "../temp-dir.js";
import { replies, replyOf } from "./replies.js";
import { textOf } from "./reply.js";
import { type FakeProviders, startFakeProviders } from "./server.js";
import type { WireName } from "./wire.js";

let fake: FakeProviders;
beforeAll(async () => {
  fake = await startFakeProviders();
});
afterAll(() => fake.close());

const asked: Readonly<Record<WireName, { path: string; headers: Record<string, string>; body: (text: string) => object }>> = {
  anthropic: {
    path: "/v1/messages",
    headers: { "x-api-key": "sk-secret", "anthropic-version": "2023-06-01" },
    body: (content) => ({ model: "m", max_tokens: 1000, stream: true, messages: [{ role: "user", content }] }),
  },
  responses: {
    path: "/v1/responses",
    headers: { authorization: "Bearer sk-secret" },
    body: (content) => ({ model: "m", stream: true, store: false, input: [{ role: "user", content }] }),
  },
  codex: {
    path: "/backend-api/codex/responses",
    headers: { authorization: "Bearer sk-secret", "chatgpt-account-id": "a", "openai-beta": "responses=experimental", originator: "o" },
    body: (content) => ({ model: "m", stream: true, store: false, instructions: "x", input: [{ role: "user", content }] }),
  },
  gemini: {
    path: "/v1beta1/projects/p/locations/global/publishers/google/models/m:streamGenerateContent?alt=sse",
    headers: { authorization: "Bearer sk-secret" },
    body: (text) => ({ contents: [{ role: "user", parts: [{ text }] }] }),
  },
  "chat-completions": {
    path: "/v1/chat/completions",
    headers: { authorization: "Bearer sk-secret" },
    body: (content) => ({ model: "m", stream: true, messages: [{ role: "user", content }] }),
  },
};
const wires = Object.keys(asked) as WireName[];

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly events: readonly EventSourceMessage[];
}

/** Posts a conversation; rejects when the connection breaks. */
function ask(wire: WireName, text: string, signal?: AbortSignal): Promise<Answered> {
  const { path, headers, body } = asked[wire];
  return new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      agent: false as const,
      ...(signal && { signal }),
    };
    const posted = request(fake.url + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = new TextDecoder().decode(Buffer.concat(chunks));
        const events: EventSourceMessage[] = [];
        createParser({ onEvent: (event) => events.push(event) }).feed(`${text}\n\n`);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, events });
      });
    });
    posted.on("error", reject);
    posted.end(JSON.stringify(body(text)));
  });
}

let count = 0;
const name = () => `t${++count}`;

describe.each(wires)("%s", (wire) => {
  test.each(Object.keys(replies))("streams the reply %s, and keeps what was asked and sent", async (reply) => {
    const label = name();
    const { status, events } = await ask(wire, `Say fake:${reply}/none/${label}`);
    const [exchange] = fake.exchangesOf(label);
    expect(status).toBe(200);
    expect(events.map(({ data }) => (data === "[DONE]" ? data : JSON.parse(data)))).toHaveLength(exchange?.sent ?? 0);
    expect(exchange).toMatchObject({ state: "ended", text: textOf(replyOf(reply)) });
    expect(exchange?.turns.at(-1)).toEqual({ role: "user", parts: [{ kind: "text", text: `Say fake:${reply}/none/${label}` }] });
    expect(exchange?.request.bytes.toString()).toBe(JSON.stringify(asked[wire].body(`Say fake:${reply}/none/${label}`)));
  });

  test.each(["chunk-bytes", "chunk-random-1", "crlf", "cr", "multi-line-data", "comments", "other-fields", "no-space", "bom"])(
    "means the same with the fault %s",
    async (fault) => {
      const [plain, odd] = [await ask(wire, "fake:rich"), await ask(wire, `fake:rich/${fault}/${name()}`)];
      const data = ({ events }: Answered) => events.map(({ event, data }) => [event, data === "[DONE]" ? data : JSON.parse(data)]);
      expect(data(odd)).toEqual(data(plain));
    },
  );

  test("says no as the provider does, once or for good", async () => {
    const once = `fake:hello/unavailable-once/${name()}`;
    expect(await ask(wire, once)).toMatchObject({ status: 503, headers: { "retry-after-ms": "20" } });
    expect(await ask(wire, once)).toMatchObject({ status: 200 });
    const always = `fake:hello/unauthorized/${name()}`;
    for (const _ of [1, 2]) expect(await ask(wire, always)).toMatchObject({ status: 401, text: expect.stringContaining("sk-secret") });
  });

  test("stands still until the other side leaves", async () => {
    const label = name();
    const abort = new AbortController();
    const failure = expect(ask(wire, `fake:hello/hold-1/${label}`, abort.signal)).rejects.toThrow();
    await fake.until(() => fake.exchangesOf(label).find(({ state }) => state === "held"), "A stream that stands still");
    expect(fake.exchangesOf(label)[0]?.sent).toBe(2);
    abort.abort();
    await failure;
    await fake.until(() => fake.exchangesOf(label).find(({ state }) => state === "left"), "A client that leaves");
  });

  test("stands at a gate until it is let go on, and then says the rest", async () => {
    const label = name();
    const answer = ask(wire, `fake:story/gate-4/${label}`);
    await fake.until(() => fake.exchangesOf(label).find(({ sent }) => sent === 5), "A stream at its gate");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fake.exchangesOf(label)[0]).toMatchObject({ sent: 5, state: "open" });
    fake.release(label);
    const data = ({ events }: Answered): unknown => events.map(({ event, data }) => [event, data]);
    expect(data(await answer)).toEqual(data(await ask(wire, "fake:story")));
  });

  test.each(["reset-before-headers", "close-before-headers", "reset-in-event", "close-after-text"])(
    "breaks the connection by %s",
    async (fault) => {
      await expect(ask(wire, `fake:rich/${fault}/${name()}`)).rejects.toThrow();
    },
  );

  test("ends a stream early, without its terminal event", async () => {
    const label = name();
    const { events } = await ask(wire, `fake:rich/end-after-text/${label}`);
    expect(events.length).toBeLessThan((await ask(wire, "fake:rich")).events.length);
    expect(fake.exchangesOf(label)[0]).toMatchObject({ text: "Ich öffne", state: "ended" });
  });
});

test("a request that a real server would refuse is refused in its shape, and the fault waits for a right one", async () => {
  const options = { method: "POST", headers: { "content-type": "application/json", ...asked.anthropic.headers } };
  const response = await fetch(`${fake.url}/v1/messages`, { ...options, body: '{"x": "fake:hello/forbidden/strict"}' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    type: "error",
    error: { type: "invalid_request_error", message: "x: Extra inputs are not permitted" },
  });
  expect(fake.exchangesOf("strict")).toMatchObject([{ refusal: { kind: "bad-request" }, turns: [] }]);
  expect(await ask("anthropic", "fake:hello/forbidden/strict")).toMatchObject({ status: 403 });
});

test("of several labels the last one counts", async () => {
  const { text } = await ask("anthropic", "fake:rich and fake:hello");
  expect(text).toContain("Hello");
});

test("what nobody speaks is not found", async () => {
  expect((await fetch(`${fake.url}/v1/other`, { method: "POST" })).status).toBe(404);
  expect((await fetch(`${fake.url}/v1/messages`)).status).toBe(404);
});

test("starts as a program of its own, which says where it listens and ends with its input", async () => {
  const dir = tempDir();
  const file = dir.file("address");
  const program = spawn(process.execPath, [fileURLToPath(new URL("start.mjs", import.meta.url)), file]);
  const exited = once(program, "exit");
  expect(await eventually(() => existsSync(file))).toBe(true);
  const response = await fetch(`${readFileSync(file, "utf8")}/v1/messages`, { method: "POST", body: "{}" });
  expect(response.status).toBe(400);
  await response.text();
  program.stdin.end();
  expect(await exited).toEqual([0, null]);
  dir.remove();
});
