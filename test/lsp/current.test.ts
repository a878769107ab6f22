import { expect, test } from "vitest";
import { forCurrentText } from "../../server/src/lsp/current.js";
import { createDocuments, type Documents } from "../../server/src/lsp/documents.js";

const uri = "file:///a.chat";
const contentModified = { code: -32801 };
const never = (): Promise<never> => new Promise(() => {});

function opened(): Documents {
  const documents = createDocuments(() => "utf-16");
  documents.open(uri, 1, "a");
  return documents;
}

test("an answer about the present text is given", async () => {
  expect(await forCurrentText(opened(), uri, async ({ snapshot }) => snapshot.text.text)).toBe("a");
});

test("a change makes the answer ContentModified at once, and tells whoever works on it", async () => {
  const documents = opened();
  const signals: AbortSignal[] = [];
  const answer = forCurrentText(documents, uri, ({ outdated }) => {
    signals.push(outdated);
    return never();
  });
  documents.change(uri, 2, [{ text: "b" }]);
  await expect(answer).rejects.toMatchObject(contentModified);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(documents.get(uri)?.outdated.aborted).toBe(false);
});

test("so does closing the document, though it is opened again with the same text", async () => {
  const documents = opened();
  const answer = forCurrentText(documents, uri, never);
  documents.close(uri);
  documents.open(uri, 1, "a");
  await expect(answer).rejects.toMatchObject(contentModified);
});

test("a change of another document makes no difference", async () => {
  const documents = opened();
  documents.open("file:///b.chat", 1, "b");
  const answer = forCurrentText(documents, uri, async () => {
    await Promise.resolve();
    return "answer";
  });
  documents.change("file:///b.chat", 2, [{ text: "c" }]);
  expect(await answer).toBe("answer");
});

test("a failure is passed on, and a document that is not open is one", async () => {
  const failure = new Error("no");
  await expect(forCurrentText(opened(), uri, () => Promise.reject(failure))).rejects.toBe(failure);
  await expect(forCurrentText(opened(), "file:///c.chat", never)).rejects.toThrow("file:///c.chat is not open.");
});
