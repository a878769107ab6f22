import { expect, test } from "vitest";
import { cutText } from "../../server/src/base/cut-text.js";

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc…"],
  ["ab😀d", 3, "ab…"],
  ["ab😀", 4, "ab😀"],
  ["", 0, ""],
])("%j of at most %d units is %j", (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});
