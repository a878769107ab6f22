import { describe, expect, test } from "vitest";
import { applyEdits, editsOf, parseItem } from "../../server/src/config/list-items.js";

const span = { start: 0, end: 0 };
/** Written in two parts, for it is no placeholder here. */
const homeLike = "$" + "{TMPDIR}";
const presets = (name: string) => ({ $standard: ["read", "write", "edit"], $readonly: ["read"], $empty: [] })[name];

/** What a literal list makes of an inherited one. */
function resolved(items: readonly string[], inherited: readonly string[] = ["ls"]): string[] {
  const parsed = items.map((text) => ({ ...(parseItem(text) as NonNullable<ReturnType<typeof parseItem>>), span }));
  return applyEdits(inherited, editsOf(parsed), presets);
}

describe("an item is taken apart", () => {
  test.each([
    ["bash", "bare", "bash", 0],
    ["+bash", "append", "bash", 1],
    ["^bash", "prepend", "bash", 1],
    ["!bash", "remove", "bash", 1],
    ["$standard", "preset", "$standard", 0],
    ["$my-own_2", "preset", "$my-own_2", 0],
    ["$HOME", "bare", "$HOME", 0],
    [homeLike, "bare", homeLike, 0],
    ["$Standard", "bare", "$Standard", 0],
    ["+", "bare", "+", 0],
    ["^", "bare", "^", 0],
    ["!", "bare", "!", 0],
    ["$", "bare", "$", 0],
    ["", "bare", "", 0],
    ["+$HOME", "append", "$HOME", 1],
    ["!!", "remove", "!", 1],
    ["-bash", "bare", "-bash", 0],
    ["naïve", "bare", "naïve", 0],
  ])("%j", (text, prefix, name, at) => {
    expect(parseItem(text)).toEqual({ prefix, name, at });
  });

  test.each(["+^bash", "!$standard", "+$readonly", "^+a", "!!a", "$+bash", "$$standard", "+!x"])(
    "%j combines operators, which nobody may",
    (text) => {
      expect(parseItem(text)).toBeUndefined();
    },
  );
});

describe("a literal list", () => {
  test.each([
    [
      ["bash", "read"],
      ["bash", "read"],
    ],
    [[], []],
    [["+bash"], ["ls", "bash"]],
    [["^bash"], ["bash", "ls"]],
    [["!ls"], []],
    [["!bash"], ["ls"]],
    [
      ["+bash", "read"],
      ["read", "bash"],
    ],
    [
      ["bash", "!read", "+read", "^write"],
      ["write", "bash", "read"],
    ],
    [
      ["$standard", "!write", "+bash", "^ls"],
      ["ls", "read", "edit", "bash"],
    ],
    [
      ["$standard", "bash"],
      ["bash", "read", "write", "edit"],
    ],
    [
      ["+bash", "$readonly"],
      ["read", "bash"],
    ],
    [
      ["a", "b", "a"],
      ["b", "a"],
    ],
    [["$unknown"], ["$unknown"]],
    [["$empty"], []],
    [
      ["$HOME", "+"],
      ["$HOME", "+"],
    ],
  ])("%j over [ls] is %j", (items, expected) => {
    expect(resolved(items)).toEqual(expected);
  });

  test("removing a preset removes what it stands for", () => {
    expect(applyEdits(["bash", "read", "write"], [{ kind: "remove", item: "$readonly" }], presets)).toEqual(["bash", "write"]);
  });

  test("adding what is there already moves it", () => {
    expect(applyEdits(["a", "b"], [{ kind: "append", item: "a" }], presets)).toEqual(["b", "a"]);
    expect(applyEdits(["a", "b"], [{ kind: "prepend", item: "b" }], presets)).toEqual(["b", "a"]);
  });
});
