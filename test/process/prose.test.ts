import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CodeLens, CodeLensRequest, DiagnosticTag } from "vscode-languageserver/node";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();
const refreshed = createSignal();
let refreshes = 0;
let client: LspClient;

beforeAll(async () => {
  client = await startClient({
    rootUri: dir.uri(""),
    initializationOptions: { trusted: true },
    capabilities: {
      textDocument: { codeLens: {}, publishDiagnostics: { tagSupport: { valueSet: [DiagnosticTag.Unnecessary] } } },
      workspace: { applyEdit: true, workspaceEdit: { documentChanges: true }, codeLens: { refreshSupport: true } },
    },
  });
  client.connection.onRequest("workspace/codeLens/refresh", () => {
    refreshes++;
    refreshed.changed();
    return null;
  });
});

afterAll(async () => {
  await client.stop();
});

const head = '```lua\nflemma.opt.templating.engine = "prose"\n';
const fanout = `${head}flemma.opt.templating.prose.items = { "a", "b", "c" }\n\`\`\`\n@You:\nitem {{ item }} of {{ args }}\n`;

async function lenses(uri: string): Promise<string[]> {
  const found: readonly CodeLens[] = (await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
  return found.map(({ command }) => `${command?.title} ${JSON.stringify(command?.arguments?.[0] ?? {}).replace(/"uri":"[^"]*",?/, "")}`);
}

interface Preview {
  readonly markdown: string;
}

describe("a fanout", () => {
  test("has lenses for the previous and the next item, and the preview of each", async () => {
    const uri = dir.uri("fan.chat");
    await client.open(uri, fanout);
    await client.waitForDiagnostics(uri, 1);
    await refreshed.until(
      () => refreshes > 0 || undefined,
      8000,
      () => "no refresh",
    );
    expect(await lenses(uri)).toEqual([
      'Send item 1 {"item":1}',
      'Preview item 1 of 3 {"message":1,"item":1}',
      'Next item › {"message":1,"item":2}',
    ]);
    const before = refreshes;
    const { markdown } = await client.executeCommand<Preview>("chat.preview", { uri, message: 1, item: 2, input: "me" });
    expect(markdown).toContain("item b of me");
    await refreshed.until(
      () => refreshes > before || undefined,
      8000,
      () => "no refresh",
    );
    expect(await lenses(uri)).toEqual([
      'Send item 2 {"item":2}',
      '‹ Previous item {"message":1,"item":1}',
      'Preview item 2 of 3 {"message":1,"item":2}',
      'Next item › {"message":1,"item":3}',
    ]);
    expect((await client.executeCommand<Preview>("chat.preview", { uri })).markdown).toContain("item b of ");
  });

  test("is sent for the item that is named, else for the one that was looked at", async () => {
    const uri = dir.uri("sent.chat");
    await client.open(uri, fanout.replace('prose"\n', 'prose"\nflemma.opt.provider = "echo"\n'));
    await client.waitForDiagnostics(uri, 1);
    await client.executeCommand("chat.preview", { uri, item: 3 });
    expect(await client.executeCommand("chat.send", { uri, item: 9 })).toMatchObject({
      accepted: false,
      message: expect.stringContaining("There is no item 9"),
    });
    expect(await client.executeCommand("chat.send", { uri, input: "me" })).toMatchObject({ accepted: true });
    await client.waitForText(uri, (text) => text.includes("item c of me") && text.endsWith("@You:\n"));
  });

  test.each([
    [{ item: 0 }, '"item" must be a whole number from 1 on'],
    [{ item: "x" }, '"item" must be a whole number from 1 on'],
    [{ input: 1 }, '"input" must be a string'],
  ])("refuses the argument %o", async (argument, says) => {
    await expect(client.executeCommand("chat.preview", { uri: dir.uri("fan.chat"), ...argument })).rejects.toThrow(says);
  });
});

test("prose that nobody reads is faded", async () => {
  const uri = dir.uri("unread.chat");
  await client.open(uri, `${head}\`\`\`\n@You:\nunread {{ nope }}\n\n\`\`\`lua\nprint("x")\n\`\`\`\n`);
  const { diagnostics } = await client.waitForDiagnostics(uri, (told) => told.diagnostics.length > 0);
  expect(diagnostics.map(({ code, tags }) => [code, tags])).toEqual([
    ["prose/unread", [DiagnosticTag.Unnecessary]],
    ["prose/unread-fault", undefined],
  ]);
});
