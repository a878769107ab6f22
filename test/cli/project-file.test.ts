import { expect, test } from "vitest";
import { createFolder, run } from "./support.js";

const document = "@You:\n{{ greet() }}\n";
const populator = 'return { name = "own", priority = 300, populate = function(env) env.greet = function() return "hello" end end }';
const setup = 'require("flemma").setup{ temperature = 0.5, templating = { modules = { "own" } } }\n';

test("the project file counts, unless it is left alone", async () => {
  const folder = createFolder({ "flemma.lua": setup, "lua/own.lua": populator, "sub/a.chat": document });
  expect((await run(folder, ["render", "sub/a.chat"])).stdout).toContain("hello");
  const without = await run(folder, ["render", "--no-project-file", "sub/a.chat"]);
  expect(without.stdout).toContain("{{ greet() }}");
  const json = await run(folder, ["render", "--format", "json", "sub/a.chat"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ options: {} });
  expect((await run(folder, ["check", "sub"])).exitCode).toBe(0);
});

test("what is wrong with it is reported in its own file, and documents are checked all the same", async () => {
  const folder = createFolder({ "flemma.lua": `${setup}require("gone")\n`, "lua/own.lua": "x = = 1", "a.chat": "@You:\n{{ 1 }}\n" });
  const checked = await run(folder, ["check", "."]);
  expect(checked.exitCode).toBe(1);
  expect(checked.stdout).toContain("flemma.lua:2:1: error[project/runtime]: no module 'gone'");
  expect(checked.stdout).toContain("lua/own.lua:1:5: error[project/syntax]");
  expect(checked.stdout).not.toContain("a.chat");
  const rendered = await run(folder, ["render", "a.chat"]);
  expect(rendered).toMatchObject({ exitCode: 0, stdout: "@You:\n1\n" });
  expect(rendered.stderr).toContain("flemma.lua:2:1: error[project/runtime]");
  const without = await run(folder, ["check", "--no-project-file", "."]);
  expect(without).toMatchObject({ exitCode: 0, stdout: "" });
});
