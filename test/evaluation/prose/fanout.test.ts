import { describe, expect, test } from "vitest";
import { sendLimits } from "../../../server/src/lua/budget.js";
import { includeCase } from "../../engines/lua/include/case.js";
import { block, check, proseDocument, rendered } from "./support.js";

const items = (value: string): string => `flemma.opt.templating.prose.items = ${value}`;
const you = (body: string): string => `@You:\n${body}`;
const forItem = (body: string, value: string, item: number): string =>
  rendered(you(body), { frontmatter: items(value), request: { item } })[0] as string;

describe("a fanout", () => {
  test.each<readonly [name: string, value: string, item: number, text: string]>([
    ["inserts strings as they are", '{ "a \\"b\\" {{ x }}" }', 1, 'a "b" {{ x }}'],
    ["inserts numbers and booleans in their natural form", "{ 1.5, true }", 1, "1.5"],
    ["inserts booleans", "{ 1.5, true }", 2, "true"],
    ["inserts arrays and objects as JSON", "{ { b = 1, a = { 1, 2 } } }", 1, '{"a":[1,2],"b":1}'],
    ["inserts keyed members as pairs, in the order of their keys", "{ zeta = 2, alpha = 1 }", 2, '{"key":"zeta","value":2}'],
    ["has items before keys", '{ "x", k = 1 }', 2, '{"key":"k","value":1}'],
  ])("%s", (_name, value, item, text) => expect(forItem("{{ item }}\n", value, item)).toBe(text));

  test.each<readonly [value: string, items: readonly string[]]>([
    ["{ {}, { tags = {} } }", ["{}", '{"tags":{}}']],
    [
      "{ 'x', zeta = 1, ['é'] = 2, [10] = 3, [9.5] = 4, [true] = 5, [false] = 6 }",
      [
        "x",
        '{"key":false,"value":6}',
        '{"key":true,"value":5}',
        '{"key":9.5,"value":4}',
        '{"key":10,"value":3}',
        '{"key":"zeta","value":1}',
        '{"key":"é","value":2}',
      ],
    ],
    ["{ ['😀'] = 1, ['\ue000'] = 2 }", ['{"key":"\ue000","value":2}', '{"key":"😀","value":1}']],
  ])("of %s has its items in the order of their keys: booleans, numbers, text by its bytes", (value, all) => {
    const found = all.map((_text, index) => forItem("{{ item }}\n", value, index + 1));
    expect(found).toEqual(all);
  });

  test("hands nulls and empty lists of data on", () => {
    const options = { flemma: { templating: { engine: "prose", prose: { items: [{ t: [], n: null, m: [1, null, 2] }] } } } };
    const body = `${block("copy = item tags = item.t")}{{ item }} {{ copy }} {{ tags }}\n`;
    const data = '{"m":[1,null,2],"n":null,"t":[]}';
    expect(includeCase(`\`\`\`json\n${JSON.stringify(options)}\n\`\`\`\n${you(body)}`)).toMatchObject({
      diagnostics: [],
      texts: [`${data} ${data} []`],
    });
  });

  test("starts every item alike: also with what functions of the frontmatter keep for themselves", () => {
    const frontmatter = `${items('{ "a", "b", "c" }')}\nlocal n = 0\nfunction tick() n = n + 1 return n end`;
    const body = you(`${block("t = tick()")}{{ item }}{{ t }}\n`);
    const values = check(body, { frontmatter }).evaluated.result?.messages[0]?.values;
    expect(values?.map((value) => value.items ?? value.rendered)).toEqual([["a", "b", "c"], "1"]);
    for (const item of [1, 2, 3]) expect(rendered(body, { frontmatter, request: { item } })[0]).toMatch(/^[abc]1$/);
  });

  test.each([
    ["by its number", "{{ sys.index }}\n", ""],
    ["by its number in Lua", `${block("i = sys.index")}{{ i }}\n`, ""],
    ["through a function of the frontmatter", `${block("i = title()")}{{ i }}\n`, "\nfunction title() return item .. sys.index end"],
  ])("is looked at %s", (_name, body, more) => {
    expect(check(you(body), { frontmatter: `${items('{ "a", "b" }')}${more}` }).evaluated.result?.items).toBe(2);
  });

  test("is looked at by no loop whose variable has that name", () => {
    const total = "function total(list) local n = 0 for _, item in ipairs(list) do n = n + item end return n end";
    const body = you(`${block("n = total({ 1, 2 })")}{{ n }}\n`);
    expect(check(body, { frontmatter: `${items("{ 1, 2 }")}\n${total}` }).evaluated.result?.items).toBeUndefined();
  });

  test("knows its place, and Lua picks fields", () => {
    expect(forItem(`${block("title = item.title")}{{ title }} {{ sys.index }}\n`, '{ { title = "A" }, { title = "B" } }', 2)).toBe("B 2");
  });

  test("starts every arm from the same clipboard", () => {
    const body = `${block("var.n = (var.n or 0) + 1")}{{ item }}{{ var.n }}\n`;
    for (const item of [1, 2]) expect(forItem(body, '{ "a", "b" }', item)).toBe(`${item === 1 ? "a" : "b"}1`);
    expect(check(you(body), { frontmatter: items('{ "a", "b" }') }).texts).toEqual(["a1"]);
  });

  test("shows the first item, and tells of the others what fails there, once, with their numbers", () => {
    const body = `${block("n = item.n")}{{ ⟦prose/unknown-name: n⟧ }}\n`;
    const { texts, diagnostics } = check(you(body), { frontmatter: items("{ { n = 1 }, {}, { n = 3 }, {} }") });
    expect(texts).toEqual(["1"]);
    expect(diagnostics[0]?.message).toContain("(items 2 and 4 of 4)");
  });

  test("that fails for all items says so without their numbers", () => {
    const { diagnostics } = check(you("{{ item }}{{ ⟦prose/unknown-name: n⟧ }}\n"), { frontmatter: items("{ 1, 2 }") });
    expect(diagnostics[0]?.message).not.toContain("items");
  });

  test("runs once where no message looks at the item", () => {
    const { evaluated } = check(you("{{ args }}\n"), { frontmatter: items("{ 1, 2 }") });
    expect(evaluated.result?.messages[0]?.values[0]).not.toHaveProperty("items");
  });

  test("tells what a placeholder gives for each item", () => {
    const { evaluated } = check(you("{{ item }} {{ args }}\n"), { frontmatter: items('{ "a", 2, { c = 1 } }') });
    expect(evaluated.result?.messages[0]?.values.map((value) => value.items)).toEqual([["a", "2", '{"c":1}'], undefined]);
  });

  test("of very many items says how many were looked at, and blames none of them", () => {
    const many = `local t = {} for i = 1, 2000 do t[i] = i end\n${items("t")}`;
    const { texts, diagnostics } = check(you(`${block("for i = 1, 1000 do x = item end")}{{ x }}\n`), {
      frontmatter: many.replace(items("t"), `flemma.opt.templating.prose.items = ⟦prose/untried-items: t⟧`),
      request: { limits: { ...sendLimits, steps: 300_000, timeMs: 60_000 } },
    });
    expect(texts).toEqual(["1"]);
    expect(diagnostics[0]).toMatchObject({
      blocks: false,
      message: expect.stringMatching(/^Only the first \d+ of 2000 items were looked at/),
    });
  });

  test("blames an item that alone takes everything", () => {
    const { diagnostics } = check(you(`${block("⟦limit/steps: while⟧ item == 2 do end")}{{ item }}\n`), {
      frontmatter: items("{ 1, 2, 3 }"),
      request: { limits: { ...sendLimits, steps: 100_000, timeMs: 60_000 } },
    });
    expect(diagnostics[0]?.message).toContain("(item 2 of 3)");
  });

  test("has no dotted items, and none outside", () => {
    const { diagnostics } = check(you("{{ item.⟦prose/missing-key: x⟧ }}{{ ⟦prose/no-value: item⟧ }}\n"));
    expect(diagnostics.map(({ message }) => message).join()).toMatch(
      /Item is a string, not a table.*\{\{ item \}\} is nil: this is not inside a fanout arm/,
    );
  });

  test.each([
    ["{}", "prose/items", "is empty"],
    ['"x"', "config/type", "must be a list or an object of plain data"],
    ["print", "config/type", "must be a list or an object of plain data"],
  ])("of %s is an error where it is written", (value, code, says) => {
    const { diagnostics } = includeCase(proseDocument(you("{{ args }}\n"), items(value)));
    expect(diagnostics.map(({ code: found }) => found)).toEqual([code]);
    expect(diagnostics[0]?.message).toContain(says);
  });

  test.each([
    ["{ ⟦config/type: print⟧ }", "cannot hold a function"],
    ["{ { a = { f = ⟦config/type: function() end⟧ } } }", "cannot hold a function"],
    ["⟦config/type: { 1, [1/0] = 2 }⟧", "not inf"],
  ])("like %s is told of at the very place", (value, says) => {
    expect(check(you("{{ args }}\n"), { frontmatter: items(value) }).diagnostics[0]?.message).toContain(says);
  });

  test("has no item behind its last", () => {
    const { diagnostics } = includeCase(proseDocument(you("{{ args }}\n"), items("{ 1 }")), {}, { item: 2 });
    expect(diagnostics).toMatchObject([{ code: "prose/items", blocks: true }]);
    for (const body of ["{{ item }} {{ sys.index }} {{ nope }}\n", block("print(item.title)")]) {
      const found = includeCase(proseDocument(you(body), items("{ 1 }")), {}, { item: 2 });
      expect(found.diagnostics.map(({ code }) => code)).toEqual(["prose/items"]);
      expect(found.evaluated.result?.messages[0]?.failed).toBe(true);
    }
    expect(includeCase(proseDocument(you("x\n")), {}, { item: 1 }).diagnostics).toMatchObject([{ code: "prose/items" }]);
  });
});

describe("declared arguments", () => {
  const declare = (value: string) =>
    includeCase(proseDocument(you("x\n"), `flemma.opt.templating.prose.args = ${value}`)).diagnostics.map(
      ({ code, message }) => `${code} ${message}`,
    );

  test("may have a type, a default and a description", () => {
    expect(declare('{ q = { type = "string", optional = true, default = "x", description = "d" }, n = { type = "integer" } }')).toEqual([]);
    expect(declare("{}")).toEqual([]);
  });

  test.each([
    ["3", "config/type 'templating.prose.args' must be an object of arguments by name, not 3."],
    ["{ q = 1 }", "config/type Argument 'q' must be an object with a type, not 1."],
    ["{ q = {} }", "config/type Argument 'q' needs a type"],
    [
      '{ q = { type = "strin" } }',
      "config/type The type of argument 'q' must be one of string, boolean, integer, number, not 'strin'. Did you mean 'string'?",
    ],
    ['{ q = { type = "number", default = 1 / 0 } }', "config/type The default of argument 'q' must be of its type"],
    ['{ q = { type = "integer", default = 1.5 } }', "config/type The default of argument 'q' must be of its type"],
    ['{ q = { type = "string", optional = 1 } }', "config/type 'optional' of argument 'q' must be true or false"],
    ['{ q = { type = "string", defalt = "x" } }', "config/unknown-key Argument 'q' has no field 'defalt'"],
    ['{ ["1q"] = { type = "string" } }', "config/unknown-key An argument has a name of a letter"],
  ])("like %s are wrong", (value, says) => {
    const [first, ...rest] = declare(value);
    expect(first).toContain(says);
    expect(rest).toEqual([]);
  });

  test("that come twice in JSON are wrong", () => {
    const json =
      '```json\n{"flemma": {"templating": {"engine": "prose", "prose": {"args": {"q": {"type": "string"}, "q": {"type": "string"}}}}}}\n```\n@You:\nx\n';
    expect(includeCase(json).diagnostics).toMatchObject([{ code: "config/duplicate-key", severity: "error", blocks: true }]);
  });
});
