import { describe, expect, test } from "vitest";
import { type Files, problemsOf, runAlone, runBeside, textsOf } from "./support.js";

const problems = (files: Files) => problemsOf(runAlone(files), files);

describe("a module of a project", () => {
  test("is found in lua/, as a file or as the init.lua of a folder, and in the roots that options add", () => {
    const files = {
      "flemma.lua":
        'require("flemma").setup{ templating = { roots = { "./more/" } } }\nassert(require("a.b") == "file" and require("c") == "init" and require("d") == "more")',
      "lua/a/b.lua": 'return "file"',
      "lua/c/init.lua": 'return "init"',
      "more/d.lua": 'return "more"',
    };
    expect(problems(files)).toEqual([]);
  });

  test("runs once, with its name, and shares what it returns", () => {
    const files = {
      "flemma.lua": 'assert(require("m") == require("m") and require("m").name == "m" and require("void") == true)',
      "lua/m.lua": "return { name = ... }",
      "lua/void.lua": "",
    };
    expect(problems(files)).toEqual([]);
  });

  test("is told of in its own file, with the call that led there", () => {
    const files = { "flemma.lua": 'local x = require("m")', "lua/m.lua": "local a = 1\nreturn a.b.c" };
    const { problems: found } = runAlone(files);
    expect(problemsOf(runAlone(files), files)).toEqual([expect.stringMatching(/^lua\/m\.lua: project\/runtime/)]);
    expect(found[0]?.problem.related?.at(-1)).toEqual({
      span: { start: 10, end: 22 },
      message: "This call led there.",
      file: "/w/flemma.lua",
    });
  });

  test.each<[string, Files, RegExp]>([
    [
      "is missing",
      { "flemma.lua": 'require("no.where")' },
      /^flemma\.lua: .* at "require\("no\.where"\)": no module 'no\.where' at "lua\/no\/where\.lua" or "lua\/no\/where\/init\.lua"\. Create one of these files, or correct the name\.$/,
    ],
    ["is misspelled", { "flemma.lua": 'require("flemma.tool")' }, /Did you mean 'flemma\.tools'/],
    ["is not well-formed", { "flemma.lua": 'require("m")', "lua/m.lua": "x = = 1" }, /^lua\/m\.lua: project\/syntax at "="/],
    ["requires itself", { "flemma.lua": 'require("m")', "lua/m.lua": 'require("m")' }, /^lua\/m\.lua: .*circular require: m → m\. /],
    [
      "requires itself by others",
      { "flemma.lua": 'require("a")', "lua/a.lua": 'require("b")', "lua/b.lua": 'require("c")', "lua/c.lua": 'require("b")' },
      /^lua\/c\.lua: .*circular require: b → c → b\. /,
    ],
    ["leads out of the folder", { "flemma.lua": 'require("../../etc/passwd")' }, /'\.\.\/\.\.\/etc\/passwd' is no module/],
    ["is a path", { "flemma.lua": 'require("/etc/passwd")' }, /is no module/],
    ["has an empty part", { "flemma.lua": 'require("a..b")' }, /'a\.\.b' is no module/],
    [
      "is huge",
      { "flemma.lua": 'require("m")', "lua/m.lua": { kind: "too-large" } },
      /module 'm' is larger than 1 MB\. Move data out of "lua\/m\.lua"\.$/,
    ],
    ["is no text", { "flemma.lua": 'require("m")', "lua/m.lua": { kind: "not-text" } }, /module 'm' is no text in UTF-8/],
    ["asks for files without end", { "flemma.lua": 'for i = 1, 1e6 do pcall(require, "m" .. i) end' }, /^flemma\.lua: limit\/steps/],
  ])("that %s is a fault", (_, files, expected) => {
    expect(problems(files)).toEqual([expect.stringMatching(expected)]);
  });

  test("that fails can be caught, and be tried again", () => {
    const files = {
      "flemma.lua":
        'tries = 0\nassert(not pcall(require, "m"))\nassert(not pcall(require, "m") and tries == 2)\nassert(not pcall(require, "syntax"))',
      "lua/m.lua": 'tries = tries + 1\nerror("no")',
      "lua/syntax.lua": "x =",
    };
    expect(problems(files)).toEqual([]);
  });

  test("may be required as late as a document calls for it", () => {
    const files = {
      "flemma.lua":
        'require("flemma.codeblock.parsers").register("kv", function(code) return { x = require("late").x, own = string == nil } end)',
      "lua/late.lua": "return { x = 5 }",
    };
    expect(problems(files)).toEqual([]);
    expect(textsOf(runBeside(files, "```kv\na\n```\n@You:\n{{ x }} {{ own }}\n"))).toEqual(["5 false"]);
  });

  test("is asked of the host by its path, and by no other", () => {
    const wanted: string[] = [];
    const files = new Proxy<Files>(
      { "flemma.lua": 'pcall(require, "a.b")' },
      {
        get(target, name) {
          if (name !== "flemma.lua" && name !== "flemma.json") wanted.push(String(name));
          return Reflect.get(target, name);
        },
      },
    );
    runAlone(files);
    expect(wanted).toEqual(["lua/a/b.lua", "lua/a/b/init.lua"]);
  });
});
