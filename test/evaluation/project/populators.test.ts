import { describe, expect, test } from "vitest";
import { type Files, problemsOf, runAlone, runBeside, textsOf } from "./support.js";

/** A project whose populators are the given bodies of `populate`, by priority. */
function populating(bodies: Readonly<Record<string, string>>): Files {
  const entries = Object.entries(bodies);
  const modules = entries.map(([priority, body]) => [
    `lua/p${priority}.lua`,
    `return { name = "p${priority}", priority = ${priority}, populate = function(env) ${body} end }`,
  ]);
  const names = entries.map(([priority]) => `"p${priority}"`).reverse();
  return { "flemma.lua": `require("flemma").setup{ templating = { modules = { ${names.join(", ")} } } }`, ...Object.fromEntries(modules) };
}

const rendered = (files: Files, text: string) => textsOf(runBeside(files, `@You:\n${text}\n`))[0];

describe("a populator", () => {
  test("adds a name, and takes one away, as in the seed", () => {
    const files = {
      "flemma.lua": 'require("flemma").setup({ templating = { modules = { "my.custom.templating" } } })',
      "lua/my/custom/templating.lua": `-- my/custom/templating.lua
return {
  name = "custom",
  priority = 300,
  populate = function(env)
    env.my_helper = function() return "hello" end
    env.os = nil -- remove something from an earlier populator
  end,
}`,
    };
    expect(runAlone(files).problems).toEqual([]);
    const result = runBeside(files, "```lua\nx = my_helper()\n```\n@You:\n{{ x }} {{ my_helper() }} {{ os.time() }}\n");
    expect(textsOf(result)).toEqual(["hello hello {{ os.time() }}"]);
    expect(result.problems.map(({ code, message }) => [code, message])).toEqual([
      ["expression/undefined-variable", "Undefined variable 'os'."],
    ]);
  });

  test("runs in the order of priorities, among the built-in ones", () => {
    const files = populating({
      50: "env.early = string == nil and env.string == nil and env.format == nil env.string = 'gone'",
      120: "env.late = env.string ~= nil and env.format == nil",
      170: "env.order = (env.order or '') .. 'a' env.seen = env.format ~= nil and env.values == nil",
      180: "env.order = (env.order or '') .. 'b'",
      300: "env.all = env.values ~= nil",
    });
    expect(rendered(files, "{{ early }} {{ type(string) }} {{ late }} {{ order }} {{ seen }} {{ all }}")).toBe(
      "false table true ab true true",
    );
  });

  test("sees the whole environment, and may override anything in it", () => {
    const files = populating({
      300: "local n = 0 for _ in pairs(env) do n = n + 1 end env.count = n > 10 env.print = function() error('mine') end env.format.number = nil",
    });
    expect(rendered(files, "{{ count }} {{ format.number }}{% pcall(print, 'x') %}")).toBe("true ");
  });

  test("may include a file, whose environment it does not change; it changes that of a file which a message includes", () => {
    const files = {
      ...populating({ 300: "env.text = env.include('a.md') env.late = function() return env.include('a.md') end env.hi = 'hi'" }),
      "lua/a.md": "{{ type(format) }} {{ hi }}|",
      "a.md": "own {{ hi }}",
    };
    expect(rendered(files, "{{ text }}{{ late() }}{{ include('a.md') }}")).toBe("table {{ hi }}|table hi|own hi");
    expect(problemsOf(runAlone(files), files)).toEqual([]);
  });

  test("that includes a file which fails is told there, by what makes it fail", () => {
    const files = {
      ...populating({ 300: "env.hi = 'hi' env.text = env.include('a.md')" }),
      "lua/a.md": "{{ none }}{% error('no') %}",
    };
    expect(rendered(files, "{{ hi }} x")).toBe("{{ hi }} x");
    expect(problemsOf(runAlone(files), files)).toEqual([`lua/a.md: template/runtime at "error('no')": no.`]);
  });

  test("that removes everything leaves a document that still reads", () => {
    const files = populating({ 300: "for name in pairs(env) do env[name] = nil end" });
    expect(rendered(files, "a {{ 'b' .. ('c'):upper() }} {{ print }}{% x = 1 %}{{ x }}")).toBe("a bC {{ print }}1");
  });

  test.each([
    ["error('no')", /^lua\/p250\.lua: project\/runtime at "error\('no'\)": no\.$/],
    ["while true do end", /^lua\/p250\.lua: limit\//],
    ["env.x.y = 1", /^lua\/p250\.lua: project\/runtime/],
  ])("that fails is a fault of its own file, and the others still run: %s", (body, expected) => {
    const files = populating({ 210: "env.one = 1", 250: `env.two = 2 ${body}`, 300: "env.three = 3" });
    const alone = runAlone(files);
    expect(problemsOf(alone, files)).toEqual([expect.stringMatching(expected)]);
    expect(alone.ok).toBe(true);
    const result = runBeside(files, "@You:\n{{ one }}{{ two }}{{ three }}\n");
    expect(textsOf(result)).toEqual(["1{{ two }}3"]);
    expect(result.problems.map(({ code }) => code)).toEqual(["expression/undefined-variable"]);
  });

  test.each([
    ["return 1", /'m' is no populator/],
    ["return { name = 'x', populate = function() end }", /'m' is no populator/],
    ["return { name = 'x', priority = 1 }", /'m' is no populator/],
  ])("is a table with priority and populate: %s", (module, expected) => {
    const files = { "flemma.lua": 'require("flemma").setup{ templating = { modules = { "m" } } }', "lua/m.lua": module };
    expect(problemsOf(runAlone(files), files)).toEqual([expect.stringMatching(expected)]);
    expect(problemsOf(runAlone(files), files)[0]).toContain('at "m"');
  });

  test("is found by a project file in JSON as well", () => {
    const files = {
      "flemma.json": '{ "templating": { "modules": ["p300"] } }',
      "lua/p300.lua": populating({ 300: "env.x = 1" })["lua/p300.lua"] ?? "",
    };
    expect(runAlone(files).hasFunctions).toBe(true);
    expect(rendered(files, "{{ x }}")).toBe("1");
  });

  test("changes one evaluation only", () => {
    const files = populating({ 300: "string.n = (string.n or 0) + 1 env.counter = string.n" });
    expect([rendered(files, "{{ counter }}"), rendered(files, "{{ counter }}")]).toEqual(["1", "1"]);
  });
});
