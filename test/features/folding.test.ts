import { expect, test } from "vitest";
import { folds } from "../../server/src/features/folding.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";

/** `first-last kind` of every fold, lines counted from 1. */
function foldsOf(lines: readonly string[], lineEnd = "\n"): string[] {
  return folds(createSnapshot("u", 1, lines.join(lineEnd))).map(
    ({ startLine, endLine, kind }) => `${startLine + 1}-${endLine + 1} ${kind}`,
  );
}

test("frontmatter and messages fold to their last line with text", () => {
  const lines = ["```lua", "x = 1", "```", "@You:", "a", "b", "", "", "@System:", "", "@Assistant:", "c"];
  expect(foldsOf(lines)).toEqual(["1-3 region", "4-6 region", "11-12 region"]);
  expect(foldsOf(lines, "\r\n")).toEqual(foldsOf(lines));
});

test("thoughts, tool blocks and fences fold with the line that closes them", () => {
  const lines = [
    "@Assistant:",
    "<thinking>",
    "a",
    "</thinking>",
    "**Tool Use:** `bash` (`t1`)",
    "",
    "```json",
    "{}",
    "```",
    "x",
    "```ts",
    "y",
    "```",
    "z",
  ];
  expect(foldsOf(lines)).toEqual(["1-14 region", "2-4 code", "5-9 code", "11-13 code"]);
  expect(foldsOf(["@You:", "**Tool Result:** `t1`", "", "```", "a", "```"])).toEqual(["1-6 region", "2-6 code"]);
});

test("tags, functions, tables and comments of several lines fold, others do not", () => {
  expect(foldsOf(["@You:", "{% x = 1", "y = 2 %}", "{% z = 1 %}"])).toEqual(["1-4 region", "2-3 code"]);
  const lua = ["```lua", "function f()", "  return 1", "end", "t = {", "  1,", "}", "--[[ a", "b ]]", "u = { 1 }", "```"];
  expect(foldsOf(lua)).toEqual(["1-11 region", "2-4 code", "5-7 code", "8-9 comment"]);
});

test("blocks fold to their end, in a program and over the tags of a message", () => {
  const lua = ["```lua", "if x then", "  y = 1", "else", "  y = 2", "end", "while y do", "  y = nil", "end", "do z = 1 end", "```"];
  expect(foldsOf(lua)).toEqual(["1-11 region", "2-6 code", "7-9 code"]);
  const tags = [
    "@You:",
    "{% for i = 1, 3 do %}",
    "{% if i > 1 then %}",
    "- {{ i }}",
    "{% end %}",
    "{% end %}",
    "after",
    "{% repeat",
    "until x %}",
  ];
  expect(foldsOf(tags)).toEqual(["1-9 region", "2-6 code", "3-5 code", "8-9 code"]);
});

test("an unclosed fence folds to the end of its message, a line on its own not at all", () => {
  expect(foldsOf(["@You:", "```", "a", "b"])).toEqual(["1-4 region", "2-4 code"]);
  expect(foldsOf(["@You:", ""])).toEqual([]);
  expect(foldsOf(["text", "more"])).toEqual([]);
});
