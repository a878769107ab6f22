import { expect, test } from "vitest";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";

test("a snapshot shares the messages that did not change, also where they moved", () => {
  const before = createSnapshot("file:///a.chat", 1, "@System:\na\n@You:\nb\n@Assistant:\nc\n");
  const after = createSnapshot("file:///a.chat", 2, "new\n@System:\na\n@You:\nB\n@Assistant:\nc\n", before);
  const same = after.document.messages.map(({ message }, index) => message === before.document.messages[index]?.message);
  expect(same).toEqual([true, false, true]);
  expect(after.document).toEqual(createSnapshot("file:///a.chat", 2, after.text.text).document);
  expect(before.text.text).toBe("@System:\na\n@You:\nb\n@Assistant:\nc\n");
});
