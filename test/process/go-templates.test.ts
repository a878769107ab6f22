import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CompletionRequest, type PublishDiagnosticsParams } from "vscode-languageserver/node";
import { commands } from "../../shared/methods.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir({ "part.md": "part of {{ .inputs.name }}" });
const head = '```lua\nflemma.opt.templating.engine = "go"\nname = "Ada"\n```\n';
let client: LspClient;
let count = 0;

beforeAll(async () => {
  client = await startClient({ rootUri: dir.uri(""), initializationOptions: { settings: { templating: { engine: "go" } } } });
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

const codes = ({ diagnostics }: PublishDiagnosticsParams): string[] => diagnostics.map(({ code }) => String(code));

async function preview(uri: string): Promise<string> {
  const { markdown } = await client.executeCommand<{ markdown: string }>(commands.preview, { uri });
  return markdown;
}

describe("a document whose templates are written in Go", () => {
  test("is rendered, and what it embeds is followed", async () => {
    const uri = dir.uri(`d${++count}.chat`);
    await client.open(uri, `${head}@You:\n{{ range list 1 2 }}<{{ . }}>{{ end }} {{ embed "part.md" }}\n`);
    expect(codes(await client.waitForDiagnostics(uri, () => true))).toEqual([]);
    expect(await preview(uri)).toContain("<1><2> part of Ada");
    dir.write("part.md", "{{ nope }}");
    await client.waitForDiagnostics(uri, (params) => codes(params).includes("template/syntax"));
    dir.write("part.md", "mended");
    await client.waitForDiagnostics(uri, (params) => params === client.published(uri).at(-1) && params.diagnostics.length === 0);
    expect(await preview(uri)).toContain("<1><2> mended");
  });

  test("is one where settings say so, and no published diagnostic ever took it for Lua", async () => {
    const uri = dir.uri(`d${++count}.chat`);
    await client.open(uri, "@You:\n{{ range list 1 2 }}{{ . }}{{ end }}\n");
    await client.waitForDiagnostics(uri, 1);
    await client.change(uri, [{ range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, newText: '{{ uper "x" }}' }]);
    await client.waitForDiagnostics(uri, (params) => codes(params).includes("template/syntax"));
    for (const params of client.published(uri)) expect(codes(params).filter((code) => code.startsWith("expression/"))).toEqual([]);
    expect(await preview(uri)).not.toContain("12");
  });

  test("is one from the first request on, where settings are known by then", async () => {
    for (const settings of [{ templating: { engine: "go" } }, undefined]) {
      const other = await startClient({ rootUri: dir.uri(""), ...(settings && { initializationOptions: { settings } }) });
      try {
        const uri = dir.uri(`d${++count}.chat`);
        await other.open(uri, "@You:\n{{ trimPre }}\n");
        const found = await other.connection.sendRequest(CompletionRequest.type, {
          textDocument: { uri },
          position: { line: 1, character: 10 },
        });
        const labels = (Array.isArray(found) ? found : (found?.items ?? [])).map(({ label }) => label);
        expect(labels.includes("trimPrefix")).toBe(settings !== undefined);
      } finally {
        await other.stop();
      }
    }
  });

  test("becomes one of Lua, and of Go again, as its frontmatter says", async () => {
    const uri = dir.uri(`d${++count}.chat`);
    const body = "@You:\n{{ .x }}{{ 1 + 1 }}\n";
    await client.open(uri, `\`\`\`lua\nflemma.opt.templating.engine = "lua"\n\`\`\`\n${body}`);
    await client.waitForDiagnostics(uri, (params) => codes(params).includes("expression/syntax"));
    expect(await preview(uri)).toContain("{{ .x }}2");
    const range = { start: { line: 1, character: 32 }, end: { line: 1, character: 35 } };
    await client.change(uri, [{ range, newText: "go" }]);
    await client.waitForDiagnostics(uri, (params) => codes(params).join() === "template/syntax");
  });

  test("keeps its language while its frontmatter is half written", async () => {
    const uri = dir.uri(`d${++count}.chat`);
    await client.open(uri, `${head}@You:\n{{ upper .inputs.name }}\n`);
    await client.waitForDiagnostics(uri, 1);
    await client.change(uri, [{ range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } }, newText: "x = (" }]);
    const { diagnostics } = await client.waitForDiagnostics(uri, (params) => codes(params).includes("frontmatter/syntax"));
    expect(diagnostics.map(({ code }) => code)).toEqual(["frontmatter/syntax"]);
    expect(await preview(uri)).toContain("ADA");
  });
});
