import { expect, test } from "vitest";
import { inlayHints } from "../../server/src/features/inlay-hints.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

/** The text with every hint behind its tag, in angle brackets. */
function hinted(text: string, within = { start: 0, end: text.length }): string {
  const hints = inlayHints(evaluateText(text, surroundingsOf("/chats")), within);
  return hints.reduceRight((shown, { offset, label }) => `${shown.slice(0, offset)}<${label}>${shown.slice(offset)}`, text);
}

test("a hint stands behind every expression that gave a value", () => {
  expect(hinted("```lua\nname = 'Ann'\n```\n@You:\nHi {{ name }}, {{ 1 + 1 }}{% x = 2 %}\n@You:\n{{ x }}\n")).toBe(
    "```lua\nname = 'Ann'\n```\n@You:\nHi {{ name }}<= Ann>, {{ 1 + 1 }}<= 2>{% x = 2 %}\n@You:\n{{ x }}<= 2>\n",
  );
});

test("failed expressions have none, an empty value is shown as such", () => {
  expect(hinted("@You:\n{{ nobody }}{{ nil }}{{ 'a\\nb' }}\n")).toBe("@You:\n{{ nobody }}{{ nil }}<= \"\">{{ 'a\\nb' }}<= a ⏎ b>\n");
});

test("a long value is cut, and a loop says which value it is", () => {
  const text = "@You:\n{{ ('x'):rep(100) }}{% for i = 1, 3 do %}{{ i }}{% end %}\n";
  const hints = inlayHints(evaluateText(text, surroundingsOf("/chats")), { start: 0, end: text.length });
  expect(hints.map(({ label }) => label)).toEqual([`= ${"x".repeat(30)}…`, "= 3"]);
  expect(hints.map(({ tooltip }) => tooltip)).toEqual(["x".repeat(100), "last of 3 values: 3"]);
});

test("only hints of the range are given", () => {
  const text = "@You:\n{{ 1 }}\n{{ 2 }}\n";
  expect(hinted(text, { start: 0, end: 13 })).toBe("@You:\n{{ 1 }}<= 1>\n{{ 2 }}\n");
});
