import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CodeAction, CodeActionRequest } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { mainPath } from "../support/built.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";
import { editsByDocument } from "../support/workspace-edit.js";

const foreign = "system: be brief\n\nuser: {{ hi }}\n{% if\n\nassistant:\nhello\n\nuser: bye\n";
const dir = tempDir();
const capabilities = {
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } },
  textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } } },
};
const clients: LspClient[] = [];

async function start(settings: object): Promise<LspClient> {
  const client = await startClient({ rootUri: dir.uri(""), capabilities, initializationOptions: { trusted: true, settings } });
  clients.push(client);
  return client;
}

afterAll(async () => {
  for (const client of clients) await client.stop();
  dir.remove();
});

const codes = (diagnostics: readonly { readonly code?: unknown }[]): unknown[] => diagnostics.map(({ code }) => code);

describe("an editor that opens a chat of another program", () => {
  let client: LspClient;
  const uri = dir.uri("foreign.chat");
  beforeAll(async () => {
    client = await start({ provider: "echo" });
    await client.open(uri, foreign);
  });

  test("shows one information, and never anything else", async () => {
    const { diagnostics } = await client.waitForDiagnostics(uri, ({ diagnostics: all }) => all.length > 0);
    expect(diagnostics).toMatchObject([
      { code: "document/other-format", severity: 3, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 7 } } },
    ]);
    for (const { diagnostics: all } of client.published(uri))
      expect(codes(all).filter((code) => code !== "document/other-format")).toEqual([]);
  });

  test("refuses to send it, and leaves it alone", async () => {
    const answer = await client.executeCommand<{ readonly accepted: boolean }>("chat.send", { uri });
    expect(answer).toMatchObject({ accepted: false, diagnostics: [{ code: "document/nothing-to-send" }] });
    expect(client.text(uri)).toBe(foreign);
  });

  test("offers to convert it, and then treats it as its own", async () => {
    const { diagnostics } = await client.waitForDiagnostics(uri, ({ diagnostics: all }) => all.length > 0);
    const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 2 } };
    const actions = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range,
      context: { diagnostics, only: ["quickfix"] },
    });
    const [action] = (actions ?? []) as CodeAction[];
    expect(action).toMatchObject({ title: 'Convert the role lines to "@System:", "@You:" and "@Assistant:"', isPreferred: false });
    const [edit] = editsByDocument(action?.edit ?? {});
    const version = await client.change(uri, edit?.edits ?? []);
    expect(client.text(uri)).toBe("@System:\nbe brief\n\n@You:\n{{ hi }}\n{% if\n\n@Assistant:\nhello\n\n@You:\nbye\n");
    const { diagnostics: own } = await client.waitForDiagnostics(uri, version);
    expect(codes(own)).toContain("template/unclosed-tag");
    expect(codes(own)).not.toContain("document/other-format");
  });
});

test("settings leave such files alone, and no others", async () => {
  const client = await start({ otherFormats: "ignore" });
  const [theirs, ours] = [dir.uri("theirs.chat"), dir.uri("ours.chat")];
  await client.open(theirs, foreign);
  await client.open(ours, "@You:\n{{ hi }}\n");
  await client.waitForDiagnostics(ours, ({ diagnostics }) => diagnostics.length === 1);
  await client.waitForDiagnostics(theirs, 1);
  await client.change(theirs, `${foreign}user: more\n`);
  await client.waitForDiagnostics(theirs, 2);
  for (const { diagnostics } of client.published(theirs)) expect(diagnostics).toEqual([]);
});

describe("the fix that leaves such files alone", () => {
  const title = /^Leave chats of other programs alone/;
  const creating = {
    ...capabilities,
    workspace: { ...capabilities.workspace, workspaceEdit: { documentChanges: true, resourceOperations: ["create" as const] } },
  };

  interface Setting {
    readonly name: string;
    /** The files of the folder, by name. */
    readonly files?: Readonly<Record<string, string>>;
    readonly trusted?: boolean;
    readonly own?: object;
  }

  /** Opens a chat of another program in a folder of its own, and gives the fixes of that kind. */
  async function offered({ name, files = {}, trusted = true, own = {} }: Setting) {
    for (const [file, text] of Object.entries({ "foreign.chat": foreign, ...files })) dir.write(`${name}/${file}`, text);
    const uri = dir.uri(`${name}/foreign.chat`);
    const client = await startClient({
      rootUri: dir.uri(name),
      capabilities: creating,
      initializationOptions: { trusted, settings: { provider: "echo" }, capabilities: own },
    });
    clients.push(client);
    await client.open(uri, foreign);
    await client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 1);
    const start = { line: 0, character: 0 };
    const actions = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range: { start, end: start },
      context: { diagnostics: [] },
    });
    const found = ((actions ?? []) as CodeAction[]).filter((action) => title.test(action.title));
    return { client, uri, found };
  }

  /** What a file holds after the edit of a fix. */
  function edited(action: CodeAction | undefined, before: string): string {
    const [change] = editsByDocument(action?.edit ?? {});
    return TextDocument.applyEdits(TextDocument.create("", "", 0, before), [...(change?.edits ?? [])]);
  }

  test("is a command of clients that can change a person's settings", async () => {
    const { found } = await offered({ name: "settings", own: { leaveOtherFormats: true } });
    expect(found).toMatchObject([{ title: "Leave chats of other programs alone", command: { command: "chat.leaveOtherFormats" } }]);
    expect(found[0]).not.toHaveProperty("edit");
  });

  test("makes a project file elsewhere, which is remembered", async () => {
    const { client, uri, found } = await offered({ name: "none" });
    expect(found).toHaveLength(1);
    expect(found[0]?.edit?.documentChanges?.[0]).toMatchObject({ kind: "create", uri: dir.uri("none/flemma.json") });
    dir.write("none/flemma.json", edited(found[0], ""));
    await client.change(uri, `${foreign}user: more\n`);
    await client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
  });

  test.each([
    ["{}", '{"otherFormats": "ignore"}'],
    ['{ "thinking": "low" }', '{ "otherFormats": "ignore", "thinking": "low" }'],
    ['{\r\n  "thinking": "low"\r\n}\r\n', '{\r\n  "otherFormats": "ignore",\r\n  "thinking": "low"\r\n}\r\n'],
    ['{"a": 1, "otherFormats": "explain"}', '{"a": 1, "otherFormats": "ignore"}'],
  ])("changes the project file %j to %j", async (before, expected) => {
    const { found } = await offered({ name: `present-${before.length}`, files: { "flemma.json": before } });
    expect(edited(found[0], before)).toBe(expected);
  });

  test.each<Setting>([
    { name: "untrusted", trusted: false },
    { name: "lua", files: { "flemma.lua": 'require("flemma").setup({})\n' } },
    { name: "broken", files: { "flemma.json": '{"thinking": ' } },
  ])("is not offered where it would change nothing, or something that is not known: $name", async (setting) => {
    expect((await offered(setting)).found).toEqual([]);
  });
});

describe("the command line", () => {
  function check(folder: string): { readonly code: string; readonly severity: string }[] {
    const { stdout } = spawnSync(process.execPath, [mainPath, "check", "--format", "json", folder], { encoding: "utf8" });
    return JSON.parse(stdout).files.flatMap(({ diagnostics }: { diagnostics: { code: string; severity: string }[] }) => diagnostics);
  }

  test("says the same, which is no reason to fail", () => {
    dir.write("cli/foreign.chat", foreign);
    expect(check(dir.file("cli"))).toMatchObject([{ code: "document/other-format", severity: "information" }]);
    execFileSync(process.execPath, [mainPath, "check", "--max-warnings", "0", dir.file("cli")], { stdio: "pipe" });
  });

  test("leaves them alone where the project says so", () => {
    dir.write("project/flemma.json", JSON.stringify({ otherFormats: "ignore" }));
    const file = dir.write("project/foreign.chat", foreign);
    expect(check(dir.file("project"))).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe(foreign);
  });
});
