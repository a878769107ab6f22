import { expect, test } from "vitest";
import { holds } from "../../../../server/src/engines/lua/habits/holds.js";

test("a text is looked through once for each pattern, and another text anew", () => {
  let looks = 0;
  const pattern = /x/;
  const test = pattern.test.bind(pattern);
  pattern.test = (text) => {
    looks++;
    return test(text);
  };
  expect([holds("axb", pattern), holds("axb", pattern)]).toEqual([true, true]);
  expect(looks).toBe(1);
  expect(holds("ab", pattern)).toBe(false);
  expect(holds("axb", pattern)).toBe(true);
  expect(holds("ab", /b/)).toBe(true);
});
