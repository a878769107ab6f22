import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageActionItem, ShowMessageRequest, type ShowMessageRequestParams } from "vscode-languageserver/node";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { tempDir } from "../support/temp-dir.js";

interface Answer {
  readonly accepted: boolean;
  readonly message?: string;
}

const dir = tempDir({ "work/.env": "KEY=1\n", "work/plain.txt": "p\n", "work/d.pdf": "%PDF-1.4\n", "out.txt": "o\n" });
const asked: ShowMessageRequestParams[] = [];
/** What the person answers; undefined closes the question. */
let answer: (() => Promise<MessageActionItem | null>) | undefined;
let client: LspClient;
const ended: string[] = [];
const signal = createSignal();

beforeAll(async () => {
  client = await startClient({
    rootUri: dir.uri("work"),
    capabilities: { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
    initializationOptions: { trusted: true, settings: { provider: "echo" } },
  });
  client.connection.onNotification("chat/runChanged", ({ uri, state }: { uri: string; state: string }) => {
    if (state !== "running") ended.push(uri);
    signal.changed();
  });
  client.connection.onRequest(ShowMessageRequest.type, (params) => {
    asked.push(params);
    return answer?.() ?? null;
  });
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

let count = 0;

async function open(text: string): Promise<string> {
  const uri = dir.uri(`work/a${++count}.chat`);
  asked.length = 0;
  answer = undefined;
  await client.open(uri, text);
  return uri;
}

/** Resolves when so many replies of a document have ended. */
async function runs(uri: string, wanted: number): Promise<void> {
  const isOver = (): true | undefined => (ended.filter((other) => other === uri).length === wanted ? true : undefined);
  await signal.until(isOver, 8000, () => `The run in ${uri} did not end.`);
}

const send = (uri: string): Promise<Answer> => client.executeCommand<Answer>("chat.send", { uri });
const agree = async (): Promise<MessageActionItem> => ({ title: "Send them" });

test("a person is asked before a secret is sent, and a no sends nothing", async () => {
  const text = "@You:\n@./.env @../out.txt\n";
  const uri = await open(text);
  expect(await send(uri)).toMatchObject({ accepted: false, message: expect.stringContaining("not confirmed") });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.message).toContain(`${dir.file("work/.env")} (named like a secret)\n${dir.file("out.txt")} (outside of the workspace)`);
  expect(client.text(uri)).toBe(text);
});

test("a yes sends, and counts for the same files from then on", async () => {
  const uri = await open("@You:\n@./.env\n");
  answer = agree;
  expect(await send(uri)).toMatchObject({ accepted: true });
  await runs(uri, 1);
  const replied = client.text(uri);
  expect(replied).toContain("KEY=1");
  await client.change(uri, `${replied}again @./.env @./plain.txt\n`);
  expect(await send(uri)).toMatchObject({ accepted: true });
  expect(asked).toHaveLength(1);
  await runs(uri, 2);
});

test("nobody is asked about files that are plain", async () => {
  const uri = await open("@You:\n@./plain.txt\n");
  expect(await send(uri)).toMatchObject({ accepted: true });
  await runs(uri, 1);
  expect(asked).toEqual([]);
});

test("what was changed while the question stood is not sent", async () => {
  const uri = await open("@You:\n@./.env\n");
  answer = async () => {
    await client.change(uri, "@You:\n@./.env and more\n");
    return agree();
  };
  expect(await send(uri)).toMatchObject({ accepted: false, message: expect.stringContaining("changed meanwhile") });
  expect(client.text(uri)).toBe("@You:\n@./.env and more\n");
});

test("a send is cancelled while the question stands", async () => {
  const uri = await open("@You:\n@./.env\n");
  answer = async () => {
    await client.executeCommand("chat.cancel", { uri });
    return new Promise(() => {});
  };
  expect(await send(uri)).toMatchObject({ accepted: false, message: "The send was cancelled." });
});

test("a switch to a provider that refuses a file warns, and a switch back does not", async () => {
  const uri = await open("@You:\n@./d.pdf\n");
  const codes = (params: { diagnostics: readonly { code?: unknown }[] }): string => params.diagnostics.map(({ code }) => code).join(" ");
  await client.waitForDiagnostics(uri, (params) => codes(params) === "");
  await client.executeCommand("chat.switch", { uri, provider: "moonshot" });
  await client.waitForDiagnostics(uri, (params) => codes(params) === "file/refused-by-provider");
  await client.executeCommand("chat.switch", { uri, provider: "echo" });
  const { diagnostics } = await client.waitForDiagnostics(uri, (params) => codes(params) === "");
  expect(diagnostics).toEqual([]);
});

test("a preview has files as parts without their bytes", async () => {
  const uri = await open("@You:\n@./plain.txt\n");
  const { markdown, parts } = await client.executeCommand<{ markdown: string; parts: readonly object[] }>("chat.preview", { uri });
  expect(parts).toEqual([
    {
      kind: "text_file",
      filename: "plain.txt",
      mime_type: "text/plain",
      bytes: 2,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      text: "p\n",
    },
  ]);
  expect(markdown).toContain("**File plain.txt (text/plain, 2 bytes)**");
});
