import { afterEach, expect, test } from "vitest";
import { type Loopback, loopback } from "../providers/loopback.js";
import { anthropicReply } from "../support/anthropic-reply.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { tempDir } from "../support/temp-dir.js";

const key = "sk-canary-of-a-person";

let running: LspClient | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** A provider that takes one key only. */
const provider = (): Promise<Loopback> =>
  loopback((response, _, { headers }) => {
    if (headers["x-api-key"] === key) response.writeHead(200).end(anthropicReply);
    else response.writeHead(401).end('{"type":"error","error":{"type":"authentication_error","message":"no valid key"}}');
  });

interface Behaviour {
  /** Which offers the person takes. */
  readonly takes: readonly string[];
  /** What the editor answers to `chat/connect`. */
  readonly connect?: () => unknown;
  readonly connects?: boolean;
}

/** An editor whose person sends a document. */
async function editor(server: Loopback, { takes, connect, connects = true }: Behaviour) {
  const dir = tempDir();
  const client = await startClient({
    rootUri: dir.uri(""),
    capabilities: { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
    initializationOptions: {
      trusted: true,
      capabilities: { credential: true, connect: connects },
      settings: { providers: { anthropic: { base_url: server.url.replace(/\/v1.*/, "") } } },
    },
    env: { ANTHROPIC_API_KEY: "" },
  });
  running = client;
  let kept: string | null = null;
  const asked: { readonly message: string; readonly titles: readonly string[] }[] = [];
  const wanted: string[] = [];
  const shown: string[] = [];
  const signal = createSignal();
  client.connection.onRequest("chat/credential", () => kept);
  client.connection.onRequest("chat/connect", async ({ service }: { service: string }) => {
    wanted.push(service);
    signal.changed();
    if (connect !== undefined) return connect();
    kept = key;
    await client.connection.sendNotification("chat/credentialChanged", { service });
    return { connected: true };
  });
  client.connection.onRequest("window/showMessageRequest", ({ message, actions }: { message: string; actions: { title: string }[] }) => {
    const titles = actions.map(({ title }) => title);
    asked.push({ message, titles });
    signal.changed();
    const taken = titles.find((title) => takes.includes(title));
    return taken === undefined ? null : { title: taken };
  });
  client.connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
    shown.push(message);
    signal.changed();
  });
  client.connection.onNotification("chat/runChanged", () => signal.changed());
  const uri = dir.uri("a.chat");
  await client.open(uri, "@You:\nHello\n");
  await client.executeCommand("chat.send", { uri });
  const until = <T>(probe: () => T | undefined, what: string): Promise<T> => signal.until(probe, 8000, () => what);
  return { client, uri, asked, wanted, shown, until };
}

test("a send that fails for want of a key offers to connect the provider, and sends again when the person asks for it", async () => {
  const server = await provider();
  const { client, uri, asked, wanted, shown, until } = await editor(server, { takes: ["Connect", "Send"] });
  await until(() => (client.text(uri).includes("@Assistant:\nHi.\n") ? true : undefined), "The reply did not come.");
  expect(asked.map(({ titles }) => titles)).toEqual([["Connect"], ["Send"]]);
  expect(asked[0]?.message).toMatch(/no valid key|No key/);
  expect(asked[1]?.message).toBe("anthropic is connected. Send a.chat again?");
  expect(wanted).toEqual(["anthropic"]);
  expect(server.arrived.at(-1)?.headers["x-api-key"]).toBe(key);
  // The offer stands in for the message.
  expect(shown.join("\n")).not.toMatch(/no valid key|No key/);
  expect(JSON.stringify([asked, shown]) + client.stderr()).not.toContain(key);
});

test("nothing is sent by a key alone: the person is asked", async () => {
  const server = await provider();
  const { client, uri, asked, until } = await editor(server, { takes: ["Connect"] });
  await until(() => asked[1], "Nobody was asked whether to send again.");
  await client.executeCommand("chat.status", { uri });
  expect(server.arrived.filter(({ headers }) => headers["x-api-key"] === key)).toEqual([]);
  expect(client.text(uri)).toBe("@You:\nHello\n");
});

test.each([
  ["turns away from the offer", { takes: [] }, 0],
  ["gives no key", { takes: ["Connect"], connect: () => ({ connected: false }) }, 1],
  ["has an editor that answers with nothing", { takes: ["Connect"], connect: () => null }, 1],
  [
    "has an editor that fails",
    {
      takes: ["Connect"],
      connect: () => {
        throw new Error("no");
      },
    },
    1,
  ],
])("a person who %s is asked nothing more, and the document can be sent again", async (_, behaviour, times) => {
  const server = await provider();
  const { client, uri, asked, wanted, until } = await editor(server, behaviour);
  await until(() => asked[0], "Connecting was not offered.");
  if (times > 0) await until(() => wanted[0], "The editor was not asked.");
  await client.executeCommand("chat.send", { uri });
  await until(() => asked[1], "The second send did not end.");
  expect(asked.map(({ titles }) => titles)).toEqual([["Connect"], ["Connect"]]);
});

test("an editor that did not say that it can connect is told only", async () => {
  const server = await provider();
  const { asked, shown, until } = await editor(server, { takes: ["Connect"], connects: false });
  await until(() => shown.find((message) => /no valid key|No key/.test(message)), "Nothing was told.");
  expect(asked).toEqual([]);
});

test("no key is offered where something else went wrong", async () => {
  const server = await loopback((response) =>
    response.writeHead(400).end('{"type":"error","error":{"type":"invalid_request_error","message":"something is wrong"}}'),
  );
  const { asked, shown, until } = await editor(server, { takes: ["Connect"] });
  await until(() => shown.find((message) => message.includes("something is wrong")), "Nothing was told.");
  expect(asked).toEqual([]);
});
