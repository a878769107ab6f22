import { expect, test } from "vitest";
import { unknownClient } from "../../server/src/lsp/client.js";
import { createDocuments } from "../../server/src/lsp/documents.js";
import { definitionAt } from "../../server/src/lsp/navigation.js";
import { blindHost } from "../support/hosts.js";

const uri = "file:///chats/a.chat";
const text = "@You:\n{% x = 1 %}{{ x }} {{ include('part.md') }}\n";
const at = (needle: string) => ({ textDocument: { uri }, position: { line: 1, character: text.split("\n")[1]?.indexOf(needle) ?? 0 } });

/** A server with one document, and a file system that answers when it is told to. */
function opened() {
  const documents = createDocuments(() => "utf-16");
  documents.open(uri, 1, text);
  let tell = (): void => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const fact = () => told.then(() => ({ readable: true, isFolder: false }));
  return { documents, tell, server: { documents, client: unknownClient(), service: { files: { ...blindHost, fact } } } };
}

test("a file that is named leads there", async () => {
  const { server, tell } = opened();
  const answer = definitionAt(server, at("part"));
  tell();
  expect((await answer)?.uri).toMatch(/\/part\.md$/);
});

test("a file that is looked for while the text changes is ContentModified", async () => {
  const { documents, server, tell } = opened();
  const answer = definitionAt(server, at("part"));
  documents.change(uri, 2, [{ text: "@You:\nnothing\n" }]);
  await expect(answer).rejects.toMatchObject({ code: -32801 });
  tell();
});

test("a variable is found in the text alone", async () => {
  const { server } = opened();
  expect(await definitionAt(server, at("x }}"))).toEqual({
    uri,
    range: { start: { line: 1, character: 3 }, end: { line: 1, character: 4 } },
  });
});
