import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CodeAction, Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver/node";
import { commands } from "../../shared/methods.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir({
  "parts/p.md": "one\ntwo {{ include('q.md') }}\n",
  "parts/q.md": "\n  {% error('no') %}\n",
  "good.md": "Hello {{ name }}",
});
let client: LspClient;
let count = 0;

beforeAll(async () => {
  client = await startClient({ rootUri: dir.uri("") });
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

async function opened(text: string, codes: readonly string[]): Promise<{ uri: string; diagnostics: readonly Diagnostic[] }> {
  const uri = dir.uri(`d${++count}.chat`);
  await client.open(uri, text);
  const fits = ({ diagnostics }: PublishDiagnosticsParams): boolean => String(diagnostics.map(({ code }) => code)) === String(codes);
  return { uri, diagnostics: (await client.waitForDiagnostics(uri, fits)).diagnostics };
}

describe("a fault in an included file", () => {
  const text = "@You:\n\n{{ include('parts/p.md') }} {{ include('parts/p.md') }}\n";

  test("stands once, at the call in the document, and says where it is", async () => {
    const { uri, diagnostics } = await opened(text, ["template/runtime"]);
    expect(diagnostics).toMatchObject([
      {
        range: { start: { line: 2, character: 3 }, end: { line: 2, character: 24 } },
        severity: 1,
        message: "q.md:2:6: no.",
        relatedInformation: [
          {
            location: { uri: dir.uri("parts/q.md"), range: { start: { line: 1, character: 5 }, end: { line: 1, character: 16 } } },
            message: "no.",
          },
          { location: { uri: dir.uri("parts/p.md"), range: { start: { line: 1, character: 7 } } } },
          { location: { uri, range: { start: { line: 2, character: 3 } } } },
        ],
        data: { blocks: true },
      },
    ]);
  });

  test("moves with the call while the text is edited", async () => {
    const { uri } = await opened(text, ["template/runtime"]);
    const start = { line: 0, character: 0 };
    await client.change(uri, [{ range: { start, end: start }, newText: "@System:\nx\n" }]);
    const { diagnostics } = await client.waitForDiagnostics(uri, 2);
    expect(diagnostics).toMatchObject([{ range: { start: { line: 4, character: 3 } }, message: "q.md:2:6: no." }]);
  });

  test("is told by a hover on the call, and counted by the status", async () => {
    const { uri } = await opened(text, ["template/runtime"]);
    const hover = await client.connection.sendRequest("textDocument/hover", {
      textDocument: { uri },
      position: { line: 2, character: 1 },
    });
    expect(JSON.stringify(hover)).toContain("q.md:2:6: no.");
    const status = await client.executeCommand(commands.status, { uri });
    expect(status).toMatchObject({ diagnostics: { blocking: 1, warnings: 0 } });
  });

  test("is told by the preview as well", async () => {
    const { uri } = await opened(text, ["template/runtime"]);
    const shown = await client.executeCommand<{ markdown: string; diagnostics: readonly Diagnostic[] }>(commands.preview, { uri });
    expect(shown.markdown).toContain("{{ include('parts/p.md') }}");
    expect(shown.diagnostics).toMatchObject([{ message: "q.md:2:6: no.", relatedInformation: expect.any(Array) }]);
  });

  test("offers no edit of the document", async () => {
    const { uri, diagnostics } = await opened("@You:\n{{ include('good.md', { nmae = 1 }) }}\n", ["expression/undefined-variable"]);
    expect(diagnostics[0]?.message).toBe("good.md:1:10: Undefined variable 'name'. Did you mean 'nmae'?");
    const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
    const actions = await client.connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range,
      context: { diagnostics: [], only: ["quickfix"] },
    });
    expect(actions).toEqual([]);
  });
});

test("a warning in an included file does not hide what the expression gave", async () => {
  const { uri } = await opened("@You:\n{{ include('good.md', { nmae = 1 }) }}\n", ["expression/undefined-variable"]);
  const hover = await client.connection.sendRequest("textDocument/hover", { textDocument: { uri }, position: { line: 1, character: 1 } });
  expect(JSON.stringify(hover)).toContain("Hello {{ name }}");
});

test("the preview shows what included files render to", async () => {
  const { uri } = await opened("@You:\n{{ include('good.md', { name = 'Ada' }) }}!\n", []);
  const shown = await client.executeCommand<{ markdown: string }>(commands.preview, { uri });
  expect(shown.markdown).toContain("Hello Ada!");
});
