import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../server/src/base/json.js";
import { escapeMarkdown, fenced, inlineCode, partBody, shorten } from "../../server/src/features/rendered-text.js";

describe("a fence", () => {
  test.each([
    ["a", "```\na\n```"],
    ["a\n", "```\na\n```"],
    ["", "```\n\n```"],
    ["```\nx\n```", "````\n```\nx\n```\n````"],
    ["a ````` b", "``````\na ````` b\n``````"],
  ])("around %j is longer than any in it", (text, expected) => {
    expect(fenced(text)).toBe(expected);
  });

  test("holds whatever it is around", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "~", "a", "\n", " ") }), (text) => {
        const [open = "", ...lines] = fenced(text, "x").split("\n");
        const ticks = open.slice(0, -1);
        expect(lines.slice(0, -1).every((line) => !line.trim().startsWith(ticks))).toBe(true);
        expect(lines.at(-1)).toBe(ticks);
      }),
    );
  });
});

test("very many backticks are no more than one", () => {
  const text = "`` ".repeat(500_000);
  expect(fenced(text).startsWith("```\n``")).toBe(true);
  expect(inlineCode(text).startsWith("``` ``")).toBe(true);
});

test("the input of a tool is indented, a deep one stands in one line, so that it grows no more than its text", () => {
  const use = (input: Json): string => partBody({ kind: "tool_use", id: "a", name: "b", input });
  const nested = (depth: number): Json => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as Json;
  expect(use(nested(2))).toBe('{\n  "a": {\n    "a": 1\n  }\n}');
  expect(use(nested(500))).toBe(JSON.stringify(nested(500)));
});

test.each([
  ["name", "`name`"],
  ["a`b", "``a`b``"],
  ["`a", "`` `a ``"],
  ["a\n b", "`a b`"],
])("inline code of %j is %s", (text, expected) => {
  expect(inlineCode(text)).toBe(expected);
});

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc\n… 1 characters left out …\n"],
  ["ab😀d", 3, "ab\n… 3 characters left out …\n"],
])("%j is cut to %i units between characters, with the count", (text, limit, expected) => {
  expect(shorten(text, limit)).toBe(expected);
});

test("what Markdown would read as markup is escaped", () => {
  expect(escapeMarkdown("a *b* _c_ `d` [e](f) <g> #h &lt; a|b ~~x~~ \\")).toBe(
    "a \\*b\\* \\_c\\_ \\`d\\` \\[e\\](f) \\<g\\> \\#h \\&lt; a\\|b \\~\\~x\\~\\~ \\\\",
  );
});
