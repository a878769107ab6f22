import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApplyWorkspaceEditRequest, type ClientCapabilities, type ShowMessageParams } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type OwnServer, startOwnServer } from "../support/own-server.js";
import { createSignal } from "../support/signal.js";
import { tempDir } from "../support/temp-dir.js";
import { editsByDocument, sequentialChanges } from "../support/workspace-edit.js";

const capabilities: ClientCapabilities = {
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } },
  window: { workDoneProgress: true },
};

/** What the host says of the index: one wait after the other, each ended by the test. */
let settleIndex = (): void => {};
let index: Promise<void>;
const dir = tempDir();
const signal = createSignal();
const documents = new Map<string, TextDocument>();
const states: string[] = [];
const progress: string[] = [];
const messages: string[] = [];
const codes = new Map<string, readonly string[]>();
let token: string | number = "";
let server: OwnServer;

function waitAnew(): void {
  index = new Promise((resolve) => {
    settleIndex = resolve;
  });
}

const until = (probe: () => boolean): Promise<true> =>
  signal.until(
    () => probe() || undefined,
    8_000,
    () => `It did not happen: ${JSON.stringify({ states, progress, messages, codes: [...codes] })}`,
  );

async function change(uri: string, edits: Parameters<typeof sequentialChanges>[1]): Promise<void> {
  const document = documents.get(uri) as TextDocument;
  const contentChanges = sequentialChanges(document, edits);
  const version = document.version + 1;
  documents.set(uri, TextDocument.update(document, contentChanges, version));
  await server.client.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
  signal.changed();
}

beforeAll(async () => {
  dir.write("flemma.lua", 'require("flemma").setup{ templating = { modules = { "p" } } }');
  dir.write(
    "lua/p.lua",
    `local readiness = require("flemma.readiness")
     return { name = "p", priority = 300, populate = function(env)
       env.index = function()
         if not readiness.is_ready("index") then error(readiness.Suspense("index")) end
         return "indexed"
       end
       env.nothing = function() error(readiness.Suspense("no such thing")) end
     end }`,
  );
  waitAnew();
  server = await startOwnServer({
    rootUri: dir.uri(""),
    capabilities,
    initializationOptions: { trusted: true, settings: { provider: "echo" } },
    boundary: (name) => (name === "index" ? index : undefined),
    prepare(client) {
      client.onRequest(ApplyWorkspaceEditRequest.type, async ({ edit }) => {
        for (const { uri, edits } of editsByDocument(edit)) await change(uri, edits);
        return { applied: true };
      });
      client.onRequest("window/workDoneProgress/create", (params: { token: string | number }) => {
        token = params.token;
        return null;
      });
      client.onNotification("$/progress", ({ value }: { value: { kind: string; message?: string } }) => {
        progress.push(`${value.kind}: ${value.message}`);
        signal.changed();
      });
      client.onNotification("chat/runChanged", ({ state }: { state: string }) => {
        states.push(state);
        signal.changed();
      });
      client.onNotification("window/showMessage", ({ message }: ShowMessageParams) => {
        messages.push(message);
        signal.changed();
      });
      client.onNotification("textDocument/publishDiagnostics", (params: { uri: string; diagnostics: { code: string }[] }) => {
        codes.set(
          params.uri,
          params.diagnostics.map(({ code }) => code),
        );
        signal.changed();
      });
    },
  });
});

afterAll(() => {
  server?.dispose();
  dir.remove();
});

let count = 0;

async function open(text: string): Promise<string> {
  const uri = dir.uri(`w${++count}.chat`);
  documents.set(uri, TextDocument.create(uri, "chat", 1, text));
  for (const list of [states, progress, messages]) list.length = 0;
  await server.client.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "chat", version: 1, text } });
  return uri;
}

const execute = (command: string, uri: string): Promise<object> =>
  server.client.sendRequest("workspace/executeCommand", { command, arguments: [{ uri }] });
const text = (uri: string): string => documents.get(uri)?.getText() ?? "";

describe("what a document needs and is not ready", () => {
  test("is waited for by a send, which progress names, and which goes on by itself", async () => {
    waitAnew();
    const uri = await open("@You:\nIt is {{ index() }}.\n");
    await until(() => codes.get(uri)?.join() === "readiness/waiting");
    expect(await execute("chat.send", uri)).toMatchObject({ accepted: true });
    await until(() => progress.some((message) => message.includes("waiting for index")));
    expect(states).toEqual(["waiting"]);
    expect(text(uri)).toBe("@You:\nIt is {{ index() }}.\n");
    expect(await execute("chat.send", uri)).toMatchObject({ accepted: false });
    settleIndex();
    await until(() => states.length === 3);
    expect(states).toEqual(["waiting", "running", "done"]);
    expect(text(uri)).toContain("@Assistant:\n[user]\nIt is indexed.\n\n@You:\n");
    await until(() => codes.get(uri)?.length === 0);
    expect(progress.at(-1)).toMatch(/^end: done · [\d,]+ tokens in, [\d,]+ out$/);
  });

  test("lets the passive evaluation run again once it is ready", async () => {
    waitAnew();
    const uri = await open("@You:\n{{ index() }}\n");
    await until(() => codes.get(uri)?.join() === "readiness/waiting");
    settleIndex();
    await until(() => codes.get(uri)?.length === 0);
    expect(states).toEqual([]);
  });

  test.each([
    ["the command", (uri: string) => execute("chat.cancel", uri)],
    ["progress", () => server.client.sendNotification("window/workDoneProgress/cancel", { token })],
    ["closing the document", (uri: string) => server.client.sendNotification("textDocument/didClose", { textDocument: { uri } })],
  ])("is waited for until %s cancels it", async (_, cancel) => {
    waitAnew();
    const uri = await open("@You:\n{{ index() }}\n");
    await execute("chat.send", uri);
    await until(() => progress.some((message) => message.includes("waiting for index")));
    await cancel(uri);
    await until(() => states.includes("cancelled"));
    settleIndex();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(states).toEqual(["waiting", "cancelled"]);
    expect(text(uri)).toBe("@You:\n{{ index() }}\n");
    expect(messages).toEqual([]);
  });

  test("and then is blocked by something else says so, and the run has failed", async () => {
    waitAnew();
    const uri = await open("@You:\n{{ index() }}\n");
    expect(await execute("chat.send", uri)).toMatchObject({ accepted: true });
    await until(() => states.includes("waiting"));
    const end = { line: 2, character: 0 };
    await change(uri, [{ range: { start: end, end }, newText: "{% error('no') %}\n" }]);
    await until(() => codes.get(uri)?.includes("template/runtime") === true);
    settleIndex();
    await until(() => states.includes("failed") && messages.length > 0);
    expect(messages[0]).toMatch(/^Not sent\.\n[^\n]*blocking[^\n]*\nw\d+\.chat:3: no/);
    expect(states).toEqual(["waiting", "failed"]);
  });

  test("and that nobody knows blocks a send, and is an error in the editor", async () => {
    const uri = await open("@You:\n{{ nothing() }}\n");
    await until(() => codes.get(uri)?.join() === "readiness/unknown");
    expect(await execute("chat.send", uri)).toMatchObject({ accepted: false, diagnostics: [{ code: "readiness/unknown" }] });
  });
});
