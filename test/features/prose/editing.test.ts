import { describe, expect, test } from "vitest";
import type { Json } from "../../../server/src/base/json.js";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { completions } from "../../../server/src/features/completion.js";
import { definition } from "../../../server/src/features/definition.js";
import { folds } from "../../../server/src/features/folding.js";
import { hover, hoverPlainText, pendingHover } from "../../../server/src/features/hover.js";
import { references } from "../../../server/src/features/references.js";
import { rename } from "../../../server/src/features/rename.js";
import { semanticTokens } from "../../../server/src/features/semantic-tokens.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";
import { block, proseDocument } from "../../evaluation/prose/support.js";
import { atCursor } from "../../support/cursor.js";

const you = (body: string): string => `@You:\n${body}`;

describe("a hover", () => {
  function at(marked: string): string | undefined {
    const offset = marked.indexOf("‸");
    const text = marked.replace("‸", "");
    const found = hover(evaluateText(text, surroundingsOf("/chats"), { probe: offset }), offset);
    return found && `${text.slice(found.span.start, found.span.end)} | ${hoverPlainText(found).replaceAll("\n\n", " | ")}`;
  }

  test.each<readonly [name: string, messages: string, frontmatter: string, shown: string]>([
    ["shows value and type", you("{{ who‸ }}\n"), 'who = "Ada"', '{{ who }} | string, rendered as | Ada | set on line 3 | who = "Ada"'],
    [
      "shows where a key of the clipboard was set",
      you(`${block("var.row = { n = 1 }\nvar.row.n = 2")}{{ var.row.n‸ }}\n`),
      "",
      "{{ var.row.n }} | number, rendered as | 2 | set on line 8 | var.row.n = 2",
    ],
    ["explains a root", you("{{ ar‸gs }}\n"), "", "{{ args }} | args: The run's input string, exactly as passed. | string, rendered as | "],
    ["explains a field of sys", you("{{ sys.i‸d }}\n"), "", "{{ sys.id }} | sys.id: The number of the message. | number, rendered as | 1"],
    [
      "shows every item of a fanout",
      you("{{ i‸tem }}\n"),
      'flemma.opt.templating.prose.items = { "a", "b" }',
      "For each item | 1: a\n2: b",
    ],
    [
      "shows the other items where the first fails",
      you(`${block("t = item.t")}{{ ‸t }}\n`),
      'flemma.opt.templating.prose.items = { {}, { t = "b" } }',
      "{{ t }} | Unknown namespace or global 't' in {{ t }}. (item 1 of 2) | For each item | 1: fails\n2: b",
    ],
    [
      "says of a key of a global where the global was set",
      you(`${block("row.a = 2")}{{ row.a‸ }}\n`),
      "row = { a = 1 }",
      "2 | row set on line 3",
    ],
    [
      "shows values beside a placeholder that fails",
      you("{{ nope }} {{ who‸ }} {{\n"),
      'who = "Ada"',
      "{{ who }} | string, rendered as | Ada",
    ],
    [
      "shows values also where the error is caught",
      you(`{{ who‸ }} {{ nope }}\n${block("ok = pcall(function() return prose end)")}`),
      'who = "Ada"',
      "{{ who }} | string, rendered as | Ada",
    ],
    ["behind an error has no value", you(`${block("error('x')")}{{ ar‸gs }}\n`), "", "It has no value: something fails before it is read."],
    ["tells what is wrong", you("{{ no‸pe }}\n"), "", "{{ nope }} | Unknown namespace or global 'nope' in {{ nope }}."],
    ["in prose that nobody reads has no value", you(`{{ arg‸s }}\n${block("x = 1")}`), "", "Nobody reads this prose, so it has no value."],
    ["shows values of Lua in blocks", you(block("x = 41\ny = ‸x + 1")), "", "x | x (global): number, set on line 7 | 41"],
    ["explains names of blocks", you(block("print(pro‸se)")), "", "The prose before this block"],
  ])("%s", (_name, messages, frontmatter, shown) => expect(at(proseDocument(messages, frontmatter))).toContain(shown));

  test("tells what it can while there are no values yet", () => {
    const { snapshot, offset } = atCursor(proseDocument(you(`{{ ‸who }}\n${block("print(prose)")}`)));
    expect(pendingHover(snapshot, offset)?.blocks).toEqual([{ kind: "line", text: "Evaluation is still running." }]);
  });
});

describe("completion", () => {
  function labels(
    messages: string,
    {
      frontmatter = "",
      variables = {},
      options = {},
    }: { frontmatter?: string; variables?: { [name: string]: Json }; options?: { [path: string]: Json } } = {},
  ): string[] {
    const { snapshot, offset } = atCursor(proseDocument(messages, frontmatter));
    return completions(snapshot, offset, { variables, config: { options } as never }).map(({ label }) => label);
  }

  test("of a placeholder offers roots and globals, of this message and the frontmatter alone", () => {
    const other = you(block("other = 1"));
    const found = labels(`${other}${you(`${block("mine = 1 function f() end")}{{ ‸ }}\n`)}`, { frontmatter: "shared = 1" });
    expect(found).toEqual(["args", "argv", "item", "var", "sys", "shared", "mine"]);
  });

  test.each<readonly [name: string, messages: string, wanted: readonly string[]]>([
    ["keys of the clipboard that are assigned", you(`${block("var.a = 1 var.row = { b = 1 }")}{{ var.‸ }}\n`), ["a", "row"]],
    ["keys below", you(`${block("var.row = { b = 1, c = 2 }")}{{ var.row.‸ }}\n`), ["b", "c"]],
    ["keys of globals", you(`${block("row = { b = 1 }")}{{ row.‸b }}\n`), ["b"]],
    ["fields of sys", you("{{ sys.‸ }}\n"), ["when", "id", "section_name", "section_count", "execution", "index"]],
    ["the field prose of an input that is not declared", you("{{ argv.‸ }}\n"), ["prose"]],
    ["nothing behind a string", you("{{ args.‸ }}\n"), []],
    [
      "in a placeholder that is not closed",
      you("{{ sys.wh‸\n\nmore\n"),
      ["when", "id", "section_name", "section_count", "execution", "index"],
    ],
  ])("offers %s", (_name, messages, wanted) => expect(labels(messages)).toEqual(wanted));

  test("offers declared arguments, and what is live", () => {
    const options = { "templating.prose.args": { query: { type: "string", description: "What to look for." } } };
    expect(labels(you("{{ argv.‸ }}\n"), { options })).toEqual(["query"]);
    expect(labels(you("{{ var.‸ }}\n"), { variables: { var: { live: 1 } } })).toEqual(["live"]);
  });

  test("offers roots on a line behind the braces, and nothing where the braces are closed before", () => {
    expect(labels(you("{{\n  ‸\n}}\n"))).toContain("argv");
    expect(labels(you("{{ args }}\n  ‸\n"))).toEqual([]);
  });

  test("in blocks offers what is live: fields of the item, of the run, of clipboard and input", () => {
    const frontmatter = `flemma.opt.templating.prose.items = { { title = "A" } }\nflemma.opt.templating.prose.args = {}\nflemma.opt.templating.prose.input = '{"q":1}'`;
    const at = (code: string): string[] => {
      const before = you(block('for i = 1, 2 do var["k" .. i] = i end'));
      const { snapshot, offset, text } = atCursor(proseDocument(before + you(block(code)), frontmatter));
      const { result } = evaluateText(text, surroundingsOf("/chats"), { wantVariables: true });
      return completions(snapshot, offset, { ...(result?.scope && { scope: result.scope }) }).map(({ label }) => label);
    };
    expect(at("x = item.‸")).toEqual(["title"]);
    expect(at("x = sys.‸")).toEqual(["when", "id", "section_name", "section_count", "execution", "index"]);
    expect(at("x = argv.‸")).toEqual(["q"]);
    expect(at("x = var.‸")).toEqual(["k1", "k2"]);
  });

  test("offers nothing in escaped braces, in text and in turns of the assistant", () => {
    for (const messages of [you("\\{{ ‸ }}\n"), you("args‸\n"), "@Assistant:\n{{ ‸ }}\n"]) expect(labels(messages)).toEqual([]);
  });

  test("in blocks offers the names of sections", () => {
    expect(labels(you(block("pr‸")))).toEqual(expect.arrayContaining(["prose", "var", "print", "setmetatable"]));
  });
});

describe("names", () => {
  function places(marked: string): string[] {
    const { snapshot, offset, text } = atCursor(marked);
    return references(snapshot, offset, "with").map(
      ({ start, end }) => `${text.slice(0, start).split("\n").length}:${text.slice(start, end)}`,
    );
  }

  function renamed(marked: string, to: string): string | undefined {
    const { snapshot, offset, text } = atCursor(marked);
    const result = rename(snapshot, offset, to);
    return result?.ok ? applyEdits(text, result.edits) : result?.reason;
  }

  const keys = proseDocument(
    `${you(`{{ var.w‸ho }}\n${block("var.who = var.who .. prose")}`)}@You:\n{{ var.who.x }} {{ who }}\n`,
    'var = { who = "Ada" }',
  );

  test("of keys of the clipboard are one in frontmatter, blocks and placeholders", () => {
    expect(places(keys)).toEqual(["3:who", "6:who", "8:who", "8:who", "11:who"]);
    expect(renamed(keys, "name")).toBe(
      proseDocument(
        `${you(`{{ var.name }}\n${block("var.name = var.name .. prose")}`)}@You:\n{{ var.name.x }} {{ who }}\n`,
        'var = { name = "Ada" }',
      ),
    );
  });

  test("of keys of the clipboard are the same ones in brackets, and no keys of other tables", () => {
    const text = (key: string) =>
      proseDocument(
        `${you(block(`var["${key}"] = { n = 1 }\nvar.${key}.n = var['${key}']["n"]\nlocal t = { row = 1 }\nt.row = t["row"]`))}{{ var.‸${key}.n }}\n`,
      );
    expect(renamed(text("row"), "line")).toBe(text("line").replace("‸", ""));
  });

  test("of keys of the clipboard in JSON", () => {
    const json = (key: string, path: string) =>
      `\`\`\`json\n{"var": {"row": {"${key}": 1}}, "flemma": {"templating": {"engine": "prose"}}}\n\`\`\`\n@You:\n{{ var.row.${path} }}\n`;
    expect(renamed(json("a", "‸a"), "b")).toBe(json("b", "b"));
  });

  test("of keys that exist already are not confused", () => {
    expect(renamed(proseDocument(you("{{ var.‸a }} {{ var.b }}\n"), "var = { a = 1, b = 2 }"), "b")).toContain("'b' is already used");
    expect(renamed(proseDocument(you("{{ var.‸a }}\n"), "var = { a = 1 }"), "a.b")).toContain("is not a name");
  });

  test("of globals belong to one message, or to all where the frontmatter sets them", () => {
    const two = you(`${block("x = 1")}{{ x‸ }}\n`) + you(`${block("x = 2")}{{ x }}\n`);
    expect(places(proseDocument(two))).toEqual(["7:x", "9:x"]);
    expect(places(proseDocument(two, "x = 0"))).toEqual(["3:x", "7:x", "9:x", "12:x", "14:x"]);
    expect(renamed(proseDocument(two), "y")).toBe(proseDocument(you(`${block("y = 1")}{{ y }}\n`) + you(`${block("x = 2")}{{ x }}\n`)));
  });

  test("of the language keep theirs", () => {
    expect(renamed(proseDocument(you("{{ ‸args }}\n")), "x")).toContain("belongs to the template environment");
    expect(renamed(proseDocument(you(`${block("x = 1")}{{ ‸x }}\n`)), "prose")).toContain("belongs to the template environment");
  });

  test("lead to where they are set", () => {
    const at = (marked: string): string | undefined => {
      const { snapshot, offset, text } = atCursor(marked);
      const span = definition(snapshot, offset);
      return span && `${text.slice(0, span.start).split("\n").length}:${text.slice(span.start, span.end)}`;
    };
    expect(at(proseDocument(you(`${block("x = 1\nx = 2")}{{ ‸x }}\n`)))).toBe("8:x");
    expect(at(proseDocument(you(`${block("var.a = 1")}{{ var.‸a }}\n`)))).toBe("7:a");
    expect(at(proseDocument(you(`${block("row = { a = 1 }")}{{ row.‸a }}\n`)))).toBe("7:a");
    expect(at(proseDocument(you("{{ ‸nope }}\n")))).toBeUndefined();
  });
});

test("placeholders and blocks have tokens, and blocks fold", () => {
  const text = proseDocument(you(`{{ args }} {{ row.a }}\n${block("local x = 1\nprint(x)")}`));
  const tokens = semanticTokens(createSnapshot("u", 1, text), { start: text.indexOf("@You"), end: text.length });
  expect(tokens.map(({ span, type, modifiers }) => `${text.slice(span.start, span.end)}:${[type, ...modifiers].join(".")}`)).toEqual([
    "@You::class",
    "{{:macro",
    "args:variable.defaultLibrary",
    "}}:macro",
    "{{:macro",
    "row:variable",
    "a:property",
    "}}:macro",
    "```lua:macro",
    "local:keyword",
    "x:variable.declaration",
    "=:operator",
    "1:number",
    "print:function.defaultLibrary",
    "(:operator",
    "x:variable",
    "):operator",
    "```:macro",
  ]);
  expect(folds(createSnapshot("u", 1, text)).map(({ startLine, endLine }) => [startLine, endLine])).toContainEqual([6, 9]);
});
