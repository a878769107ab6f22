import { expect, test } from "vitest";
import { createDocuments, type Documents } from "../../server/src/lsp/documents.js";
import { whenParsed } from "../../server/src/lsp/when-parsed.js";

const uri = "file:///long.chat";
const params = { textDocument: { uri } };
const long = `@You:\n${"{{ 1 }}\n".repeat(200_000)}`;

function opened(text: string): Documents {
  const documents = createDocuments(() => "utf-16");
  documents.open(uri, 1, text);
  return documents;
}

test("of a short text, and of no document at all, the answer is there at once", () => {
  expect(whenParsed(opened("@You:\nhi\n"), params, () => "answer")).toBe("answer");
  expect(
    whenParsed(
      createDocuments(() => "utf-16"),
      params,
      () => "answer",
    ),
  ).toBe("answer");
});

test("of a long text everybody waits until it is parsed, while other work goes on", async () => {
  const documents = opened(long);
  const order: string[] = [];
  const isParsed = () => documents.get(uri)?.snapshot.parse(0);
  const answers = ["first", "second"].map((name) => whenParsed(documents, params, () => order.push(name) && isParsed()));
  await new Promise(setImmediate);
  order.push("other work");
  expect(await Promise.all(answers)).toEqual([true, true]);
  expect(order).toEqual(["other work", "first", "second"]);
});

test("those who waited answer one at a time, with other work between them", async () => {
  const documents = opened(long);
  const order: string[] = [];
  const answers = ["first", "second"].map((name) =>
    whenParsed(documents, params, () => {
      order.push(name);
      setImmediate(() => order.push(`after ${name}`));
    }),
  );
  await Promise.all(answers);
  expect(order).toEqual(["first", "after first", "second"]);
});

test("a change of the text meanwhile makes the answer ContentModified, and the new text is parsed", async () => {
  const documents = opened(long);
  const answer = whenParsed(documents, params, () => "answer");
  documents.change(uri, 2, [{ text: `${long}x` }]);
  await expect(answer).rejects.toMatchObject({ code: -32801 });
  expect(await whenParsed(documents, params, () => documents.get(uri)?.snapshot.parse(0))).toBe(true);
});
