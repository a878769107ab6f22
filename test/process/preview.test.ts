import { afterEach, describe, expect, test } from "vitest";
import { DidChangeWatchedFilesNotification, FileChangeType } from "vscode-languageserver/node";
import type { DocumentEvaluated, PreviewMessage, ProviderChoice } from "../../shared/methods.js";
import { type LspClient, type StartOptions, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { type TempDir, tempDir } from "../support/temp-dir.js";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC", "base64");
const clients: LspClient[] = [];
const dirs: TempDir[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.stop();
  for (const dir of dirs.splice(0)) dir.remove();
});

/** A client with files, and what it is told of evaluations. */
async function start(files: Record<string, string | Uint8Array>, options: StartOptions = {}) {
  const dir = tempDir(files);
  dirs.push(dir);
  const client = await startClient({ rootUri: dir.uri(""), ...options });
  clients.push(client);
  const told: DocumentEvaluated[] = [];
  const signal = createSignal();
  client.connection.onNotification("chat/evaluated", (params: DocumentEvaluated) => {
    told.push(params);
    signal.changed();
  });
  const untilTold = (wanted: () => boolean): Promise<unknown> =>
    signal.until(
      () => wanted() || undefined,
      8000,
      () => `Only these evaluations were told: ${JSON.stringify(told)}`,
    );
  return { client, dir, told, untilTold };
}

const follows = { initializationOptions: { capabilities: { evaluated: true } } };

describe("the answer of chat.preview", () => {
  test("says of each message what its parts are, where they stand, and which files they hold", async () => {
    const { client, dir } = await start({ "p é.png": png });
    const uri = dir.uri("a.chat");
    await client.open(uri, "@You:\nsee @./p%20é.png now\n@System:\nBe brief.\n");
    const answer = await client.executeCommand<{ markdown: string; parts: { kind: string }[]; messages: PreviewMessage[] }>(
      "chat.preview",
      { uri },
    );
    const [system, user] = answer.messages;
    expect([system?.role, system?.line, user?.role, user?.line]).toEqual(["system", 3, "user", 1]);
    expect(user?.parts.map(({ index }) => answer.parts[index]?.kind)).toEqual(["text", "image", "text"]);
    expect(user?.parts.map(({ file }) => file)).toEqual([undefined, dir.uri("p é.png"), undefined]);
    const [first] = user?.parts ?? [];
    expect(answer.markdown.slice(first?.start, first?.end)).toBe("see ");
  });
});

describe("chat/evaluated", () => {
  test("is told of every evaluation, also of a file that changes no diagnostic", async () => {
    const { client, dir, told, untilTold } = await start({ "part.md": "one" }, follows);
    const uri = dir.uri("a.chat");
    await client.open(uri, '@You:\n{{ include("part.md") }}\n');
    await untilTold(() => told.some(({ version }) => version === 1));
    await client.change(uri, '@You:\n{{ include("part.md") }}!\n');
    await untilTold(() => told.some(({ version }) => version === 2));
    const before = told.length;
    dir.write("part.md", "other");
    await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [{ uri: dir.uri("part.md"), type: FileChangeType.Changed }],
    });
    await untilTold(() => told.length > before);
    const { markdown } = await client.executeCommand<{ markdown: string }>("chat.preview", { uri });
    expect(markdown).toContain("other!");
  });

  test("is not sent to a client that did not ask for it", async () => {
    const { client, dir, told } = await start({});
    await client.open(dir.uri("a.chat"), "@You:\na\n");
    await client.waitForDiagnostics(dir.uri("a.chat"), 1);
    await client.executeCommand("chat.status", { uri: dir.uri("a.chat") });
    expect(told).toEqual([]);
  });
});

describe("chat.status with choices", () => {
  test("names the providers and their models, those of settings included", async () => {
    const settings = {
      providers: {
        gateway: { kind: "anthropic", base_url: "https://gateway.example", model: "m-1" },
        anthropic: { base_url: "https://elsewhere.example" },
      },
    };
    const { client, dir, told, untilTold } = await start({}, { initializationOptions: { ...follows.initializationOptions, settings } });
    const uri = dir.uri("a.chat");
    await client.open(uri, "@You:\na\n");
    await untilTold(() => told.length > 0);
    const { choices } = await client.executeCommand<{ choices: ProviderChoice[] }>("chat.status", { uri, choices: true });
    const modelsOf = (name: string): readonly string[] | undefined => choices.find(({ provider }) => provider === name)?.models;
    expect(modelsOf("anthropic")).toContain("claude-sonnet-4-6");
    expect(modelsOf("echo")).toEqual(["echo"]);
    expect(modelsOf("gateway")).toBeDefined();
    // One whose endpoint settings change is no other one.
    expect(choices.filter(({ provider }) => provider === "anthropic")).toHaveLength(1);
    expect(await client.executeCommand("chat.status", { uri })).not.toHaveProperty("choices");
  });
});
