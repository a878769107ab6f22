import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ClientCapabilities,
  CompletionRequest,
  ConfigurationRequest,
  DefinitionRequest,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  InlayHintRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  SignatureHelpRequest,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();
const able: ClientCapabilities = {
  general: { positionEncodings: ["utf-8", "utf-16"] },
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } },
  textDocument: { rename: { prepareSupport: true }, documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
};
let client: LspClient;
let utf8: LspClient;

beforeAll(async () => {
  [client, utf8] = await Promise.all([
    startClient({ rootUri: dir.uri(""), initializationOptions: { settings: { inlayHints: true } } }),
    startClient({ rootUri: dir.uri(""), capabilities: able }),
  ]);
});

afterAll(async () => {
  await Promise.all([client?.stop(), utf8?.stop()]);
  dir.remove();
});

let count = 0;

/** Opens a text with a cursor `‸`. */
async function open(marked: string, to = client) {
  const uri = dir.uri(`e${++count}.chat`);
  const text = marked.replace("‸", "");
  await to.open(uri, text);
  const position = TextDocument.create(uri, "chat", 1, text).positionAt(Math.max(0, marked.indexOf("‸")));
  return { uri, text, textDocument: { uri }, position, at: { textDocument: { uri }, position } };
}

test("the server says what it offers", () => {
  expect(utf8.initialized.capabilities).toMatchObject({
    positionEncoding: "utf-8",
    completionProvider: { triggerCharacters: [".", ":", "@", "{", '"', "'", "$", "+", "^", "!", "/", ";", "="] },
    signatureHelpProvider: { triggerCharacters: ["(", ",", " "] },
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    semanticTokensProvider: { full: true, range: true },
    inlayHintProvider: true,
    documentLinkProvider: { resolveProvider: false },
  });
  expect(client.initialized.capabilities.renameProvider).toBe(true);
});

describe("completion", () => {
  test("replaces the word in the units of the client", async () => {
    const { at } = await open('```lua\nname = "Ann"\n```\n@You:\nü {{ na‸ }}\n', utf8);
    const items = (await utf8.connection.sendRequest(CompletionRequest.type, { ...at, position: { line: 4, character: 8 } })) as {
      label: string;
      textEdit: object;
    }[];
    expect(items.find(({ label }) => label === "name")).toMatchObject({
      detail: 'string "Ann"',
      textEdit: { newText: "name", range: { start: { line: 4, character: 6 }, end: { line: 4, character: 8 } } },
    });
  });

  test("knows the members of what a function computed", async () => {
    const { at } = await open(
      "```lua\nfunction make() local t = {} t['col' .. 'or'] = 1 return t end\nthing = make()\n```\n@You:\n{{ thing.‸ }}\n",
    );
    const found = async (): Promise<string[]> =>
      ((await client.connection.sendRequest(CompletionRequest.type, at)) as { label: string }[]).map(({ label }) => label);
    await expect.poll(found, { timeout: 5000 }).toEqual(["color"]);
  });

  test("is empty in a document that is not open", async () => {
    const params = { textDocument: { uri: dir.uri("none.chat") }, position: { line: 0, character: 0 } };
    expect(await client.connection.sendRequest(CompletionRequest.type, params)).toEqual([]);
    expect(await client.connection.sendRequest(DefinitionRequest.type, params)).toBeNull();
    expect(await client.connection.sendRequest(DocumentSymbolRequest.type, params)).toEqual([]);
    expect(await client.connection.sendRequest(RenameRequest.type, { ...params, newName: "x" })).toBeNull();
  });

  test("is about the text of now", async () => {
    const { uri } = await open("@You:\n{{ string }}\n");
    void client.change(uri, "@You:\n{{ string. }}\n");
    const items = await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 1, character: 10 },
    });
    expect((items as { label: string }[]).map(({ label }) => label)).toContain("upper");
  });
});

test("signature help marks the parameter that is being written", async () => {
  const { at } = await open("@You:\n{{ string.rep('a', ‸) }}\n");
  const help = await client.connection.sendRequest(SignatureHelpRequest.type, at);
  const [signature] = help?.signatures ?? [];
  const [start, end] = (signature?.parameters?.[help?.activeParameter ?? 0]?.label ?? [0, 0]) as [number, number];
  expect(signature?.label.slice(start, end)).toBe("count: number");
});

test("definition, references and highlights lead across messages", async () => {
  const { at, uri } = await open("```lua\nname = 1\n```\n@You:\n{{ name }}\n@You:\n{{ ‸name }}\n");
  const first = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } };
  expect(await client.connection.sendRequest(DefinitionRequest.type, at)).toEqual({ uri, range: first });
  const all = await client.connection.sendRequest(ReferencesRequest.type, { ...at, context: { includeDeclaration: true } });
  expect(all?.map(({ range }) => range.start.line)).toEqual([1, 4, 6]);
  const marks = await client.connection.sendRequest(DocumentHighlightRequest.type, at);
  expect(marks?.map(({ kind }) => kind)).toEqual([3, 2, 2]);
});

describe("rename", () => {
  test("prepares, then edits this version everywhere", async () => {
    const { at, uri } = await open("```lua\nname = 1\n```\n@You:\nü {{ name }}\n{{ ‸name }}\n", utf8);
    expect(await utf8.connection.sendRequest(PrepareRenameRequest.type, at)).toMatchObject({ placeholder: "name" });
    const edit = await utf8.connection.sendRequest(RenameRequest.type, { ...at, newName: "title" });
    expect(edit?.documentChanges).toEqual([
      {
        textDocument: { uri, version: 1 },
        edits: [
          { newText: "title", range: { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } } },
          { newText: "title", range: { start: { line: 4, character: 6 }, end: { line: 4, character: 10 } } },
          { newText: "title", range: { start: { line: 5, character: 3 }, end: { line: 5, character: 7 } } },
        ],
      },
    ]);
  });

  test("is refused with a reason", async () => {
    const { at } = await open("@You:\n{{ ‸tostring(1) }}{% x = 1 %}\n");
    await expect(client.connection.sendRequest(PrepareRenameRequest.type, at)).rejects.toThrow("belongs to the template environment");
    await expect(client.connection.sendRequest(RenameRequest.type, { ...at, newName: "y" })).rejects.toThrow(
      "belongs to the template environment",
    );
    const other = await open("@You:\n{% ‸x = 1 %}\n");
    await expect(client.connection.sendRequest(RenameRequest.type, { ...other.at, newName: "end" })).rejects.toThrow(
      "word of the language",
    );
    const text = await open("@You:\n‸text\n");
    expect(await client.connection.sendRequest(PrepareRenameRequest.type, text.at)).toBeNull();
  });
});

test("the outline is a tree where the client takes one, else a list", async () => {
  const text = "@You:\n# Plan\n@Assistant:\nyes\n";
  const nested = await open(text, utf8);
  expect(await utf8.connection.sendRequest(DocumentSymbolRequest.type, nested)).toMatchObject([
    { name: "@You", detail: "# Plan", children: [{ name: "Plan" }] },
    { name: "@Assistant", detail: "yes" },
  ]);
  const list = await open(text);
  expect(await client.connection.sendRequest(DocumentSymbolRequest.type, list)).toMatchObject([
    { name: "@You", location: { uri: list.uri } },
    { name: "Plan", containerName: "@You" },
    { name: "@Assistant" },
  ]);
});

test("messages fold, and selections grow", async () => {
  const { at, textDocument } = await open("@You:\nHi {{ na‸me }}\n\n@You:\nx\n");
  expect(await client.connection.sendRequest(FoldingRangeRequest.type, { textDocument })).toEqual([
    { startLine: 0, endLine: 1, kind: "region" },
    { startLine: 3, endLine: 4, kind: "region" },
  ]);
  const [chain] = (await client.connection.sendRequest(SelectionRangeRequest.type, { textDocument, positions: [at.position] })) ?? [];
  expect(chain?.range).toEqual({ start: { line: 1, character: 6 }, end: { line: 1, character: 10 } });
  expect(chain?.parent?.range.start).toEqual({ line: 1, character: 5 });
});

test("semantic tokens are relative, one for each line, in the units of the client", async () => {
  const { textDocument } = await open("@You:\n{% x = [[ü\nb]] %}\n", utf8);
  const tokens = await utf8.connection.sendRequest(SemanticTokensRequest.type, { textDocument });
  const decoded = Array.from({ length: (tokens?.data.length ?? 0) / 5 }, (_, index) => tokens?.data.slice(5 * index, 5 * index + 4));
  expect(decoded).toEqual([
    [0, 0, 5, 10],
    [1, 0, 2, 9],
    [0, 3, 1, 1],
    [0, 2, 1, 8],
    [0, 2, 4, 5],
    [1, 0, 3, 5],
    [0, 4, 2, 9],
  ]);
  const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 6 } };
  expect((await utf8.connection.sendRequest(SemanticTokensRangeRequest.type, { textDocument, range }))?.data).toHaveLength(15);
});

test("inlay hints show values where they are wanted, and are off by default", async () => {
  const text = "@You:\n{{ 1 + 1 }}\n";
  const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
  const on = await open(text);
  expect(await client.connection.sendRequest(InlayHintRequest.type, { ...on, range })).toMatchObject([
    { position: { line: 1, character: 11 }, label: "= 2" },
  ]);
  const off = await open(text, utf8);
  expect(await utf8.connection.sendRequest(InlayHintRequest.type, { ...off, range })).toEqual([]);
});

test("inlay hints are shown where the settings of a folder say so, whatever those of the person say", async () => {
  const sections: Record<string, object> = { "": { inlayHints: false }, [dir.uri("shown")]: { inlayHints: true }, [dir.uri("same")]: {} };
  const asked = await startClient({ capabilities: { workspace: { configuration: true, workspaceFolders: true } } });
  asked.connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(({ scopeUri = "" }) => sections[scopeUri] ?? null));
  const added = ["shown", "same"].map((name) => ({ name, uri: dir.uri(name) }));
  await asked.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added, removed: [] } });
  const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
  const hints = async (name: string): Promise<number> => {
    const uri = dir.uri(name);
    if (!asked.published(uri).length) await asked.open(uri, "@You:\n{{ 1 }}\n");
    await asked.waitForDiagnostics(uri, 1);
    return ((await asked.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range })) ?? []).length;
  };
  expect([await hints("shown/a.chat"), await hints("same/a.chat"), await hints("elsewhere.chat")]).toEqual([1, 0, 0]);
  sections[""] = { inlayHints: true };
  sections[dir.uri("shown")] = { inlayHints: false };
  await asked.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  await expect.poll(() => hints("elsewhere.chat")).toBe(1);
  expect([await hints("shown/a.chat"), await hints("same/a.chat")]).toEqual([0, 1]);
  await asked.stop();
});

test("inlay hints follow the settings of a client that can be asked, and are asked for again", async () => {
  let inlayHints = false;
  let refreshed = 0;
  const asked = await startClient({ capabilities: { workspace: { configuration: true, inlayHint: { refreshSupport: true } } } });
  asked.connection.onRequest("workspace/configuration", () => [{ inlayHints }]);
  asked.connection.onRequest("workspace/inlayHint/refresh", () => {
    refreshed++;
    return null;
  });
  const { textDocument } = await open("@You:\n{{ 'now' }}\n", asked);
  const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
  const hints = () => asked.connection.sendRequest(InlayHintRequest.type, { textDocument, range });
  expect(await hints()).toEqual([]);
  inlayHints = true;
  await asked.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  await expect.poll(() => refreshed).toBe(1);
  expect(await hints()).toMatchObject([{ label: "= now" }]);
  await asked.stop();
});

test("inlay hints wait for settings that are on their way: editors may keep showing what they were told first", async () => {
  const asked = await startClient({ capabilities: { workspace: { configuration: true } } });
  let answer = (_: readonly object[]): void => {};
  const answered = new Promise<readonly object[]>((resolve) => {
    answer = resolve;
  });
  asked.connection.onRequest("workspace/configuration", () => answered);
  const { textDocument } = await open("@You:\n{{ 'now' }}\n", asked);
  const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
  const hints = asked.connection.sendRequest(InlayHintRequest.type, { textDocument, range });
  await asked.connection.sendRequest("textDocument/foldingRange", { textDocument });
  answer([{ inlayHints: true }]);
  expect(await hints).toMatchObject([{ label: "= now" }]);
  await asked.stop();
});
