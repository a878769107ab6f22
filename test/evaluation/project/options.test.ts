import { describe, expect, test } from "vitest";
import { problemsOf, runAlone, runBeside, textsOf } from "./support.js";

const lua = (code: string) => ({ "flemma.lua": code });

describe("the options of a project file", () => {
  test("are those of setup, and of the root of flemma.json, at the same places", () => {
    const written = runAlone(lua('require("flemma").setup({ thinking = "low", tools = { "read" } })'));
    const json = runAlone({ "flemma.json": '{ "thinking": "low", "tools": ["read"], "$schema": "x" }' });
    const values = ({ data }: typeof written): unknown =>
      JSON.parse(JSON.stringify(data.layer), (key, value) => (key === "span" ? undefined : value));
    expect(values(written)).toEqual(values(json));
    expect([...written.problems, ...json.problems]).toEqual([]);
    expect([written.ok, json.ok, written.hasFunctions, json.hasFunctions]).toEqual([true, true, false, false]);
  });

  test("count below the frontmatter and above the settings", () => {
    const files = lua('require("flemma").setup{ temperature = 0.5, model = "project" }');
    const settings = { origin: "user", operations: [{ kind: "set", path: "parameters.temperature", value: 1 }] } as const;
    const switched = { origin: "switch", operations: [{ kind: "set", path: "model", value: "switched" }] } as const;
    const { config } = runBeside(files, "```lua\nflemma.opt.timeout = 7\n```\n@You:\nx\n", {
      options: { below: [settings, switched], above: [] },
    });
    expect(config.temperature).toBe(0.5);
    expect(config.model).toBe("switched");
    expect(config.settings).toMatchObject({
      "parameters.temperature": { value: 0.5, origin: "project" },
      "parameters.timeout": { value: 7, origin: "frontmatter" },
    });
    expect(Object.keys(config.options)).toEqual(["parameters.timeout"]);
  });

  test.each([
    [
      lua('require("flemma").setup{ temprature = 1 }'),
      ["flemma.lua: config/unknown-key at \"temprature\": Unknown option 'temprature'. Did you mean 'temperature' or 'templating'?"],
    ],
    [
      lua('require("flemma").setup{ tools = { "raed" } }'),
      ["flemma.lua: config/unknown-tool at \"raed\": flemma.opt: unknown value 'raed'. Did you mean 'read'?"],
    ],
    [
      lua('require("flemma").setup{ model = "$fats", presets = { ["$fast"] = { model = "x" } } }'),
      ["flemma.lua: config/unknown-preset at \"$fats\": Unknown preset '$fats'. Did you mean '$fast'?"],
    ],
    [lua('require("flemma").setup{ providers = {} }'), []],
    [
      { "flemma.json": '{ "timeout": "x" }' },
      ["flemma.json: config/type at \"x\": 'parameters.timeout' must be a number from 1, not 'x'."],
    ],
    [
      { "flemma.json": "[1]" },
      ['flemma.json: project/syntax at "[1]": The project file must be an object, but this is a list. Write { … }.'],
    ],
  ])("are checked like those of a document: %j", (files, expected) => {
    const found = problemsOf(runAlone(files), files);
    expect(found.map((line) => line.replace(/(must be an object, but this is a list\.).*/, "$1 Write { … }."))).toEqual(expected);
  });

  test("that are refused leave the others, and block no document", () => {
    const files = lua('require("flemma").setup{ temprature = 1, timeout = 9 }');
    const alone = runAlone(files);
    expect(alone.ok).toBe(true);
    expect(alone.problems.map(({ problem }) => problem.blocks)).toEqual([false]);
    const beside = runBeside(files, "@You:\nx\n");
    expect(beside.problems).toEqual([]);
    expect(beside.config.settings).toMatchObject({ "parameters.timeout": { value: 9 } });
  });

  test("that are refused in a loop are told once", () => {
    const files = lua('for i = 1, 50 do require("flemma").setup{ temprature = i } end');
    expect(runAlone(files).problems).toHaveLength(1);
  });

  test("know the providers of the user's settings", () => {
    const files = lua('require("flemma").setup{ provider = "mine" }');
    const settings = { origin: "user", operations: [{ kind: "set", path: "providers.mine.base_url", value: "http://x" }] } as const;
    expect(problemsOf(runAlone(files), files)).toHaveLength(1);
    expect(runAlone(files, { options: { below: [settings], above: [] } }).problems).toEqual([]);
  });

  test("may hold a function that decides about tools", () => {
    const files = lua(
      'require("flemma").setup{ tools = { auto_approve = function(tool, input) return tool == "bash" and input.command == "ls" end } }',
    );
    const alone = runAlone(files);
    expect(alone.hasFunctions).toBe(true);
    expect(structuredClone(alone)).toEqual(alone);
    const call = (command: string) => ({ tool: "bash", input: { command }, context: {} });
    expect(runBeside(files, "@You:\nx\n", { calls: [call("ls"), call("rm")] }).decisions).toEqual(["approve", "require_approval"]);
  });
});

describe("a project file", () => {
  test("registers tools, which documents may name; an enabled one is offered", () => {
    const tool = (name: string, more = "") =>
      `require("flemma.tools").register{ name = "${name}", description = "x", input_schema = { type = "object", properties = {} }${more} }`;
    const files = lua(`${tool("deploy")}\n${tool("rarely", ", enabled = false")}`);
    expect(runAlone(files).data.tools.map(({ name }) => name)).toEqual(["deploy", "rarely"]);
    expect(runBeside(files, "@You:\nx\n").config.tools).toEqual(["bash", "read", "edit", "write", "grep", "find", "ls", "deploy"]);
    const named = runBeside(files, '```lua\nflemma.opt.tools = { "rarely" }\n```\n@You:\nx\n');
    expect(named.problems).toEqual([]);
    expect(named.config.tools).toEqual(["rarely"]);
    expect(named.config.approval).toMatchObject({ rarely: "require_approval" });
    expect(runBeside(lua(""), '```lua\nflemma.opt.tools = { "rarely" }\n```\n@You:\nx\n').problems.map(({ code }) => code)).toEqual([
      "config/unknown-tool",
    ]);
  });

  test("takes a tool away, or offers it, with another definition of it", () => {
    const tool = (name: string, enabled: boolean) =>
      `require("flemma.tools").register{ name = "${name}", description = "x", input_schema = { type = "object" }, enabled = ${enabled} }`;
    const offered = (...lines: string[]) => runBeside(lua(lines.join("\n")), "@You:\nx\n").config.tools;
    expect(offered(tool("bash", false))).toEqual(["read", "edit", "write", "grep", "find", "ls"]);
    expect(offered(tool("bash", false), tool("bash", true))).toEqual(["read", "edit", "write", "grep", "find", "ls", "bash"]);
    expect(offered(tool("ls", true))).toEqual(["bash", "read", "edit", "write", "grep", "find", "ls"]);
    expect(offered(tool("deploy", true), tool("deploy", false))).not.toContain("deploy");
  });

  test("is told what is wrong with the definition of a tool, at its place", () => {
    const files = lua('require("flemma.tools").register{ name = "a b", description = "x", input_schema = { type = "object" } }');
    expect(problemsOf(runAlone(files), files)[0]).toMatch(/^flemma\.lua: config\/type at "a b": /);
  });

  test("names the modules of personalities in both ways, and hears of those that are missing", () => {
    const files = {
      "flemma.lua":
        'require("flemma").setup{ personalities = { one = "p.one" } }\nrequire("flemma.personalities").register("two", "p.two")',
      "lua/p/one.lua": "return { render = function() return '' end }",
    };
    const alone = runAlone(files);
    expect(alone.hasFunctions).toBe(true);
    expect(alone.data.personalities).toEqual({ one: "p.one", two: "p.two" });
    expect(problemsOf(alone, files)).toEqual([
      'flemma.lua: project/runtime at "p.two": no module \'p.two\' at "lua/p/two.lua" or "lua/p/two/init.lua". Create one of these files, or correct the name.',
    ]);
  });

  test("hears of personalities that are no names of modules", () => {
    const files = lua(
      'require("flemma").setup{ personalities = { a = 3, [1] = "x" } }\nrequire("flemma").setup{ personalities = { a = false } }',
    );
    expect(problemsOf(runAlone(files), files)).toEqual([
      `flemma.lua: config/type at "{ a = 3, [1] = "x" }": 'personalities' must be an object of module names, but this is a list and an object in one.`,
      `flemma.lua: config/type at "false": The personality 'a' must be the name of a module, but this is a boolean.`,
    ]);
  });

  test("may set up nothing", () => {
    expect(runAlone(lua('require("flemma").setup()\nrequire("flemma").setup(nil)\nrequire("flemma").setup({})'))).toMatchObject({
      ok: true,
      problems: [],
    });
  });

  test("is told that what it returns is not read, and counts all the same", () => {
    const files = lua('require("flemma").setup{ timeout = 7 }\nreturn { temperature = 1 }');
    const alone = runAlone(files);
    expect(problemsOf(alone, files)[0]).toMatch(/^flemma\.lua: project\/not-read at "\{ temperature = 1 \}": .*setup/);
    expect(alone.ok).toBe(true);
    expect(runAlone(lua("return"))).toMatchObject({ problems: [] });
    expect(runAlone(lua("return 1"))).toMatchObject({ problems: [] });
  });

  test("is told where options of a project are set", () => {
    const files = lua("flemma.opt.temperature = 1");
    expect(problemsOf(runAlone(files), files)).toEqual([
      `flemma.lua: project/runtime at "flemma": Undefined variable 'flemma'. flemma.opt belongs to documents. Write require("flemma").setup({ … }).`,
    ]);
  });

  test("fails with the words of what it raises", () => {
    const files = lua('error(require("flemma.readiness").Suspense.new("The index is not built yet"))');
    expect(problemsOf(runAlone(files), files)[0]).toContain("The index is not built yet.");
  });

  test("names each fault of one write, and that of a loop once", () => {
    const many = lua('local o = { temperature = 5, timeout = -1 }\nrequire("flemma").setup(o)');
    expect(problemsOf(runAlone(many), many)).toHaveLength(2);
    const loop = lua('for i = 3, 12 do require("flemma").setup{ temperature = i } end');
    expect(problemsOf(runAlone(loop), loop)).toEqual([expect.stringMatching(/not 3\. \(10 times\)$/)]);
  });

  test.each([
    ["while true do end", /^flemma\.lua: limit\/(steps|time) at "while true do end"|^flemma\.lua: limit\//],
    ["local function f() return 1 + f() end f()", /^flemma\.lua: limit\/depth/],
    ["local t = {} while true do t[#t + 1] = ('x'):rep(1e5) .. #t end", /^flemma\.lua: limit\/memory/],
    ["x = = 1", /^flemma\.lua: project\/syntax at "="/],
    ["undefinde()", /^flemma\.lua: project\/runtime at "undefinde"/],
    ["error('no')", /^flemma\.lua: project\/runtime at "error\('no'\)": no\.$/],
    ["vim.fn.system('ls')", /vim\.fn\.system does not exist here: no other program can be run\.$/],
    ["setmetatable(1, {})", /^flemma\.lua: project\/runtime/],
    [
      "local t = setmetatable({}, {}) t.__index = t local u = setmetatable({}, { __index = function(s, k) return s[k .. 'x'] end }) return u.a",
      /^flemma\.lua: limit\//,
    ],
    ["require('flemma').setup(1)", /^flemma\.lua: project\/runtime/],
    ["local t = {} t.t = t require('flemma').setup(t)", /contains itself/],
    ["require('flemma.codeblock.parsers').register('lua', print)", /Lua cannot have another parser/],
  ])("that fails says so once, at its place: %s", (code, expected) => {
    const alone = runAlone(lua(code));
    expect(problemsOf(alone, lua(code))).toEqual([expect.stringMatching(expected)]);
    expect(alone.ok).toBe(false);
    const beside = runBeside(lua(code), "@You:\n{{ 1 + 1 }}\n");
    expect(beside.problems).toEqual([]);
    expect(textsOf(beside)).toEqual(["2"]);
  });

  test("has functions of Lua that documents have not", () => {
    const code = `
      local object = setmetatable({}, { __index = function(_, key) return key .. "!" end })
      assert(object.a == "a!" and rawget(object, "a") == nil)
      assert(next({ 5 }) == 1 and select("#", unpack({ 1, 2, 3 })) == 3)
      assert(not pcall(setmetatable, setmetatable({}, { __metatable = true }), {}))
      local json = require("flemma.utilities.json")
      assert(json.encode(json.decode('{"a":[1,"ü",null,true]}')) == '{"a":[1,"ü",null,true]}')
      assert(not pcall(json.decode, "{") and not pcall(json.encode, print))
      assert(not pcall(error, require("flemma.readiness").Suspense.new("later")))`;
    expect(problemsOf(runAlone(lua(code)), lua(code))).toEqual([]);
    const names = "setmetatable rawget next unpack require".split(" ");
    expect(textsOf(runBeside(lua(""), `@You:\n${names.map((name) => `{{ ${name} }}`).join("")}\n`))).toEqual([
      names.map((name) => `{{ ${name} }}`).join(""),
    ]);
  });

  test("leaves nothing of its own in documents", () => {
    const files = lua("leak = 1 string.upper = nil os = nil");
    const result = runBeside(files, "@You:\n{{ leak }} {{ string.upper('a') }} {{ os.time() > 0 }}\n");
    expect(textsOf(result)).toEqual(["{{ leak }} A true"]);
  });
});
