import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DidChangeWatchedFilesNotification, FileChangeType, RegistrationRequest } from "vscode-languageserver/node";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { type TempDir, tempDir } from "../support/temp-dir.js";

const document = (name: string): string => `@System:\n{{ include("urn:flemma:personality:${name}") }}\n\n@You:\nHello\n`;
const watching = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };

describe("a personality in an open document", () => {
  let dir: TempDir;
  let client: LspClient;
  let uri: string;

  beforeEach(async () => {
    dir = tempDir({ "AGENTS.md": "Use tabs.\n", ".git/HEAD": "ref: refs/heads/main\n" });
    uri = dir.uri("a.chat");
    client = await startClient({
      rootUri: dir.uri(""),
      capabilities: watching,
      clientInfo: { name: "Kakoune" },
      initializationOptions: { trusted: true },
    });
    client.connection.onRequest(RegistrationRequest.type, () => {});
  });

  afterEach(async () => {
    await client?.stop();
    dir.remove();
  });

  async function rendered(): Promise<string> {
    return (await client.executeCommand<{ markdown: string }>("chat.preview", { uri })).markdown;
  }

  async function tell(name: string, type: FileChangeType): Promise<void> {
    await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri: dir.uri(name), type }] });
  }

  async function write(name: string, content: string | Uint8Array): Promise<void> {
    dir.write(name, content);
    await tell(name, FileChangeType.Changed);
  }

  test("shows in the preview what the model is told, and in which editor", async () => {
    await client.open(uri, document("coding-assistant"));
    const text = await rendered();
    expect(text).toContain("You are a coding agent. You work with a person who writes to you from Kakoune");
    expect(text).toContain("Use tabs.");
    expect(text).toContain(`- Working directory: ${dir.path}\n- File of this conversation: a.chat (chat)\n- Git branch: main\n`);
    expect((await client.waitForDiagnostics(uri, 1)).diagnostics).toEqual([]);
  });

  test("is made anew when a file changes that it was made from", async () => {
    await client.open(uri, document("coding-assistant"));
    await expect.poll(rendered, { timeout: 15_000 }).toContain("Use tabs.");
    await write("AGENTS.md", "Use blanks.\n");
    await expect.poll(rendered, { timeout: 15_000 }).toContain("Use blanks.");
    await write("CLAUDE.md", "And be nice.\n");
    await expect.poll(rendered, { timeout: 15_000 }).toContain("And be nice.");
    await write(".git/HEAD", "ref: refs/heads/topic\n");
    await expect.poll(rendered, { timeout: 15_000 }).toContain("Git branch: topic");
  });

  test("is evaluated anew by itself when such a file changes, appears or goes", async () => {
    await client.open(uri, document("coding-assistant"));
    await client.waitForDiagnostics(uri, 1);
    const named = (): string[] => {
      const messages =
        client
          .published(uri)
          .at(-1)
          ?.diagnostics.map(({ message }) => message) ?? [];
      return messages.flatMap((message) => [...String(message).matchAll(/not told of "([^"]+)"/g)].map(([, name]) => String(name)));
    };
    const told = (...names: readonly string[]): Promise<void> => expect.poll(named, { timeout: 15_000 }).toEqual(names);
    await write("CLAUDE.md", new Uint8Array([0xff, 0xfe, 0xff]));
    await told("CLAUDE.md");
    await write("AGENTS.md", new Uint8Array([0xff]));
    await told("AGENTS.md", "CLAUDE.md");
    await write("AGENTS.md", "Use tabs.\n");
    await told("CLAUDE.md");
    rmSync(dir.file("CLAUDE.md"));
    await tell("CLAUDE.md", FileChangeType.Deleted);
    await told();
  });

  test("of the project tells in its own file where it fails, and the error goes when it is mended", async () => {
    dir.write("lua/mine.lua", 'return {\n  render = function(opts)\n    error("no good")\n  end,\n}\n');
    await write("flemma.lua", 'require("flemma").setup{ personalities = { mine = "mine" } }');
    await client.open(uri, document("mine"));
    const failing = await client.waitForDiagnostics(uri, ({ diagnostics }) =>
      diagnostics.some(({ code }) => code === "personality/failed"),
    );
    expect(failing.diagnostics).toMatchObject([
      {
        message: "The personality 'mine' failed: no good.",
        range: { start: { line: 1, character: 3 }, end: { line: 1, character: 41 } },
        relatedInformation: [{ location: { uri: dir.uri("lua/mine.lua"), range: { start: { line: 2, character: 4 } } } }],
      },
    ]);
    await write("lua/mine.lua", 'return { render = function() return "mended" end }');
    await client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 0, 15_000);
    await expect.poll(rendered, { timeout: 15_000 }).toContain("mended");
  });
});
