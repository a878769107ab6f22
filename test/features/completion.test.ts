import { describe, expect, test } from "vitest";
import { type Completion, completions } from "../../server/src/features/completion.js";
import type { Variables } from "../../server/src/features/lua/infer.js";
import { atCursor } from "../support/cursor.js";

function at(marked: string, variables?: Variables): readonly Completion[] {
  const { snapshot, offset } = atCursor(marked);
  return completions(snapshot, offset, { variables });
}

function labels(marked: string, variables?: Variables): string[] {
  return at(marked, variables).map(({ label }) => label);
}

function check(marked: string, { has = [], not = [] }: { has?: string[]; not?: string[] }): void {
  const found = labels(marked);
  expect(found).toEqual(expect.arrayContaining(has));
  for (const label of not) expect(found, label).not.toContain(label);
}

/** What the document reads after the completion was accepted. */
function accepted(marked: string, label: string): string {
  const { text } = atCursor(marked);
  const item = at(marked).find((one) => one.label === label);
  if (item === undefined) throw new Error(`no ${label}`);
  return text.slice(0, item.span.start) + item.newText + text.slice(item.span.end);
}

const frontmatter =
  '```lua\nname = "Ann"\nuser = { first = "Ann", address = { city = "Rome", zip = 1 } }\nfunction greet(who) return who end\n```\n';

describe("names are completed", () => {
  test("from frontmatter, the environment and keywords, in an expression that is not finished", () => {
    check(`${frontmatter}@You:\n{{ na‸ }}\n`, { has: ["name", "user", "greet", "string", "each", "not", "nil"], not: ["while", "utf8"] });
  });

  test("in code with all keywords, end among them", () => {
    check(`${frontmatter}@You:\n{% fo‸ %}\n`, { has: ["name", "for", "end", "while", "return"] });
  });

  test("with the locals in scope, innermost first, before everything else", () => {
    const found = labels("@You:\n{% local outer = 1 do local inner = 2 %}{{ ‸ }}{% end local later = 3 %}\n");
    expect(found.slice(0, 2)).toEqual(["inner", "outer"]);
    expect(found).not.toContain("later");
  });

  test("not with a local whose value is being written", () => {
    for (const value of ["‸", "1 + ‸", "f(‸", "{ ‸", "not ‸"]) check(`@You:\n{% local mine = ${value} %}\n`, { not: ["mine"] });
    check("@You:\n{% local mine = 1 ‸ %}\n", { has: ["mine"] });
    check("@You:\n{% for mine = 1, 2 do ‸ end %}\n", { has: ["mine"] });
    check("@You:\n{% local function mine(own) ‸ end %}\n", { has: ["mine", "own"] });
  });

  test("not with locals of a block that ended, nor of another message", () => {
    check("@You:\n{% do local gone = 1 end %}{{ ‸ }}\n", { not: ["gone"] });
    check("@You:\n{% local mine = 1 %}\n@You:\n{{ ‸ }}\n", { not: ["mine"] });
  });

  test("with globals of earlier messages, not of later ones", () => {
    check("@System:\n{% tone = 'calm' %}\n@You:\n{{ ‸ }}\n@You:\n{% mood = 1 %}\n", { has: ["tone"], not: ["mood"] });
  });

  test("with parameters and loop variables", () => {
    check("```lua\nfunction f(first, second)\n  return fi‸\nend\n```\n", { has: ["first", "second"] });
    check("@You:\n{% for index, entry in ipairs({}) do %}{{ en‸ }}{% end %}\n", { has: ["index", "entry"] });
  });

  test("in a loop header that lacks its do", () => {
    check(`${frontmatter}@You:\n{% for x in va‸ %}\n`, { has: ["values", "name"] });
  });

  test("with the keys of YAML frontmatter, also while it is not well-formed", () => {
    check("```yaml\ntopic: sea\nnot a name: 1\n```\n@You:\n{{ to‸ }}\n", { has: ["topic"], not: ["not a name", "sea"] });
    check("```yaml\ntopic: sea\nlist: [1,\n```\n@You:\n{{ to‸ }}\n", { has: ["topic"], not: [] });
    expect(labels("```yml\nuser:\n  first: A\n```\n@You:\n{{ user.‸ }}\n")).toEqual(["first"]);
  });

  test("with the keys of JSON frontmatter", () => {
    check('```json\n{ "topic": "sea", "not a name": 1 }\n```\n@You:\n{{ to‸ }}\n', { has: ["topic"], not: ["not a name"] });
  });

  test("in Lua frontmatter, also while it is broken or not closed yet", () => {
    check("```lua\nfirst = 1\nsecond = fi‸\n```\n", { has: ["first", "string"] });
    check("```lua\nfirst = 1\nif fi‸\n```\n", { has: ["first"] });
    check("```lua\nfirst = 1\nsecond = fi‸\n", { has: ["first"] });
  });

  test("in a tag that is not closed yet", () => {
    check(`${frontmatter}@You:\n{{ na‸\ntext {{ user }}\n`, { has: ["name"] });
    check(`${frontmatter}@You:\n{% if na‸\n`, { has: ["name", "then"] });
    check(`${frontmatter}@You:\n{{ f({ a = na‸\n`, { has: ["name"] });
  });

  test("once each, however often they are assigned", () => {
    const found = labels("```lua\nx = 1\nx = 2\nstring = 3\n```\n@You:\n{% local x = 3 %}{{ ‸ }}\n");
    expect(found.filter((label) => label === "x")).toHaveLength(1);
    expect(found.filter((label) => label === "string")).toHaveLength(1);
  });

  test("replacing the whole word", () => {
    expect(accepted(`${frontmatter}@You:\n{{ n‸xyz .. 1 }}\n`, "name")).toBe(`${frontmatter}@You:\n{{ name .. 1 }}\n`);
    expect(accepted("@You:\n{{ string.up‸perx('a') }}\n", "upper")).toBe("@You:\n{{ string.upper('a') }}\n");
  });

  test("saying what they are", () => {
    const of = (label: string) => at(`${frontmatter}@You:\n{{ ‸ }}\n`).find((item) => item.label === label);
    expect(of("name")).toMatchObject({ kind: "variable", detail: 'string "Ann"' });
    expect(of("greet")).toMatchObject({ kind: "function", detail: "function(who)" });
    expect(of("user")?.detail).toBe("table { first, address }");
    expect(of("tostring")).toMatchObject({ kind: "function", detail: "(value): string", doc: "The text of any value." });
  });
});

describe("members are completed", () => {
  test("of a library table, in an expression that ends with the dot", () => {
    check("@You:\n{{ string.‸ }}\n", { has: ["upper", "rep", "gsub"], not: ["string", "name", "end", "dump"] });
    check("@You:\n{{ vim.fn.ge‸ }}\n", { has: ["getcwd"], not: ["normalize"] });
    check("@You:\n{{ format.‸ }}\n", { has: ["money", "percent"] });
  });

  test("of a text behind a colon, without the text itself among the parameters", () => {
    const found = at('```lua\nname = "Ann"\n```\n@You:\n{{ name:‸ }}\n');
    expect(found.find(({ label }) => label === "rep")).toMatchObject({
      kind: "method",
      detail: "(count: number, separator?: string): string",
    });
    expect(labels("@You:\n{{ ('x'):up‸ }}\n")).toContain("upper");
    expect(labels("@You:\n{{ (a .. b):‸ }}\n")).toContain("upper");
    expect(labels("@You:\n{{ tostring(1):rep(2):‸ }}\n")).toContain("upper");
  });

  test("of tables of the frontmatter, at every level", () => {
    expect(labels(`${frontmatter}@You:\n{{ user.‸ }}\n`)).toEqual(["first", "address"]);
    expect(labels(`${frontmatter}@You:\n{{ user.address.‸ }}\n`)).toEqual(["city", "zip"]);
    expect(labels(`${frontmatter}@You:\n{{ user["address"].ci‸ }}\n`)).toEqual(["city", "zip"]);
    expect(labels('```json\n{ "user": { "first": "A" } }\n```\n@You:\n{{ user.‸ }}\n')).toEqual(["first"]);
  });

  test("by value, where an evaluation knows more than the text", () => {
    const text = "```lua\nuser = build()\n```\n@You:\n{{ user.‸ }}\n";
    expect(labels(text)).toEqual([]);
    expect(labels(text, { user: { first: "Ann", call: "$function" } })).toEqual(["first", "call"]);
    expect(labels(text.replace("user.‸", "user:‸"), { user: { first: "Ann", call: "$function" } })).toEqual(["call"]);
  });

  test("of what a loop goes over", () => {
    const days = "```lua\ndays = { { name = 'Mo', cost = 1 }, { name = 'Tu' } }\n```\n@You:\n";
    expect(labels(`${days}{% for _, day in ipairs(days) do %}{{ day.‸ }}{% end %}\n`)).toEqual(["name", "cost"]);
    expect(labels(`${days}{% for day in values(days) do %}{{ day.‸ }}{% end %}\n`)).toEqual(["name", "cost"]);
    expect(labels(`${days}{% for day, loop in each(days) do %}{{ loop.‸ }}{% end %}\n`)).toEqual([
      "index",
      "index0",
      "first",
      "last",
      "length",
    ]);
    expect(labels(`${days}{{ days[1].‸ }}\n`)).toEqual(["name", "cost"]);
  });

  test("of fields that were set one by one, and of what a function returns", () => {
    expect(labels("```lua\nt = {}\nt.a = 1\nfunction t.go() end\n```\n@You:\n{{ t.‸ }}\n")).toEqual(["a", "go"]);
    expect(labels("```lua\nfunction make() return { x = 1 } end\n```\n@You:\n{{ make().‸ }}\n")).toEqual(["x"]);
  });

  test("in quotes behind a bracket, also those that are no names", () => {
    const data = '```yaml\nuser:\n  first: Ann\n  last name: B\n  "it\'s": 1\n```\n@You:\n';
    for (const tag of ['{{ user["‸"] }}', "{{ user['fi‸rst'] }}", '{{ user["‸', "{% x = user['la‸ %}"])
      expect(labels(`${data}${tag}\n`), tag).toEqual(["first", "last name"]);
    expect(accepted(`${data}{{ user["fi‸x"] }}\n`, "last name")).toContain('{{ user["last name"] }}');
    expect(accepted(`${data}{{ user["fi‸\n`, "first")).toContain('{{ user["first\n');
    for (const tag of ['{{ { ["‸"] = 1 } }}', '{{ f("‸") }}', '{{ nobody["‸"] }}', '{{ ("x")["‸"] }}', "{{ user[ [[‸]] ] }}"])
      expect(labels(`${data}${tag}\n`), tag).toEqual([]);
    expect(labels('```lua\nt = { a = { b = 1 } }\n```\n@You:\n{{ t["a"]["‸"] }}\n')).toEqual(["b"]);
  });

  test("of what a method is defined on, behind its self", () => {
    const method = (body: string): string => `\`\`\`lua\nt = { x = 4 }\nfunction t:m(a) ${body} end\n\`\`\`\n`;
    expect(labels(method("self.n = 1 return self.‸"))).toEqual(["x", "m", "n"]);
    expect(labels(method("return function() return self:‸ end"))).toEqual(["m"]);
    expect(labels(`${method("return self")}@You:\n{{ t:m(1).‸ }}\n`)).toEqual(["x", "m"]);
  });

  test("of nothing that is not known", () => {
    expect(labels("@You:\n{{ nobody.‸ }}\n")).toEqual([]);
    expect(labels("@You:\n{{ 1.‸ }}\n")).toEqual([]);
    expect(labels("@You:\n{{ {}.‸ }}\n")).toEqual([]);
    expect(labels("```lua\na = b\nb = a\n```\n@You:\n{{ a.‸ }}\n")).toEqual([]);
  });
});

describe("nothing is completed", () => {
  test.each([
    ["in a string", "@You:\n{{ 'na‸' }}\n"],
    ["in a string that is not finished", "```lua\nx = 'na‸\n```\n"],
    ["in a long string", "@You:\n{{ [[na‸]] }}\n"],
    ["in a comment", "@You:\n{% -- na‸ %}\n"],
    ["in a long comment", "@You:\n{% --[[ na‸ ]] %}\n"],
    ["at the end of a comment of the frontmatter", "```lua\n-- na‸\nx = 1\n```\n"],
    ["in text", "@You:\nna‸\n"],
    ["in an assistant message", "@Assistant:\n{{ na‸ }}\n"],
    ["in a tool result", "@You:\n**Tool Result:** `t1`\n\n```\n{{ na‸ }}\n```\n"],
    ["in a number", "@You:\n{{ 12‸ }}\n"],
    ["where a local gets its name", "@You:\n{% for na‸ %}\n"],
    ["where a parameter gets its name", "@You:\n{% local function f(a, b‸) end %}\n"],
    ["in YAML frontmatter", "```yaml\na: na‸\n```\n"],
    ["in JSON frontmatter", '```json\n{ "a": na‸ }\n```\n'],
    ["between two tags", "@You:\n{{ 1 }}‸{{ 2 }}\n"],
  ])("%s", (_, marked) => {
    expect(labels(marked)).toEqual([]);
  });

  test("behind local but the word function", () => {
    expect(labels("@You:\n{% local f‸ %}\n")).toEqual(["function"]);
  });
});

describe("roles are completed", () => {
  test("behind an @ that starts a line, replacing what stands there", () => {
    expect(labels("@You:\nhi\n@‸\n")).toEqual(["@System:", "@You:", "@Assistant:"]);
    expect(accepted("@You:\nhi\n@As‸sis:\n", "@Assistant:")).toBe("@You:\nhi\n@Assistant:\n");
    expect(labels("@‸")).toContain("@You:");
  });

  test("not elsewhere in a line, in a fence or in the frontmatter", () => {
    expect(labels("@You:\nhi @‸\n")).toEqual([]);
    expect(labels("@You:\n```\n@‸\n```\n")).toEqual([]);
    expect(labels("```json\n@‸\n```\n@You:\n")).toEqual([]);
    expect(labels("@You:\n@‸ more\n")).toEqual([]);
    expect(labels("@You:‸\n")).toEqual([]);
  });
});

test("labels are completed behind goto", () => {
  expect(labels("@You:\n{% for i = 1, 2 do goto ‸ ::continue:: end %}\n")).toEqual(["continue"]);
  expect(labels("@You:\n{% ::‸ %}\n")).toEqual([]);
  expect(labels("@You:\n{% x = 1 ::continue:: ‸ %}\n")).toContain("x");
});
