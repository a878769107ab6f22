import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  CodeActionRequest,
  type CompletionItem,
  CompletionRequest,
  DefinitionRequest,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  FoldingRangeRequest,
  HoverRequest,
  RenameRequest,
  SignatureHelpRequest,
  type TextDocumentPositionParams,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";
import { editsByDocument } from "../support/workspace-edit.js";

const dir = tempDir({ "part é#1.md": "part", "other.txt": "other" });
const head = '```lua\nflemma.opt.templating.engine = "go"\nname = "Ada"\nuser = { first = string.rep("A", 3) }\n```\n';
let client: LspClient;
let count = 0;

beforeAll(async () => {
  const capabilities = { textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } } } };
  client = await startClient({ rootUri: dir.uri(""), capabilities });
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

/** Opens messages with a cursor `‸`. */
async function open(body: string) {
  const uri = dir.uri(`e${++count}.chat`);
  const marked = head + body;
  const text = marked.replace("‸", "");
  await client.open(uri, text);
  const document = TextDocument.create(uri, "chat", 1, text);
  const position = document.positionAt(Math.max(0, marked.indexOf("‸")));
  return { uri, text, document, textDocument: { uri }, at: { textDocument: { uri }, position } };
}

/** What is suggested, once the values are known that are waited for: a busy machine answers without them. */
async function items(body: string, isKnown = (_: readonly CompletionItem[]): boolean => true): Promise<CompletionItem[]> {
  const { at, uri } = await open(body);
  await client.waitForDiagnostics(uri, () => true);
  for (;;) {
    const found = await itemsAt(client, at);
    if (isKnown(found)) return found;
  }
}

async function itemsAt(to: LspClient, at: TextDocumentPositionParams): Promise<CompletionItem[]> {
  const found = await to.connection.sendRequest(CompletionRequest.type, at);
  return Array.isArray(found) ? found : (found?.items ?? []);
}

const hasValues = (found: readonly CompletionItem[]): boolean => found.some(({ detail }) => detail?.includes('"') === true);

describe("in a template of Go the server", () => {
  test("completes fields with the values that only running tells", async () => {
    const fields = await items("@You:\n{{ .inputs.user.‸ }}\n", hasValues);
    expect(fields.map(({ label, detail }) => [label, detail])).toEqual([["first", 'string "AAA"']]);
    const system = await items("@You:\n{{ .system.‸ }}\n", hasValues);
    expect(system.find(({ label }) => label === "cwd")?.detail).toMatch(/^string "\//);
  });

  test("completes in a document that names no engine, where settings do", async () => {
    const other = await startClient({ rootUri: dir.uri(""), initializationOptions: { settings: { templating: { engine: "go" } } } });
    try {
      const uri = dir.uri("plain.chat");
      await other.open(uri, "@You:\n{{ .time. }}\n");
      await other.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
      const found = await itemsAt(other, { textDocument: { uri }, position: { line: 1, character: 9 } });
      expect(found.map(({ label }) => label)).toContain("today");
    } finally {
      await other.stop();
    }
  });

  test("completes, follows and links the files that are embedded", async () => {
    const named = await items('@You:\n{{ embed "‸" }}\n');
    expect(named.map(({ label }) => label)).toEqual(expect.arrayContaining(["other.txt", "part é#1.md"]));
    const { at, textDocument, document } = await open('@You:\n{{ embed "part é‸#1.md" }}\n');
    const found = await client.connection.sendRequest(DefinitionRequest.type, at);
    expect(found).toMatchObject({ uri: dir.uri("part é#1.md") });
    const links = await client.connection.sendRequest(DocumentLinkRequest.type, { textDocument });
    expect(links?.map(({ range, target }) => [document.getText(range), target])).toEqual([["part é#1.md", dir.uri("part é#1.md")]]);
  });

  test("completes, follows and links prompts that settings register by name", async () => {
    const settings = { templating: { engine: "go", go: { prompts: { tone: dir.uri("other.txt").slice("file://".length) } } } };
    const other = await startClient({ rootUri: dir.uri(""), initializationOptions: { settings } });
    try {
      const uri = dir.uri("prompts.chat");
      await other.open(uri, '@You:\n{{ embed "tone" }}\n');
      await other.waitForDiagnostics(uri, () => true);
      const at = { textDocument: { uri }, position: { line: 1, character: 12 } };
      // Which language it is written in, and what can be embedded, is known once it was evaluated.
      let found: CompletionItem[] = [];
      // What is registered is known once the document was evaluated.
      while (!found.some(({ label }) => label === "tone")) found = await itemsAt(other, at);
      expect(found.map(({ label }) => label)).toContain("other.txt");
      expect(await other.connection.sendRequest(DefinitionRequest.type, at)).toMatchObject({ uri: dir.uri("other.txt") });
      const links = await other.connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } });
      expect(links?.map(({ target }) => target)).toEqual([dir.uri("other.txt")]);
    } finally {
      await other.stop();
    }
  });

  test("shows values in a hover", async () => {
    const { at } = await open("@You:\n{{ .inputs.user.fi‸rst }}\n");
    const found = await client.connection.sendRequest(HoverRequest.type, at);
    expect(JSON.stringify(found?.contents)).toContain("AAA");
  });

  test("shows the signature of a function, its parameters where they stand", async () => {
    const { at } = await open("@You:\n{{ trunc 3 ‸ }}\n");
    const found = await client.connection.sendRequest(SignatureHelpRequest.type, at);
    expect(found?.signatures[0]).toMatchObject({ label: "trunc n s → string", parameters: [{ label: [6, 7] }, { label: [8, 9] }] });
    expect(found?.activeParameter).toBe(1);
    const text = await open("@You:\ntrunc 3 ‸ \n");
    expect(await client.connection.sendRequest(SignatureHelpRequest.type, text.at)).toBeNull();
  });

  test("renames, highlights and folds", async () => {
    const { at, text, document, textDocument } = await open('@System:\n{{ define "t" }}\na\n{{ end }}\n\n@You:\n{{ template "‸t" }}\n');
    const renamed = await client.connection.sendRequest(RenameRequest.type, { ...at, newName: "intro" });
    expect(renamed && TextDocument.applyEdits(document, [...(editsByDocument(renamed)[0]?.edits ?? [])])).toBe(
      text.replaceAll('"t"', '"intro"'),
    );
    const marked = await client.connection.sendRequest(DocumentHighlightRequest.type, at);
    expect(marked?.map(({ range }) => range.start.line)).toEqual([6, 11]);
    const folds = await client.connection.sendRequest(FoldingRangeRequest.type, { textDocument });
    expect(folds).toContainEqual({ startLine: 6, endLine: 7 });
  });

  test("offers the fix of a fault, and the substitute of a value that changes with every send", async () => {
    const { uri, textDocument } = await open("@System:\n{{ now }}\n\n@You:\n{{ if .inputs.name }}{{ uper .inputs.name }}\n");
    await client.waitForDiagnostics(uri, (params) => params.diagnostics.length === 3);
    const range = { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } };
    const actions = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range,
      context: { diagnostics: [], only: ["quickfix"] },
    });
    expect(actions?.map(({ title }) => title)).toEqual([
      "Change 'uper' to 'upper'",
      "Use .time.today, the same all day",
      "Insert {{end}} at the end of the line",
    ]);
  });
});
