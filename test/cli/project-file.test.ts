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

test("its presets and tools can be named on the command line, and nothing that it lacks", async () => {
  const lua = `require("flemma").setup{ presets = { ["$fast"] = { model = "gpt-5-mini", provider = "openai", auto_approve = { "ls" } } } }
require("flemma.tools").register{ name = "deploy", description = "Deploys.", input_schema = { type = "object" } }\n`;
  const folder = createFolder({ "flemma.lua": lua, "a.chat": "@You:\nHi\n" });
  const render = (...argv: string[]) => run(folder, ["render", "--format", "json", ...argv, "a.chat"]);
  const named = await render("--model", "$fast", "--set", 'tools=["+deploy"]', "--set", 'tools.auto_approve=["$fast"]');
  expect(named).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.parse(named.stdout)).toMatchObject({
    provider: "openai",
    model: "gpt-5-mini",
    approval: { ls: "approve", read: "require_approval" },
  });
  expect(JSON.parse(named.stdout).tools).toContain("deploy");
  expect(await render("--model", "$fsat")).toEqual({ exitCode: 2, stdout: "", stderr: "Unknown preset '$fsat'. Did you mean '$fast'?\n" });
  expect(await render("--no-project-file", "--model", "$fast")).toMatchObject({ exitCode: 2, stdout: "" });
  expect(await render("--no-project-file", "--set", 'tools=["+deploy"]')).toMatchObject({ exitCode: 2, stdout: "" });
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
