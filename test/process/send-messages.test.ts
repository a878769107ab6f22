import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientCapabilities, MessageType, type ShowDocumentParams, type ShowMessageParams } from "vscode-languageserver/node";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { tempDir } from "../support/temp-dir.js";
import { eventually } from "./children.js";

const capabilities: ClientCapabilities = {
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true }, codeLens: { refreshSupport: true } },
  textDocument: { codeLens: {} },
  window: { showDocument: { support: true } },
};

interface Answer {
  readonly accepted: boolean;
  readonly diagnostics?: readonly { readonly code: string }[];
}

interface Lens {
  readonly range: { readonly start: { readonly line: number } };
  readonly command: { readonly title: string; readonly command: string; readonly arguments: readonly unknown[] };
}

const dir = tempDir();
const signal = createSignal();
const messages: ShowMessageParams[] = [];
const places: ShowDocumentParams[] = [];
const runs: object[] = [];
const ended: string[] = [];
let lensRefreshes = 0;
let client: LspClient;

async function start(given: ClientCapabilities): Promise<LspClient> {
  const started = await startClient({
    rootUri: dir.uri(""),
    capabilities: given,
    initializationOptions: {
      trusted: true,
      settings: { provider: "echo", providers: { local: { base_url: "http://127.0.0.1:9/v1", model: "m" } } },
    },
  });
  const { connection } = started;
  connection.onNotification("window/showMessage", (params: ShowMessageParams) => void messages.push(params));
  connection.onRequest("window/showDocument", (params: ShowDocumentParams) => {
    places.push(params);
    return { success: true };
  });
  connection.onRequest("workspace/codeLens/refresh", () => {
    lensRefreshes++;
    return null;
  });
  connection.onNotification("chat/runChanged", ({ uri, state, ...rest }: { uri: string; state: string }) => {
    runs.push({ uri, state, ...rest });
    if (state !== "running") ended.push(uri);
    signal.changed();
  });
  return started;
}

beforeAll(async () => {
  client = await start(capabilities);
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

let count = 0;

async function open(text: string): Promise<string> {
  const uri = dir.uri(`m${++count}.chat`);
  await client.open(uri, text);
  messages.length = 0;
  places.length = 0;
  return uri;
}

const send = (uri: string): Promise<Answer> => client.executeCommand("chat.send", { uri });
const end = (uri: string): Promise<string> =>
  signal.until(
    () => ended.find((entry) => entry === uri),
    10_000,
    () => `The run in ${uri} did not end.`,
  );

describe("a send that is blocked", () => {
  test("is told in one message: in groups, each fault on a line with file and line; and leads to the first", async () => {
    dir.write("part.md", "fine\n{% error('no') %}\n");
    const text = ["@You:", "{{ nobody }} @./gone.txt", "@You:", "{{ include('part.md') }}", "@You:", "😀 {% error('here') %}", ""].join(
      "\n",
    );
    const uri = await open(text);
    const answer = await send(uri);
    expect(answer).toMatchObject({ accepted: false });
    expect(answer.diagnostics?.map(({ code }) => code)).toEqual(["template/runtime", "template/runtime"]);
    await eventually(() => places.length > 0);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.type).toBe(MessageType.Error);
    expect(messages[0]?.message.split("\n").map((line) => line.replace(/^([\w.]+:\d+: ).*/, "$1"))).toEqual([
      "Not sent.",
      "Frontmatter and other errors (blocking):",
      "part.md:2: ",
      `m${count}.chat:6: `,
      "Expression warnings (non-blocking):",
      `m${count}.chat:2: `,
      "File reference warnings (non-blocking):",
      `m${count}.chat:2: `,
    ]);
    const start = { line: 1, character: expect.any(Number) };
    expect(places).toEqual([{ uri: dir.uri("part.md"), takeFocus: true, selection: { start, end: expect.anything() } }]);
  });

  test("leads to the place in the document, in the client's positions", async () => {
    const uri = await open("@You:\n😀{% error('here') %}\n");
    await send(uri);
    await eventually(() => places.length > 0);
    expect(places[0]).toMatchObject({ uri, selection: { start: { line: 1, character: 5 } } });
  });

  test("shows no document to a client that cannot, and sends it no other message", async () => {
    const plain = await start({ workspace: { applyEdit: true } });
    const uri = dir.uri("plain.chat");
    messages.length = 0;
    places.length = 0;
    await plain.open(uri, "@You:\n{% error('here') %}\n");
    expect(await plain.executeCommand("chat.send", { uri })).toMatchObject({ accepted: false });
    expect(await plain.stop()).toBe(0);
    expect(places).toEqual([]);
    expect(messages).toHaveLength(1);
  });
});

describe("a send with warnings", () => {
  test("goes on, and tells them in one message; the same ones are not told again", async () => {
    const uri = await open("@You:\n{{ nobody }} @./gone.txt\n{{ nobody }}\n");
    expect(await send(uri)).toMatchObject({ accepted: true });
    await end(uri);
    expect(messages).toEqual([{ type: MessageType.Warning, message: expect.stringMatching(/^Sent with warnings\.\n/) }]);
    expect(messages[0]?.message.split("\n").map((line) => line.replace(/^(m\d+\.chat:\d+: ).*/, "$1"))).toEqual([
      "Sent with warnings.",
      "Expression warnings (non-blocking):",
      `m${count}.chat:2: `,
      `m${count}.chat:3: `,
      "File reference warnings (non-blocking):",
      `m${count}.chat:2: `,
    ]);
    expect(places).toEqual([]);
    ended.length = 0;
    messages.length = 0;
    await client.change(uri, `${client.text(uri)}Once more.\n`);
    expect(await send(uri)).toMatchObject({ accepted: true });
    await end(uri);
    expect(messages).toEqual([]);
  });

  test("tells nothing when there are none", async () => {
    const uri = await open("@You:\nhi\n");
    await send(uri);
    await end(uri);
    expect(messages).toEqual([]);
  });
});

describe("a send that fails", () => {
  test("says what happened and what to do next, leaves the document alone, and can be sent again", async () => {
    const uri = await open("```lua\nflemma.opt.provider = 'local'\n```\n@You:\nhi\n");
    expect(await send(uri)).toMatchObject({ accepted: true });
    await end(uri);
    expect(runs.at(-1)).toMatchObject({ state: "failed" });
    expect(messages).toHaveLength(1);
    expect(messages[0]?.type).toBe(MessageType.Error);
    expect(messages[0]?.message).toMatch(/^The provider could not be reached[^\n]+then send again\.$/);
    expect(client.text(uri)).toBe("```lua\nflemma.opt.provider = 'local'\n```\n@You:\nhi\n");
    await client.executeCommand("chat.switch", { uri });
    await client.change(uri, client.text(uri).replace("local", "echo"));
    ended.length = 0;
    expect(await send(uri)).toMatchObject({ accepted: true });
    await end(uri);
    expect(client.text(uri)).toContain("@Assistant:\n[user]\nhi\n");
  }, 20_000);
});

describe("what a reply used", () => {
  test("comes with the end of its run, and with the status until the document is closed", async () => {
    const uri = await open("@You:\nhi\n");
    expect(await client.executeCommand("chat.status", { uri })).not.toHaveProperty("usage");
    await send(uri);
    await end(uri);
    const usage = { inputTokens: 3, outputTokens: 3, cost: 0 };
    expect(runs.at(-1)).toMatchObject({ uri, state: "done", usage });
    expect(await client.executeCommand("chat.status", { uri })).toMatchObject({ running: false, usage });
    await client.close(uri);
    await client.open(uri, "@You:\nhi\n");
    expect(await client.executeCommand("chat.status", { uri })).not.toHaveProperty("usage");
  });
});

describe("the lens", () => {
  const lenses = (uri: string, from = client): Promise<Lens[]> =>
    from.connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });

  test("that sends stands above the last @You:, and cancels while a reply is written", async () => {
    const uri = await open(`@You:\nhi\n@Assistant:\nyo\n@You:\n${"word ".repeat(300)}\n`);
    expect(client.initialized.capabilities.codeLensProvider).toEqual({ resolveProvider: false });
    const place = { start: { line: 4, character: 0 }, end: { line: 4, character: 5 } };
    const sends = { title: "Send", command: "chat.send", arguments: [{ uri }] };
    expect(await lenses(uri)).toEqual([{ range: place, command: sends }]);
    const before = lensRefreshes;
    await send(uri);
    expect(await lenses(uri)).toEqual([{ range: place, command: { title: "Cancel", command: "chat.cancel", arguments: [{ uri }] } }]);
    expect(await client.executeCommand("chat.cancel", { uri })).toEqual({ cancelled: true });
    await end(uri);
    expect((await lenses(uri))[0]?.command).toEqual(sends);
    expect(lensRefreshes).toBe(before + 2);
  });

  test("is nowhere without @You:, and in no document that is not open", async () => {
    expect(await lenses(await open("@System:\nx\n"))).toEqual([]);
    expect(await lenses(dir.uri("nowhere.chat"))).toEqual([]);
  });

  test("is not offered to a client that shows none", async () => {
    const plain = await start({ workspace: { applyEdit: true } });
    expect(plain.initialized.capabilities.codeLensProvider).toBeUndefined();
    await plain.stop();
  });
});
