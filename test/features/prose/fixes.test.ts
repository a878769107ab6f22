import { describe, expect, test } from "vitest";
import { diagnostic } from "../../../server/src/base/diagnostic.js";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { fixAll, fixes } from "../../../server/src/features/fixes.js";
import { createSnapshot, type Evaluated } from "../../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";
import { block, proseDocument } from "../../evaluation/prose/support.js";

function evaluated(text: string): Evaluated {
  return { ...evaluateText(text, surroundingsOf("/chats")), snapshot: createSnapshot("file:///chats/a.chat", 1, text) };
}

function faults(text: string): string[] {
  return diagnostics(evaluated(text)).map(({ code }) => code);
}

/** What a document reads after a fix of its first fault was applied. */
function fixed(text: string, title: string | RegExp): string {
  const state = evaluated(text);
  const all = diagnostics(state).flatMap((diagnostic) => fixes(state.snapshot, diagnostic));
  const fix = all.find((one) => (typeof title === "string" ? one.title === title : title.test(one.title)));
  if (fix === undefined) throw new Error(`no ${title} among ${all.map((one) => one.title).join("; ")}`);
  return applyEdits(text, fix.edits);
}

const you = (body: string): string => `@You:\n${body}`;

describe("a fix", () => {
  test.each<readonly [name: string, title: string, messages: string, wanted: string, frontmatter: string]>([
    ["names the nearest key", "Change to 'who'", you("{{ var.woh }}\n"), you("{{ var.who }}\n"), 'var = { who = "Ada" }'],
    [
      "names the nearest key below",
      "Change to 'city'",
      you("{{ var.row.citty }}\n"),
      you("{{ var.row.city }}\n"),
      'var = { row = { city = "Rome" } }',
    ],
    ["names the nearest root", "Change to 'args'", you("{{ arg }}\n"), you("{{ args }}\n"), ""],
    ["names the nearest global", "Change to 'title'", you("{{ titel }}\n"), you("{{ title }}\n"), 'title = "T"'],
    ["names the nearest field of sys", "Change to 'section_name'", you("{{ sys.section_nam }}\n"), you("{{ sys.section_name }}\n"), ""],
    ["escapes braces", "Escape the braces: they are text", you("{{ x y }}\n"), you("\\{{ x y }}\n"), ""],
    ["closes a placeholder", "Close the placeholder", you("hi {{ args and more\n"), you("hi {{ args }} and more\n"), ""],
    [
      "moves an expression into a block of its own",
      "Compute it in a Lua block",
      you("a\nb {{ 1 + 1 }}\n"),
      you(`${block("value = 1 + 1")}a\nb {{ value }}\n`),
      "",
    ],
    [
      "moves a call of include",
      "Compute it in a Lua block",
      you("{{ include('nope.md') }}\n"),
      you(`${block("value = include('nope.md')")}{{ value }}\n`),
      "",
    ],
    [
      "moves an index into the block that reads the prose",
      "Compute it in the Lua block",
      you(`{{ var.list.2 }}\n${block("print(prose)")}`),
      you(`{{ value }}\n${block("value = var.list[2]\nprint(prose)")}`),
      "var = { list = { 1, 2 } }",
    ],
    [
      "takes a name that is free",
      "Compute it in a Lua block",
      you("value {{ 1 + 1 }}\n"),
      you(`${block("value2 = 1 + 1")}value {{ value2 }}\n`),
      "",
    ],
    [
      "makes a block of what is nearly one",
      "Make it a Lua block",
      you("~~~Lua\nx = 1\n~~~\n{{ x }}\n"),
      you("```lua\nx = 1\n```\n{{ x }}\n"),
      "",
    ],
    ["closes a block", "Close the Lua block", you("```lua\nprint('x')\n"), you("```lua\nprint('x')\n```\n"), ""],
  ])("%s", (_name, title, messages, wanted, frontmatter) => {
    const text = proseDocument(messages, frontmatter);
    const after = fixed(text, title);
    expect(after).toBe(proseDocument(wanted, frontmatter));
    const isGone = faults(after).filter((code) => code.startsWith("prose/"));
    expect(isGone).toEqual([]);
  });

  const data = 'name = "Ada"\nvar = { name = "Ada", n = 3, list = { 1, 2 } }\nrow = { a = 1, f = print }';
  const expressions = [
    "var.n + 1",
    "var.n*2",
    "var.name or 'x'",
    "var.name:upper()",
    "#var.list",
    "var.list[1]",
    "(var.n)",
    "args .. '!'",
    "string.upper(args)",
    "os.date('%Y', 0)",
    "row.a",
    "argv.prose or 'y'",
    "sys.id + 1",
    "1.5 + 2",
    "not var.n",
    "var.n -- why",
  ];
  test.each(expressions)("moves the expression %s as it is, and never cuts it down to a name", (expression) => {
    const text = proseDocument(you(`{{ ${expression} }}\n`), data);
    expect(fixed(text, "Compute it in a Lua block")).toBe(proseDocument(you(`${block(`value = ${expression}`)}{{ value }}\n`), data));
    const { snapshot, ...rest } = evaluated(text);
    const found = diagnostics({ snapshot, ...rest });
    expect(fixAll(snapshot, found)).toEqual([]);
    expect(found.flatMap(({ suggestions = [] }) => suggestions)).toEqual([]);
    if (expression !== "row.a") expect(found[0]?.message).toContain("Placeholders compute nothing");
  });

  test("moves an expression of several lines, but no text that holds line ends", () => {
    const at = (expression: string): string => proseDocument(you(`{{ ${expression} }}\n`), data);
    expect(fixed(at("var.n\n  + 1"), "Compute it in a Lua block")).toBe(
      proseDocument(you(`${block("value = var.n + 1")}{{ value }}\n`), data),
    );
    expect(() => fixed(at("'a\nb' .. name"), /^Compute/)).toThrow("no ");
  });

  test("picks a field of the item in a block", () => {
    const frontmatter = 'flemma.opt.templating.prose.items = { { title = "A" }, { title = "B" } }';
    const text = proseDocument(you("{{ item.title }}\n"), frontmatter);
    expect(fixed(text, "Compute it in a Lua block")).toBe(proseDocument(you(`${block("value = item.title")}{{ value }}\n`), frontmatter));
  });

  test("closes a placeholder that is half closed, and none that is empty", () => {
    expect(fixed(proseDocument(you("a {{ args } b\n")), "Close the placeholder")).toBe(proseDocument(you("a {{ args }} b\n")));
    expect(() => fixed(proseDocument(you("a {{\n")), "Close the placeholder")).toThrow("no ");
  });

  test("makes the line that nearly closes a block close it, whether another one does or not", () => {
    for (const rest of ["{{ x }}\n", "{{ x }}\n\n```\n"]) {
      const text = proseDocument(you(`\`\`\`lua\nx = 1\n\`\`\` \n${rest}`));
      expect(fixed(text, "Close the Lua block here")).toBe(text.replace("``` \n", "```\n"));
    }
  });

  test("declares an argument in frontmatter of every language, beside those that are there, and none twice", () => {
    const options = (args: string, rest = "") => `{"templating":{"engine":"prose","prose":{"input":"{\\"q\\":{}}"${args}}}${rest}}`;
    const json = (args: string, rest = "") => `\`\`\`json\n{"flemma":${options(args, rest)}}\n\`\`\`\n${you("{{ argv.quux }}\n")}`;
    const declared = "Declare the argument 'quux'";
    expect(fixed(json(',"args":{"b":{"type":"string"}}'), declared)).toBe(
      json(',"args":{"quux": {"type": "string"}, "b":{"type":"string"}}'),
    );
    expect(fixed(json(',"args":{}'), declared)).toBe(json(',"args":{"quux": {"type": "string"}}'));
    expect(fixed(json(""), declared)).toBe(
      json("").replace('{"templating', '{"templating.prose.args": {"quux": {"type": "string"}}, "templating'),
    );
    expect(() => fixed(json(',"args":{"quux":{"type":"string"}}'), declared)).toThrow("no ");
    const yaml = (lines: string) =>
      `\`\`\`yaml\nflemma:\n  templating.engine: prose\n  templating.prose.input: "{}"\n${lines}\`\`\`\n${you("{{ argv.quux }}\n")}`;
    const rows = "  templating.prose.args:\n";
    expect(fixed(yaml(`${rows}    b:\n      type: string\n`), declared)).toBe(
      yaml(`${rows}    quux: {type: string}\n    b:\n      type: string\n`),
    );
    expect(fixed(yaml("  templating.prose.args: {b: {type: string}}\n"), declared)).toBe(
      yaml("  templating.prose.args: {quux: {type: string}, b: {type: string}}\n"),
    );
    const lua = (args: string) => proseDocument(you("{{ argv.quux }}\n"), `flemma.opt.templating.prose = { input = "{}", ${args} }`);
    expect(fixed(lua('args = { b = { type = "string" } }'), declared)).toBe(
      lua('args = { quux = { type = "string" }, b = { type = "string" } }'),
    );
    for (const args of ['args = { quux = { type = "string" } }', 'args = (function() return { b = { type = "string" } } end)()'])
      expect(() => fixed(lua(args), declared)).toThrow("no ");
  });

  test("declares an argument where there is no frontmatter at all", () => {
    const snapshot = createSnapshot("file:///chats/a.chat", 1, you("{{ argv.quux }}\n"));
    const [fix] = fixes(snapshot, {
      ...diagnostic("prose/missing-key", { start: 0, end: 1 }, "x"),
      data: { kind: "declare-argument", name: "quux", choices: [] },
    });
    expect(applyEdits(snapshot.text.text, fix?.edits ?? [])).toBe(
      `\`\`\`lua\nflemma.opt.templating.prose.args = { quux = { type = "string" } }\n\`\`\`\n${you("{{ argv.quux }}\n")}`,
    );
  });

  test("declares an argument, in the declaration or in one of its own", () => {
    const argument = "flemma.opt.templating.prose.args";
    const input = "flemma.opt.templating.prose.input = '{\"b\": 1}'";
    const text = proseDocument(you("{{ argv.quux }}\n"), input);
    expect(fixed(text, "Declare the argument 'quux'")).toBe(
      proseDocument(you("{{ argv.quux }}\n"), input).replace("\n```\n@You", `\n${argument} = { quux = { type = "string" } }\n\`\`\`\n@You`),
    );
    const more = proseDocument(you("{{ argv.quux }}\n"), `${argument} = { b = { type = "integer" } }\n${input}`);
    expect(fixed(more, "Declare the argument 'quux'")).toBe(more.replace("{ b", '{ quux = { type = "string" }, b'));
    const empty = proseDocument(you("{{ argv.quux }}\n"), `${argument} = {}\n${input}`);
    expect(fixed(empty, "Declare the argument 'quux'")).toBe(empty.replace("{}", '{ quux = { type = "string" } }'));
  });

  test("that is clear may be applied unseen, others never", () => {
    const text = proseDocument(you("{{ var.whoo }} {{ 1 + 1 }} {{ x\n"), 'var = { who = "Ada" }');
    const { snapshot, ...rest } = evaluated(text);
    expect(applyEdits(text, fixAll(snapshot, diagnostics({ snapshot, ...rest })))).toBe(text.replace("whoo", "who"));
  });

  test("keeps the line ends of the document", () => {
    const text = proseDocument(you("{{ 1 + 1 }}\n")).replaceAll("\n", "\r\n");
    expect(fixed(text, "Compute it in a Lua block")).toBe(
      proseDocument(you(`${block("value = 1 + 1")}{{ value }}\n`)).replaceAll("\n", "\r\n"),
    );
  });

  test("is never offered for what is no fault", () => {
    const { snapshot, ...rest } = evaluated(proseDocument(you("{{ args }} \\{{ x }}\n")));
    expect(diagnostics({ snapshot, ...rest })).toEqual([]);
  });
});
