import { execFile } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mainPath } from "../support/built.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const secret = "sk-secret-of-the-gateway";
const settings = {
  provider: "gateway",
  providers: { gateway: { kind: "anthropic", base_url: "https://gateway.example", model: "m-1", headers: { "X-Key": secret } } },
  vertex: { project_id: "p" },
};
const text = [
  "```lua",
  'flemma.opt.tools = { "read" }',
  "```",
  "@System:",
  "Be brief.",
  "@You:",
  "{{ 1 + 1 }} and @./picture.png",
  "@Assistant:",
  "**Tool Use:** `read` (`t:1`)",
  "",
  "```json",
  '{ "n": 12345678901234567890 }',
  "```",
  "@You:",
  "go",
  "",
].join("\n");
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

const dir = tempDir();
let client: LspClient;
let uri: string;

beforeAll(async () => {
  dir.write("a.chat", text);
  dir.write("picture.png", png);
  dir.write("settings.json", JSON.stringify(settings));
  client = await startClient({ rootUri: dir.uri(""), initializationOptions: { trusted: true, settings } });
  uri = dir.uri("a.chat");
  await client.open(uri, text);
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

/** What the command line prints as the request. */
function rendered(...args: readonly string[]): Promise<string> {
  const argv = [mainPath, "render", "--format", "request", "--config", "settings.json", "--workspace", ".", ...args, "a.chat"];
  return new Promise((resolve) => execFile(process.execPath, argv, { cwd: dir.path }, (_, stdout) => resolve(stdout)));
}

describe("chat.request", () => {
  test.each(["anthropic", "openai", "vertex", "moonshot", "codex", "echo", "gateway"])(
    "gives the body for %s that the command line prints",
    async (provider) => {
      const body = await client.executeCommand<string>("chat.request", { uri, provider });
      expect(body).toBe(await rendered("--provider", provider));
      expect(body).toContain("12345678901234567890");
      expect(JSON.parse(body)).toBeTypeOf("object");
    },
  );

  test("asks the provider that options choose where none is named, and tells no secret", async () => {
    const body = await client.executeCommand<string>("chat.request", { uri });
    expect(JSON.parse(body)).toMatchObject({ model: "m-1" });
    expect(body).not.toContain(secret);
    expect(JSON.stringify(await client.executeCommand("chat.status", { uri }))).not.toContain(secret);
  });

  test("refuses a provider that nobody knows, and says which are there", async () => {
    await expect(client.executeCommand("chat.request", { uri, provider: "antropic" })).rejects.toThrow(/'antropic'.*anthropic/);
    await expect(client.executeCommand("chat.request", { uri, provider: 1 })).rejects.toThrow("name of a provider");
  });
});
