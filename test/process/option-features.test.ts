import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CodeAction,
  CodeActionRequest,
  type CompletionItem,
  CompletionRequest,
  CompletionTriggerKind,
  type Hover,
  HoverRequest,
  type MarkupContent,
  type TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";
import { editsByDocument } from "../support/workspace-edit.js";

const literals = { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } } };
const dir = tempDir();
let client: LspClient;

beforeAll(async () => {
  client = await startClient({
    rootUri: dir.uri(""),
    capabilities: { textDocument: literals, workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
  });
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

let count = 0;

/** Opens frontmatter with a cursor `‸` and waits until it was evaluated. */
async function open(language: string, code: string) {
  const uri = dir.uri(`o${++count}.chat`);
  const marked = `\`\`\`${language}\n${code}\n\`\`\`\n@You:\nhi\n`;
  const text = marked.replace("‸", "");
  await client.open(uri, text);
  await client.waitForDiagnostics(uri, 1);
  const document = TextDocument.create(uri, "chat", 1, text);
  const position = document.positionAt(marked.indexOf("‸"));
  return { document, textDocument: { uri }, position };
}

describe("in frontmatter", () => {
  test.each([
    [
      "lua",
      'flemma.opt.provider = "openai"\nflemma.opt.model = "gpt-5-‸"',
      'flemma.opt.provider = "openai"\nflemma.opt.model = "gpt-5-mini"',
    ],
    ["json", '{ "flemma": { "provider": "openai", "model": "‸" } }', '{ "flemma": { "provider": "openai", "model": "gpt-5-mini" } }'],
    ["yaml", "flemma:\n  provider: openai\n  model: ‸", "flemma:\n  provider: openai\n  model: gpt-5-mini"],
  ])("of %s, the models of the provider that was chosen are completed", async (language, code, wanted) => {
    const { document, ...at } = await open(language, code);
    const accepted = async () => {
      const items = (await client.connection.sendRequest(CompletionRequest.type, at)) as CompletionItem[];
      const edit = items.find(({ label }) => label === "gpt-5-mini")?.textEdit as TextEdit | undefined;
      return edit && TextDocument.applyEdits(document, [edit]);
    };
    await expect.poll(accepted, { timeout: 10_000 }).toBe(document.getText().replace(code.replace("‸", ""), wanted));
  });

  test.each([
    ["lua", 'flemma.opt.tools = { "+‸" }', ["+bash"]],
    ["json", '{ "flemma": { "tools": ["!‸"] } }', ["!bash"]],
    ["yaml", "flemma:\n  tools: [^‸]", ["^bash"]],
    ["lua", "x = 1 +‸", []],
    ["json", '{ "x": ["!‸"] }', []],
  ])("of %s, a sign that is typed offers items, and nothing in arithmetic: %s", async (language, code, wanted) => {
    const { document, ...at } = await open(language, code);
    const triggerCharacter = document.getText({ start: { ...at.position, character: at.position.character - 1 }, end: at.position });
    const context = { triggerKind: CompletionTriggerKind.TriggerCharacter, triggerCharacter };
    const items = (await client.connection.sendRequest(CompletionRequest.type, { ...at, context })) as CompletionItem[];
    expect(items.slice(0, 1).map(({ label }) => label)).toEqual(wanted);
  });

  test.each([
    ["lua", "flemma.opt.time‸out = 5"],
    ["json", '{ "flemma": { "time‸out": 5 } }'],
    ["yaml", "flemma:\n  time‸out: 5"],
  ])("of %s, a hover tells the value of an option and who set it", async (language, code) => {
    const at = await open(language, code);
    const shown = async () => {
      const hover = (await client.connection.sendRequest(HoverRequest.type, at)) as Hover | null;
      return (hover?.contents as MarkupContent | undefined)?.value;
    };
    await expect.poll(shown, { timeout: 10_000 }).toContain("Now: `5`, set by the frontmatter.");
  });

  test.each([
    ["lua", "flemma.opt.tools = { ‸'raed' }", "flemma.opt.tools = { 'read' }"],
    ["json", '{ "flemma": { "tools": [‸"raed"] } }', '{ "flemma": { "tools": ["read"] } }'],
    ["yaml", "flemma:\n  tools:\n    - r‸aed", "flemma:\n  tools:\n    - read"],
  ])("of %s, a misspelled tool has its fix", async (language, code, wanted) => {
    const { document, textDocument } = await open(language, code);
    const range = { start: { line: 0, character: 0 }, end: document.positionAt(document.getText().length) };
    const actions = (await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range,
      context: { diagnostics: [] },
    })) as CodeAction[];
    const [changes] = editsByDocument(actions.find(({ title }) => title === "Change 'raed' to 'read'")?.edit ?? {});
    expect(TextDocument.applyEdits(document, [...(changes?.edits ?? [])])).toBe(document.getText().replace(code.replace("‸", ""), wanted));
  });
});
