import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../server/src/base/diagnostic.js";
import { noAnswers } from "../../server/src/base/file-answers.js";
import { nodeOfData } from "../../server/src/config/config-node.js";
import type { Layer, Origin } from "../../server/src/config/operations.js";
import { createOptionWriter } from "../../server/src/config/option-writer.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { BaseOptions, EvaluationRequest, EvaluationResult, ToolCall } from "../../server/src/evaluation/types.js";
import { sendLimits } from "../../server/src/lua/budget.js";
import { builtInTools } from "../../server/src/tools/definitions/built-in-tools.js";
import { surroundingsOf } from "../conformance/harness.js";

function run(text: string, more: Partial<EvaluationRequest> = {}): EvaluationResult {
  return evaluate({ text, surroundings: surroundingsOf("/chats"), limits: sendLimits, files: noAnswers, ...more });
}

const lua = (code: string, message = "Hello"): string => `\`\`\`lua\n${code}\n\`\`\`\n@You:\n${message}\n`;

/** Code and marked text of every problem. */
function faults(text: string, { problems }: EvaluationResult): string[] {
  return problems.map(({ code, span }: Diagnostic) => `${code} ${text.slice(span.start, span.end)}`);
}

function layer(origin: Origin, data: Parameters<typeof nodeOfData>[0]): Layer {
  const tools = builtInTools.map(({ name }) => name);
  const writer = createOptionWriter({ origin, by: "user", below: [], tools, providers: ["anthropic", "openai"], source: "" });
  writer.write({ path: [], action: "set", node: nodeOfData(data) });
  expect(writer.problems()).toEqual([]);
  return writer.layer();
}

const on = (...below: readonly Layer[]): { options: BaseOptions } => ({ options: { below, above: [] } });

describe("frontmatter that breaks while it is edited", () => {
  const good = { language: "lua", code: 'name = "Ann"\nflemma.opt.temperature = 0.5\nflemma.opt.tools = { "bash" }\n' };

  test.each([
    ["a syntax error", "flemma.opt.temperature = 1\nname = = 2", "frontmatter/syntax ="],
    ["a runtime error", "flemma.opt.temperature = 1\nname = nil + 1", "frontmatter/runtime nil"],
    ["a refused option", "name = 2\nflemma.opt.temperature = 9", "config/type 9"],
    ["an unknown option", "name = 2\nflemma.opt.temprature = 1", "config/unknown-key temprature"],
  ])("keeps the last good options, and is reported at its place: %s", (_name, code, fault) => {
    const text = lua(code, "{{ name }}");
    const result = run(text, { lastGood: good });
    expect(result.config).toMatchObject({ temperature: 0.5, tools: ["bash"] });
    expect(result.frontmatter?.ok).toBe(false);
    expect(result.problems.some(({ blocks }) => blocks)).toBe(true);
    expect(faults(text, result)).toEqual([fault]);
    expect(result.messages[0]?.pieces).toMatchObject([{ text: expect.stringContaining("Ann") }]);
  });

  test("tells of no fault of the last good one at a place of the new text", () => {
    const lastGood = { language: "lua", code: 'flemma.opt.tools.auto_approve = { "$nobody", "raed" }\nflemma.opt.model = "gtp"\n' };
    const text = lua("x = = 1");
    expect(faults(text, run(text, { lastGood }))).toEqual(["frontmatter/syntax ="]);
  });

  test("without a last good one, what was written before the error counts", () => {
    const text = lua("flemma.opt.temperature = 1\nx = nil + 1\nflemma.opt.timeout = 5");
    expect(run(text).config.options).toEqual({ "parameters.temperature": 1 });
  });

  test("a refused write has no effect, and the script goes on: all faults show at once", () => {
    const text = lua('flemma.opt.temperature = 9\nflemma.opt.tools = { "raed" }\nflemma.opt.timeout = 5\nflemma.opt.nobody.at.all = 1');
    const result = run(text);
    expect(faults(text, result)).toEqual(["config/type 9", "config/unknown-tool raed", "config/unknown-key nobody"]);
    expect(result.config.options).toEqual({ "parameters.timeout": 5 });
  });

  test("a last good one of another language stays too", () => {
    const lastGood = { language: "yaml", code: "flemma: { temperature: 0.5 }\n" };
    expect(run('```json\n{"flemma": {"temperature": }}\n```\n', { lastGood }).config.temperature).toBe(0.5);
  });
});

describe("two documents", () => {
  test("never see each other's options", () => {
    const before = run(lua("")).config;
    run(lua('flemma.opt.tools = {}\nflemma.opt.model = "x"\nflemma.opt.tools.auto_approve:append("bash")'));
    expect(run(lua("")).config).toEqual(before);
  });
});

describe("options of a document", () => {
  test("can be set in the frontmatter only", () => {
    const text = lua("o = flemma.opt", "{% o.temperature = 1 %}");
    const result = run(text);
    expect(result.problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "template/runtime options can only be set in the frontmatter.",
    ]);
    expect(result.config.options).toEqual({});
  });

  test("are told with the layer that set them", () => {
    const result = run(lua("flemma.opt.temperature = 1"), {
      options: {
        below: [layer("user", { temperature: 0, timeout: 1, model: "a" }), layer("project", { timeout: 2, max_tokens: 5 })],
        above: [layer("command line", { model: "b" })],
      },
    });
    expect(result.config.settings).toEqual({
      "parameters.temperature": { value: 1, origin: "frontmatter" },
      "parameters.timeout": { value: 2, origin: "project" },
      "parameters.max_tokens": { value: 5, origin: "project" },
      model: { value: "b", origin: "command line" },
    });
    expect(result.config).toMatchObject({ model: "b", temperature: 1, maxTokens: 5 });
  });

  test.each(["nil", "null"])("are taken back by %s, whatever lower layers say", (nothing) => {
    const text =
      nothing === "nil"
        ? lua("flemma.opt.temperature = nil\nflemma.opt.tools = nil\nflemma.opt.openai = nil")
        : '```json\n{"flemma": {"temperature": null, "tools": null, "openai": null}}\n```\n';
    const below = layer("user", { temperature: 1, tools: ["bash"], openai: { reasoning: "low", timeout: 3 }, timeout: 4 });
    const { config } = run(text, on(below));
    expect(config).toMatchObject({ temperature: null, tools: builtInTools.map(({ name }) => name) });
    expect(config.options.tools).toBeNull();
    expect(config.settings["parameters.openai.reasoning"]).toBeUndefined();
    expect(config.settings["parameters.timeout"]).toEqual({ value: 4, origin: "user" });
  });

  test("are taken back alone where a list has options below it", () => {
    const below = layer("user", { tools: ["bash"], "tools.auto_approve": ["bash"] });
    const { config } = run(lua("flemma.opt.tools = nil"), on(below));
    expect(config.approval).toMatchObject({ bash: "approve", read: "require_approval" });
    expect(run(lua("flemma.opt.tools.auto_approve = nil"), on(below)).config.approval).toMatchObject({
      bash: "require_approval",
      read: "approve",
    });
    expect(run(lua("flemma.opt.tools.auto_approve = nil"), on(below)).config.tools).toEqual(["bash"]);
  });

  test("narrow the environment that Go templates see, and never widen it", () => {
    const of = (code: string, ...below: readonly Layer[]) => run(lua(code), on(...below)).config.settings["templating.go.env"]?.value;
    const user = layer("user", { "templating.go.env": ["HOME", "LANG"] });
    expect(of('flemma.opt.templating.go.env = { "LANG", "AWS_SECRET" }', user)).toEqual(["LANG"]);
    expect(of('flemma.opt.templating.go.env:append("AWS_SECRET")', user)).toEqual(["HOME", "LANG"]);
    expect(of('flemma.opt.templating.go.env = { "HOME" }')).toEqual([]);
    expect(of("", layer("project", { "templating.go.env": ["HOME"] }))).toEqual([]);
    expect(of("", layer("workspace", { "templating.go.env": ["HOME"] }), user)).toEqual(["HOME", "LANG"]);
  });

  test("use an endpoint of the settings, with its model and with parameters of its own", () => {
    const below = layer("user", { providers: { local: { base_url: "http://localhost:8080", model: "qwen" } } });
    const text = lua('flemma.opt.provider = "local"\nflemma.opt.parameters["local"].temperature = 0.1\nflemma.opt.temperature = 1');
    const result = run(text, on(below));
    expect(faults(text, result)).toEqual([]);
    expect(result.config).toMatchObject({ provider: "local", model: "qwen", temperature: 0.1 });
    expect(faults(text, run(text))).toEqual(["config/unknown-provider local", "config/unknown-key local"]);
  });
});

describe("decisions about tool uses", () => {
  const call = (tool: string, input: ToolCall["input"] = {}, context: ToolCall["context"] = {}): ToolCall => ({ tool, input, context });
  const decide = (code: string, calls: readonly ToolCall[], ...below: readonly Layer[]) =>
    run(lua(code), { calls, ...on(...below) }).decisions;

  test("a function is told the tool, its input and the context of every use", () => {
    const code = `flemma.opt.tools.auto_approve = function(tool_name, input, context)
  if tool_name == "bash" and input.command == "ls" and context.turns[1] == 7 then return true end
  if tool_name == "bash" and input.command then return "deny" end
  if tool_name == "write" then return false end
end`;
    const calls = [
      call("bash", { command: "ls" }, { turns: [7] }),
      call("bash", { command: "ls" }, { turns: [8] }),
      call("bash"),
      call("write"),
      call("read"),
      call("server:tool"),
    ];
    expect(decide(code, calls)).toEqual(["approve", "deny", "require_approval", "require_approval", "approve", "require_approval"]);
  });

  test.each([
    ["raises", "error('no')"],
    ["does something impossible", "return nil + 1"],
    ["never answers", "while true do end"],
    ["answers with another word", "return 'yes'"],
    ["answers with a number", "return 1"],
    ["answers with a table", "return {}"],
  ])("a function that %s leaves the use to a person", (_name, body) => {
    expect(decide(`flemma.opt.tools.auto_approve = function() ${body} end`, [call("read"), call("bash")])).toEqual([
      "require_approval",
      "require_approval",
    ]);
  });

  test("a list on top of a function decides alone; a function on top of a function asks it first", () => {
    const asks = "flemma.opt.tools.auto_approve = function(name) if name == 'bash' then return true end end";
    expect(decide(`${asks}\nflemma.opt.tools.auto_approve = { "ls" }`, [call("bash"), call("ls")])).toEqual([
      "require_approval",
      "approve",
    ]);
    expect(decide(`flemma.opt.tools.auto_approve = { "ls" }\n${asks}`, [call("bash"), call("ls"), call("read")])).toEqual([
      "approve",
      "approve",
      "approve",
    ]);
  });

  test("a function starts anew with every evaluation", () => {
    const code = "local asked = 0\nflemma.opt.tools.auto_approve = function() asked = asked + 1 return asked > 100 end";
    const once = decide(code, [call("bash")]);
    expect(decide(code, [call("bash")])).toEqual(once);
  });

  test("a function that changes its input changes nothing", () => {
    const input = { command: "ls" };
    decide("flemma.opt.tools.auto_approve = function(_, input) input.command = 'rm' return true end", [call("bash", input)]);
    expect(input).toEqual({ command: "ls" });
  });

  test("nothing is decided where no frontmatter ran", () => {
    expect(run(lua(""), { calls: [call("read")], syntaxOnly: true }).decisions).toEqual([]);
  });
});
