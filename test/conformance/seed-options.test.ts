import { describe, expect, test } from "vitest";
import { nodeOfData } from "../../server/src/config/config-node.js";
import type { Layer } from "../../server/src/config/operations.js";
import { createOptionWriter } from "../../server/src/config/option-writer.js";
import type { EvaluationRequest, EvaluationResult } from "../../server/src/evaluation/types.js";
import { builtInTools } from "../../server/src/tools/definitions/built-in-tools.js";
import { evaluateText, surroundingsOf } from "./harness.js";

// The examples of the seed as they are written there, and its sentences beside them.

const allTools = ["bash", "read", "edit", "write", "grep", "find", "ls"];

/** The options and the faults of a document whose frontmatter is `code`. */
function run(code: string, more: Partial<EvaluationRequest> = {}, language = "lua") {
  const text = `\`\`\`${language}\n${code}\n\`\`\`\n@You:\nHello\n`;
  const result = evaluateText(text, surroundingsOf("/chats"), { options: { below: [], above: [] }, ...more }).result as EvaluationResult;
  const faults = result.problems.map(({ code: name, severity, span, message }) => ({
    ...{ code: name, severity, message },
    mark: text.slice(span.start, span.end),
  }));
  return { ...result, options: result.config.options, faults };
}

/** The tools that run unasked. */
function approved({ config }: EvaluationResult): string[] {
  return Object.entries(config.approval).flatMap(([tool, decision]) => (decision === "approve" ? [tool] : []));
}

function project(data: Parameters<typeof nodeOfData>[0]): Layer {
  const tools = builtInTools.map(({ name }) => name);
  const writer = createOptionWriter({ origin: "project", by: "project", below: [], tools, providers: [], source: "" });
  writer.write({ path: [], action: "set", node: nodeOfData(data) });
  expect(writer.problems()).toEqual([]);
  return writer.layer();
}

describe("per-buffer overrides with flemma.opt", () => {
  test("parameters", () => {
    const { options, faults } = run(`flemma.opt.thinking = "medium"
flemma.opt.temperature = 0.3
flemma.opt.max_tokens = 8000
flemma.opt.cache_retention = "none"`);
    expect(faults).toEqual([]);
    expect(options).toEqual({
      "parameters.thinking": { level: "medium", foreign: "preserve" },
      "parameters.temperature": 0.3,
      "parameters.max_tokens": 8000,
      "parameters.cache_retention": "none",
    });
  });

  test("parameters of providers", () => {
    const { options, faults } = run(`flemma.opt.anthropic.thinking_budget = 20000
flemma.opt.openai.reasoning = "high"
flemma.opt.vertex.thinking_budget = 4096`);
    expect(faults).toEqual([]);
    expect(options).toEqual({
      "parameters.anthropic.thinking_budget": 20000,
      "parameters.openai.reasoning": "high",
      "parameters.vertex.thinking_budget": 4096,
    });
  });

  const selection = `-- Replace the tool list entirely (direct assignment)
flemma.opt.tools = { "bash", "read" }

-- Add or remove individual tools
flemma.opt.tools:append("grep")
flemma.opt.tools:remove("write")
flemma.opt.tools:prepend("bash")

-- Operator shorthand: + (append), - (remove), ^ (prepend)
flemma.opt.tools = flemma.opt.tools + "grep" - "write" ^ "bash"`;

  test("tools", () => {
    const { config, options, faults } = run(selection);
    expect(faults).toEqual([]);
    expect(options).toEqual({ tools: ["bash", "read", "grep"] });
    expect(config.tools).toEqual(["bash", "read", "grep"]);
  });

  test.each([
    ['flemma.opt.tools = { "bash", "read" }', ["bash", "read"]],
    ['flemma.opt.tools:append("bash")', ["read", "edit", "write", "grep", "find", "ls", "bash"]],
    ['flemma.opt.tools:remove("write")', ["bash", "read", "edit", "grep", "find", "ls"]],
    ['flemma.opt.tools:prepend("grep")', ["grep", "bash", "read", "edit", "write", "find", "ls"]],
    ['flemma.opt.tools = flemma.opt.tools + "bash" - "write" ^ "ls"', ["ls", "read", "edit", "grep", "find", "bash"]],
  ])("one step by itself: %s", (code, tools) => {
    expect(run(code)).toMatchObject({ faults: [], config: { tools } });
  });

  test.each([
    ['flemma.opt.tools.auto_approve = { "$readonly" }', ["read", "grep", "find", "ls"]],
    ['flemma.opt.tools.auto_approve = { "bash", "read" }', ["bash", "read"]],
    [
      `flemma.opt.tools.auto_approve = { "$standard" }
flemma.opt.tools.auto_approve:remove("write")       -- exclude write from $standard
flemma.opt.tools.auto_approve:append("bash")        -- add bash on top`,
      ["bash", "read", "edit", "grep", "find", "ls"],
    ],
    ['flemma.opt.tools.auto_approve = flemma.opt.tools.auto_approve + "bash" - "write"', ["bash", "read", "edit", "grep", "find", "ls"]],
  ])("approval: %s", (code, tools) => {
    const result = run(code);
    expect(result.faults).toEqual([]);
    expect(approved(result)).toEqual(tools);
    expect(Object.keys(result.options)).toEqual(["tools.auto_approve"]);
  });

  const decider = `flemma.opt.tools.auto_approve = function(tool_name, input, context)
  if tool_name == "grep" then return true end
  return nil  -- defer to global config
end`;

  test("approval by a function, which defers to what stands below it", () => {
    const below = [project({ tools: { auto_approve: ["ls"] } })];
    expect(run(decider).options).toEqual({ "tools.auto_approve": "$function" });
    expect(approved(run(decider))).toEqual(["read", "edit", "write", "grep", "find", "ls"]);
    expect(approved(run(decider, { options: { below, above: [] } }))).toEqual(["grep", "ls"]);
  });

  test("all forms of approval one after the other: the last one counts", () => {
    const result = run(`-- Preset form: read-only access for this buffer
flemma.opt.tools.auto_approve = { "$readonly" }

-- List form: auto-approve these tools, require approval for the rest
flemma.opt.tools.auto_approve = { "bash", "read" }

-- ListOption operations: modify the default policy incrementally
flemma.opt.tools.auto_approve = { "$standard" }
flemma.opt.tools.auto_approve:remove("write")       -- exclude write from $standard
flemma.opt.tools.auto_approve:append("bash")        -- add bash on top

-- Operator shorthand: + (append), - (remove)
flemma.opt.tools.auto_approve = flemma.opt.tools.auto_approve + "bash" - "write"

-- Function form: full control over the decision
${decider}`);
    expect(result.faults).toEqual([]);
    expect(result.options).toEqual({ "tools.auto_approve": "$function" });
    expect(approved(result)).toContain("grep");
  });

  test("a tool that is removed from a preset leaves the others alone", () => {
    const presets = project({ presets: { $mine: { auto_approve: ["write", "bash", "ls"] } } });
    const result = run('flemma.opt.tools.auto_approve = { "$mine" }\nflemma.opt.tools.auto_approve:remove("write")', {
      options: { below: [presets], above: [] },
    });
    expect(result.options).toEqual({ "tools.auto_approve": ["bash", "ls"] });
  });

  test("autopilot", () => {
    const { options, faults } = run("flemma.opt.tools.autopilot = false  -- manual three-phase Ctrl-] for this buffer");
    expect(faults).toEqual([]);
    expect(options).toEqual({ "tools.autopilot.enabled": false });
  });

  test.each([
    ["assigned", 'flemma.opt.tools = { "raed" }'],
    ["appended", 'flemma.opt.tools:append("raed")'],
    ["by an operator", 'flemma.opt.tools = flemma.opt.tools + "raed"'],
  ])("a misspelled tool, %s", (_how, code) => {
    const { faults, options, config } = run(code);
    const message = "flemma.opt: unknown value 'raed'. Did you mean 'read'?";
    expect(faults).toEqual([{ code: "config/unknown-tool", severity: "error", message, mark: "raed" }]);
    expect(options).toEqual({});
    expect(config.tools).toEqual(allTools);
  });

  test("only what is touched is there; the rest falls through to what stands below", () => {
    const below = [project({ temperature: 1, timeout: 5, tools: ["bash", "ls"] })];
    const { options, config } = run("flemma.opt.temperature = 0.3", { options: { below, above: [] } });
    expect(options).toEqual({ "parameters.temperature": 0.3 });
    expect(config.temperature).toBe(0.3);
    expect(config.tools).toEqual(["bash", "ls"]);
    expect(config.settings["parameters.timeout"]).toEqual({ value: 5, origin: "project" });
  });
});

describe("op-prefix syntax for list values", () => {
  const given = ["read", "write"];
  const below = [project({ tools: { auto_approve: given } })];

  test.each([
    ["+bash", ["read", "write", "bash"]],
    ["^bash", ["bash", "read", "write"]],
    ["!write", ["read"]],
    ["$standard", ["read", "write", "edit", "find", "grep", "ls"]],
  ])("%s by itself", (item, list) => {
    const { options, faults } = run(`flemma.opt.tools.auto_approve = { "${item}" }`, { options: { below, above: [] } });
    expect(faults).toEqual([]);
    expect(options).toEqual({ "tools.auto_approve": list });
  });

  test("in the project file: start from $standard, drop write, then append bash", () => {
    const layer = project({ tools: { auto_approve: ["$standard", "!write", "+bash"] } });
    const { config, options } = run("", { options: { below: [layer], above: [] } });
    expect(options).toEqual({});
    expect(config.settings["tools.auto_approve"]).toEqual({ value: ["read", "edit", "find", "grep", "ls", "bash"], origin: "project" });
  });

  test("in a document: same idea", () => {
    const { options, faults } = run('flemma.opt.tools.auto_approve = { "$readonly", "+bash" }');
    expect(faults).toEqual([]);
    expect(options).toEqual({ "tools.auto_approve": ["read", "find", "grep", "ls", "bash"] });
  });

  test.each([
    ['{ "bash" }', ["bash"]],
    ['{ "+ls", "bash", "!bash", "^read" }', ["read", "ls"]],
    ["{}", []],
    ['{ "$HOME", "$' + '{TMPDIR}" }', ["$HOME", "$" + "{TMPDIR}"]],
  ])("%s: bare values make the list, then the operations apply", (list, items) => {
    expect(run(`flemma.opt.tools.auto_approve = ${list}`)).toMatchObject({ faults: [], options: { "tools.auto_approve": items } });
  });

  test.each(["+^bash", "!$standard"])("%s combines operators, which is an error at the item", (item) => {
    const { faults, options } = run(`flemma.opt.tools.auto_approve = { "bash", "${item}" }`);
    expect(faults).toMatchObject([{ code: "config/composed-operator", severity: "error", mark: item }]);
    expect(options).toEqual({});
  });

  test("a preset that nobody defined is a warning with a suggestion, once everything is known", () => {
    const { faults, options } = run('flemma.opt.tools.auto_approve = { "$standrd" }');
    const message = "Unknown preset '$standrd'. Did you mean '$standard'?";
    expect(faults).toEqual([{ code: "config/unknown-preset", severity: "warning", message, mark: "$standrd" }]);
    expect(options).toEqual({ "tools.auto_approve": ["$standrd"] });
  });
});

describe("JSON frontmatter", () => {
  const example = `{
  "flemma": {
    "provider": "openai",
    "model": "gpt-5",
    "parameters": {
      "thinking": "medium",
      "temperature": 0.3
    },
    "tools": {
      "auto_approve": ["$standard", "!write", "+bash"]
    }
  },
  "recipient": "QA team"
}`;

  test("the example", () => {
    const result = run(example, {}, "json");
    expect(result.faults.filter(({ severity }) => severity !== "hint")).toEqual([]);
    expect(result.options).toEqual({
      provider: "openai",
      model: "gpt-5",
      "parameters.thinking": { level: "medium", foreign: "preserve" },
      "parameters.temperature": 0.3,
      "tools.auto_approve": ["read", "edit", "find", "grep", "ls", "bash"],
    });
    expect(approved(result)).toEqual(["bash", "read", "edit", "grep", "find", "ls"]);
    expect(result.frontmatter?.variables).toEqual({ recipient: "QA team" });
  });

  test("other parameters stay as they are", () => {
    const below = [project({ parameters: { temperature: 1 } })];
    const { config } = run('{"flemma": {"parameters": {"thinking": "medium"}}}', { options: { below, above: [] } }, "json");
    expect(config).toMatchObject({ thinking: "medium", temperature: 1 });
  });

  test("a plain list is a list of + items on an empty one", () => {
    const lists = ['["read", "write"]', '["read", "+write"]'].map(
      (list) => run(`{"flemma": {"tools": {"auto_approve": ${list}}}}`, {}, "json").options,
    );
    const emptied = [project({ tools: { auto_approve: [] } })];
    const added = run('{"flemma": {"tools": {"auto_approve": ["+read", "+write"]}}}', { options: { below: emptied, above: [] } }, "json");
    expect([...lists, added.options]).toEqual(Array.from({ length: 3 }, () => ({ "tools.auto_approve": ["read", "write"] })));
  });

  test("unknown keys are errors, misspelled tools get a suggestion", () => {
    const { faults } = run('{"flemma": {"parameters": {"temprature": 1}, "tools": ["raed"], "nobody": 1}}', {}, "json");
    expect(faults).toEqual([
      {
        code: "config/unknown-key",
        severity: "error",
        message: "Unknown option 'temprature' in 'parameters'. Did you mean 'temperature'?",
        mark: "temprature",
      },
      {
        code: "config/unknown-tool",
        severity: "error",
        message: "flemma.opt: unknown value 'raed'. Did you mean 'read'?",
        mark: "raed",
      },
      { code: "config/unknown-key", severity: "error", message: "Unknown option 'nobody'.", mark: "nobody" },
    ]);
  });
});
