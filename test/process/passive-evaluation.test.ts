import { afterAll, beforeAll, expect, test } from "vitest";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();
let client: LspClient;

beforeAll(async () => {
  client = await startClient({ rootUri: dir.uri("") });
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

const good = "```lua\nname = 'Ann'\n```\n@You:\nHi {{ name }}.\n";

/** The hover on the first `@You:`, asked again while it says that the evaluation is still running. */
async function hoverOfMessage(uri: string): Promise<string> {
  const line = client.text(uri).split("\n").indexOf("@You:");
  for (;;) {
    const answer = await client.connection.sendRequest<{ contents: { value: string } }>("textDocument/hover", {
      textDocument: { uri },
      position: { line, character: 1 },
    });
    if (!answer.contents.value.includes("still running")) return answer.contents.value;
  }
}

test("every change evaluates the document again", async () => {
  const uri = dir.uri("again.chat");
  await client.open(uri, good);
  await client.waitForDiagnostics(uri, ({ version, diagnostics }) => version === 1 && diagnostics.length === 0);
  expect(await hoverOfMessage(uri)).toContain("Hi Ann.");
  await client.change(uri, good.replace("'Ann'", "'Bo'"));
  expect(await hoverOfMessage(uri)).toContain("Hi Bo.");
  const version = await client.change(uri, good.replace("name =", "other ="));
  const { diagnostics } = await client.waitForDiagnostics(uri, (params) => params.version === version && params.diagnostics.length === 1);
  expect(diagnostics[0]?.code).toBe("expression/undefined-variable");
});

test("an error in the frontmatter is published at once; messages keep the last good variables", async () => {
  const uri = dir.uri("keeps.chat");
  await client.open(uri, good);
  await client.waitForDiagnostics(uri, ({ version }) => version === 1);
  expect(await hoverOfMessage(uri)).toContain("Hi Ann.");
  const version = await client.change(uri, good.replace("'Ann'", "'Ann"));
  const isBroken = (params: { version?: number; diagnostics: readonly unknown[] }) =>
    params.version === version && params.diagnostics.length > 0;
  const { diagnostics } = await client.waitForDiagnostics(uri, isBroken);
  expect(diagnostics.map(({ code, range }) => [code, range.start.line])).toEqual([["frontmatter/syntax", 1]]);
  expect(await hoverOfMessage(uri)).toContain("Hi Ann.");
});
