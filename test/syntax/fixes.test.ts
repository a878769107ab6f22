import { describe, expect, test } from "vitest";
import { applyEdits } from "../../server/src/base/text-edit.js";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { syntaxProblems } from "../../server/src/syntax/problems.js";

/** Applies the fix of the first problem, which must leave none. */
function check(before: string, code: string, after: string): void {
  const [problem, ...others] = syntaxProblems(parseDocument(before));
  expect(others).toEqual([]);
  expect(problem?.code).toBe(code);
  const { data } = problem ?? {};
  if (data?.kind !== "insert") throw new Error("no fix");
  const fixed = applyEdits(before, [{ span: { start: data.at, end: data.at }, newText: data.text }]);
  expect(fixed).toBe(after);
  expect(syntaxProblems(parseDocument(fixed))).toEqual([]);
}

describe("fixes of unclosed things", () => {
  const cases: [string, string, string][] = [
    ["document/unclosed-fence", "@You:\n```js\na\n\n@Assistant:\nb", "@You:\n```js\na\n```\n\n@Assistant:\nb"],
    ["document/unclosed-fence", "@You:\r\n````\r\na\r\n", "@You:\r\n````\r\na\r\n````\r\n"],
    ["document/unclosed-fence", "x\n@System:\n@You:\n```", "x\n@System:\n@You:\n```\n```"],
    ["document/unclosed-fence", "```\na", "```\na\n```"],
    ["frontmatter/unclosed", "```lua\na = 1\n\n@You:\nb\n", "```lua\na = 1\n```\n\n@You:\nb\n"],
    ["frontmatter/unclosed", "```lua", "```lua\n```"],
    ["thinking/unclosed", "@Assistant:\n<thinking>\na\n", "@Assistant:\n<thinking>\na\n</thinking>\n"],
    [
      "thinking/unclosed",
      "@Assistant:\n<thinking>\na\n\n<!-- flemma:aborted: x -->\n",
      "@Assistant:\n<thinking>\na\n</thinking>\n\n<!-- flemma:aborted: x -->\n",
    ],
    [
      "tool/unclosed-fence",
      "@Assistant:\n**Tool Use:** `a` (`b`)\n```json\n{}\n@You:\n",
      "@Assistant:\n**Tool Use:** `a` (`b`)\n```json\n{}\n```\n@You:\n",
    ],
  ];
  test.each(cases)("%s: %j", (code, before, after) => check(before, code, after));

  test("an unclosed tag only says where it opens: how it could end is for Lua to say", () => {
    const [problem] = syntaxProblems(parseDocument("@You:\na {{ x"));
    expect(problem?.data).toEqual({ kind: "close-tag", opener: 8 });
  });

  test("a fence in another language is told the right one", () => {
    const text = "@Assistant:\n**Tool Use:** `a` (`b`)\n``` lua x\n{}\n```";
    const [problem] = syntaxProblems(parseDocument(text));
    expect(problem?.data).toEqual({ kind: "replace", span: { start: 40, end: 43 }, with: ["json"] });
    expect(text.slice(40, 43)).toBe("lua");
  });
});
