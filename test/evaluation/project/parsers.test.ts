import { describe, expect, test } from "vitest";
import { runAlone, runBeside, textsOf } from "./support.js";

const register = (language: string, body: string) => ({
  "flemma.lua": `require("flemma.codeblock.parsers").register("${language}", function(code, context)\n${body}\nend)`,
});
const pairs = "local t = {} for k, v in code:gmatch('(%w+)=(%w+)') do t[k] = v end";

describe("a parser of frontmatter", () => {
  test("gets the code and the paths of the document, and gives variables", () => {
    const files = register("kv", `${pairs} t.where = context.__filename .. " " .. context.__dirname return t`);
    expect(runAlone(files).hasFunctions).toBe(true);
    const result = runBeside(files, "```KV\na=b\n```\n@You:\n{{ a }} {{ where }}\n", { wantVariables: true });
    expect(result.problems).toEqual([]);
    expect(textsOf(result)).toEqual(["b /w/input.chat /w"]);
    expect(result.frontmatter).toMatchObject({ language: "KV", ok: true, variables: { a: "b" } });
  });

  test("takes the place of a built-in one", () => {
    const files = register("yaml", "return { mine = code }");
    expect(textsOf(runBeside(files, "```yaml\na: [\n```\n@You:\n{{ mine }}\n"))).toEqual(["a: ["]);
  });

  test("may set options, which are checked as those of JSON are", () => {
    const files = register("kv", "return { flemma = { temperature = 0.25, timeuot = 1 } }");
    const result = runBeside(files, "```kv\na\n```\n@You:\nx\n");
    expect(result.config.options).toEqual({ "parameters.temperature": 0.25 });
    expect(result.problems.map(({ code, span }) => [code, span])).toEqual([["config/unknown-key", { start: 6, end: 7 }]]);
  });

  test("may return functions, which keep what they close over", () => {
    const files = register("kv", "local n = 0 return { count = function() n = n + 1 return n end }");
    const text = "```kv\na\n```\n@You:\n{{ count() }}{{ count() }}\n";
    expect(textsOf(runBeside(files, text))).toEqual(["12"]);
    expect(textsOf(runBeside(files, text))).toEqual(["12"]);
  });

  test("is not called for a document without its language", () => {
    const files = register("kv", "error('called')");
    expect(runBeside(files, "```lua\nx = 1\n```\n@You:\n{{ x }}\n").problems).toEqual([]);
  });

  test("makes its language known to the message about unknown ones", () => {
    const [problem] = runBeside(register("kv", "return {}"), "```kw\na\n```\n@You:\nx\n").problems;
    expect(problem?.message).toBe("No parser is known for frontmatter in 'kw'. Use lua, json, yaml or kv. Did you mean 'kv'?");
  });

  test.each([
    ["fails", "error('no good')", "frontmatter/runtime", "no good."],
    ["returns a number", "return 1", "frontmatter/not-a-table", "The parser of 'kv' returned number, not a table of variables by name."],
    ["returns nothing", "", "frontmatter/not-a-table", "The parser of 'kv' returned nil, not a table of variables by name."],
    ["returns a list", "return { 1 }", "frontmatter/not-a-table", "The parser of 'kv' returned a list, not a table of variables by name."],
    ["does not end", "while true do end", "limit/steps", undefined],
    ["eats memory", "local s = 'x' while true do s = s .. s end", "limit/memory", undefined],
    ["returns options without end", "local t = {} t.t = t return { flemma = t }", "config/type", "The value of 'flemma' contains itself."],
  ])("that %s is a fault of the frontmatter", (_, body, code, message) => {
    const result = runBeside(register("kv", body), "```kv\nabc\n```\n@You:\nstill here\n");
    expect(result.problems.map((problem) => problem.code)).toEqual([code]);
    expect(result.problems[0]?.span).toEqual({ start: 6, end: 9 });
    expect(result.problems[0]?.blocks).toBe(true);
    if (message !== undefined) expect(result.problems[0]?.message).toBe(message);
    expect(textsOf(result)).toEqual(["still here"]);
  });

  test("that is the seed's own example runs up to its call of another program, with the place of that call", () => {
    const files = {
      "flemma.lua": `require("flemma.codeblock.parsers").register("yaml", function(code, context)
  -- \`code\` is the raw fenced block content (string)
  return require("flemma.utilities.json").decode(vim.fn.system("yq -o json", code))
end)`,
    };
    expect(runAlone(files).problems).toEqual([]);
    const { problems } = runBeside(files, "```yaml\na: 1\n```\n@You:\nx\n");
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: "frontmatter/runtime",
      message: "vim.fn.system does not exist here: no other program can be run.",
      related: [{ file: "/w/flemma.lua" }],
    });
    const { span } = problems[0]?.related?.[0] ?? {};
    expect(files["flemma.lua"].slice(span?.start, span?.end)).toBe('vim.fn.system("yq -o json", code)');
  });

  test("cannot set the options of the project any more", () => {
    const files = register("kv", "require('flemma').setup{ timeout = 1 } return {}");
    const result = runBeside(files, "```kv\na\n```\n@You:\nx\n");
    expect(result.problems[0]?.message).toContain("has no effect any more");
    expect(result.config.settings).toEqual({});
  });

  test("stands behind the last good frontmatter, too", () => {
    const files = register("kv", `${pairs} assert(next(t)) return t`);
    const result = runBeside(files, "```kv\nbroken\n```\n@You:\n{{ a }}\n", { lastGood: { language: "kv", code: "a=b\n" } });
    expect(textsOf(result)).toEqual(["b"]);
  });
});
