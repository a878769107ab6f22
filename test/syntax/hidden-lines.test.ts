import { describe, expect, test } from "vitest";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { syntaxProblems } from "../../server/src/syntax/problems.js";

/** The texts that the unclosed fences of a document are told to be, and those that may lack their end instead. */
function fences(text: string): string[][] {
  return syntaxProblems(parseDocument(text))
    .filter(({ code }) => code.endsWith("unclosed-fence"))
    .map(({ span, related = [] }) =>
      [span, ...related.map((one) => one.span)].map(({ start, end }) => `${start}: ${text.slice(start, end)}`),
    );
}

describe("an unclosed fence", () => {
  test.each([
    ["at the end of its message, where it hides the next role line itself", "@You:\n```py\nx\n@Assistant:\ny\n", [["6: ```py"]]],
    ["where none before it hides anything", "@You:\n```py\nx\n```\n```\ny\n", [["18: ```"]]],
    [
      "where an earlier one hides a role line and could end before it",
      "@You:\n```py\nx\n@Assistant:\n```\ny\n```\nz\n",
      [["32: ```", "6: ```py"]],
    ],
    ["where ending the earlier one sooner would leave another open", "@You:\n```py\n@Assistant:\n```js\n```\nz\n```\nz\n", [["36: ```"]]],
    ["where a line in the earlier one is escaped", "@You:\n```py\nx\n\\@Assistant:\n```\ny\n```\nz\n", [["33: ```"]]],
    [
      "where the earlier one hides what is no heading in its message",
      "@You:\n```\n**Tool Use:** `a` (`b`)\n```\ny\n```\nz\n",
      [["40: ```"]],
    ],
  ])("%s", (_, text, wanted) => {
    expect(fences(text)).toEqual(wanted);
  });
});
