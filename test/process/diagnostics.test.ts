import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type PublishDiagnosticsParams,
  type TextEdit,
} from "vscode-languageserver/node";
import { positionAt, sourceText } from "../../server/src/base/source-text.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();
let client: LspClient;
let bytes: LspClient;

beforeAll(async () => {
  [client, bytes] = await Promise.all([
    startClient({ rootUri: dir.uri("") }),
    startClient({ rootUri: dir.uri(""), capabilities: { general: { positionEncodings: ["utf-8"] } } }),
  ]);
});

afterAll(async () => {
  await Promise.all([client?.stop(), bytes?.stop()]);
  dir.remove();
});

let count = 0;
const freshUri = (): string => dir.uri(`d${++count}.chat`);

/** The final diagnostics of a version: those of a longer evaluation may come after those of the syntax. */
async function final(uri: string, version: number, codes: readonly string[], from = client): Promise<PublishDiagnosticsParams> {
  const fits = (params: PublishDiagnosticsParams): boolean =>
    params.version === version && JSON.stringify(params.diagnostics.map(({ code }) => code)) === JSON.stringify(codes);
  return from.waitForDiagnostics(uri, fits);
}

const insert = (text: string, offset: number, newText: string): TextEdit => {
  const at = positionAt(sourceText(text), offset);
  return { range: { start: at, end: at }, newText };
};

describe("diagnostics", () => {
  test("come for the opened version and for every one that stays", async () => {
    const uri = freshUri();
    await client.open(uri, "@You:\nfine\n");
    await final(uri, 1, []);
    const version = await client.change(uri, "@You:\n{{ nobody }}\n");
    const { diagnostics } = await final(uri, version, ["expression/undefined-variable"]);
    expect(diagnostics[0]).toMatchObject({
      severity: 2,
      source: "chat",
      range: { start: { line: 1, character: 3 }, end: { line: 1, character: 9 } },
      data: { blocks: false },
    });
    await client.change(uri, "@You:\n{{ 1 }}\n");
    await final(uri, 3, []);
  });

  test("come for a version without a change, and say nothing of a text that is replaced without being closed", async () => {
    const uri = freshUri();
    await client.open(uri, "@You:\n{{ nobody }}\n");
    await final(uri, 1, ["expression/undefined-variable"]);
    const changed = { textDocument: { uri, version: 2 }, contentChanges: [] };
    await client.connection.sendNotification(DidChangeTextDocumentNotification.type, changed);
    await final(uri, 2, ["expression/undefined-variable"]);
    const before = client.published(uri).length;
    const textDocument = { uri, languageId: "chat", version: 5, text: "@You:\n{{ 1 }}\n{{ someone }}\n" };
    await client.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    await final(uri, 5, ["expression/undefined-variable"]);
    const shown = client.published(uri).slice(before);
    expect(shown.flatMap(({ diagnostics }) => diagnostics.map(({ range }) => range.start.line))).toEqual([2]);
  });

  test("say what blocks, what may have been meant, and where else to look", async () => {
    const uri = freshUri();
    await client.open(uri, "```lua\nfunction f() return nil + 1 end\nname = 1\n```\n@You:\n{% x = f() %}{{ nmae }}\n@you:\n");
    const { diagnostics } = await final(uri, 1, ["template/runtime", "role/unknown"]);
    expect(diagnostics[0]).toMatchObject({
      severity: 1,
      range: { start: { line: 5, character: 7 }, end: { line: 5, character: 10 } },
      data: { blocks: true },
      relatedInformation: [{ location: { uri, range: { start: { line: 1 } } } }],
    });
    expect(diagnostics[1]).toMatchObject({ severity: 2, data: { blocks: false, suggestions: ["You"] } });
    expect(diagnostics[1]?.relatedInformation).toBeUndefined();
  });

  test("of a burst of edits end with the newest text, and no older version comes after a newer one", async () => {
    const uri = freshUri();
    let text = "@You:\n{{ a }}\n";
    await client.open(uri, text);
    for (let number = 0; number < 60; number++) {
      const edit = insert(text, text.length, number % 2 === 0 ? `{{ b${number} }}\n` : "x\n");
      await client.change(uri, [edit]);
      text += edit.newText;
      if (number % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect(client.text(uri)).toBe(text);
    await final(uri, 61, Array(31).fill("expression/undefined-variable"));
    const versions = client.published(uri).map(({ version }) => version ?? 0);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
  });

  test("of a slow template are those of its syntax first, and its squiggles move along meanwhile", async () => {
    const uri = freshUri();
    const slow = "@You:\n{{ nobody }}\n@Bot:\n@You:\n{% while true do end %}\n";
    await client.open(uri, slow);
    const first = await client.waitForDiagnostics(uri, 1);
    await client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 3);
    expect(first.diagnostics.map(({ code }) => code)).toContain("role/unknown");
    await client.change(uri, [insert(slow, 0, "\n\n")]);
    const moved = await client.waitForDiagnostics(uri, 2);
    expect(moved.diagnostics.map(({ code, range }) => [code, range.start.line]).slice(0, 4)).toContainEqual([
      "expression/undefined-variable",
      3,
    ]);
    const all = await client.waitForDiagnostics(uri, ({ version, diagnostics }) => version === 2 && diagnostics.length === 3);
    expect(all.diagnostics.map(({ range }) => range.start.line)).toEqual([3, 4, 6]);
  });

  test("stay between two edits of one change, while the template that would find them anew is slow", async () => {
    const uri = freshUri();
    const slow = "@You:\n{{ above }}\n{{ nobody }}\n{{ below }}\n{% for i = 1, 5e6 do end %}\n";
    await client.open(uri, slow);
    await client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 3);
    await client.change(uri, [insert(slow, slow.indexOf("above"), "x"), insert(slow, slow.indexOf("below"), "x")]);
    const first = await client.waitForDiagnostics(uri, 2);
    expect(first.diagnostics.map(({ range }) => range.start.line)).toContain(2);
  });

  test("are an empty list once the document is closed, and nothing comes after it", async () => {
    const uri = freshUri();
    await client.open(uri, "@You:\n{% while true do end %}{{ nobody }}\n");
    await client.close(uri);
    await client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(client.published(uri).at(-1)?.diagnostics).toEqual([]);
  });

  test("of a document that is opened again are its own", async () => {
    const uri = freshUri();
    await client.open(uri, "```lua\nname = 'Ann'\n```\n@You:\n{{ name }}\n");
    await final(uri, 1, []);
    await client.close(uri);
    await client.open(uri, "```lua\nname = \n```\n@You:\n{{ name }}{{ nobody }}\n");
    await final(uri, 1, ["frontmatter/syntax"]);
  });

  test.each(["with space.chat", "été.chat", "a#b.chat", "100%25.chat", "日本 😀.chat", "a?b&c=d.chat"])(
    "name the document as the client does, and its templates see the real name: %s",
    async (name) => {
      const uri = dir.uri(name);
      await client.open(uri, `@You:\n{{ error(__filename == [[${dir.file(name)}]] and 'same' or __filename, 0) }}\n`);
      const { diagnostics } = await final(uri, 1, ["expression/runtime"]);
      expect(diagnostics[0]?.message).toContain("same");
    },
  );

  test.each(["untitled:Untitled-1", "vscode-notebook-cell:/a#b", "file:///%zz", "git:/a.chat?x"])(
    "come for documents that are no files: %s",
    async (uri) => {
      await client.open(uri, "@You:\n{{ nobody }}\n{{ __filename }}\n");
      await final(uri, 1, ["expression/undefined-variable"]);
    },
  );
});

describe("positions", () => {
  const text = "\ufeff```lua\r\nname = '😀é'\r\n```\r\n@You:\r\n😀é {{ nmae }} a\u0301{{ nobody }}\r\n";
  const codes = ["expression/undefined-variable", "expression/undefined-variable"];

  test("are in UTF-16 units by default, whatever line ends and marks the text has", async () => {
    const uri = freshUri();
    await client.open(uri, text);
    const { diagnostics } = await final(uri, 1, codes);
    expect(diagnostics.map(({ range }) => range)).toEqual([
      { start: { line: 4, character: 7 }, end: { line: 4, character: 11 } },
      { start: { line: 4, character: 20 }, end: { line: 4, character: 26 } },
    ]);
  });

  test("are in bytes where the client counts bytes, in both directions", async () => {
    const uri = freshUri();
    await bytes.open(uri, text);
    const { diagnostics } = await final(uri, 1, codes, bytes);
    expect(diagnostics[0]?.range).toEqual({ start: { line: 4, character: 10 }, end: { line: 4, character: 14 } });
    const change = { range: { start: { line: 4, character: 10 }, end: { line: 4, character: 14 } }, text: "name" };
    await bytes.connection.sendNotification("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [change] });
    const after = await final(uri, 2, ["expression/undefined-variable"], bytes);
    expect(after.diagnostics[0]?.range.start).toEqual({ line: 4, character: 24 });
  });
});

test("a document of 10 MB is checked for syntax, says so, and holds nothing else up for long", async () => {
  const uri = freshUri();
  const other = freshUri();
  const block = `@You:\n${"A line of text with {{ 1 + 1 }} in it.\n".repeat(100)}@Assistant:\n${"Some reply.\n".repeat(100)}`;
  const text = `${block.repeat(Math.ceil(10_000_000 / block.length))}@you:\n`;
  await client.open(other, "@You:\nx\n");
  await final(other, 1, []);
  await client.open(uri, text);
  await final(uri, 1, ["document/too-large", "role/unknown"]);
  await client.change(uri, [insert("", 0, "\n")]);
  await client.change(other, "@You:\n{{ nobody }}\n");
  await final(other, 2, ["expression/undefined-variable"]);
  await final(uri, 2, ["document/too-large", "role/unknown"]);
  await client.close(uri);
}, 20_000);
