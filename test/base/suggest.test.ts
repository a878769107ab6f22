import { describe, expect, test } from "vitest";
import { didYouMean, isClearlyNearest, isSlip, suggest } from "../../server/src/base/suggest.js";

describe("suggestions", () => {
  test.each([
    ["nmae", ["name", "time"], ["name"]],
    ["NAME", ["name", "nama"], ["name"]],
    ["abc", ["xyz", "zzz"], []],
    ["abc", ["abcde", "abcdef"], ["abcde"]],
    ["a", ["b", "bc", "bcd"], ["b"]],
    ["name", ["name"], []],
    ["", ["a", "ab"], ["a"]],
    ["abcd", ["abcx", "abcy", "abcz", "abcw"], ["abcx", "abcy", "abcz"]],
    ["nmae", ["nmaX", "name"], ["nmaX", "name"]],
    ["itme", ["time", "item", "itxe"], ["itxe", "time", "item"]],
    ["abcd", ["ab", "abc", "abcde"], ["abc", "abcde", "ab"]],
    ["name", ["Name", "NAME"], ["Name", "NAME"]],
    ["über", ["uber"], ["uber"]],
  ])("for %j among %j are %j", (word, candidates, expected) => {
    expect(suggest(word, candidates)).toEqual(expected);
  });

  test("of words that nobody writes there are none", () => {
    expect(suggest(`${"a".repeat(200_000)}b`, [`${"a".repeat(200_000)}c`])).toEqual([]);
  });

  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [10, 5],
  ])("for a word of %i letters are at most %i edits away", (length, limit) => {
    const word = "a".repeat(length);
    expect(suggest(word, [word + "b".repeat(limit)])).toHaveLength(1);
    expect(suggest(word, [word + "b".repeat(limit + 1)])).toEqual([]);
  });

  test("hold a name once, whatever gives it", () => {
    expect(suggest("nmae", new Set(["name"]).values())).toEqual(["name"]);
    expect(suggest("nmae", ["name", "name"])).toEqual(["name"]);
  });

  test("are applied unseen only when one is nearer than the rest", () => {
    expect(isClearlyNearest("nmae", ["name"])).toBe(true);
    expect(isClearlyNearest("NAME", ["name", "nama"])).toBe(true);
    expect(isClearlyNearest("namo", ["nama", "nami"])).toBe(false);
    expect(isClearlyNearest("namo", [])).toBe(false);
  });

  test("are said in a sentence", () => {
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(didYouMean)).toEqual([
      "",
      " Did you mean 'a'?",
      " Did you mean 'a' or 'b'?",
      " Did you mean 'a', 'b' or 'c'?",
    ]);
  });
});

test.each([
  ["nmae", "name", true],
  ["Name", "name", true],
  ["uper", "upper", true],
  ["y", "x", false],
  ["parseInt", "print", false],
  ["xs", "os", false],
])("%j is a slip of %j: %j", (word, name, expected) => {
  expect(isSlip(word, name)).toBe(expected);
});
