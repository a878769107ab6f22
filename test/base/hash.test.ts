import { expect, test } from "vitest";
import { hash } from "../../server/src/base/hash.js";

test("a text has the hash that FNV-1a gives it, and another one on another basis", () => {
  expect(["", "a", "foobar"].map((text) => hash(text))).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  expect(hash("foobar", 1)).not.toBe(hash("foobar"));
});
