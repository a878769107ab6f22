import { describe, expect, test } from "vitest";
import { problemsOf, runAlone } from "./support.js";

const registered = 'require("flemma").setup{ personalities = { mine = "my.module" } }';
const withModule = (module: string) => ({ "flemma.lua": registered, "lua/my/module.lua": module });
const check = (module: string) => problemsOf(runAlone(withModule(module)), withModule(module));

describe("the module of a personality", () => {
  test.each([
    "return { render = function(opts) return '' end }",
    "local M = {}\nfunction M.render(opts) return '' end\nreturn M",
    "local Base = { render = function() return '' end }\nreturn setmetatable({}, { __index = Base })",
    'return require("flemma.personalities.styles.coding_assistant")',
    // What it returns is looked at when a document asks for it.
    "return { render = function() error('later') end }",
  ])("is right as %j", (module) => {
    expect(check(module)).toEqual([]);
  });

  test.each(["return {}", "return 'text'", "local x = 1", "return { render = 'text' }", "return setmetatable({}, { __index = {} })"])(
    "must return a table with a function `render`, not %j",
    (module) => {
      expect(check(module)).toEqual([
        `flemma.lua: project/runtime at "my.module": module 'my.module' is no personality. Let it return a table with a function 'render'.`,
      ]);
    },
  );

  test("can stand anywhere that require finds it", () => {
    const named = (more: string) => `require("flemma").setup{ personalities = { mine = "my.module" }${more} }`;
    const module = "return { render = function() return '' end }";
    for (const files of [
      { "flemma.lua": named(""), "lua/my/module.lua": module },
      { "flemma.lua": named(""), "lua/my/module/init.lua": module },
      { "flemma.lua": named(', templating = { roots = { "prompts" } }'), "prompts/my/module.lua": module },
    ])
      expect(problemsOf(runAlone(files), files)).toEqual([]);
    const elsewhere = { "flemma.lua": named(""), "prompts/my/module.lua": module };
    expect(problemsOf(runAlone(elsewhere), elsewhere)[0]).toContain("no module 'my.module'");
  });

  test("is told of in its own file when it fails as it is loaded, and of the others all the same", () => {
    const files = {
      "flemma.lua": 'require("flemma").setup{ personalities = { a = "a", b = "b" } }',
      "lua/a.lua": "local x = nil + 1",
      "lua/b.lua": "return {}",
    };
    const found = problemsOf(runAlone(files), files);
    expect(found[0]).toMatch(/^lua\/a\.lua: project\/runtime at "nil": /);
    expect(found[1]).toMatch(/^flemma\.lua: project\/runtime at "b": module 'b' is no personality/);
    expect(found).toHaveLength(2);
  });

  test("that never ends is stopped where it loops", () => {
    const [found] = check("while true do end");
    expect(found).toMatch(/^lua\/my\/module\.lua: limit\/(?:steps|time) at "/);
  });

  test("can be named in flemma.json", () => {
    const files = { "flemma.json": '{ "personalities": { "mine": "my.module" } }', "lua/my/module.lua": "return {}" };
    expect(problemsOf(runAlone(files), files)).toEqual([
      `flemma.json: project/runtime at "my.module": module 'my.module' is no personality. Let it return a table with a function 'render'.`,
    ]);
  });
});
