import { expect, test } from "vitest";
import { selectionRanges } from "../../server/src/features/selection-ranges.js";
import { atCursor } from "../support/cursor.js";

function selections(marked: string): string[] {
  const { snapshot, offset, text } = atCursor(marked);
  return selectionRanges(snapshot, offset).map(({ start, end }) => text.slice(start, end));
}

test("a selection in an expression grows to the tag, the line, the message and the document", () => {
  expect(selections("@You:\nHi {{ f(na‸me .. 1) }} you\nmore\n\n@You:\nx\n")).toEqual([
    "name",
    "name .. 1",
    "f(name .. 1)",
    " f(name .. 1) ",
    "{{ f(name .. 1) }}",
    "Hi {{ f(name .. 1) }} you",
    "Hi {{ f(name .. 1) }} you\nmore",
    "@You:\nHi {{ f(name .. 1) }} you\nmore",
    "@You:\nHi {{ f(name .. 1) }} you\nmore\n\n",
    "@You:\nHi {{ f(name .. 1) }} you\nmore\n\n@You:\nx\n",
  ]);
});

test("in frontmatter it grows through statements to the body", () => {
  expect(selections("```lua\nif a then\n  b‸ = 1\nend\n```\n@You:\n")).toEqual([
    "b",
    "b = 1",
    "  b = 1",
    "if a then\n  b = 1\nend",
    "if a then\n  b = 1\nend\n",
    "```lua\nif a then\n  b = 1\nend\n```\n",
    "```lua\nif a then\n  b = 1\nend\n```\n@You:\n",
  ]);
});

test("in text it grows from the word; in a tool result through the block", () => {
  expect(selections("@You:\nsay grö‸ße now\n")).toEqual(["größe", "say größe now", "@You:\nsay größe now", "@You:\nsay größe now\n"]);
  expect(selections("@You:\n**Tool Result:** `t`\n\n```\nx‸ y\n```\n")).toContain(
    "```\nx y\n```".replace("```\n", "**Tool Result:** `t`\n\n```\n"),
  );
  expect(selections("‸")).toEqual([""]);
});
