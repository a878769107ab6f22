import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type ClientCapabilities,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  type DidChangeWatchedFilesRegistrationOptions,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  FileChangeType,
  type PublishDiagnosticsParams,
  type Registration,
  RegistrationRequest,
  type TextDocumentRegistrationOptions,
  UnregistrationRequest,
} from "vscode-languageserver/node";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { type TempDir, tempDir } from "../support/temp-dir.js";

vi.setConfig({ testTimeout: 60_000 });

const started: { client: LspClient; dir: TempDir }[] = [];

afterEach(async () => {
  for (const { client, dir } of started.splice(0)) {
    await client.stop();
    dir.remove();
  }
});

interface StartOptions {
  readonly capabilities?: ClientCapabilities;
  /** The workspace folder; none when it is null. */
  readonly root?: string | null;
  readonly initializationOptions?: object;
}

/** A server with files, and what it has registered at the client at each moment. */
async function start(files: Record<string, string>, { capabilities = {}, root = "", initializationOptions }: StartOptions = {}) {
  const dir = tempDir(files);
  const rootUri = root === null ? null : dir.uri(root);
  const client = await startClient({ rootUri, capabilities, initializationOptions: { trusted: true, ...initializationOptions } });
  started.push({ client, dir });
  const registrations = new Map<string, Registration>();
  const used: string[][] = [];
  const signal = createSignal();
  client.connection.onRequest(RegistrationRequest.type, (params) => {
    for (const registration of params.registrations) registrations.set(registration.id, registration);
    signal.changed();
  });
  client.connection.onRequest(UnregistrationRequest.type, (params) => {
    for (const { id } of params.unregisterations) registrations.delete(id);
    signal.changed();
  });
  client.connection.onNotification("chat/filesUsed", ({ uris }: { uris: string[] }) => {
    used.push(uris);
    signal.changed();
  });
  const until = <T>(probe: () => T | undefined) => signal.until(probe, 10_000, () => JSON.stringify([...registrations.values(), used]));
  const patterns = (): unknown[] =>
    [...registrations.values()]
      .filter(({ method }) => method === DidChangeWatchedFilesNotification.method)
      .flatMap(({ registerOptions }) => (registerOptions as DidChangeWatchedFilesRegistrationOptions).watchers)
      .map(({ globPattern }) => (typeof globPattern === "string" ? globPattern : globPattern.pattern));
  return {
    dir,
    client,
    registrations,
    used,
    until,
    patterns,
    /** Tells of changes, as an editor that watches files does. */
    changed: (...names: string[]) =>
      client.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
        changes: names.map((name) => ({ uri: dir.uri(name), type: FileChangeType.Changed as FileChangeType })),
      }),
    /** Opens a buffer that is no document. */
    openBuffer: (name: string, text: string) =>
      client.connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri: dir.uri(name), languageId: "markdown", version: 1, text },
      }),
    changeBuffer: (name: string, version: number, text: string) =>
      client.connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri: dir.uri(name), version },
        contentChanges: [{ text }],
      }),
    closeBuffer: (name: string) =>
      client.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: dir.uri(name) } }),
  };
}

const codes = ({ diagnostics }: PublishDiagnosticsParams): unknown[] => diagnostics.map(({ code }) => code);

/** Waits until the newest diagnostics of a document have exactly these codes. */
async function untilCodes(client: LspClient, uri: string, ...expected: string[]): Promise<void> {
  const isLast = (params: PublishDiagnosticsParams): boolean =>
    params === client.published(uri).at(-1) && JSON.stringify(codes(params)) === JSON.stringify(expected);
  await client.waitForDiagnostics(uri, isLast, 20_000).catch(() => {
    expect(codes(client.published(uri).at(-1) ?? { uri, diagnostics: [] })).toEqual(expected);
  });
}

const chain = {
  "top.chat": "",
  "one.md": "{{ include('parts/two.md') }}",
  "parts/two.md": "{{ include('three.md') }}",
  "parts/three.md": "fine",
  "unrelated.md": "fine",
};
const top = "@You:\n{{ include('one.md') }}\n";
const unrelated = "@You:\n{{ include('unrelated.md') }}\n";
const broken = "{{ nobody }}";
const fault = "expression/undefined-variable";
const missing = "include/missing";

const watching: ClientCapabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } } };

describe.each([
  ["that the client tells of", watching, ""],
  ["that the server has to watch itself", {}, ""],
  ["outside of every workspace folder", watching, null],
] as const)("an included file three levels deep %s", (_, capabilities, root) => {
  test("brings the diagnostics of the top document up to date by every change of it, and no other document's", async () => {
    const world = await start(chain, { capabilities, root });
    const { client, dir } = world;
    const [uri, other] = [dir.uri("top.chat"), dir.uri("other.chat")];
    await client.open(other, unrelated);
    await client.open(uri, top);
    await untilCodes(client, uri);
    await untilCodes(client, other);
    if (capabilities === watching && root !== null)
      await world.until(() => (world.patterns().includes("parts/three.md") ? true : undefined));
    // Who only hears of changes that the editor tells of must be told.
    const tell = async (...names: string[]): Promise<void> => {
      if (capabilities === watching && root !== null) await world.changed(...names);
    };
    const step = async (act: () => void, names: string[], ...expected: string[]): Promise<void> => {
      act();
      await tell(...names);
      await untilCodes(client, uri, ...expected);
    };

    await step(() => dir.write("parts/three.md", broken), ["parts/three.md"], fault);
    await step(() => dir.write("parts/three.md", "fine again"), ["parts/three.md"]);
    await step(() => rmSync(dir.file("parts/three.md")), ["parts/three.md"], missing);
    await step(() => dir.write("parts/three.md", "is back"), ["parts/three.md"]);
    await step(() => renameSync(dir.file("parts/three.md"), dir.file("parts/else.md")), ["parts/three.md", "parts/else.md"], missing);
    await step(() => renameSync(dir.file("parts/else.md"), dir.file("parts/three.md")), ["parts/three.md", "parts/else.md"]);
    // A folder is one event, whatever lies in it.
    await step(() => renameSync(dir.file("parts"), dir.file("moved")), ["parts", "moved"], missing);
    await step(() => renameSync(dir.file("moved"), dir.file("parts")), ["parts", "moved"]);
    expect(client.published(other)).toHaveLength(1);
  });

  test("counts as it is in a buffer, and as it is on the disk once that is closed", async () => {
    const { client, dir, openBuffer, changeBuffer, closeBuffer } = await start(chain, { capabilities, root });
    const [uri, other, buffer] = [dir.uri("top.chat"), dir.uri("other.chat"), dir.uri("parts/three.md")];
    await client.open(other, unrelated);
    await client.open(uri, top);
    await untilCodes(client, uri);
    await openBuffer("parts/three.md", broken);
    await untilCodes(client, uri, fault);
    const { diagnostics } = await client.waitForDiagnostics(buffer, ({ diagnostics: found }) => found.length > 0);
    expect(diagnostics).toMatchObject([
      {
        code: fault,
        range: { start: { line: 0, character: 3 }, end: { line: 0, character: 9 } },
        relatedInformation: [
          { location: { uri: dir.uri("parts/two.md") } },
          { location: { uri: dir.uri("one.md") } },
          { location: { uri, range: { start: { line: 1 } } } },
        ],
      },
    ]);
    await changeBuffer("parts/three.md", 2, "mended");
    await untilCodes(client, uri);
    await untilCodes(client, buffer);
    await changeBuffer("parts/three.md", 3, broken);
    await untilCodes(client, uri, fault);
    await untilCodes(client, buffer, fault);
    await closeBuffer("parts/three.md");
    await untilCodes(client, uri);
    await untilCodes(client, buffer);
    expect(client.published(other)).toHaveLength(1);
  });
});

test("a buffer has no features and no diagnostics of its own, and its requests fail as those of any text that is no document", async () => {
  const { client, dir, openBuffer } = await start({ "a.md": "x" });
  await openBuffer("a.md", "@Yuo:\n{{ nobody }}\n");
  await client.open(dir.uri("a.chat"), "@You:\nx\n");
  await client.waitForDiagnostics(dir.uri("a.chat"), 1);
  expect(client.published(dir.uri("a.md"))).toEqual([]);
});

test("an open document that another one includes counts as it is in the editor, and shows each fault once", async () => {
  const { client, dir } = await start({ "part.chat": "fine" });
  const [uri, part] = [dir.uri("top.chat"), dir.uri("part.chat")];
  await client.open(uri, "@You:\n{{ include('part.chat') }}\n");
  await untilCodes(client, uri);
  await client.open(part, "@You:\n{{ nobody }}\n");
  await untilCodes(client, uri, fault);
  await untilCodes(client, part, fault);
  await client.change(part, "@You:\n{{ 1 }}\n");
  await untilCodes(client, uri);
  await untilCodes(client, part);
});

test("the same fault of a buffer is shown once, whoever includes it, and as long as anybody does", async () => {
  const { client, dir, openBuffer } = await start({ "part.md": broken });
  const [one, two, part] = [dir.uri("one.chat"), dir.uri("two.chat"), dir.uri("part.md")];
  await openBuffer("part.md", broken);
  for (const uri of [one, two]) await client.open(uri, "@You:\n{{ include('part.md') }}\n");
  await untilCodes(client, one, fault);
  await untilCodes(client, two, fault);
  await untilCodes(client, part, fault);
  await client.close(one);
  await client.change(two, "@You:\nx\n");
  await untilCodes(client, part);
  expect(client.published(part).map(({ diagnostics }) => diagnostics.length)).not.toContain(2);
});

test("a client that asks for diagnostics gets those of a buffer when it asks for it", async () => {
  const { client, dir, openBuffer } = await start({ "part.md": broken }, { initializationOptions: { diagnostics: "pull" } });
  await openBuffer("part.md", broken);
  await client.open(dir.uri("top.chat"), "@You:\n{{ include('part.md') }}\n");
  const pull = async (): Promise<unknown> => {
    const report = await client.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri: dir.uri("part.md") } });
    return report.kind === "full" && report.items.map(({ code }) => code);
  };
  await expect.poll(pull, { timeout: 8000 }).toEqual([fault]);
  expect(client.published(dir.uri("part.md"))).toEqual([]);
});

describe("what the client is asked to watch", () => {
  test("is exactly the files in use and the folders on the way to them, whatever their names mean in globs; then others, when others are", async () => {
    const { client, dir, until, patterns, registrations } = await start({ "a[1]/{b}*.md": "x", "c.md": "x" }, { capabilities: watching });
    await client.open(dir.uri("top.chat"), "@You:\n{{ include('a[1]/{b}*.md') }}\n");
    const project = ["flemma.json", "flemma.lua"];
    await until(() => (patterns().length > 2 ? true : undefined));
    expect(patterns().sort()).toEqual(["a?1?", "a?1?/?b??.md", ...project]);
    await client.change(dir.uri("top.chat"), "@You:\n{{ include('c.md') }}\n");
    await until(() => (patterns().includes("c.md") && patterns().length === 3 ? true : undefined));
    expect(patterns().sort()).toEqual(["c.md", ...project]);
    expect(registrations.size).toBe(1);
  });

  test("is not what lies outside of the folders, or behind a link: there the server looks itself", async () => {
    const world = await start({ "work/x.md": "x", "outside/y.md": "fine" }, { capabilities: watching, root: "work" });
    const { client, dir, until, patterns } = world;
    mkdirSync(dir.file("work/.git"));
    symlinkSync(dir.file("outside"), dir.file("work/link"));
    const uri = dir.uri("work/top.chat");
    await client.open(uri, "@You:\n{{ include('x.md') }}{{ include('link/y.md') }}{{ vim.fn.filereadable('.git/HEAD') }}\n");
    await until(() => (patterns().includes("x.md") ? true : undefined));
    expect(patterns().sort()).toEqual(["flemma.json", "flemma.lua", "x.md"]);
    dir.write("outside/y.md", broken);
    await untilCodes(client, uri, fault);
  });
});

describe("the open texts of the files in use", () => {
  const dynamic: ClientCapabilities = { textDocument: { synchronization: { dynamicRegistration: true } } };

  test("are asked for by registration, and of no other file; the new one comes before the old one goes", async () => {
    const { client, dir, until, registrations, used } = await start({ "a [x].md": "x", "c.chat": "x" }, { capabilities: dynamic });
    const selectors = (): unknown[] =>
      [...registrations.values()].map(({ method, registerOptions }) => [
        method,
        (registerOptions as TextDocumentRegistrationOptions).documentSelector,
      ]);
    await client.open(dir.uri("top.chat"), "@You:\n{{ include('a [x].md') }}{{ include('c.chat') }}{{ vim.fn.filereadable('no.md') }}\n");
    await until(() => (registrations.size === 3 ? true : undefined));
    const selector = [{ scheme: "file", pattern: dir.file("a ?x?.md") }];
    expect(selectors()).toEqual([
      ["textDocument/didOpen", selector],
      ["textDocument/didChange", selector],
      ["textDocument/didClose", selector],
    ]);
    await client.change(dir.uri("top.chat"), "@You:\nx\n");
    await until(() => (registrations.size === 0 ? true : undefined));
    expect(used).toEqual([]);
  });

  test("are asked for by a notification where the client knows no registration", async () => {
    const { client, dir, until, registrations, used } = await start({ "a b.md": "x" });
    await client.open(dir.uri("top.chat"), "@You:\n{{ include('a b.md') }}{{ include('none.md') }}\n");
    await until(() => (used.length > 0 ? true : undefined));
    expect(used).toEqual([[dir.uri("a b.md"), dir.uri("none.md")]]);
    await client.close(dir.uri("top.chat"));
    await until(() => (used.length > 1 ? true : undefined));
    expect(used.at(-1)).toEqual([]);
    expect(registrations.size).toBe(0);
  });
});
