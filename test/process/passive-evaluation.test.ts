import { afterAll, beforeAll, expect, test } from "vitest";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();
let client: LspClient;

beforeAll(async () => {
  client = await startClient({ rootUri: dir.uri(""), initializationOptions: { trusted: true, settings: { provider: "echo" } } });
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

test("a document is not evaluated while a reply is being written into it, and again once it is there", async () => {
  const uri = dir.uri("paused.chat");
  const states: string[] = [];
  const seenDuring: unknown[] = [];
  const codes = () => client.published(uri).flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
  client.connection.onNotification("chat/runChanged", ({ state }: { state: string }) => {
    states.push(state);
    if (state !== "running") seenDuring.push(...codes());
  });
  await client.open(uri, `${good}${"word ".repeat(150)}\n`);
  await client.waitForDiagnostics(uri, 1);
  expect(await client.executeCommand("chat.send", { uri })).toMatchObject({ accepted: true });
  await client.waitForText(uri, (text) => text.includes("word word"));
  await client.change(uri, [{ range: { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } }, newText: "other" }]);
  await client.waitForDiagnostics(
    uri,
    ({ diagnostics }) => diagnostics.some(({ code }) => code === "expression/undefined-variable"),
    20_000,
  );
  expect(states).toEqual(["running", "done"]);
  expect(seenDuring).toEqual([]);
}, 30_000);
