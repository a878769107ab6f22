import { afterAll, expect, test } from "vitest";
import { startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();

afterAll(() => dir.remove());

const uri = dir.uri("a.chat");
const place = { line: 0, character: 0 };

test("the server lives through messages that make no sense, and still works", async () => {
  const client = await startClient({ rootUri: dir.uri("") });
  const { connection } = client;
  const notifications: readonly [string, unknown][] = [
    ["textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text: "x" }] }],
    ["textDocument/didChange", {}],
    ["textDocument/didClose", { textDocument: { uri } }],
    ["textDocument/didSave", { textDocument: { uri } }],
    ["textDocument/didOpen", { textDocument: { uri: 3 } }],
    ["chat/trustChanged", null],
    ["chat/trustChanged", {}],
    ["workspace/didChangeWorkspaceFolders", { event: { added: [{ uri: "nonsense", name: "" }], removed: [] } }],
    ["workspace/didChangeConfiguration", { settings: null }],
    ["window/workDoneProgress/cancel", { token: "unknown" }],
    ["$/setTrace", { value: "verbose" }],
    ["$/unknown", {}],
    ["unknown", {}],
  ];
  for (const [method, params] of notifications) await connection.sendNotification(method, params);
  const requests: readonly [string, unknown][] = [
    ["textDocument/hover", { textDocument: { uri }, position: place }],
    ["textDocument/hover", {}],
    ["textDocument/codeAction", { textDocument: { uri } }],
    ["textDocument/definition", { textDocument: { uri }, position: place }],
    ["workspace/executeCommand", {}],
    ["workspace/executeCommand", { command: "chat.send", arguments: [null] }],
    ["workspace/executeCommand", { command: "chat.cancel", arguments: [{ uri: 3 }] }],
    ["unknown", null],
  ];
  await Promise.all(requests.map(([method, params]) => connection.sendRequest(method, params).catch(() => undefined)));
  await client.open(uri, "@You:\n{{ nobody }}\n");
  await client.waitForDiagnostics(uri, ({ version, diagnostics }) => version === 1 && diagnostics.length === 1);
  expect(await client.stop()).toBe(0);
});

test("the server lives through fifty documents that are opened, edited and closed in a hurry", async () => {
  const client = await startClient({ rootUri: dir.uri("") });
  const uris = Array.from({ length: 50 }, (_, index) => dir.uri(`many-${index}.chat`));
  await Promise.all(
    uris.map(async (each, index) => {
      await client.open(each, `@You:\n{{ a${index} }}\n`);
      await client.change(each, `@You:\n{{ a${index} }} {{ b }}\n`);
      if (index % 2 === 0) await client.close(each);
    }),
  );
  for (const [index, each] of uris.entries()) {
    const count = index % 2 === 0 ? 0 : 2;
    await client.waitForDiagnostics(each, ({ diagnostics }) => diagnostics.length === count);
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const [index, each] of uris.entries()) expect(client.published(each).at(-1)?.diagnostics).toHaveLength(index % 2 === 0 ? 0 : 2);
  expect(await client.stop()).toBe(0);
});
