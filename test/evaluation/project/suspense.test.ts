import { describe, expect, test } from "vitest";
import type { EvaluationResult } from "../../../server/src/evaluation/types.js";
import { type Files, problemsOf, runAlone, runBeside, textsOf } from "./support.js";

const suspense = 'require("flemma.readiness").Suspense';

/** A project with a populator whose function `populate(env)` has this body. */
function populating(body: string): Files {
  return {
    "flemma.lua": 'require("flemma").setup{ templating = { modules = { "p" } } }',
    "lua/p.lua": `local Suspense = ${suspense}\nreturn { name = "p", priority = 300, populate = function(env) ${body} end }`,
  };
}

const found = ({ problems }: EvaluationResult): string[] => problems.map(({ code, span }) => `${code} ${span.start}-${span.end}`);

describe("a populator that is not ready", () => {
  const files = populating('if env.string then error(Suspense("index")) end env.late = 1');

  test("is waited for: the document says so at its first line, and for what; nothing blocks", () => {
    const result = runBeside(files, "@You:\n{{ late }}{% if late then %}{% end %}\n@You:\n{{ 1 + 1 }}\n");
    expect(result.waitsFor).toEqual(["index"]);
    expect(found(result)).toEqual(["readiness/waiting 0-5"]);
    expect(result.problems[0]).toMatchObject({
      severity: "information",
      blocks: false,
      message: expect.stringContaining("waiting for index"),
      related: [{ file: "/w/lua/p.lua" }],
    });
    expect(textsOf(result)[1]).toBe("2");
  });

  test("is no fault of the project file, whose functions still count", () => {
    expect(runAlone(files)).toMatchObject({ ok: true, problems: [], hasFunctions: true });
  });

  test("and that nobody knows blocks, clearly", () => {
    const result = runBeside(files, "@You:\nhi\n", { boundaries: { index: "unknown" } });
    expect(result.waitsFor).toBeUndefined();
    expect(result.problems).toMatchObject([
      { code: "readiness/unknown", severity: "error", blocks: true, message: expect.stringContaining("'index'") },
    ]);
  });

  test("though it is ready blocks, for it would be waited for without end", () => {
    const result = runBeside(files, "@You:\nhi\n", { boundaries: { index: "settled" } });
    expect(result.waitsFor).toBeUndefined();
    expect(result.problems).toMatchObject([{ code: "readiness/repeated", blocks: true }]);
  });

  test("does its work once it is", () => {
    const asks = populating(
      'if not require("flemma.readiness").is_ready("index") then error(Suspense("index")) end env.late = function() return "here" end',
    );
    expect(runBeside(asks, "@You:\n{{ late() }}\n").waitsFor).toEqual(["index"]);
    const ready = runBeside(asks, "@You:\n{{ late() }}\n", { boundaries: { index: "settled" } });
    expect(textsOf(ready)).toEqual(["here"]);
    expect(ready.problems).toEqual([]);
    expect(ready.waitsFor).toBeUndefined();
  });

  test("that is none but whose module raises it is waited for all the same", () => {
    const module = { ...populating(""), "lua/p.lua": `error(${suspense}("index"))` };
    expect(runAlone(module)).toMatchObject({ problems: [], hasFunctions: true });
    expect(runBeside(module, "@You:\nhi\n").waitsFor).toEqual(["index"]);
  });
});

describe("what templates call", () => {
  const files = populating(`
    env.lookup = function(name) error(Suspense(name or "mcp")) end
    env.said = function() error(Suspense.new("the server starts", "mcp")) end
    env.plain = function() error(Suspense.new("just an error")) end`);

  test("is waited for at its place, once for each name, and the rest is rendered", () => {
    const text = "@You:\n{{ lookup() }} {{ 1 }}\n@You:\n{% lookup('other') %}x\n@You:\n{{ lookup() }}\n";
    const result = runBeside(files, text);
    expect(result.waitsFor).toEqual(["mcp", "other"]);
    expect(result.problems.map(({ code, span }) => [code, text.slice(span.start, span.end)])).toEqual([
      ["readiness/waiting", "lookup()"],
      ["readiness/waiting", "lookup('other')"],
      ["readiness/waiting", "lookup()"],
    ]);
    expect(textsOf(result)).toEqual(["{{ lookup() }} 1", "!", "{{ lookup() }}"]);
  });

  test("says what the project says of it", () => {
    const [problem] = runBeside(files, "@You:\n{{ said() }}\n").problems;
    expect(problem?.message).toBe("This is waiting for mcp (the server starts). A send waits for it, too.");
  });

  test("is an error like any other without a name", () => {
    const result = runBeside(files, "@You:\n{{ plain() }}\n");
    expect(result.waitsFor).toBeUndefined();
    expect(result.problems).toMatchObject([{ code: "expression/runtime", message: expect.stringContaining("just an error") }]);
  });

  test("can be caught, looked at and passed on", () => {
    const caught = "{{ select(2, pcall(lookup)).boundary }} {{ tostring(select(2, pcall(lookup))) }}";
    const result = runBeside(files, `@You:\n${caught}\n`);
    expect(textsOf(result)).toEqual(["mcp waiting for mcp"]);
    expect(result.waitsFor).toBeUndefined();
    const passed = runBeside(files, "@You:\n{% local ok, e = pcall(lookup) if not ok then error(e) end %}\n");
    expect(passed.waitsFor).toEqual(["mcp"]);
    expect(passed.problems).toMatchObject([{ code: "readiness/waiting" }]);
  });

  test("is waited for in frontmatter, and in a file that is included", () => {
    const frontmatter = runBeside(files, "```lua\nx = lookup()\n```\n@You:\n{{ x }}{{ y }}\n");
    expect(frontmatter.waitsFor).toEqual(["mcp"]);
    expect(frontmatter.problems.map(({ code }) => code)).toEqual(["readiness/waiting"]);
    const included = { ...files, "part.md": "{{ lookup() }}", "tag.md": "\n{% lookup() %}" };
    for (const name of ["part.md", "tag.md"]) {
      const result = runBeside(included, `@You:\n{{ include("${name}") }}\n`);
      expect(result.waitsFor).toEqual(["mcp"]);
      expect(result.problems).toMatchObject([{ code: "readiness/waiting", file: `/w/${name}` }]);
    }
  });

  test("has names of any kind, which are told on one line", () => {
    const result = runBeside(files, "@You:\n{{ lookup('a\\n' .. ('b'):rep(500)) }} {{ lookup('constructor') }}\n");
    expect(result.waitsFor).toEqual([`a\n${"b".repeat(500)}`, "constructor"]);
    expect(result.problems[0]?.message).toMatch(/^This is waiting for a b+…\. A send waits for it, too\.$/);
  });
});

test("a parser that is not ready is waited for at the frontmatter", () => {
  const files = {
    "flemma.lua": `require("flemma.codeblock.parsers").register("toml", function() error(${suspense}("schema")) end)`,
  };
  const text = "```toml\na = 1\n```\n@You:\n{{ a }}\n";
  const result = runBeside(files, text);
  expect(result.waitsFor).toEqual(["schema"]);
  expect(result.problems.map(({ code, span }) => [code, text.slice(span.start, span.end)])).toEqual([["readiness/waiting", "a = 1"]]);
});

describe("a personality that is not ready", () => {
  const files = {
    "flemma.lua": 'require("flemma.personalities").register("reviewer", "reviewer")',
    "lua/reviewer.lua": `return { render = function() error(${suspense}("rules")) end }`,
  };
  const include = "include('urn:flemma:personality:reviewer')";

  test("is waited for where it is included", () => {
    const text = `@System:\n{{ ${include} }}\n@You:\nhi\n`;
    const result = runBeside(files, text);
    expect(result.waitsFor).toEqual(["rules"]);
    expect(result.problems.map(({ code, span }) => [code, text.slice(span.start, span.end)])).toEqual([["readiness/waiting", include]]);
    expect(runAlone(files).problems).toEqual([]);
  });

  test("can be caught and passed on", () => {
    const result = runBeside(files, `@System:\n{{ select(2, pcall(include, 'urn:flemma:personality:reviewer')).boundary }}\n@You:\nhi\n`);
    expect(textsOf(result)[0]).toBe("rules");
    expect(result.problems).toEqual([]);
  });
});

test("Suspense takes a name, and says so", () => {
  const files = { "flemma.lua": `${suspense}()` };
  expect(problemsOf(runAlone(files), files)[0]).toMatch(/project\/runtime.*Suspense/);
});
