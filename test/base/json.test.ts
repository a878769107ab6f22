import { expect, test } from "vitest";
import { nestingOf } from "../../server/src/base/json.js";

test.each([
  ["1", 0],
  ['"[{"', 0],
  ["[]", 1],
  ['{"a":[{}],"b":[[[]]]}', 4],
  ['["\\"[[", "\\\\", []]', 2],
  [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, 100_000],
])("how deep %.30s nests", (json, depth) => {
  JSON.parse(json);
  expect(nestingOf(json)).toBe(depth);
});

test("one long string nests not at all", () => {
  expect(nestingOf(JSON.stringify('[\\"'.repeat(1_000_000)))).toBe(0);
});
