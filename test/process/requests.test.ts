import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver/node";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();
let client: LspClient;

beforeAll(async () => {
  const initializationOptions = { diagnostics: "pull", settings: { inlayHints: true } };
  client = await startClient({ rootUri: dir.uri(""), initializationOptions });
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

/** Its evaluation lasts until the limit stops it. */
const slow = "```lua\nt = { a = 1 }\nwhile true do end\n```\n@You:\n{{ t. }}{{ t }}\n";
const position = { line: 5, character: 5 };
const range = { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } };

/** Requests that wait for an evaluation. */
const waiting: readonly [string, (uri: string) => object][] = [
  ["textDocument/hover", (uri) => ({ textDocument: { uri }, position: { line: 5, character: 12 } })],
  ["textDocument/codeAction", (uri) => ({ textDocument: { uri }, range, context: { diagnostics: [] } })],
  ["textDocument/completion", (uri) => ({ textDocument: { uri }, position })],
  ["textDocument/inlayHint", (uri) => ({ textDocument: { uri }, range })],
  ["textDocument/diagnostic", (uri) => ({ textDocument: { uri } })],
  ["workspace/executeCommand", (uri) => ({ command: "chat.preview", arguments: [{ uri }] })],
  ["workspace/executeCommand", (uri) => ({ command: "chat.status", arguments: [{ uri }] })],
];

/** Requests that are answered from the text. */
const immediate: readonly [string, (uri: string) => object][] = [
  ["textDocument/signatureHelp", (uri) => ({ textDocument: { uri }, position })],
  ["textDocument/definition", (uri) => ({ textDocument: { uri }, position })],
  ["textDocument/references", (uri) => ({ textDocument: { uri }, position, context: { includeDeclaration: true } })],
  ["textDocument/documentHighlight", (uri) => ({ textDocument: { uri }, position })],
  ["textDocument/prepareRename", (uri) => ({ textDocument: { uri }, position: { line: 5, character: 3 } })],
  ["textDocument/rename", (uri) => ({ textDocument: { uri }, position: { line: 5, character: 3 }, newName: "u" })],
  ["textDocument/documentSymbol", (uri) => ({ textDocument: { uri } })],
  ["textDocument/foldingRange", (uri) => ({ textDocument: { uri } })],
  ["textDocument/selectionRange", (uri) => ({ textDocument: { uri }, positions: [position] })],
  ["textDocument/semanticTokens/full", (uri) => ({ textDocument: { uri } })],
  ["textDocument/semanticTokens/range", (uri) => ({ textDocument: { uri }, range })],
  ["textDocument/documentLink", (uri) => ({ textDocument: { uri } })],
  ["textDocument/codeLens", (uri) => ({ textDocument: { uri } })],
];

let count = 0;

async function open(text = slow): Promise<string> {
  const uri = dir.uri(`${++count}.chat`);
  await client.open(uri, text);
  return uri;
}

describe.each(waiting)("%s", (method, params) => {
  test("is cancelled, and the server goes on", async () => {
    const uri = await open();
    const source = new CancellationTokenSource();
    const answer = client.connection.sendRequest(method, params(uri), source.token);
    source.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    await client.close(uri);
  });

  test("is ContentModified once its text has changed", async () => {
    const uri = await open();
    const answer = expect(client.connection.sendRequest(method, params(uri))).rejects.toMatchObject({ code: -32801 });
    await client.change(uri, "@You:\nx\n");
    await answer;
    await client.close(uri);
  });
});

describe.each(immediate)("%s", (method, params) => {
  test("is answered though the text changes behind it, and may be cancelled", async () => {
    const uri = await open();
    const source = new CancellationTokenSource();
    const answers = [client.connection.sendRequest(method, params(uri)), client.connection.sendRequest(method, params(uri), source.token)];
    const settled = Promise.allSettled(answers);
    source.cancel();
    await client.change(uri, "@You:\nx\n");
    const [answered, cancelled] = await settled;
    expect(answered?.status).toBe("fulfilled");
    if (cancelled?.status === "rejected") expect(cancelled.reason).toMatchObject({ code: -32800 });
    await client.close(uri);
  });
});

/** It is parsed in several slices, and its outline, folds and tokens are made in several. */
const long = `\`\`\`lua\nt = { a = 1 }\n\`\`\`\n${"@You:\n# {{ t.a }}\n> {% if t then %}x{% end %}\n".repeat(25_000)}`;

test.each(immediate)("%s of a long text is cancelled while the text is read", async (method, params) => {
  const uri = await open(long);
  const source = new CancellationTokenSource();
  const answer = client.connection.sendRequest(method, params(uri), source.token);
  source.cancel();
  await expect(answer).rejects.toMatchObject({ code: -32800 });
  await client.close(uri);
});

test("an outline of a long text that is read is cancelled while it is made, and the next answer does not wait for it", async () => {
  const uri = await open(long);
  const { sendRequest } = client.connection;
  await sendRequest("textDocument/selectionRange", { textDocument: { uri }, positions: [position] });
  const source = new CancellationTokenSource();
  const answer = sendRequest("textDocument/documentSymbol", { textDocument: { uri } }, source.token);
  // The server has begun with it once it answers what came behind it.
  await sendRequest("textDocument/selectionRange", { textDocument: { uri }, positions: [position] });
  source.cancel();
  await expect(answer).rejects.toMatchObject({ code: -32800 });
  await client.close(uri);
});
