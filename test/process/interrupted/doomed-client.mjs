// A client in a process of its own, to be killed: it sends several documents and writes down what each holds after every change.
// node doomed-client.mjs MAIN FOLDER COUNT SETTINGS: documents are FOLDER/0.chat …, what they hold is in FOLDER/0.shown …
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import lsp from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";

const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = lsp;
const [main, folder, count, settings] = process.argv.slice(2);
const server = spawn(process.execPath, [main, "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
const documents = new Map();

connection.onRequest("workspace/applyEdit", ({ edit }) => {
  for (const { textDocument, edits } of edit.documentChanges) {
    const { uri } = textDocument;
    const old = documents.get(uri);
    if (textDocument.version !== old.version) return { applied: false };
    const version = old.version + 1;
    const contentChanges = edits.map(({ range, newText }) => ({ range, text: newText }));
    const document = TextDocument.update(old, contentChanges, version);
    writeFileSync(uri.replace("file://", "").replace(/chat$/, "shown"), document.getText());
    void connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
  }
  return { applied: true };
});
connection.listen();

await connection.sendRequest("initialize", {
  processId: process.pid,
  rootUri: pathToFileURL(folder).href,
  capabilities: { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
  initializationOptions: { trusted: true, settings: JSON.parse(settings) },
});
await connection.sendNotification("initialized", {});
console.log(server.pid);
for (let index = 0; index < Number(count); index++) {
  const uri = pathToFileURL(join(folder, `${index}.chat`)).href;
  const text = `@You:\nstop:${index}\n`;
  documents.set(uri, TextDocument.create(uri, "chat", 1, text));
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "chat", version: 1, text } });
  await connection.sendRequest("workspace/executeCommand", { command: "chat.send", arguments: [{ uri }] });
}
