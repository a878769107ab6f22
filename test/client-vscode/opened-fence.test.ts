import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { openedFence } = await import(new URL("../../client-vscode/src/opened-fence.ts", import.meta.url).href);

/** What is found at `|` in a text. */
function at(marked: string): unknown {
  const before = marked.slice(0, marked.indexOf("|")).split("\n");
  const lines = marked.replace("|", "").split("\n");
  const text = { lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] }) };
  return openedFence(text, before.length - 1, before.at(-1)?.length);
}

test.each([
  ["```|", { ticks: "```", info: "", isFrontmatter: true }],
  ["```lu|\n\n@You:\nhi\n", { ticks: "```", info: "lu", isFrontmatter: true }],
  ["@You:\n```js|", { ticks: "```", info: "js", isFrontmatter: false }],
  ["````|\n", { ticks: "````", info: "", isFrontmatter: false }],
  ["```lua\nx\n```\n@You:\n```| \ncode\n\n@Assistant:\n```\nx\n```\n", { ticks: "```", info: "", isFrontmatter: false }],
  ["@You:\n```|\na\n```js\nb\n```\n", { ticks: "```", info: "", isFrontmatter: false }],
  ["@You:\n````md|\n```\n", { ticks: "````", info: "md", isFrontmatter: false }],
])("a fence that nothing closes: %j", (text, expected) => {
  expect(at(text)).toEqual(expected);
});

test.each([
  ["too few", "``|"],
  ["the end of one", "@You:\n```js\ncode\n```|"],
  ["the end of frontmatter", "```lua\nx = 1\n```|\n"],
  ["within one", "@You:\n````\n```js|\n"],
  ["one that is closed", "@You:\n```js|\ncode\n```\n"],
  ["one that is closed by more", "@You:\n```js|\ncode\n`````\n"],
  ["one that does not begin its line", "@You:\n ```|\n"],
  ["what stands behind", "@You:\n```| x\n"],
  ["code in a line", "@You:\n```a```|\n"],
])("none: %s", (_, text) => {
  expect(at(text)).toBeUndefined();
});
