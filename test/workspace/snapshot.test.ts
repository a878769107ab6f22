import { expect, test } from "vitest";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";

test("a snapshot shares the messages that did not change, also where they moved", () => {
  const before = createSnapshot("file:///a.chat", 1, "@System:\na\n@You:\nb\n@Assistant:\nc\n");
  expect(before.document.messages.length).toBe(3);
  const after = createSnapshot("file:///a.chat", 2, "new\n@System:\na\n@You:\nB\n@Assistant:\nc\n", before);
  const same = after.document.messages.map(({ message }, index) => message === before.document.messages[index]?.message);
  expect(same).toEqual([true, false, true]);
  expect(after.document).toEqual(createSnapshot("file:///a.chat", 2, after.text.text).document);
  expect(before.text.text).toBe("@System:\na\n@You:\nb\n@Assistant:\nc\n");
});

test("texts that nobody looked at need not be parsed: the newest tree there is gives its messages", () => {
  const first = createSnapshot("file:///a.chat", 1, "@System:\na\n@You:\nb\n");
  const system = first.document.messages[0]?.message;
  const second = createSnapshot("file:///a.chat", 2, "@System:\na\n@You:\nb c\n", first);
  const third = createSnapshot("file:///a.chat", 3, "@System:\na\n@You:\nb c d\n", second);
  expect(third.document.messages[0]?.message).toBe(system);
  expect(third.document).toBe(third.document);
});

test("a text of more than a hundred thousand units is long, one of more than two megabytes is too large", () => {
  const sized = (length: number) => createSnapshot("file:///a.chat", 1, "@You:\n".padEnd(length, "x"));
  expect(
    [sized(100_000), sized(100_001), sized(2 * 1024 * 1024), sized(2 * 1024 * 1024 + 1)].map(({ isLong, isTooLarge }) => [
      isLong,
      isTooLarge,
    ]),
  ).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
  ]);
  expect(sized(2 * 1024 * 1024 + 1).document.messages).toEqual([]);
});

test("a long text is parsed a little at a time, to the same tree", () => {
  const text = `\`\`\`lua\nx = 1\n\`\`\`\n@You:\n${"{{ x }} @./a;type=b\n```\n{{ y }}\n```\n".repeat(5000)}@Assistant:\n${"@You:\nx\n".repeat(5000)}`;
  const snapshot = createSnapshot("file:///a.chat", 1, text);
  let slices = 1;
  while (!snapshot.parse(0)) slices++;
  expect(slices).toBeGreaterThan(20);
  expect(snapshot.document).toEqual(createSnapshot("file:///a.chat", 1, text).document);
  expect(snapshot.parse(0)).toBe(true);
});

test("who asks for the tree in the middle of it gets all of it", () => {
  const text = `@You:\n${"{{ 1 }}\n".repeat(5000)}`;
  const snapshot = createSnapshot("file:///a.chat", 1, text);
  expect(snapshot.parse(0)).toBe(false);
  expect(snapshot.document.messages[0]?.message.segments.length).toBe(9999);
  expect(snapshot.parse(0)).toBe(true);
});
