import { truncateSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import {
  CancellationTokenSource,
  type DocumentDiagnosticReport,
  DocumentDiagnosticRequest,
  type WorkspaceDiagnosticReport,
  WorkspaceDiagnosticRequest,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver/node";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { namedPipe } from "../support/named-pipe.js";
import { type TempDir, tempDir } from "../support/temp-dir.js";

const started: { client: LspClient; dir: TempDir }[] = [];

async function start(files: Record<string, string> = {}, diagnostics: "pull" | "push" = "pull") {
  const dir = tempDir(files);
  const capabilities = { workspace: { diagnostics: { refreshSupport: true } } };
  const client = await startClient({ rootUri: dir.uri(""), capabilities, initializationOptions: { diagnostics } });
  const refreshes = { count: 0 };
  client.connection.onRequest("workspace/diagnostic/refresh", () => {
    refreshes.count++;
    return null;
  });
  started.push({ client, dir });
  const pull = (uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> =>
    client.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri }, ...(previousResultId && { previousResultId }) });
  return { client, dir, refreshes, pull };
}

afterEach(async () => {
  for (const { client, dir } of started.splice(0)) {
    await client.stop();
    dir.remove();
  }
});

function codesOf(report: DocumentDiagnosticReport): unknown[] {
  return report.kind === "full" ? report.items.map(({ code }) => code) : ["unchanged"];
}

test("a client that pulls is never pushed to, and told to ask again after every evaluation", async () => {
  const { client, dir, refreshes, pull } = await start();
  expect(client.initialized.capabilities.diagnosticProvider).toEqual({
    identifier: "chat",
    interFileDependencies: true,
    workspaceDiagnostics: true,
  });
  const uri = dir.uri("a.chat");
  await client.open(uri, "@You:\n{{ nobody }}\n");
  expect(codesOf(await pull(uri))).toEqual(["expression/undefined-variable"]);
  await expect.poll(() => refreshes.count).toBe(1);
  await client.change(uri, "@You:\n{{ 1 }}\n");
  expect(codesOf(await pull(uri))).toEqual([]);
  await expect.poll(() => refreshes.count).toBe(2);
  await client.close(uri);
  expect(codesOf(await pull(uri))).toEqual([]);
  expect(client.published(uri)).toEqual([]);
});

test("an unchanged list is answered as unchanged, also after an edit that changes nothing in it", async () => {
  const { client, dir, pull } = await start();
  const uri = dir.uri("a.chat");
  await client.open(uri, "@You:\n{{ nobody }}\n");
  const first = await pull(uri);
  if (first.kind !== "full") throw new Error("expected a full report");
  expect(await pull(uri, first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
  await client.change(uri, "@You:\n{{ nobody }}\nmore\n");
  expect((await pull(uri, first.resultId)).kind).toBe("unchanged");
  await client.change(uri, "@You:\n\n{{ nobody }}\n");
  expect((await pull(uri, first.resultId)).kind).toBe("full");
});

test("an answer about a text that has changed meanwhile is ContentModified", async () => {
  const { client, dir, pull } = await start();
  const uri = dir.uri("a.chat");
  await client.open(uri, "@You:\n{% while true do end %}\n");
  const failure = expect(pull(uri)).rejects.toMatchObject({ code: -32801 });
  await client.change(uri, "@You:\nx\n");
  await failure;
});

test("the workspace is open documents and every .chat file below the folders that git does not ignore", async () => {
  const { client, dir } = await start({
    "bad.chat": "@You:\n{{ nobody }}\n",
    "deep/fine.chat": "@You:\nx\n",
    "open.chat": "@You:\n{{ disk }}\n",
    "ignored/no.chat": "@You:\n{{ nobody }}\n",
    "note.txt": "@Yuo:\n",
    ".gitignore": "ignored\n",
  });
  await client.open(dir.uri("open.chat"), "@You:\nopen\n");
  const request = (previousResultIds: { uri: string; value: string }[]) =>
    client.connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds });
  const { items } = await request([]);
  const shown = items.map((report) => [report.uri, report.version, report.kind === "full" ? report.items.length : -1]);
  expect(shown.sort()).toEqual([
    [dir.uri("bad.chat"), null, 1],
    [dir.uri("deep/fine.chat"), null, 0],
    [dir.uri("open.chat"), 1, 0],
  ]);
  dir.write("bad.chat", "@You:\nmended\n");
  const ids = items.map(({ uri, resultId }) => ({ uri, value: resultId ?? "" }));
  const again = await request([...ids, { uri: dir.uri("gone.chat"), value: "old" }]);
  expect(again.items.map((report) => [report.uri, report.kind]).sort()).toEqual([
    [dir.uri("bad.chat"), "full"],
    [dir.uri("deep/fine.chat"), "unchanged"],
    [dir.uri("gone.chat"), "full"],
    [dir.uri("open.chat"), "unchanged"],
  ]);
});

/** Asks for the workspace, given what an earlier answer reported. */
function askWorkspace(client: LspClient, before: readonly WorkspaceDocumentDiagnosticReport[] = []): Promise<WorkspaceDiagnosticReport> {
  const previousResultIds = before.map(({ uri, resultId }) => ({ uri, value: resultId ?? "" }));
  return client.connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds });
}

const kindsOf = ({ items }: WorkspaceDiagnosticReport): string[] => items.map(({ uri, kind }) => `${uri.split("/").pop()} ${kind}`).sort();
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A fault that is another one in every second, so that an evaluation shows. */
const second = "{{ error('at ' .. os.time(), 0) }}\n";

test("a file is evaluated again only when it, the files it asks about, or the trust have changed", async () => {
  const { client, dir } = await start({
    "a.chat": `@You:\n${second}`,
    "b.chat": `@You:\n{{ vim.fn.filereadable('note.md') }}${second}`,
    "c.chat": `@You:\n${second}`,
  });
  // Whoever has only just written a file may write it again.
  await pause(150);
  const first = await askWorkspace(client);
  expect(kindsOf(first)).toEqual(["a.chat full", "b.chat full", "c.chat full"]);
  await pause(1100);
  const unchanged = await askWorkspace(client, first.items);
  expect(kindsOf(unchanged)).toEqual(["a.chat unchanged", "b.chat unchanged", "c.chat unchanged"]);
  dir.write("note.md", "here");
  dir.write("c.chat", `@You:\n${second}`);
  const again = await askWorkspace(client, unchanged.items);
  expect(kindsOf(again)).toEqual(["a.chat unchanged", "b.chat full", "c.chat full"]);
  await pause(1100);
  await client.connection.sendNotification("chat/trustChanged", { trusted: true });
  expect(kindsOf(await askWorkspace(client, again.items))).toEqual(["a.chat full", "b.chat full", "c.chat full"]);
});

test("an edit on the disk is seen at once, also when it leaves the size as it is", async () => {
  const { client, dir } = await start({ "a.chat": "@You:\n{{ one }}\n" });
  let before = (await askWorkspace(client)).items;
  for (const name of ["two", "six", "ten", "two"]) {
    dir.write("a.chat", `@You:\n{{ ${name} }}\n`);
    const { items } = await askWorkspace(client, before);
    expect(items).toMatchObject([{ kind: "full", items: [{ message: expect.stringContaining(`'${name}'`) }] }]);
    before = items;
  }
});

test("an open document wins over its file, and the file again once it is closed", async () => {
  const { client, dir } = await start({ "a b.chat": "@You:\n{{ disk }}\n" });
  const uri = dir.uri("a b.chat").replaceAll("%20", " ").replace("a b", "a%20%62");
  await client.open(uri, "@You:\n{{ editor }}\n");
  const open = await askWorkspace(client);
  expect(open.items).toMatchObject([{ uri, version: 1, items: [{ message: expect.stringContaining("'editor'") }] }]);
  dir.write("a b.chat", "@You:\n{{ changed }}\n");
  expect((await askWorkspace(client, open.items)).items).toMatchObject([{ uri, version: 1, kind: "unchanged" }]);
  await client.close(uri);
  expect((await askWorkspace(client, open.items)).items).toMatchObject([
    { version: null, kind: "full", items: [{ message: expect.stringContaining("'changed'") }] },
  ]);
});

test("a file that is not open is answered for itself, as in the report on the workspace", async () => {
  const { client, dir, pull } = await start({ "é #%/a b.chat": "@You:\n{{ nobody }}\n", "notes.md": "{{ nobody }}\n" });
  const uri = dir.uri("é #%/a b.chat");
  const first = await pull(uri);
  expect(codesOf(first)).toEqual(["expression/undefined-variable"]);
  expect(await pull(uri, first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
  const { items } = await client.connection.sendRequest(WorkspaceDiagnosticRequest.type, {
    previousResultIds: [{ uri, value: first.resultId as string }],
  });
  expect(items).toMatchObject([{ kind: "unchanged", uri, resultId: first.resultId }]);
  for (const other of [dir.uri("notes.md"), dir.uri("none.chat"), "file:///none.chat", "untitled:x.chat"])
    expect(codesOf(await pull(other)), other).toEqual([]);
  await client.open(uri, "@You:\nfine\n");
  expect(codesOf(await pull(uri, first.resultId))).toEqual([]);
  await client.close(uri);
  expect(await pull(uri, first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
});

test("a file that cannot be checked says why; what is no file, and a list of what git ignores that is none, keeps nobody waiting", async () => {
  const { client, dir, pull } = await start({ "a.chat": "@You:\n{{ nobody }}\n" });
  dir.write("bytes.chat", new Uint8Array([0xff, 0xfe, 0, 0, 1]));
  for (const name of ["pipe.chat", ".gitignore"]) namedPipe(dir.file(name));
  truncateSync(dir.write("huge.chat", ""), 3 * 2 ** 30);
  const { items } = await askWorkspace(client);
  const found = items.map((report) => [report.uri, codesOf(report)]);
  expect(found).toEqual([
    [dir.uri("a.chat"), ["expression/undefined-variable"]],
    [dir.uri("bytes.chat"), ["document/unreadable"]],
    [dir.uri("huge.chat"), ["document/too-large"]],
  ]);
  for (const [uri, codes] of found) expect(codesOf(await pull(uri as string))).toEqual(codes);
  expect(codesOf(await pull(dir.uri("pipe.chat")))).toEqual([]);
  expect(kindsOf(await askWorkspace(client, items))).toEqual(["a.chat unchanged", "bytes.chat unchanged", "huge.chat unchanged"]);
});

test("a client that takes partial results has each report as soon as it is there, and nothing twice", async () => {
  const { client, dir } = await start({
    "a.chat": "@You:\n{{ a }}\n",
    "b.chat": "@You:\n{% while true do end %}\n",
    "c.chat": "@You:\nx\n",
  });
  await client.open(dir.uri("open.chat"), "@You:\nx\n");
  const parts: string[][] = [];
  client.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, "part", (part) => void parts.push(kindsOf({ items: part.items })));
  const params = { previousResultIds: [{ uri: dir.uri("gone.chat"), value: "old" }], partialResultToken: "part" };
  expect(await client.connection.sendRequest(WorkspaceDiagnosticRequest.type, params)).toEqual({ items: [] });
  expect(parts).toEqual([["open.chat full"], ["a.chat full"], ["b.chat full"], ["c.chat full"], ["gone.chat full"]]);
});

test("a request for the workspace that is cancelled ends between two files, and other requests go on", async () => {
  const slow = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index + 10}.chat`, "@You:\n{% while true do end %}\n"]));
  const { client, dir, pull } = await start(slow);
  const seen: string[] = [];
  const source = new CancellationTokenSource();
  client.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, "part", ({ items }) => {
    seen.push(...items.map(({ uri }) => uri));
    source.cancel();
  });
  const params = { previousResultIds: [], partialResultToken: "part" };
  await expect(client.connection.sendRequest(WorkspaceDiagnosticRequest.type, params, source.token)).rejects.toMatchObject({
    code: -32800,
  });
  await client.open(dir.uri("new.chat"), "@You:\n{{ nobody }}\n");
  expect(codesOf(await pull(dir.uri("new.chat")))).toEqual(["expression/undefined-variable"]);
  await pause(600);
  expect(seen).toEqual([dir.uri("10.chat")]);
});

test("a client that refuses to refresh, or does not know how, ends nothing", async () => {
  const { client, dir, pull } = await start();
  client.connection.onRequest("workspace/diagnostic/refresh", () => {
    throw new Error("no");
  });
  await client.open(dir.uri("a.chat"), "@You:\n{{ nobody }}\n");
  await pull(dir.uri("a.chat"));
  await client.change(dir.uri("a.chat"), "@You:\n{{ 1 }}\n");
  expect(codesOf(await pull(dir.uri("a.chat")))).toEqual([]);
  expect(client.process.exitCode).toBeNull();
});

test("a client that is pushed to is offered nothing else", async () => {
  const { client, dir } = await start({}, "push");
  expect(client.initialized.capabilities.diagnosticProvider).toBeUndefined();
  await client.open(dir.uri("a.chat"), "@You:\n{{ nobody }}\n");
  await client.waitForDiagnostics(dir.uri("a.chat"), ({ diagnostics }) => diagnostics.length === 1);
});
