import { describe, expect, test } from "vitest";
import type { Steps } from "../../server/src/base/steps.js";
import { createDocuments, type Documents } from "../../server/src/lsp/documents.js";
import { inSlices, whenParsed } from "../../server/src/lsp/when-parsed.js";

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

describe("an answer that takes long itself", () => {
  const text = "@You:\nhi\n";
  const inTurn = <Answer>(documents: Documents, answer: () => Steps<Answer>, signal = new AbortController().signal) =>
    inSlices(documents, params, { answer, signal });

  function* taking(ms: number, order: string[], name: string): Steps<string> {
    for (const until = performance.now() + ms; performance.now() < until; ) {
      if (order.at(-1) !== name) order.push(name);
      yield;
    }
    return name;
  }

  test("is there at once if it does not", () => {
    expect(inTurn(opened(text), () => taking(0, [], "answer"))).toBe("answer");
  });

  test("leaves time for other work, and those who wait are answered one after the other", async () => {
    const documents = opened(text);
    const order: string[] = [];
    let isOver = false;
    const others = (async () => {
      for (; !isOver; await new Promise(setImmediate)) order.push("other");
    })();
    const answers = ["first", "second"].map((name) => inTurn(documents, () => taking(30, order, name)));
    expect(await Promise.all(answers)).toEqual(["first", "second"]);
    isOver = true;
    await others;
    expect(order.filter((name) => name === "other").length).toBeGreaterThan(4);
    const slices = order.filter((name) => name !== "other").slice(2);
    expect(slices).toEqual([...slices].sort());
  });

  test("is ContentModified once the text has changed, and nobody goes on with it", async () => {
    const documents = opened(text);
    const order: string[] = [];
    const answer = inTurn(documents, () => taking(10_000, order, "answer"));
    documents.change(uri, 2, [{ text: "@You:\nho\n" }]);
    await expect(answer).rejects.toMatchObject({ code: -32801 });
    const next = await inTurn(documents, () => taking(20, order, "next"));
    expect(next).toBe("next");
    expect(order.slice(order.indexOf("next"))).not.toContain("answer");
  });

  test("is not gone on with once nobody wants it, and the next one has its turn", async () => {
    const documents = opened(text);
    const order: string[] = [];
    const cancelled = new AbortController();
    const answer = Promise.resolve(inTurn(documents, () => taking(10_000, order, "answer"), cancelled.signal)).catch(() => "none");
    cancelled.abort();
    expect(await inTurn(documents, () => taking(20, order, "next"))).toBe("next");
    expect(await answer).toBe("none");
    expect(order.slice(order.indexOf("next"))).not.toContain("answer");
    const never = whenParsed(documents, params, async () => inTurn(documents, () => taking(0, order, "never"), cancelled.signal));
    await expect(never).rejects.toThrow();
    expect(order).not.toContain("never");
  });

  test("is an error as one that does not", async () => {
    const documents = opened(text);
    await expect(
      inTurn(documents, function* failing(): Steps<string> {
        yield* taking(20, [], "answer");
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await inTurn(documents, () => taking(20, [], "next"))).toBe("next");
  });
});
