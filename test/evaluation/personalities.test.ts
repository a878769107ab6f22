import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../server/src/base/diagnostic.js";
import { asksNothing, type FileText, noAnswers } from "../../server/src/base/file-answers.js";
import { evaluate, startEvaluation } from "../../server/src/evaluation/evaluate.js";
import { emptyProject } from "../../server/src/evaluation/project/types.js";
import type { EvaluationRequest } from "../../server/src/evaluation/types.js";
import { passiveLimits } from "../../server/src/lua/budget.js";
import { surroundingsOf } from "../conformance/harness.js";
import { type Files, runBeside, textsOf } from "./project/support.js";

const system = (name: string): string => `@System:\n{{ include('urn:flemma:personality:${name}') }}\n`;
const withModule = (module: string, more: Files = {}): Files => ({
  "flemma.lua": 'require("flemma").setup{ personalities = { ["my-personality"] = "my.module" } }',
  "lua/my/module.lua": module,
  ...more,
});
/** A personality that writes down everything it is told. */
const telling = withModule('return { render = function(opts) return require("flemma.utilities.json").encode(opts) end }');

function render(files: Files, document: string, more: Partial<EvaluationRequest> = {}): string {
  const result = runBeside({ "flemma.lua": "", ...files }, document, more);
  expect(result.problems).toEqual([]);
  return textsOf(result).join("");
}

function faults(files: Files, document: string): readonly Diagnostic[] {
  return runBeside({ "flemma.lua": "", ...files }, document).problems;
}

describe("a built-in personality", () => {
  test("writes its prompt in the place of the call, with tools, guidelines, environment and project context", () => {
    const text = render({ "AGENTS.md": "Use tabs.", ".git/HEAD": "ref: refs/heads/trunk\n" }, system("coding-assistant"));
    expect(text).toMatch(/^You are a coding agent\./);
    expect(text).toContain("- bash: Run a command");
    expect(text).toContain("Read a file before you change it");
    expect(text).toContain("Use tabs.");
    expect(text).toMatch(
      /- Working directory: \/w\n- File of this conversation: input\.chat \(chat\)\n- Git branch: trunk\n- Date: 2026-01-02\n/,
    );
  });

  test("names the editor that the document is open in", () => {
    const surroundings = { dirname: "/w", cwd: "/w", home: "/h", timeZone: "UTC", now: 0, seed: 1, editor: "Kakoune" };
    expect(render({}, system("coding-assistant"), { surroundings })).toContain("from Kakoune:");
  });

  test("lists the enabled tools, and a disabled one only where the frontmatter names it", () => {
    const tool = (name: string, more = ""): string =>
      `require("flemma.tools").register{ name = "${name}", description = "x", input_schema = { type = "object" }, personalities = { ["coding-assistant"] = { snippet = "about ${name}" } }${more} }`;
    const files = { "flemma.lua": `${tool("aim")}\n${tool("rarely", ", enabled = false")}` };
    const listed = (frontmatter: string): string[] =>
      [
        ...render(files, `${frontmatter}${system("coding-assistant")}`).matchAll(
          /^- (\w+): (?:about|Run|Read|Find|List|Make|Replace|Search) ?/gm,
        ),
      ].map(([, name]) => name as string);
    expect(listed("")).toEqual(["aim", "bash", "edit", "find", "grep", "ls", "read", "write"]);
    expect(listed('```lua\nflemma.opt.tools:append("rarely")\n```\n')).toContain("rarely");
    expect(listed('```json\n{ "flemma": { "tools": ["rarely", "bash"] } }\n```\n')).toEqual(["bash", "rarely"]);
    expect(listed("```yaml\nflemma:\n  tools: []\n```\n")).toEqual([]);
  });

  test("says the same twice, whatever random numbers were drawn between", () => {
    const call = "include('urn:flemma:personality:coding-assistant')";
    expect(render({}, `@You:\n{% local a = ${call} math.random() local b = ${call} %}{{ a == b }}\n`)).toBe("true");
  });

  test("gives a text: it can be measured, joined, searched and kept in a variable", () => {
    const document = `\`\`\`lua\nwho = include("urn:flemma:personality:coding-assistant")\n\`\`\`
@System:
{{ who }}
@You:
{{ type(#who) }} {{ ("" .. who) == who .. "" }} {{ who:find("coding agent", 1, true) ~= nil }} {% print(who:sub(1, 3)) %}
`;
    const [prompt, message] = textsOf(runBeside({ "flemma.lua": "" }, document));
    expect(prompt).toMatch(/^You are a coding agent/);
    expect(message).toBe("number true true You");
  });
});

describe("a personality of the project", () => {
  test("is a module with a function render, as in the seed", () => {
    const module = `
---@class flemma.personalities.MyPersonality : flemma.personalities.Personality
local M = {}

---@param opts flemma.personalities.RenderOpts
---@return string
function M.render(opts)
  local lines = {}
  table.insert(lines, "You are a specialized assistant.")
  table.insert(lines, "")
  -- Use opts.tools, opts.environment, opts.project_context
  -- to build your prompt however you like
  return table.concat(lines, "\\n")
end

return M
`;
    expect(render(withModule(module), system("my-personality"))).toBe("You are a specialized assistant.\n");
  });

  test("is told exactly what the seed says", () => {
    const files = { ...telling, "AGENTS.md": "one", "CLAUDE.md": "one", ".cursorrules": "two", ".git/HEAD": "ref: refs/heads/main" };
    const tools = '```lua\nflemma.opt.tools = { "write", "bash" }\n```\n';
    expect(JSON.parse(render(files, tools + system("my-personality")))).toEqual({
      tools: [
        { name: "bash", parts: [] },
        { name: "write", parts: [] },
      ],
      environment: { cwd: "/w", current_file: "input.chat", filetype: "chat", git_branch: "main", date: "2026-01-02", time: "03:04" },
      project_context: [
        { path: "AGENTS.md", content: "one" },
        { path: ".cursorrules", content: "two" },
      ],
    });
  });

  test("finds the parts that tools have for it, single strings as lists of one", () => {
    const files = withModule(String(telling["lua/my/module.lua"]), {
      "flemma.lua": `${telling["flemma.lua"]}
require("flemma.tools").register{
  name = "my-tool",
  description = "Tool description for the API",
  input_schema = { type = "object" },
  personalities = {
    ["my-personality"] = { snippet = "Short description", anything = { "One", "Two" } },
    ["coding-assistant"] = { snippet = "Not for us" },
  },
}`,
    });
    const { tools } = JSON.parse(render(files, system("my-personality")));
    expect(tools.find(({ name }: { name: string }) => name === "my-tool")).toEqual({
      name: "my-tool",
      parts: { snippet: ["Short description"], anything: ["One", "Two"] },
    });
  });

  test("hears in frontmatter of the tools as they are at the call", () => {
    const call = 'include("urn:flemma:personality:my-personality")';
    const document = `\`\`\`lua
flemma.opt.tools = { "bash" }
first = ${call}
flemma.opt.tools:append("ls")
second = ${call}
flemma.opt.tools = {}
\`\`\`
@You:
{{ first }}
@You:
{{ second }}
@You:
{{ ${call} }}
`;
    const names = textsOf(runBeside(telling, document)).map((text) =>
      JSON.parse(String(text)).tools.map(({ name }: { name: string }) => name),
    );
    expect(names).toEqual([["bash"], ["bash", "ls"], []]);
  });

  test("hears of them in a file that is included before and after they change", () => {
    const document = `\`\`\`lua
flemma.opt.tools = { "bash" }
first = include("tools.md")
flemma.opt.tools:append("ls")
\`\`\`
@You:
{{ first }}
@You:
{{ include("tools.md") }}
`;
    const files = { ...telling, "tools.md": '{{ include("urn:flemma:personality:my-personality") }}' };
    const texts = textsOf(runBeside(files, document));
    expect(texts.map((text) => JSON.parse(String(text)).tools.length)).toEqual([1, 2]);
  });

  test("takes the place of the built-in one of its name, and may build on it", () => {
    const files = {
      "flemma.lua": 'require("flemma.personalities").register("coding-assistant", "mine")',
      "lua/mine.lua":
        'local base = require("flemma.personalities.styles.coding_assistant")\nreturn { render = function(opts) opts.tools = {} return base.render(opts) .. "\\nMine." end }',
    };
    const text = render(files, system("coding-assistant"));
    expect(text).toMatch(/^You are a coding agent\.[\s\S]*\n- Time: 03:04\nMine\.$/);
    expect(text).not.toContain("## Tools");
  });

  test("runs in the environment of the project, and cannot change that of the document", () => {
    const module = "helper = 1\nreturn { render = function() secret = 2 return tostring(rawget ~= nil) .. __filename end }";
    expect(render(withModule(module), `${system("my-personality")}@You:\n{{ pcall(function() return secret + helper end) }}\n`)).toBe(
      "true/w/flemma.luafalse",
    );
  });

  test("can be registered in flemma.json", () => {
    const files = {
      "flemma.json": '{ "personalities": { "mine": "my.module" } }',
      "lua/my/module.lua": 'return { render = function() return "json" end }',
    };
    expect(textsOf(runBeside(files, system("mine")))).toEqual(["json"]);
  });
});

test("what a personality writes is text: nothing in it runs, and nothing in it refers to a file", () => {
  const content = "{{ 1 + 1 }} {% print(2) %} @./secret.txt\n\n@You:\n\n<thinking>\nx\n</thinking>";
  const text = render({ "AGENTS.md": content }, system("coding-assistant"));
  expect(text).toContain(content);
});

test("a file of the project that is no text is a warning at the call, once, and the prompt does without it", () => {
  const document = `${system("coding-assistant")}@You:\n{% for i = 1, 3 do local x = include("urn:flemma:personality:coding-assistant") end %}\n`;
  const result = runBeside({ "flemma.lua": "", "AGENTS.md": { kind: "not-text" }, "CLAUDE.md": "Be nice." }, document);
  expect(result.problems.map(({ code, blocks, message, span }) => [code, blocks, message, document.slice(span.start, span.end)])).toEqual([
    [
      "personality/context",
      false,
      'The personality is not told of "AGENTS.md", which is no text in UTF-8. Save it as UTF-8.',
      "include('urn:flemma:personality:coding-assistant')",
    ],
    [
      "personality/context",
      false,
      'The personality is not told of "AGENTS.md", which is no text in UTF-8. Save it as UTF-8.',
      'include("urn:flemma:personality:coding-assistant")',
    ],
  ]);
  expect(textsOf(result)[0]).toContain("Be nice.");
});

describe("a personality that fails", () => {
  const call = `{{ include('urn:flemma:personality:my-personality') }}`;

  test.each<[string, RegExp, string]>([
    ["return { render = function() error('boom') end }", /boom/, "error('boom')"],
    ["return { render = function(opts) return opts.tols.x end }", /tols/, "opts.tols"],
    ["return { render = function() return 3 end }", /'render' returned number\. Let it return a string\./, ""],
    ["return { render = function() end }", /'render' returned nil\. Let it return a string\./, ""],
    ["return {}", /no personality\. Let it return a table with a function 'render'\./, ""],
    ["return { render = function() while true do end end }", /too many steps|took too long/i, "while"],
    ["return { render = function() return ('x'):rep(2^30) end }", /memory|string/i, ""],
    ["local function f() return f() + 1 end\nreturn { render = f }", /deep|overflow/i, ""],
    ["return {", /unexpected symbol/, ""],
  ])("is one error at the call that blocks, with the place in the project: %s", (module, message, at) => {
    const files = withModule(module);
    const document = `@System:\n${call}\n`;
    const found = faults(files, document);
    expect(found).toHaveLength(1);
    const [{ code, blocks, span, related = [], message: text }] = found as [Diagnostic];
    expect([code, blocks]).toEqual(["personality/failed", true]);
    expect(document.slice(span.start, span.end)).toBe("include('urn:flemma:personality:my-personality')");
    expect(text).toMatch(/^The personality 'my-personality' failed: /);
    expect(text).toMatch(message);
    const [place] = related;
    const source = String(files[String(place?.file).replace("/w/", "")]);
    expect(source.slice(place?.span.start, place?.span.end)).toContain(at);
    expect(["/w/lua/my/module.lua", "/w/flemma.lua"]).toContain(place?.file);
  });

  test("because its module is missing is told with the place of its name", () => {
    const { "lua/my/module.lua": _, ...files } = withModule("");
    const [found] = faults(files, `@System:\n${call}\n`);
    expect(found).toMatchObject({ code: "personality/failed", related: [{ file: "/w/flemma.lua" }] });
    expect(found?.message).toContain("no module 'my.module'");
  });

  test("blocks wherever the call stands, and can be caught", () => {
    const files = withModule("return { render = function() error('boom') end }");
    const plain = "include('urn:flemma:personality:my-personality')";
    for (const document of [
      `\`\`\`lua\nx = ${plain}\n\`\`\`\n@You:\nx\n`,
      `@You:\n{% local x = ${plain} %}\n`,
      `@You:\n{{ "a" .. ${plain} }}\n`,
    ]) {
      expect(faults(files, document).map(({ code, blocks }) => [code, blocks])).toEqual([["personality/failed", true]]);
    }
    const caught = runBeside(
      files,
      `@You:\n{% local ok, fault = pcall(include, 'urn:flemma:personality:my-personality') %}{{ ok }} {{ fault }}\n`,
    );
    expect(caught.problems).toEqual([]);
    expect(textsOf(caught)[0]).toMatch(/^false .*The personality 'my-personality' failed: boom/);
  });

  test("because it includes another one is told to require its module", () => {
    const files = withModule('return { render = function() return include("urn:flemma:personality:my-personality") end }');
    const found = faults(files, `@System:\n${call}\n`);
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      [
        "personality/failed",
        "The personality 'my-personality' failed: Code of a project includes no personalities. Let it require their modules.",
      ],
    ]);
  });

  test("keeps no other personality from working", () => {
    const document = `@System:\n{{ include('urn:flemma:personality:coding-assistant') }}\n@You:\n${call}\n`;
    const result = runBeside(withModule("return {}"), document);
    expect(textsOf(result)[0]).toMatch(/^You are a coding agent/);
    expect(textsOf(result)[1]).toBe(call);
  });

  test("without end takes the time of one, however many there are", () => {
    const names = Array.from({ length: 20 }, (_, index) => `loop${index}`);
    const source = `require("flemma").setup{ personalities = { ${names.map((name) => `${name} = "loop"`).join(", ")} } }`;
    const loop: FileText = { kind: "text", text: "return { render = function() while true do end end }" };
    let ticks = 0;
    const run = startEvaluation(
      {
        text: names.map(system).join(""),
        surroundings: surroundingsOf("/w"),
        limits: { ...passiveLimits, timeMs: 5000 },
        files: { ...noAnswers, texts: new Map([["/w/lua/loop.lua", loop]]) },
        project: { data: emptyProject, file: { path: "/w/flemma.lua", language: "lua", source } },
      },
      () => ++ticks,
    );
    while (run.step());
    expect(run.result().problems.map(({ code }) => code)).toEqual(names.map(() => "personality/failed"));
    expect(ticks).toBeLessThan(1000);
  });
});

describe("a name that no personality has", () => {
  test.each([
    ["codng-assistant", ["urn:flemma:personality:coding-assistant"]],
    ["My-Personality", ["urn:flemma:personality:my-personality"]],
    ["zzzzzzzz", []],
    ["", []],
  ])("is an error at the call, with what may be meant: %j", (name, suggestions) => {
    const document = system(name);
    const found = faults(withModule("return { render = function() return '' end }"), document);
    expect(found.map(({ code, blocks }) => [code, blocks])).toEqual([["include/unknown-personality", true]]);
    const [{ data, span }] = found as [Diagnostic];
    expect(document.slice(span.start, span.end)).toContain("include(");
    if (suggestions.length === 0) expect(data).toBeUndefined();
    else expect(data).toMatchObject({ kind: "replace", with: suggestions });
  });

  test("is told with the nearest one, and the fix replaces what stands between the quotes", () => {
    const document = system("codng-assistant");
    const [{ data, message }] = faults({}, document) as [Diagnostic];
    expect(message).toBe("There is no personality 'codng-assistant'. Did you mean 'coding-assistant'?");
    expect(data?.kind === "replace" && document.slice(data.span.start, data.span.end)).toBe("urn:flemma:personality:codng-assistant");
  });

  test.each(["urn:flemma:personalities:x", "urn:other", "urn:"])("in another URN says what is possible: %s", (urn) => {
    const found = faults({}, `@System:\n{{ include("${urn}") }}\n`);
    expect(found.map(({ code, blocks }) => [code, blocks])).toEqual([["include/unknown-urn", true]]);
    expect(found[0]?.message).toContain("urn:flemma:personality:");
  });
});

describe("what a personality was made from", () => {
  test("is asked of the host, so that a change of it is noticed", () => {
    const known = new Map<string, FileText>();
    const request = {
      text: system("coding-assistant"),
      surroundings: { ...surroundingsOf("/w/sub", "a.chat"), cwd: "/w" },
      limits: passiveLimits,
    };
    for (;;) {
      const { asks } = evaluate({ ...request, files: { ...noAnswers, texts: known } });
      if (asksNothing(asks)) break;
      for (const path of asks.texts) known.set(path, { kind: "missing" });
    }
    expect([...known.keys()].sort()).toEqual(
      [
        "/.git",
        "/.git/HEAD",
        "/w/.git",
        "/w/.git/HEAD",
        "/w/sub/.claude/CLAUDE.md",
        "/w/sub/.cursorrules",
        "/w/sub/.github/copilot-instructions.md",
        "/w/sub/AGENTS.md",
        "/w/sub/CLAUDE.md",
      ].sort(),
    );
  });

  test("is asked of nobody in a document without personalities", () => {
    const { asks } = evaluate({ text: "@You:\nx\n", surroundings: surroundingsOf("/w"), limits: passiveLimits, files: noAnswers });
    expect(asksNothing(asks)).toBe(true);
  });
});
