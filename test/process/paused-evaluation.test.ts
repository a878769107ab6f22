import { afterAll, beforeAll, expect, test } from "vitest";
import { ApplyWorkspaceEditRequest } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type OwnServer, startOwnServer } from "../support/own-server.js";
import { createSignal } from "../support/signal.js";
import { tempDir } from "../support/temp-dir.js";
import { editsByDocument, sequentialChanges } from "../support/workspace-edit.js";
import { eventually } from "./children.js";

const dir = tempDir();
const uri = dir.uri("a.chat");
const signal = createSignal();
const states: string[] = [];
const published: { readonly version?: number; readonly diagnostics: readonly { readonly code: string }[] }[] = [];
let server: OwnServer;
let client: OwnServer["client"];
let document: TextDocument;

beforeAll(async () => {
  server = await startOwnServer({
    rootUri: dir.uri(""),
    capabilities: { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
    initializationOptions: { trusted: true, settings: { provider: "echo", inlay_hints: true } },
    prepare(connection) {
      connection.onRequest(ApplyWorkspaceEditRequest.type, async ({ edit }) => {
        for (const { edits } of editsByDocument(edit)) await change(edits);
        return { applied: true };
      });
      connection.onNotification("chat/runChanged", ({ state }: { state: string }) => {
        states.push(state);
        signal.changed();
      });
      connection.onNotification("textDocument/publishDiagnostics", (params) => {
        if (params.uri === uri) published.push(params);
        signal.changed();
      });
    },
  });
  client = server.client;
});

afterAll(() => {
  server?.dispose();
  dir.remove();
});

async function change(edits: Parameters<typeof sequentialChanges>[1]): Promise<void> {
  const contentChanges = sequentialChanges(document, edits);
  document = TextDocument.update(document, contentChanges, document.version + 1);
  signal.changed();
  await client.sendNotification("textDocument/didChange", { textDocument: { uri, version: document.version }, contentChanges });
}

const until = (probe: () => boolean | undefined): Promise<true> =>
  signal.until(
    () => probe() || undefined,
    15_000,
    () => "It did not happen.",
  );
const runsOfDocument = (): number => server.evaluated.filter((name) => name === uri).length;
const at = (line: number, character: number) => ({ textDocument: { uri }, position: { line, character } });

test("during a stream nothing evaluates the document, whatever asks for it, and one evaluation runs when it ends", async () => {
  dir.write("part.md", "part\n");
  const text = `\`\`\`lua\nname = "Ann"\n\`\`\`\n@You:\n{{ name }} {{ nobody }} {{ include("part.md") }}\n${"word ".repeat(400)}\n@./gone.txt`;
  document = TextDocument.create(uri, "chat", 1, text);
  await client.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "chat", version: 1, text } });
  await until(() => published.at(-1)?.diagnostics.length === 2);
  const shown = published.at(-1)?.diagnostics.map(({ code }) => code);
  await client.sendRequest("workspace/executeCommand", { command: "chat.send", arguments: [{ uri }] });
  await until(() => document.getText().includes("@Assistant:"));
  const before = runsOfDocument();
  const publishedBefore = published.length;

  const hover = (await client.sendRequest("textDocument/hover", at(4, 4))) as { contents: { value: string } };
  expect(hover.contents.value).toContain("paused while a reply is being written");
  const asks = [
    client.sendRequest("textDocument/completion", at(4, 4)),
    client.sendRequest("textDocument/inlayHint", {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
    }),
    client.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
      context: { diagnostics: [] },
    }),
    client.sendRequest("workspace/executeCommand", { command: "chat.status", arguments: [{ uri }] }),
    client.sendRequest("workspace/executeCommand", { command: "chat.preview", arguments: [{ uri }] }),
    client.sendRequest("workspace/executeCommand", { command: "chat.switch", arguments: [{ uri, parameters: { temperature: 0.5 } }] }),
  ];
  await client.sendNotification("workspace/didChangeConfiguration", { settings: { chat: { provider: "echo", temperature: 0.1 } } });
  await client.sendNotification("chat/trustChanged", { trusted: true });
  dir.write("part.md", "another part\n");
  await client.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: dir.uri("part.md"), type: 2 }] });
  await change([{ range: { start: { line: 3, character: 5 }, end: { line: 3, character: 5 } }, newText: "\n" }]);
  await Promise.allSettled(asks);
  expect(states).toEqual(["running"]);
  expect(runsOfDocument()).toBe(before);

  await until(() => states.length === 2);
  expect(states).toEqual(["running", "done"]);
  for (const { diagnostics } of published.slice(publishedBefore)) expect(diagnostics.map(({ code }) => code)).toEqual(shown);
  await eventually(() => runsOfDocument() > before);
  expect(published.at(-1)?.version).toBe(document.version);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(runsOfDocument()).toBe(before + 1);
});
