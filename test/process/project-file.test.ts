import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PublishDiagnosticsParams } from "vscode-languageserver/node";
import {
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type FileEvent,
  type RegistrationParams,
  RegistrationRequest,
  WorkspaceDiagnosticRequest,
} from "vscode-languageserver/node";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { type TempDir, tempDir } from "../support/temp-dir.js";

const watching = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
const document = "@You:\n{{ pcall(function() return helper() end) and helper() or 'none' }}\n";

/** What the preview shows of an open document. */
async function rendered(client: LspClient, uri: string): Promise<string> {
  return (await client.executeCommand<{ markdown: string }>("chat.preview", { uri })).markdown;
}

async function projectOf(client: LspClient, uri: string): Promise<unknown> {
  return (await client.executeCommand<{ project?: unknown }>("chat.status", { uri })).project;
}

function codesOf({ diagnostics }: PublishDiagnosticsParams): unknown[] {
  return diagnostics.map(({ code }) => code);
}

/** Tells the server that files changed, as an editor that watches them does. */
async function changed(client: LspClient, ...uris: readonly string[]): Promise<void> {
  await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
    changes: uris.map((uri): FileEvent => ({ uri, type: FileChangeType.Changed })),
  });
}

const populating = (text: string): string =>
  `return { name = "own", priority = 300, populate = function(env) env.helper = function() return "${text}" end end }`;
const withModule = 'require("flemma").setup{ templating = { modules = { "own" } }, temperature = 0.5 }';

/** Waits until the preview of a document shows something. */
async function untilRendered(client: LspClient, uri: string, text: string): Promise<void> {
  await expect.poll(() => rendered(client, uri), { timeout: 15_000 }).toContain(text);
}

describe("a project file", () => {
  let dir: TempDir;
  let client: LspClient;
  let uri: string;

  beforeEach(async () => {
    dir = tempDir();
    uri = dir.uri("a.chat");
    client = await startClient({ rootUri: dir.uri(""), capabilities: watching, initializationOptions: { trusted: true } });
    client.connection.onRequest(RegistrationRequest.type, (_params: RegistrationParams) => {});
    await client.open(uri, document);
    await client.waitForDiagnostics(uri, 1);
  });

  afterEach(async () => {
    await client?.stop();
    dir.remove();
  });

  async function write(name: string, text: string): Promise<void> {
    dir.write(name, text);
    await changed(client, dir.uri(name));
  }

  test("is told of, evaluated anew when it or a module changes, and forgotten when it goes", async () => {
    expect(await projectOf(client, uri)).toEqual({ state: "none" });
    await write("flemma.lua", withModule);
    const missing = await client.waitForDiagnostics(dir.uri("flemma.lua"), ({ diagnostics }) => diagnostics.length > 0);
    expect(codesOf(missing)).toEqual(["project/runtime"]);
    expect(missing.diagnostics[0]?.message).toContain("no module 'own'");
    expect(missing.diagnostics[0]?.range).toEqual({ start: { line: 0, character: 53 }, end: { line: 0, character: 56 } });

    await write("lua/own.lua", populating("one"));
    await client.waitForDiagnostics(dir.uri("flemma.lua"), ({ diagnostics }) => diagnostics.length === 0);
    await untilRendered(client, uri, "one");
    await write("lua/own.lua", populating("two"));
    await untilRendered(client, uri, "two");
    expect(await projectOf(client, uri)).toEqual({ state: "active", path: dir.file("flemma.lua") });

    rmSync(dir.file("flemma.lua"));
    await changed(client, dir.uri("flemma.lua"));
    await untilRendered(client, uri, "none");
  });

  test.each([
    ["does not end", "while true do end", /^limit\//],
    ["is not well-formed", "require('flemma').setup{", /^project\/syntax$/],
    ["misses a module", "require('nothing.there')", /^project\/runtime$/],
    ["eats memory", "local t = {} while true do t[#t + 1] = ('x'):rep(100000) .. #t end", /^limit\//],
  ])("that %s is reported in its own file, and nothing else suffers", async (_, source, code) => {
    await write("flemma.lua", source);
    const { diagnostics } = await client.waitForDiagnostics(dir.uri("flemma.lua"), () => true);
    expect(diagnostics.map((each) => String(each.code))).toEqual([expect.stringMatching(code)]);
    expect(client.published(uri).flatMap(codesOf)).toEqual([]);
    await expect.poll(() => projectOf(client, uri)).toEqual({ state: "failed", path: dir.file("flemma.lua") });
    await client.change(uri, "@You:\n{{ 1 + 1 }}\n");
    expect(await rendered(client, uri)).toContain("2");
  });

  test("whose parser does not end spoils the documents in its language only", async () => {
    await write("flemma.lua", 'require("flemma.codeblock.parsers").register("kv", function() while true do end end)');
    const [loops, other] = [dir.uri("loops.chat"), dir.uri("other.chat")];
    await client.open(loops, "```kv\na\n```\n@You:\nx\n");
    await client.open(other, "```lua\na = 1\n```\n@You:\n{{ a }}\n");
    const isStopped = (params: PublishDiagnosticsParams): boolean =>
      codesOf(params).some((code) => /^limit\/(time|steps)$/.test(String(code)));
    const { diagnostics } = await client.waitForDiagnostics(loops, isStopped);
    expect(diagnostics.map(({ range }) => range.start)).toEqual([{ line: 1, character: 0 }]);
    expect(await rendered(client, other)).toContain("1");
    expect(client.published(other).flatMap(codesOf)).toEqual([]);
    expect(client.published(dir.uri("flemma.lua"))).toEqual([]);
  });

  test("whose parser fails shows where, in its own file", async () => {
    await write("flemma.lua", 'require("flemma.codeblock.parsers").register("kv", function()\n  error("no good")\nend)');
    const failing = dir.uri("failing.chat");
    await client.open(failing, "```kv\na\n```\n@You:\nx\n");
    const { diagnostics } = await client.waitForDiagnostics(failing, (params) => codesOf(params).includes("frontmatter/runtime"));
    expect(diagnostics[0]?.relatedInformation).toEqual([
      {
        location: { uri: dir.uri("flemma.lua"), range: { start: { line: 1, character: 2 }, end: { line: 1, character: 18 } } },
        message: "no good.",
      },
    ]);
  });

  test("that requires a module of 10 MB says so", async () => {
    dir.write("lua/big.lua", `return "${"x".repeat(10 << 20)}"`);
    await write("flemma.lua", 'require("big")');
    const { diagnostics } = await client.waitForDiagnostics(dir.uri("flemma.lua"), () => true);
    expect(diagnostics.map(({ message }) => message)).toEqual([`module 'big' is larger than 1 MB. Move data out of "lua/big.lua".`]);
  });

  test("that fails later leaves its last good state", async () => {
    dir.write("lua/own.lua", populating("good"));
    await write("flemma.lua", withModule);
    await untilRendered(client, uri, "good");
    await write("flemma.lua", `${withModule}\nerror("broken")`);
    await client.waitForDiagnostics(dir.uri("flemma.lua"), ({ diagnostics }) => diagnostics[0]?.message === "broken.");
    await expect.poll(() => projectOf(client, uri)).toMatchObject({ state: "failed" });
    expect(await rendered(client, uri)).toContain("good");
    const { options } = await client.executeCommand<{ options: object }>("chat.status", { uri });
    expect(options).toMatchObject({ "parameters.temperature": { value: 0.5, origin: "project" } });
  });
});

test("without trust a project file is not run, and the status says so; with trust it is, at once", async () => {
  const dir = tempDir({ "flemma.lua": `${withModule}\nerror("it ran")`, "lua/own.lua": populating("x") });
  const client = await startClient({ rootUri: dir.uri("") });
  const uri = dir.uri("a.chat");
  await client.open(uri, document);
  await client.waitForDiagnostics(uri, 1);
  expect(await projectOf(client, uri)).toEqual({ state: "untrusted", path: dir.file("flemma.lua") });
  expect(client.published(dir.uri("flemma.lua"))).toEqual([]);
  await client.connection.sendNotification("chat/trustChanged", { trusted: true });
  const found = await client.waitForDiagnostics(dir.uri("flemma.lua"), () => true);
  expect(found.diagnostics.map(({ message }) => message)).toEqual(["it ran."]);
  await client.stop();
  dir.remove();
});

test("a change of trust counts for the very next question", async () => {
  const dir = tempDir({ "flemma.json": '{ "temperature": 0.1 }' });
  const client = await startClient({ rootUri: dir.uri("") });
  const uri = dir.uri("a.chat");
  await client.open(uri, "@You:\nx\n");
  for (const trusted of [false, true, false, true]) {
    await client.connection.sendNotification("chat/trustChanged", { trusted });
    expect(await client.executeCommand("chat.status", { uri })).toMatchObject({
      temperature: trusted ? 0.1 : null,
      project: { state: trusted ? "active" : "untrusted" },
    });
  }
  await client.stop();
  dir.remove();
});

test("each workspace folder has its own, and the changes of both are seen without the client's help", async () => {
  const dir = tempDir({ "one/flemma.json": '{ "temperature": 0.1 }', "two/flemma.lua": 'require("flemma").setup{ temperature = 0.2 }' });
  const client = await startClient({
    rootUri: dir.uri("one"),
    capabilities: { workspace: { workspaceFolders: true } },
    initializationOptions: { trusted: true },
  });
  await client.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
    event: { added: [{ uri: dir.uri("two"), name: "two" }], removed: [] },
  });
  const temperature = async (uri: string): Promise<unknown> =>
    (await client.executeCommand<{ temperature: unknown }>("chat.status", { uri })).temperature;
  for (const name of ["one/a.chat", "two/a.chat"]) {
    await client.open(dir.uri(name), "@You:\nx\n");
    await client.waitForDiagnostics(dir.uri(name), 1);
  }
  expect(await temperature(dir.uri("one/a.chat"))).toBe(0.1);
  expect(await temperature(dir.uri("two/a.chat"))).toBe(0.2);
  dir.write("one/flemma.json", '{ "temperature": 0.7 }');
  await expect.poll(() => temperature(dir.uri("one/a.chat")), { timeout: 15_000 }).toBe(0.7);
  expect(await temperature(dir.uri("two/a.chat"))).toBe(0.2);
  await client.stop();
  dir.remove();
});

test("a client that asks for diagnostics gets those of project files with the report of the workspace", async () => {
  const dir = tempDir({ "flemma.lua": "x = = 1" });
  const client = await startClient({ rootUri: dir.uri(""), initializationOptions: { trusted: true, diagnostics: "pull" } });
  await client.open(dir.uri("a.chat"), "@You:\nx\n");
  const { items } = await client.connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds: [] });
  expect(items.map(({ uri }) => uri)).toEqual([dir.uri("a.chat"), dir.uri("flemma.lua")]);
  expect(items[1]).toMatchObject({ kind: "full", items: [{ code: "project/syntax" }] });
  expect(client.published(dir.uri("flemma.lua"))).toEqual([]);
  await client.stop();
  dir.remove();
});
