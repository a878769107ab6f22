import { describe, expect, test } from "vitest";
import { sendLimits } from "../../../server/src/lua/budget.js";
import { includeCase } from "../../engines/lua/include/case.js";
import { block, check, proseDocument, rendered } from "./support.js";

const you = (body: string): string => `@You:\n${body}`;

describe("a message of prose", () => {
  test.each<readonly [name: string, body: string, text: string]>([
    [
      "without blocks is read and sent, headings and breaks included",
      "# Title\n\n{{ who }}\n\n---\n\nend\n",
      "# Title\n\nAda\n\n---\n\nend",
    ],
    ["gives what its block prints", `Hi {{ who }}.\n\n${block("print(prose)")}`, "Hi Ada."],
    ["gives what its block returns, and nothing behind it", `Hi.\n\n${block("print('a ') return prose")}\nnever {{ x }}\n`, "a Hi."],
    ["returns numbers and booleans as text", block("return 1.5"), "1.5"],
    ["goes on after a block that returns nothing", `${block("return nil")}${block("return false")}`, "false"],
    ["is as far from what was printed as it is in the document", `${block("print('a')")}\n\nb {{ who }}\n`, "a\n\n\nb Ada"],
    ["directly below a block is on the next line", `${block("print('a')")}b\n`, "a\nb"],
    ["keeps no room where nothing was printed", `${block("x = 1")}\n\n{{ x }}\n`, "1"],
    ["sees globals of its blocks, and no locals", `${block("x = 1 local y = 2")}{{ x }}\n`, "1"],
    ["drops what stands above a heading", `drop\n\n# Head\nkeep {{ who }}\n${block("print(prose)")}`, "keep Ada"],
    ["drops what stands above a break", `drop\n\n***\nkeep\n${block("print(prose)")}`, "keep"],
    ["is not divided by the underline of a heading in its place", `Head\n---\nkeep\n${block("print(prose)")}`, "keep"],
    ["scans code, comments and links", "`{{ who }}` <!-- {{ who }} --> [x]({{ who }})\n", "`Ada` <!-- Ada --> [x](Ada)"],
    ["escapes braces and backslashes", "\\{{ who }} \\}} \\\\ \\x\n", "{{ who }} }} \\ \\x"],
    ["keeps structure of the document that is escaped", "a\n\\@You:\nb\n", "a\n@You:\nb"],
    ["is never scanned again", `${block('v = "{{ who }}" w = "\\\\{"')}{{ v }}{{ w }}\n`, "{{ who }}\\{"],
    ["never substitutes Lua", block("return '{{ who }}'"), "{{ who }}"],
    [
      "has the functions of sections",
      block("return select('#', unpack({1, 2})) .. type(rawset) .. type(next({})) .. type(_G)"),
      "2functionniltable",
    ],
    ["reads what nobody set as nil", block("return tostring(nobody)"), "nil"],
    [
      "prints whole numbers without a fraction",
      `${block("a = 6 / 2 b = 1e15 c = 0.1")}{{ a }} {{ b }} {{ c }}\n`,
      "3 1000000000000000 0.1",
    ],
    [
      "has a clock, and knows its place",
      "{{ sys.when }} {{ sys.id }} {{ sys.section_name }} {{ sys.section_count }} {{ sys.execution }}\n",
      "2026-01-02T03:04:05Z 1 You 1 main.chat",
    ],
  ])("%s", (_name, body, text) => {
    expect(rendered(you(body), { frontmatter: 'who = "Ada"' })).toEqual([text]);
  });

  test("with CRLF is the same text", () => {
    const text = proseDocument(you(`# H\n\n{{ who }}\n\n${block("print(prose)")}\nb {{ who }}\n\\@You:\n`), 'who = "Ada"').replaceAll(
      "\n",
      "\r\n",
    );
    expect(includeCase(text).texts).toEqual(["Ada\n\nb Ada\n@You:"]);
  });

  test("of the assistant is never scanned", () => {
    expect(check("@Assistant:\n{{ x }}\n```lua\nx =\n```\n@You:\nok\n").texts[1]).toBe("ok");
  });

  test("of a role of its own, tool results and empty ones", () => {
    const result = "**Tool Result:** `toolu_1`\n\n```lua\nprint('{{ x }}')\n```\n";
    const use = "@Assistant:\n**Tool Use:** `bash` (`toolu_1`)\n\n```json\n{}\n```\n";
    expect(rendered(`@You:\nx\n${use}@You:\n${result}\nafter {{ who }}\n@You:\n`, { frontmatter: 'who = "Ada"' })).toEqual([
      "x",
      "",
      "[segment]after Ada",
      "",
    ]);
  });

  test("may have frontmatter of JSON and YAML", () => {
    const messages = "@You:\n{{ n }} {{ var.title }} {{ argv.prose }}\n";
    const json = '```json\n{"n": 1, "var": {"title": "T"}, "flemma": {"templating": {"engine": "prose", "prose": {"input": "in"}}}}\n```\n';
    const yaml = "```yaml\nn: 1\nvar:\n  title: T\nflemma:\n  templating:\n    engine: prose\n    prose:\n      input: in\n```\n";
    for (const frontmatter of [json, yaml])
      expect(includeCase(frontmatter + messages)).toMatchObject({ differences: [], texts: ["1 T in"] });
  });
});

describe("frontmatter that is data", () => {
  const json = (members: object, messages: string): string =>
    `\`\`\`json\n${JSON.stringify({ ...members, flemma: { templating: { engine: "prose", prose: { args: {}, input: "no JSON" } } } })}\n\`\`\`\n${messages}`;

  test("keeps nulls and empty lists, and repairs argv", () => {
    const data = { var: { l: [], o: {}, n: [null, 1] }, list: [], rows: [{ a: null }], argv: { q: [], n: null } };
    const text = json(
      data,
      you(`${block("copy = rows[1]")}{{ var.l }} {{ var.o }} {{ var.n }} {{ list }} {{ rows }} {{ copy }} {{ argv }}\n`),
    );
    expect(includeCase(text)).toMatchObject({
      diagnostics: [],
      texts: ['[] {} [null,1] [] [{"a":null}] {"a":null} {"n":null,"q":[]}'],
    });
  });

  test("cannot give names that messages have themselves", () => {
    const text = json({ prose: "x", item: 1, sys: 1, args: "x" }, you(block("return type(prose) .. type(item) .. type(sys) .. args")));
    const { texts, diagnostics } = includeCase(text);
    expect(texts).toEqual(["stringniltableno JSON"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(4).fill("frontmatter/reserved-name"));
  });
});

test("variables from outside are data, too, and cannot be what messages have themselves", () => {
  const variables = { list: [], var: { x: null, y: 1 }, argv: { q: 1 }, prose: "p", item: "i", sys: "s", args: "a" };
  const body = `above\n${block("return prose .. tostring(item) .. type(sys) .. args")}`;
  expect(rendered(you("{{ list }} {{ var.y }} {{ argv }}\n") + you(body), { request: { variables } })).toEqual([
    '[] 1 {"q":1}',
    "aboveniltable",
  ]);
});

test("a message in which nothing runs is rendered though no budget is left", () => {
  const { texts } = check(`${you(block("⟦limit/steps: while⟧ true do end"))}${you("still \\{ here\n")}${you("{{ args }}\n")}`, {
    request: { limits: { ...sendLimits, steps: 100_000, timeMs: 60_000 } },
  });
  expect(texts).toEqual(["", "still { here", ""]);
});

test("a frontmatter that leaves more than messages can start from is told, and nothing is thrown", () => {
  const left = (count: number): string[] => {
    const limits = { ...sendLimits, steps: 3_000_000, memoryBytes: 8 << 20, timeMs: 60_000 };
    const text = proseDocument(you("{{ n }}\n"), `n = 1\nt = {}\nfor i = 1, ${count} do t[i] = {} end\nvar = { t = "x" }`);
    return includeCase(text, {}, { limits }).diagnostics.map(({ code }) => code);
  };
  expect(left(100)).toEqual([]);
  const all = Array.from({ length: 14 }, (_, index) => left(9000 * index)).map((codes) => codes.join());
  expect(new Set(all)).toEqual(new Set(["", "limit/memory"]));
});

test("while the frontmatter is broken, nothing is said of names that it may define", () => {
  const text = proseDocument(you("{{ who }} {{ var.x }} {{ args }} {{ item }} {{ argv.q }}\n"), 'who = "Ada"\nerror("no")');
  expect(includeCase(text).diagnostics.map(({ code }) => code)).toEqual(["frontmatter/runtime"]);
});

describe("globals", () => {
  test("belong to one message: what a message sets or changes is gone in the next", () => {
    const first = you(
      block("x = 1 shared.n = 2 string.own = 1 function print() end setmetatable(_G, { __index = function() return 5 end })"),
    );
    const second = you(`${block("print(tostring(x), shared.n, tostring(string.own))")}{{ shared.n }}\n`);
    expect(rendered(first + second, { frontmatter: "shared = { n = 1 }" })).toEqual(["", "nil1nil\n1"]);
  });

  test("of functions of the frontmatter are those of the message that calls them", () => {
    const messages = you(block('who = "Ada" return greet()')) + you(block("return tostring(pcall(greet))"));
    expect(rendered(messages, { frontmatter: 'function greet() return "hi " .. who end' })).toEqual(["hi Ada", "false"]);
  });

  test("and locals of functions of the frontmatter start alike in every message", () => {
    const frontmatter = [
      "local n, list = 0, {}",
      "function tick() n = n + 1 list[#list + 1] = n return n .. #list end",
      "setmetatable(_G, { __index = function() n = n + 10 return n end })",
    ].join("\n");
    const messages = `${you(block("return tick() .. tick()"))}${you("{{ any }}\n")}${you("{{ any }} {{ other }}\n")}${you(block("return tick()"))}`;
    expect(rendered(messages, { frontmatter })).toEqual(["1122", "10", "10 20", "11"]);
  });

  test("honour a metatable of _G, which never sees prose", () => {
    const code = 'seen = "" setmetatable(_G, { __index = function(_, k) seen = seen .. k return "D" end }) local t = prose print(t, seen)';
    expect(rendered(you(`{{ any }}\n${block(code)}`))).toEqual(["Dany"]);
  });

  test("may have any name that rawset gives them", () => {
    expect(rendered(you(`{{ a-b }} {{ größe }}\n${block('_G["a-b"] = 1 _G["größe"] = "XL" print(prose)')}`))).toEqual(["1 XL"]);
  });
});

describe("the value prose", () => {
  test.each<readonly [name: string, body: string, text: string]>([
    ["is read when it is first named", `{{ x }}\n${block("x = 1 local a = prose x = 2 return a .. prose")}`, "11"],
    ["is another one in the next block", `a\n${block("p = prose")}b\n${block("return p .. prose")}`, "ab"],
    ["is empty between blocks", `${block("x = 1")}${block("return '[' .. prose .. ']'")}`, "[]"],
    [
      "is tried again after an error",
      `{{ x }}\n${block("local ok = pcall(function() return prose end) x = 1 return tostring(ok) .. prose")}`,
      "false1",
    ],
    ["is read-only before it is read", block("local ok, e = pcall(function() prose = 1 end) return tostring(ok) .. e"), ""],
    [
      "is read-only once it is read",
      `a\n${block("local p = prose local ok, e = pcall(function() prose = 1 end) return p .. tostring(ok) .. e")}`,
      "",
    ],
    ["is read-only for rawset", block("local ok, e = pcall(rawset, _G, 'prose', 1) return tostring(ok) .. e"), ""],
    ["is a member of _G", `a\n${block("return _G.prose")}`, "a"],
    ["is nothing to itself", `{{ prose }}\n${block("return tostring(pcall(function() return prose end))")}`, "false"],
  ])("%s", (_name, body, text) => {
    const [found] = rendered(you(body));
    if (text !== "") expect(found).toBe(text);
    else expect(found).toMatch(/false.*prose is read-only: assign var\.<field> or a section global instead/);
  });

  test("of a block that never reads it is neither evaluated nor sent, and faded", () => {
    const result = check(
      you(`⟦prose/unread: a {{ ⟦prose/unread-fault: nope⟧ }}⟧\n${block("x = 1")}⟦prose/unread: b⟧\n${block("y = 1")}c\n`),
    );
    expect(result.texts).toEqual(["c"]);
    expect(result.diagnostics.every(({ severity, blocks }) => severity === "hint" && !blocks)).toBe(true);
  });

  test("behind a block that returned is faded, for it is not sent", () => {
    expect(rendered(you(`a\n${block("return prose")}⟦prose/unread: b {{ nope }}⟧\n${block("return 1")}⟦prose/unread: c⟧\n`))).toEqual([
      "a",
    ]);
  });

  test("is only looked at for hints: nothing of the author runs, and nothing is spent", () => {
    const author = "calls = 0 setmetatable(_G, { __index = function() calls = calls + 1 return 1 end })";
    const { texts, diagnostics } = check(you(`${block(author)}x {{ nope }} {{ big }}\n${block("print(calls)")}`));
    expect(texts).toEqual(["0"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["prose/unread"]);
  });

  test("above a heading is faded", () => {
    check(you(`⟦prose/unread: a {{ nope }}\n\n# H⟧\nb\n${block("print(prose)")}`));
  });
});

describe("behind what fails", () => {
  const read = block("print(prose)");
  const nope = "{{ ⟦prose/unknown-name: nope⟧ }}";

  test.each<readonly [name: string, body: string]>([
    [
      "placeholders of later prose are told, too",
      `${nope}\n${read}${nope} {{ var⟦prose/placeholder: ..⟧x }}\n${read}${nope} ⟦prose/placeholder: {{⟧ x\n`,
    ],
    ["also where a block raises an error", `${block("⟦template/runtime: error('x')⟧")}{{ args.⟦prose/missing-key: x⟧ }}\n`],
    ["also where a block is no Lua", `${block("x = ⟦template/syntax: (⟧")}${nope} {{ ⟦prose/no-value: item⟧ }}\n`],
    ["and prose that the failing block names", `${nope}\n${block("⟦template/runtime: error('x')⟧ print(prose)")}`],
    ["what code mentions may be set by it", `${block("⟦template/runtime: error('x')⟧ late = 1 var.late = 1")}{{ late }} {{ var.late }}\n`],
    [
      "what code may set without a mention is not blamed",
      `${block("⟦template/runtime: error('x')⟧ _G[k] = 1 var[k] = 1")}{{ late }} {{ var.late }}\n`,
    ],
    ["what functions of the frontmatter mention may be set by them", `${block("⟦template/runtime: error('x')⟧ setup()")}{{ title }}\n`],
    [
      "input and run never change",
      `${block("⟦template/runtime: error('x')⟧ argv.q = 1 nope = 1")}{{ argv.⟦prose/missing-key: q⟧ }} {{ sys.⟦prose/missing-key: nope⟧ }}\n`,
    ],
    ["prose that its block does not name is a hint", `${nope}\n${read}{{ ⟦prose/unread-fault: nope⟧ }}\n${block("x = 1")}`],
  ])("%s", (_name, body) => {
    const { texts } = check(you(body), { frontmatter: 'function setup() title = "T" end' });
    expect(texts).toEqual([""]);
  });
});

describe("the clipboard", () => {
  const both = (first: string, second: string, frontmatter = ""): string =>
    rendered(you(block(first)) + you(`${block(second)}`), { frontmatter })[1] as string;

  test.each<readonly [name: string, first: string, second: string, text: string]>([
    ["crosses messages", "var.a = 'x'", "return var.a", "x"],
    ["is copied when it is assigned", "t = { n = 1 } var.t = t t.n = 2", "return var.t.n", "1"],
    [
      "is changed below",
      "var.t = { n = 1 } var.t.n = 2 var.t.m = { 'a' } var.t.m[2] = 'b'",
      "return var.t.n .. var.t.m[1] .. var.t.m[2]",
      "2ab",
    ],
    ["equals itself", "var.t = {}", "return tostring(var.t == var.t)", "true"],
    [
      "shows its items to ipairs, and its keys to nobody",
      "var.t = { 1, 2 }",
      "local n = 0 for _ in ipairs(var.t) do n = n + 1 end for _ in pairs(var.t) do n = n + 10 end return n + 100 * #var.t",
      "2",
    ],
    ["can be joined and unpacked", "var.t = { 'a', 'b' }", "return table.concat(var.t, '-') .. select(2, unpack(var.t))", "a-bb"],
    ["gives nil for what is not there", "var.t = { n = 1 }", "return tostring(var.x) .. tostring(var.t.x)", "nilnil"],
    ["starts a list in an empty table", "var.t = {} var.t[1] = 'a' var.t[2] = 'b'", "return var.t[2]", "b"],
    [
      "refuses functions with their path",
      "ok, e = pcall(function() var.t = { f = print } end) var.e = e",
      "return var.e",
      "main.chat:7: var.t.f is a function: only JSON data can be kept here",
    ],
    [
      "refuses cycles",
      "local t = {} t.t = t var.e = select(2, pcall(function() var.t = t end))",
      "return var.e",
      "main.chat:7: var.t.t is a table that contains itself: only JSON data can be kept here",
    ],
    [
      "refuses table.insert, which would change nothing",
      "var.t = { 1 } var.e = tostring(pcall(table.insert, var.t, 2))",
      "return var.e",
      "false",
    ],
    ["keeps null for nil", "var.x = nil", "return tostring(var.x)", "nil"],
    ["is what the frontmatter left", "", "return var.seed", "s"],
  ])("%s", (_name, first, second, text) => expect(both(first, second, 'var = { seed = "s" }')).toBe(text));

  test("is set through the proxy in the frontmatter as well", () => {
    expect(rendered(you("{{ var.a }} {{ var.b }}\n"), { frontmatter: 'var.a = 1\nvar.b = { "x" }' })).toEqual(['1 ["x"]']);
  });

  test("is the same table for functions of the frontmatter, whatever they call it", () => {
    const frontmatter = "local v = var\nvar.row = { n = 1 }\nlocal row = var.row\nfunction note(x) v.x = x row.n = x end";
    const messages = `${you(block("note(7) return var.x .. var.row.n"))}${you("{{ var.x }}{{ var.row.n }}\n")}`;
    expect(rendered(messages, { frontmatter })).toEqual(["77", "77"]);
    expect(rendered(you(`${block("g.x = 1")}{{ var.x }}\n`), { frontmatter: "g = var\nvar = { y = 1 }" })).toEqual(["1"]);
  });

  test("of a frontmatter that is no data is told there", () => {
    const { diagnostics } = includeCase(proseDocument(you("x\n"), "var = { f = print }"));
    expect(diagnostics).toMatchObject([{ code: "prose/clipboard", message: "var.f is a function: only JSON data can be kept here." }]);
    expect(includeCase(proseDocument(you("x\n"), "var = { 1, 2 }")).diagnostics).toMatchObject([{ code: "prose/clipboard" }]);
  });

  test("that is replaced makes the next read fail, also of prose without placeholders", () => {
    const { diagnostics } = check(you(`plain\n${block("var = {} return ⟦template/runtime: prose⟧")}`));
    expect(diagnostics[0]?.message).toContain("the var global was reassigned");
  });

  test("is put out as data by __emit", () => {
    expect(rendered(you(block("var.row = { a = 1, l = { 1, 2 } } __emit(var.row) __emit(var.row.l)")))).toEqual(['{"a":1,"l":[1,2]}[1,2]']);
  });

  test("prints as data under another name", () => {
    expect(rendered(you(`{{ g }} {{ h }}\n${block("var.row = { a = 1 } g = var.row h = { r = var.row } print(prose)")}`))).toEqual([
      '{"a":1} {"r":{"a":1}}',
    ]);
  });
});

describe("the input", () => {
  const input = (text: string, more = ""): string => `flemma.opt.templating.prose.input = ${JSON.stringify(text)}\n${more}`;
  const declared = 'flemma.opt.templating.prose.args = { q = { type = "string" } }';

  test.each<readonly [name: string, frontmatter: string, body: string, text: string]>([
    ["is the field prose where nothing is declared", input('{"a":1}'), "{{ args }} {{ argv.prose }}\n", '{"a":1} {"a":1}'],
    ["is empty where there is none", "", "[{{ args }}][{{ argv.prose }}]\n", "[][]"],
    ["is parsed where arguments are declared", input(' {"q":"x","n":[1]} ', declared), "{{ argv.q }} {{ argv }}\n", 'x {"n":[1],"q":"x"}'],
    ["may be declared after it", `${declared}\n${input('{"q":1}')}`, "{{ argv.q }}\n", "1"],
    [
      "is never completed by a default",
      input("{}", 'flemma.opt.templating.prose.args = { q = { type = "string", default = "d" } }'),
      "{{ argv }}\n",
      "{}",
    ],
    [
      "may be repaired in the frontmatter",
      input("broken", `${declared}\nif argv == nil then argv = { q = args } end`),
      "{{ argv.q }} {{ args }}\n",
      "broken broken",
    ],
    ["may be repaired in part", input('{"q":1}', `${declared}\nargv.q = argv.q + 1`), "{{ argv.q }}\n", "2"],
    [
      "reads as a plain table",
      input('{"a":[1,2],"b":null}', declared),
      `${block("n = #argv.a for k in pairs(argv) do n = n .. k end n = n .. tostring(argv.b)")}{{ n }}\n`,
      "2anil",
    ],
    [
      "keeps its nulls and empty lists",
      input('{"a":null,"l":[],"o":{},"m":[1,null,3]}', declared),
      "{{ argv }}\n",
      '{"a":null,"l":[],"m":[1,null,3],"o":{}}',
    ],
    [
      "keeps those that a repair in part does not touch",
      input('{"a":null,"l":[],"m":[null],"q":[1]}', `${declared}\nargv.q[2] = 2\nargv.x = {}\nargv.m[1] = 5`),
      "{{ argv }}\n",
      '{"a":null,"l":[],"m":[5],"q":[1,2],"x":{}}',
    ],
    ["is not what a block assigns to args", input("in"), `${block("args = 'x'")}{{ args }}\n`, "in"],
  ])("%s", (_name, frontmatter, body, text) => expect(rendered(you(body), { frontmatter })).toEqual([text]));

  test("that was not parsed is an error, never an empty string", () => {
    const { diagnostics } = check(you("{{ ⟦prose/no-value: argv⟧ }} {{ ⟦prose/no-value: argv⟧.q }}\n"), {
      frontmatter: input("null", declared),
    });
    expect(diagnostics[0]?.message).toContain("{{ argv }} is nil: the args string is not JSON");
  });

  test("is null where a key is", () => {
    const { diagnostics } = check(you("{{ argv.⟦prose/missing-key: a⟧ }}\n"), { frontmatter: input('{"a":null}', declared) });
    expect(diagnostics[0]?.message).toBe("Missing {{ argv.a }}.");
  });

  test("is frozen outside of the frontmatter, at any depth", () => {
    for (const code of ["argv.x = 1", "argv.a.b = 1", "argv = 1", "rawset(argv, 'x', 1)"]) {
      const { diagnostics } = includeCase(proseDocument(you(block(code)), input('{"a":{}}', declared)));
      expect(
        diagnostics.filter(({ severity }) => severity === "error").map(({ code: found }) => found),
        code,
      ).toEqual(["template/runtime"]);
    }
  });

  test("comes from the command line before all else", () => {
    const above = [{ origin: "command line", operations: [{ kind: "set", path: "templating.prose.input", value: "other" }] }] as const;
    expect(rendered(you("{{ args }}\n"), { frontmatter: input("own"), request: { options: { below: [], above } } })).toEqual(["other"]);
  });
});

describe("what is known of the run", () => {
  test("is read-only, and an unknown field is an error in Lua", () => {
    const { texts } = check(
      you(block("return tostring(select(2, pcall(function() return sys.bogus end))) .. tostring(pcall(function() sys.id = 1 end))")),
    );
    expect(texts[0]).toMatch(/unknown sys field 'bogus'.*false|unknown sys field 'bogus'false/);
  });

  test("has no index outside of a fanout", () => check(you("{{ sys.⟦prose/missing-key: index⟧ }}\n")));
});
