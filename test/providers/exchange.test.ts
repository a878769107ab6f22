import { describe, expect, test } from "vitest";
import { failure } from "../../server/src/providers/classify.js";
import type { FindCredential } from "../../server/src/providers/credential-search.js";
import { all, key, loopback, refuse, said, send, stream } from "./loopback.js";

const usage = { inputTokens: 3, outputTokens: 2 };
const done = { kind: "done", ending: "complete", usage };
const hi = [{ kind: "text", text: "Hi" }, done];

test("a request is posted with the key, its headers and its exact body, and the reply comes as events", async () => {
  const server = await loopback((response) => stream(response));
  expect(await all(send(server.url))).toEqual(hi);
  expect(server.arrived).toMatchObject([
    {
      method: "POST",
      url: "/v1/chat/completions",
      body: '{"messages":[]}',
      headers: {
        authorization: `Bearer ${key}`,
        "x-own": "yes",
        "content-type": "application/json",
        "accept-encoding": "identity",
        connection: "close",
      },
    },
  ]);
});

describe("before the first piece of a reply", () => {
  test.each([408, 409, 429, 500, 502, 503, 504, 529])("%d is tried again, and a person is told", async (status) => {
    const server = await loopback((response, count) => (count < 3 ? refuse(response, status) : stream(response)));
    expect(await all(send(server.url))).toEqual([
      { kind: "waiting", reason: `retrying in 0.1 s (${status})` },
      { kind: "waiting", reason: `retrying in 0.1 s (${status})` },
      ...hi,
    ]);
  });

  test.each([400, 401, 402, 403, 404, 413, 422])("%d is not tried again", async (status) => {
    const server = await loopback((response) => refuse(response, status));
    expect(await all(send(server.url))).toMatchObject([{ kind: "failed", failure: { status, message: "some_error — No." } }]);
    expect(server.arrived).toHaveLength(1);
  });

  test("it is tried twice more at most", async () => {
    const server = await loopback((response) => refuse(response, 529));
    const events = await all(send(server.url));
    expect(events.at(-1)).toMatchObject({ kind: "failed", failure: { kind: "overload", message: "some_error — No (tried 3 times)." } });
    expect(server.arrived).toHaveLength(3);
  });

  test("a connection that breaks before the head, or cannot be made, is tried again", async () => {
    const server = await loopback((response, count) => (count < 3 ? response.destroy() : stream(response)));
    expect((await all(send(server.url))).slice(2)).toEqual(hi);
    const closed = await loopback(() => {});
    await new Promise((resolve) => closed.server.close(resolve));
    expect(await all(send(closed.url))).toMatchObject([
      { kind: "waiting", reason: "retrying in 0.1 s (network)" },
      { kind: "waiting" },
      { kind: "failed", failure: { kind: "network", message: expect.stringMatching(/refused .*tried 3 times/) } },
    ]);
  });

  test("an overloaded provider may say so in the stream", async () => {
    const overloaded = `data: ${JSON.stringify({ error: { type: "overloaded_error", message: "Overloaded" } })}\n\n`;
    const server = await loopback((response, count) => stream(response, count === 1 ? `: ping\n\n${overloaded}` : said("Hi")));
    expect(await all(send(server.url))).toEqual([{ kind: "waiting", reason: "retrying in 0.1 s (overload)" }, ...hi]);
  });

  test("the pauses are at random, and longer each time", async () => {
    const server = await loopback((response, count) => (count < 3 ? refuse(response, 503) : stream(response)));
    const events = await all(send(server.url, { random: 0.9 }));
    expect(events.slice(0, 2)).toEqual([
      { kind: "waiting", reason: "retrying in 0.5 s (503)" },
      { kind: "waiting", reason: "retrying in 0.9 s (503)" },
    ]);
  });

  test.each([
    ["retry-after-ms in ms", { "retry-after-ms": "20", "retry-after": "30" }, "0.1 s"],
    ["retry-after in seconds", { "retry-after": "1" }, "1 s"],
    ["retry-after as a date", { "retry-after": new Date(Date.UTC(2026, 0, 1, 0, 0, 1)).toUTCString() }, "1 s"],
    ["retry-after in the past", { "retry-after": "Wed, 31 Dec 2025 23:00:00 GMT" }, "0.1 s"],
  ])("the provider says how long: %s", async (_, headers, time) => {
    const server = await loopback((response, count) => (count === 1 ? refuse(response, 429, { headers }) : stream(response)));
    expect((await all(send(server.url)))[0]).toEqual({ kind: "waiting", reason: `retrying in ${time} (429)` });
  });

  test("a wait of more than a minute is told, not waited", async () => {
    const server = await loopback((response) =>
      refuse(response, 429, { headers: { "retry-after": "3600", "x-ratelimit-remaining-requests": "0" } }),
    );
    expect(await all(send(server.url))).toMatchObject([
      {
        kind: "failed",
        failure: {
          kind: "rate",
          message: "some_error — No. (retry-after: 3600, x-ratelimit-remaining-requests: 0)",
          advice: "The provider asks to wait 60 min: send again then, or choose another provider.",
        },
      },
    ]);
    expect(server.arrived).toHaveLength(1);
  });

  test("a provider that wants no second try gets none, nor does one whose quota is used up", async () => {
    const unwanted = await loopback((response) => refuse(response, 529, { headers: { "x-should-retry": "false" } }));
    expect(await all(send(unwanted.url))).toMatchObject([{ kind: "failed", failure: { kind: "overload" } }]);
    for (const type of ["insufficient_quota", "usage_limit_reached"]) {
      const quota = await loopback((response) => refuse(response, 429, { error: { type } }));
      expect(await all(send(quota.url))).toMatchObject([{ kind: "failed", failure: { kind: "quota" } }]);
      expect(quota.arrived).toHaveLength(1);
    }
  });

  test("a person may stop the wait", async () => {
    const server = await loopback((response) => refuse(response, 429, { headers: { "retry-after": "59" } }));
    const abort = new AbortController();
    const seen: unknown[] = [];
    for await (const event of send(server.url, { signal: abort.signal })) {
      seen.push(event);
      abort.abort();
    }
    expect(seen).toEqual([{ kind: "waiting", reason: "retrying in 59 s (429)" }]);
    expect(server.arrived).toHaveLength(1);
  });
});

describe("once a piece of the reply was given out", () => {
  test.each<[string, (rest: { readonly end: (text?: string) => void; readonly destroy: () => void }) => void, string, RegExp]>([
    ["the stream ends", ({ end }) => end(), "incomplete", /^The connection closed before the reply was complete\.$/],
    ["the stream ends in the middle of an event", ({ end }) => end('data: {"cho'), "incomplete", /closed before/],
    ["the connection is cut", ({ destroy }) => destroy(), "incomplete", /^The connection broke before the reply was complete/],
    ["an error comes", ({ end }) => end('data: {"error":{"type":"overloaded_error","message":"x"}}\n\n'), "overload", /x/],
    ["nonsense comes", ({ end }) => end("data: nonsense\n\n"), "server", /no JSON: nonsense/],
  ])("nothing is tried again when %s, and what came is kept", async (_, finish, kind, message) => {
    const server = await loopback((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n', () =>
        finish({ end: (text) => response.end(text), destroy: () => response.destroy() }),
      );
    });
    expect(await all(send(server.url))).toMatchObject([
      { kind: "text", text: "Hi" },
      { kind: "failed", failure: { kind, message: expect.stringMatching(message) } },
    ]);
    expect(server.arrived).toHaveLength(1);
  });

  test("the last event needs no empty line after it", async () => {
    const server = await loopback((response) => stream(response, said("Hi").replace("data: [DONE]\n\n", "").trimEnd()));
    expect(await all(send(server.url))).toEqual(hi);
  });

  test("a complete reply is complete, however its connection ends", async () => {
    const cut = await loopback((response) => {
      response.writeHead(200);
      response.write(said("Hi").replace("data: [DONE]\n\n", ""), () => response.destroy());
    });
    expect(await all(send(cut.url))).toEqual(hi);
  });
});

describe("replies that are no stream", () => {
  test.each([
    [
      "JSON",
      '{"error":{"type":"invalid_request_error","message":"prompt is too long"}}',
      "context-too-long",
      /^invalid_request_error — prompt is too long\.$/,
    ],
    ["JSON without an error", '{"object":"list"}', "server", /^Unexpected API response: {"object":"list"}\.$/],
    ["a page", "<html><body>Please log in</body></html>", "server", /^Unexpected API response: Please log in\.$/],
  ])("a success with %s is a failure", async (_, body, kind, message) => {
    const server = await loopback((response) => response.writeHead(200, { "content-type": "application/json" }).end(body));
    expect(await all(send(server.url))).toMatchObject([{ kind: "failed", failure: { kind, message: expect.stringMatching(message) } }]);
  });

  test("a success with nothing at all is not complete", async () => {
    const server = await loopback((response) => response.writeHead(200).end());
    expect(await all(send(server.url))).toMatchObject([{ kind: "failed", failure: { kind: "incomplete" } }]);
    expect(server.arrived).toHaveLength(1);
  });

  test("an error page is told in its words", async () => {
    const server = await loopback((response) => response.writeHead(403, { "content-type": "text/html" }).end("<h1>Forbidden</h1>"));
    expect(await all(send(server.url))).toMatchObject([
      { kind: "failed", failure: { kind: "permission", message: "Unexpected API response: Forbidden." } },
    ]);
  });

  test("an error that never ends is told all the same", async () => {
    const server = await loopback((response) => response.writeHead(400).write('{"error":{"message":"No."}}'));
    expect(await all(send(server.url, { timeouts: { idle: 50 } }))).toMatchObject([{ kind: "failed", failure: { message: "No." } }]);
  });
});

test("what a terminal would obey is taken out of messages", async () => {
  const server = await loopback((response) => refuse(response, 400, { error: { message: "bad\u001b[2Jthing\u202egniht\n\nmore" } }));
  expect(await all(send(server.url))).toMatchObject([{ kind: "failed", failure: { message: "some_error — bad [2Jthing gniht more." } }]);
});

test.each([301, 302, 303, 307, 308])("a redirect (%d) is told, not followed", async (status) => {
  const other = await loopback((response) => stream(response));
  const server = await loopback((response) => response.writeHead(status, { location: `${other.url}?key=1` }).end());
  expect(await all(send(server.url))).toMatchObject([
    {
      kind: "failed",
      failure: {
        message: `The provider at http://127.0.0.1:${server.port} redirects to ${other.url}.`,
        advice: expect.stringContaining("base_url"),
      },
    },
  ]);
  expect(other.arrived).toEqual([]);
});

describe("keys", () => {
  test("a key that a server repeats is shown to nobody, nor are the values of headers", async () => {
    const header = "tenant-secret-42";
    const server = await loopback((response, _, { headers }) =>
      refuse(response, 401, {
        headers: { "x-ratelimit-key": headers.authorization ?? "" },
        error: { message: `Bad key ${headers.authorization} ${headers["x-tenant"]} ${Buffer.from(key).toString("base64")}` },
      }),
    );
    const events = await all(send(server.url, { headers: { "x-tenant": header } }));
    expect(events).toMatchObject([{ kind: "failed", failure: { kind: "authentication", advice: "Get a better key." } }]);
    expect(JSON.stringify(events)).not.toMatch(/canary|1234567890|tenant-secret|c2stY2FuYXJ5/);
  });

  test("a key in an error within the stream is shown to nobody", async () => {
    const server = await loopback((response) => stream(response, `data: ${JSON.stringify({ error: { message: `key ${key}` } })}\n\n`));
    expect(await all(send(server.url))).toMatchObject([{ kind: "failed", failure: { message: "key [redacted]." } }]);
  });

  test("without one, nothing is sent and the search is told", async () => {
    const server = await loopback((response) => stream(response));
    const missing: FindCredential = async () => ({ kind: "missing", failure: failure("authentication", "No key.") });
    expect(await all(send(server.url, { credential: missing }))).toMatchObject([{ kind: "failed", failure: { message: "No key." } }]);
    expect(server.arrived).toEqual([]);
  });

  test("a header that a person set shows who asks, whatever else was found", async () => {
    const server = await loopback((response) => stream(response));
    await all(send(server.url, { headers: { authorization: "Basic own" } }));
    expect(server.arrived[0]?.headers.authorization).toBe("Basic own");
  });

  test("a search that takes its time is told", async () => {
    const server = await loopback((response) => stream(response));
    let goOn = (): void => {};
    const slow: FindCredential = async () => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      return { kind: "found", credential: { secret: key }, advice: "" };
    };
    const events = send(server.url, { credential: slow });
    expect((await events.next()).value).toEqual({ kind: "waiting", reason: "waiting for credential:test" });
    goOn();
    expect(await all(events)).toEqual(hi);
  });

  test("an endpoint that needs none gets none", async () => {
    const server = await loopback((response) => stream(response));
    const none: FindCredential = async () => ({ kind: "found", credential: undefined, advice: "" });
    expect(await all(send(server.url, { credential: none }))).toEqual(hi);
    expect(server.arrived[0]?.headers.authorization).toBeUndefined();
  });

  test("a token that is refused is fetched anew, once", async () => {
    const tokens =
      (count: number): FindCredential =>
      async (_, refused) => ({
        kind: "found",
        credential: { secret: refused === undefined ? "old-token" : `new-token-${count++}` },
        advice: "Log in.",
      });
    const server = await loopback((response, _, { headers }) =>
      headers.authorization === "Bearer new-token-1" ? stream(response) : refuse(response, 401),
    );
    expect(await all(send(server.url, { credential: tokens(1) }))).toEqual(hi);
    const strict = await loopback((response) => refuse(response, 401));
    expect(await all(send(strict.url, { credential: tokens(1) }))).toMatchObject([
      { kind: "failed", failure: { kind: "authentication", advice: "Log in." } },
    ]);
    expect(strict.arrived).toHaveLength(2);
  });

  test("one that cannot be sent is told without being shown", async () => {
    const bad: FindCredential = async () => ({ kind: "found", credential: { secret: "sk-bad\nkey" }, advice: "" });
    const server = await loopback((response) => stream(response));
    const events = await all(send(server.url, { credential: bad }));
    expect(events).toMatchObject([{ kind: "failed", failure: { kind: "network" } }]);
    expect(JSON.stringify(events)).not.toContain("sk-bad");
    expect(server.arrived).toEqual([]);
  });
});

describe("usage", () => {
  test("where the provider counts nothing it is estimated", async () => {
    const server = await loopback((response) => stream(response, said("Hello you").replace(/,"usage":\{[^}]*\}/, "")));
    expect((await all(send(server.url))).at(-1)).toEqual({
      kind: "done",
      ending: "complete",
      usage: { inputTokens: 4, outputTokens: 3, isEstimated: true },
    });
  });
});
