import { afterEach, expect, test } from "vitest";
import type { CancellationToken } from "vscode-languageserver/node";
import { type Loopback, loopback } from "../providers/loopback.js";
import { anthropicReply } from "../support/anthropic-reply.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { tempDir } from "../support/temp-dir.js";

const key = "sk-canary-of-the-editor";

let running: LspClient | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** An editor with one document that is to be sent to `server`; `ended` resolves to the state that its next run ends with. */
async function editor(server: Loopback, answer: (service: string, token: CancellationToken) => unknown) {
  const dir = tempDir();
  const client = await startClient({
    rootUri: dir.uri(""),
    capabilities: { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
    initializationOptions: {
      trusted: true,
      capabilities: { credential: true },
      settings: { providers: { anthropic: { base_url: server.url.replace(/\/v1.*/, "") } } },
    },
    env: { ANTHROPIC_API_KEY: "sk-of-the-environment" },
  });
  running = client;
  const asked: string[] = [];
  const states: string[] = [];
  const shown: string[] = [];
  const signal = createSignal();
  client.connection.onRequest("chat/credential", ({ service }: { service: string }, token) => {
    asked.push(service);
    signal.changed();
    return answer(service, token);
  });
  client.connection.onNotification("chat/runChanged", ({ state }: { state: string }) => {
    states.push(state);
    signal.changed();
  });
  client.connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
    shown.push(message);
    signal.changed();
  });
  const uri = dir.uri("a.chat");
  await client.open(uri, "@You:\nHello\n");
  return {
    client,
    uri,
    asked,
    shown,
    untilShown: (text: string) =>
      signal.until(
        () => shown.find((message) => message.includes(text)),
        8000,
        () => `Nobody was told ${text}`,
      ),
    async ended(): Promise<string | undefined> {
      const before = states.length;
      await client.executeCommand("chat.send", { uri });
      await signal.until(
        () => states.slice(before).find((state) => ["done", "cancelled", "failed"].includes(state)),
        8000,
        () => "The run did not end.",
      );
      return states.at(-1);
    },
    untilAsked: () =>
      signal.until(
        () => asked[0],
        8000,
        () => "Nobody was asked.",
      ),
  };
}

test.each([
  ["the key", key],
  ["an object that holds it", { secret: key }],
])("an editor that keeps keys is asked before the environment, and may answer with %s", async (_, answer) => {
  const server = await loopback((response) => response.writeHead(200).end(anthropicReply));
  const { client, uri, asked, ended } = await editor(server, () => answer);
  expect(await ended()).toBe("done");
  expect(asked).toEqual(["anthropic"]);
  expect(server.arrived[0]?.headers["x-api-key"]).toBe(key);
  expect(client.text(uri)).toContain("@Assistant:\nHi.\n");
});

test.each([
  ["nothing", () => null],
  [
    "an error",
    () => {
      throw new Error("no");
    },
  ],
])("an editor that answers with %s is no hindrance", async (_, answer) => {
  const server = await loopback((response) => response.writeHead(200).end(anthropicReply));
  const { ended } = await editor(server, answer);
  expect(await ended()).toBe("done");
  expect(server.arrived[0]?.headers["x-api-key"]).toBe("sk-of-the-environment");
});

test("a key that is refused is asked for anew by the next send, and is shown nowhere", async () => {
  const server = await loopback((response, count, { headers }) => {
    const error = { type: "authentication_error", message: `invalid x-api-key ${headers["x-api-key"]}` };
    if (count === 1) response.writeHead(401).end(JSON.stringify({ type: "error", error }));
    else response.writeHead(200).end(anthropicReply);
  });
  let count = 0;
  const { client, uri, shown, untilShown, ended } = await editor(server, () => `${key}-${++count}`);
  expect(await ended()).toBe("failed");
  expect(client.text(uri)).toBe("@You:\nHello\n");
  await untilShown("authentication_error — invalid x-api-key [redacted]. The provider did not accept what the editor gave");
  expect(await ended()).toBe("done");
  expect(server.arrived[1]?.headers["x-api-key"]).toBe(`${key}-2`);
  expect(shown.join("\n") + client.stderr()).not.toContain(key);
});

test("a key that a person took back is used no longer once the editor has told so", async () => {
  const server = await loopback((response) => response.writeHead(200).end(anthropicReply));
  const keys: (string | null)[] = [key, null];
  const { client, uri, asked, ended } = await editor(server, () => keys.shift());
  const sendAnew = async (): Promise<void> => {
    await client.change(uri, "@You:\nHello\n");
    expect(await ended()).toBe("done");
  };
  await sendAnew();
  for (const odd of [null, {}, { service: 5 }, { service: "openai" }])
    await client.connection.sendNotification("chat/credentialChanged", odd);
  await sendAnew();
  expect(asked).toHaveLength(1);
  await client.connection.sendNotification("chat/credentialChanged", { service: "anthropic" });
  await sendAnew();
  expect(server.arrived.map(({ headers }) => headers["x-api-key"])).toEqual([key, key, "sk-of-the-environment"]);
});

test("a send that is stopped while the editor is asked sends nothing, and the editor is told", async () => {
  const server = await loopback((response) => response.writeHead(200).end(anthropicReply));
  let isCancelled = false;
  const { client, uri, ended, untilAsked } = await editor(
    server,
    (_, token) =>
      new Promise((resolve) => {
        token.onCancellationRequested(() => {
          isCancelled = true;
          resolve(null);
        });
      }),
  );
  const end = ended();
  await untilAsked();
  await client.executeCommand("chat.cancel", { uri });
  expect(await end).toBe("cancelled");
  expect(isCancelled).toBe(true);
  expect(server.arrived).toEqual([]);
  expect(client.text(uri)).toBe("@You:\nHello\n");
});
