import { expect, test } from "vitest";
import { type DocumentSymbol, documentSymbols } from "../../server/src/features/document-symbols.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";

/** The outline as indented lines `name | detail`. */
function outline(text: string): string[] {
  const lines = (symbols: readonly DocumentSymbol[], indent: string): string[] =>
    symbols.flatMap(({ name, detail, children }) => [
      `${indent}${name}${detail === "" ? "" : ` | ${detail}`}`,
      ...lines(children, `${indent}  `),
    ]);
  return lines(documentSymbols(createSnapshot("u", 1, text)), "");
}

test("the outline has frontmatter with its variables, and messages with their first line", () => {
  expect(
    outline(
      "```lua\nname = 'Ann'\nlocal hidden = 1\nfunction greet(who) end\nname = 'Bo'\nt = { a = 1 }\n```\n@System:\n\n  Be kind.\nAlways.\n@You:\nHi {{ name }}!\n@Other:\n",
    ),
  ).toEqual([
    "Frontmatter | lua",
    '  name | string "Bo"',
    "  greet | function(who)",
    "  t | table { a }",
    "@System | Be kind.",
    "@You | Hi {{ name }}!",
    "@Other",
  ]);
});

test("JSON frontmatter shows its keys", () => {
  expect(outline('```json\n{ "a": 1, "b c": [1, 2], "": 3 }\n```\n')).toEqual([
    "Frontmatter | json",
    "  a | number 1",
    "  b c | list of 2",
  ]);
});

test("YAML frontmatter shows its keys, each with its value", () => {
  const text = "```yaml\nwho: Ann # a name\n'b c':\n  - 1\n  - 2\nd:\n```\n";
  expect(outline(text)).toEqual(["Frontmatter | yaml", '  who | string "Ann"', "  b c | list of 2", "  d | nil"]);
  const [frontmatter] = documentSymbols(createSnapshot("u", 1, text));
  const places = frontmatter?.children.map(({ span, selection }) => [span, selection].map(({ start, end }) => text.slice(start, end)));
  expect(places).toEqual([
    ["who: Ann", "who"],
    ["b c':\n  - 1\n  - 2".replace("b c", "'b c"), "b c"],
    ["d:", "d"],
  ]);
});

test("headings hold what follows them", () => {
  const text = "@You:\n# One\n## Two\ntext\n### Three ###\n## Four\n# Five\n\n@You:\nx\n";
  expect(outline(text)).toEqual(["@You | # One", "  One", "    Two", "      Three", "    Four", "  Five", "@You | x"]);
  const [message] = documentSymbols(createSnapshot("u", 1, text));
  expect(message?.children.map(({ span }) => text.slice(span.start, span.end))).toEqual([
    "# One\n## Two\ntext\n### Three ###\n## Four\n",
    "# Five",
  ]);
});

test("what looks like a heading in a fence, a thought, a tool block or a tag is none", () => {
  expect(outline("@You:\n```\n# a\n```\n~~~\n# b\n~~~\n{% x = 1\n# c\n%}\n#d\n####### e\n#\n")).toEqual(["@You | ```"]);
  expect(outline("@Assistant:\n<thinking>\n# a\n</thinking>\n# b\n")).toEqual(["@Assistant | <thinking>", "  b"]);
});

test("tool uses and results are entries, below the heading they follow", () => {
  expect(
    outline(
      "@Assistant:\n# Plan\n**Tool Use:** `bash` (`t1`)\n\n```json\n{}\n```\n@You:\n**Tool Result:** `t1` (error)\n\n```\n# no\n```\n",
    ),
  ).toEqual([
    "@Assistant | # Plan",
    "  Plan",
    "    Tool use bash | t1",
    "@You | **Tool Result:** `t1` (error)",
    "  Tool result t1 | error",
  ]);
});

test("a text without messages has no outline", () => {
  expect(outline("just text\n")).toEqual([]);
});

test("the headings of a long message go along with it when text before it changes", () => {
  const message = `@You:\n# One\n${"text\n".repeat(500)}## Two\n`;
  const first = createSnapshot("u", 1, `@System:\nx\n${message}`);
  const spans = (snapshot: typeof first): string[] => {
    const [, { children = [] } = {}] = documentSymbols(snapshot);
    return [...children, ...children.flatMap((child) => child.children)].map(({ selection: { start, end } }) =>
      snapshot.text.text.slice(start, end),
    );
  };
  expect(spans(first)).toEqual(["# One", "## Two"]);
  expect(spans(createSnapshot("u", 2, `@System:\nlonger\n${message}`, first))).toEqual(["# One", "## Two"]);
});
