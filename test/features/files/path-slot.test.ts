import { describe, expect, test } from "vitest";
import { pathSlot } from "../../../server/src/features/files/path-slot.js";
import { atCursor } from "../../support/cursor.js";

/** The slot at the cursor `‸`, in a line: kind, folder, what is typed, and in brackets what a name would replace. */
function at(marked: string): string | undefined {
  const { snapshot, offset, text } = atCursor(marked);
  const slot = pathSlot(snapshot.document, offset);
  if (slot === undefined) return undefined;
  switch (slot.kind) {
    case "include":
    case "reference":
      return `${slot.kind} ${slot.quote}${slot.folder}|${slot.typed} [${text.slice(slot.name.start, slot.name.end)}]${slot.isFollowed ? "/" : ""} [${text.slice(slot.path.start, slot.path.end)}]`;
    case "option":
      return `option [${text.slice(slot.word.start, slot.word.end)}]${slot.isFollowed ? "=" : ""}`;
    case "type":
      return `type [${text.slice(slot.word.start, slot.word.end)}] of '${slot.path}'`;
    case "prefix":
      return `prefix [${text.slice(slot.word.start, slot.word.end)}]`;
  }
}

describe("the path of an include is found", () => {
  test.each([
    ['@You:\n{{ include("‸") }}\n', 'include "| [] []'],
    ['@You:\n{{ include("no‸tes.md") }}\n', 'include "|no [notes.md] [notes.md]'],
    ["@You:\n{{ include('a/b/no‸') }}\n", "include 'a/b/|no [no] [a/b/no]"],
    ["@You:\n{{ include 'a/‸' }}\n", "include 'a/| [] [a/]"],
    ['@You:\n{{ include("do‸cs/a.md") }}\n', 'include "|do [docs]/ [docs/a.md]'],
    ['@You:\n{{ include("/‸") }}\n', 'include "/| [] [/]'],
    ['@You:\n{{ include("~/no‸") }}\n', 'include "~/|no [no] [~/no]'],
    ['@You:\n{{ include("../‸", { a = 1 }) }}\n', 'include "../| [] [../]'],
    ['@System:\n{% x = include("a‸") %}\n', 'include "|a [a] [a]'],
    ['```lua\nx = include("a‸")\n```\n', 'include "|a [a] [a]'],
    ['```lua\nfunction f() return include("a‸") end\n```\n', 'include "|a [a] [a]'],
    ['@You:\n{{ include("my \\"re‸port") }}\n', 'include "|my "re [my \\"report] [my \\"report]'],
    ['@You:\n{{ include("a‸ (1).md") }}\n', 'include "|a [a (1).md] [a (1).md]'],
  ])("%j", (marked, expected) => {
    expect(at(marked)).toBe(expected);
  });

  test.each([
    ['```lua\nx = include("a/no‸\n```\n', 'include "a/|no [no] [a/no]'],
    ['```lua\nx = include("no‸tes)\ny = "z"\n```\n', 'include "|no [notes] [notes]'],
    ['@You:\n{{ include("no‸\n', 'include "|no [no] [no]'],
    ["@You:\n{{ include('no‸\n", "include '|no [no] [no]"],
    ['@You:\n{{ include("no‸) }}\n', 'include "|no [no] [no]'],
    ['@You:\n{{ include("no‸ }} and "more"\n', 'include "|no [no] [no]'],
    ['@You:\n{% x = include("a/‸ %}\n\n@Assistant:\nok\n', 'include "a/| [] [a/]'],
    ['@You:\n{% if include("‸', 'include "| [] []'],
  ])("while it is not closed: %j", (marked, expected) => {
    expect(at(marked)).toBe(expected);
  });

  test.each([
    '@You:\n{{ include("a‸" .. name) }}\n',
    '@You:\n{{ include(name .. "a‸") }}\n',
    '@You:\n{{ include("a", "b‸") }}\n',
    '@You:\n{{ include("a", { name = "b‸" }) }}\n',
    '@You:\n{{ includes("a‸") }}\n',
    '@You:\n{{ my.include("a‸") }}\n',
    '@You:\n{% local include = print %}{{ include("a‸") }}\n',
    "@You:\n{{ include([[a‸]]) }}\n",
    '@You:\n{% -- include("a‸") %}\n',
    '@You:\n{{ ‸include("a") }}\n',
    '@You:\n{{ include("a")‸ }}\n',
    '@You:\ninclude("a‸")\n',
    '@Assistant:\n{{ include("a‸") }}\n',
  ])("and nothing else: %j", (marked) => {
    expect(at(marked)).toBeUndefined();
  });
});

describe("the path of a reference is found", () => {
  test.each([
    ["@You:\nSee @./‸\n", "reference ./| [] [./]"],
    ["@You:\nSee @./no‸tes.md, please\n", "reference ./|no [notes.md] [./notes.md]"],
    ["@You:\nSee @./notes.‸\n", "reference ./|notes. [notes.] [./notes.]"],
    ["@You:\n@../‸", "reference ../| [] [../]"],
    ["@You:\n(@~/a/b‸)\n", "reference ~/a/|b [b] [~/a/b]"],
    ["@You:\n@//var/lo‸g/app.log\n", "reference //var/|lo [log]/ [//var/log/app.log]"],
    ["@You:\n@//‸\n", "reference //| [] [//]"],
    ["@You:\n@./my%20docs/no‸\n", "reference ./my docs/|no [no] [./my%20docs/no]"],
    ["@You:\n{{ 1 }}@./a‸\n", "reference ./|a [a] [./a]"],
    ["@System:\n```\n@./a‸\n```\n", "reference ./|a [a] [./a]"],
    ["@You:\n[plan](@./pl‸)\n", "reference ./|pl [pl] [./pl]"],
  ])("%j", (marked, expected) => {
    expect(at(marked)).toBe(expected);
  });

  test.each([
    ["@You:\nSee @‸\n", "prefix [@]"],
    ["@You:\nSee @.‸\n", "prefix [@.]"],
    ["@You:\nSee (@..‸)\n", "prefix [@..]"],
    ["@You:\n@~‸\n", "prefix [@~]"],
  ])("from its first sign on: %j", (marked, expected) => {
    expect(at(marked)).toBe(expected);
  });

  test.each([
    ["@You:\n@./a.md;‸\n", "option []"],
    ["@You:\n@./a.md;ty‸\n", "option [ty]"],
    ["@You:\n@./a.md;ty‸p=text/plain\n", "option [typ]="],
    ["@You:\n@./a.md;type=‸\n", "type [] of './a.md'"],
    ["@You:\n@./a.md;type=text/‸plain.\n", "type [text/plain] of './a.md'"],
    ["@You:\n@./a%20b.md;type='text/pl‸ain'\n", "type [text/plain] of './a b.md'"],
  ])("with its options: %j", (marked, expected) => {
    expect(at(marked)).toBe(expected);
  });

  test.each([
    "@You:\nme@‸\n",
    "@You:\nme@example.‸\n",
    "@You:\n@./a b‸\n",
    "@You:\n@./a.md;other=‸\n",
    "@Assistant:\n@./a‸\n",
    "@You:\n**Tool Result:** `a`\n```\n@./a‸\n```\n",
    '@You:\n{{ "@./a‸" }}\n',
    "```lua\nx = '@./a‸'\n```\n",
    "text @./a‸ before any message\n",
    "@You:\nand/‸or\n",
  ])("and nothing else: %j", (marked) => {
    expect(at(marked)).toBeUndefined();
  });
});

describe("a MIME type is found", () => {
  test("as the value of symbols.MIME", () => {
    expect(at("```lua\nx = include('./d.bin', { [symbols.BINARY] = true, [symbols.MIME] = 'te‸' })\n```\n")).toBe("type [te] of ''");
    expect(at('@You:\n{{ include("d", { [symbols.MIME] = "‸\n')).toBe("type [] of ''");
  });

  test("and not of other keys", () => {
    expect(at("```lua\nx = { MIME = 'te‸', [symbols.BINARY] = 'x' }\n```\n")).toBeUndefined();
    expect(at("```lua\nx = { [symbols.BINARY] = 'te‸' }\n```\n")).toBeUndefined();
    expect(at("```lua\nx = { [symbols.MIME] = 'te‸' .. y }\n```\n")).toBeUndefined();
  });
});
