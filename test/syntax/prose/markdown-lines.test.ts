import { describe, expect, test } from "vitest";
import { readLine } from "../../../server/src/syntax/lines.js";
import { createMarkdown } from "../../../server/src/syntax/prose/markdown-lines.js";

/** What the lines of a text are, as `number event`; those that are nothing are left out. */
function events(text: string): string[] {
  const markdown = createMarkdown();
  const found: string[] = [];
  let number = 0;
  for (let at = 0; at < text.length; ) {
    const line = readLine(text, at);
    const event = markdown.line(text, line);
    number++;
    if (event !== undefined) found.push(`${number} ${event}`);
    at = line.next;
  }
  return found;
}

/** Compared with the reference implementation of CommonMark. */
describe("the blocks of Markdown", () => {
  test.each<readonly [name: string, text: string, wanted: readonly string[]]>([
    ["a fence and what closes it", "```lua\nx\n```\ny\n", ["1 fence", "3 fence-end"]],
    ["a fence closes with as many marks of its own kind", "````\n```\n~~~~\n````\n", ["1 fence", "4 fence-end"]],
    ["a backtick in the info string is no fence", "```a`b\n```\n", ["2 fence"]],
    ["a fence of tildes may have backticks behind it", "~~~ a`b\n~~~\n", ["1 fence", "2 fence-end"]],
    ["four columns are code, and no fence", "    ```lua\n", []],
    ["a fence interrupts a paragraph", "text\n```lua\n", ["2 fence"]],
    ["a fence in a list is another one, which the list ends with", "- ```lua\n\n```lua\n", ["1 nested-fence", "3 fence"]],
    ["a fence below an item belongs to it", "- a\n\n  ```lua\n  ```\n```lua\n", ["3 nested-fence", "4 fence-end", "5 fence"]],
    ["an empty item ends with a blank line", "-\n\n  ```lua\n", ["3 fence"]],
    ["a fence in a quote ends with it", "> ```lua\n```lua\n", ["1 nested-fence", "2 fence"]],
    ["raw HTML hides fences up to its end", "<!--\n```lua\n-->\n```lua\n", ["4 fence"]],
    ["raw HTML that ends with a blank line", "<div>\n```lua\n\n```lua\n", ["4 fence"]],
    ["any tag alone hides fences, but not in a paragraph", "<a>\n```lua\n\ntext\n<a>\n```lua\n", ["6 fence"]],
    ["headings", "# H\n#x\n## \ntext\n===\n", ["1 heading", "3 heading", "5 heading"]],
    ["breaks", "***\n* * *\n___\n---\n", ["1 break", "2 break", "3 break", "4 break"]],
    ["the line below a paragraph is its underline", "text\n---\n", ["2 heading"]],
    ["a break ends a list", "- a\n***\n", ["2 break"]],
    ["in lists and quotes there are neither", "- # H\n> ***\n", []],
    ["text goes on in a quote without its mark", "> text\ngoes on\n---\n", ["3 break"]],
    ["tabs count columns", "-\ttext\n\n\t```lua\n", ["3 nested-fence"]],
    ["only one begins a list in a paragraph", "text\n2. x\n   ```lua\n1. x\n   ```lua\n", ["3 fence"]],
    ["other line ends", "# H\r***\r\n```\r\n```", ["1 heading", "2 break", "3 fence", "4 fence-end"]],
  ])("%s", (_name, text, wanted) => expect(events(text)).toEqual(wanted));

  test("long lines take no longer than their length", () => {
    const long = 200_000;
    for (const text of [
      `${"> ".repeat(long)}x`,
      `${"- ".repeat(long)}x`,
      `<a ${"a ".repeat(long)}`,
      `${"* ".repeat(long)}x`,
      "`".repeat(long),
      "<!--".repeat(long),
    ])
      expect(events(`${text}\n`).length).toBeLessThan(3);
  });
});
