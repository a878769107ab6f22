import { describe, expect, test } from "vitest";
import type { ConfigSummary } from "../../../server/src/evaluation/config-summary.js";
import { type Completion, completions } from "../../../server/src/features/completion.js";
import { renameTarget } from "../../../server/src/features/rename.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";
import { atCursor } from "../../support/cursor.js";

function at(marked: string, config?: ConfigSummary): readonly Completion[] {
  const { snapshot, offset } = atCursor(marked);
  return completions(snapshot, offset, { config });
}

function labels(marked: string, config?: ConfigSummary): string[] {
  return at(marked, config).map(({ label }) => label);
}

/** The text once the completion of that label was accepted. */
function accepted(marked: string, label: string): string {
  const { text } = atCursor(marked);
  const item = at(marked).find((one) => one.label === label);
  if (item === undefined) return `no ${label}`;
  return text.slice(0, item.span.start) + item.newText + text.slice(item.span.end);
}

type Row = readonly [code: string, accept: string, becomes: string, not?: readonly string[]];

/** Each row: code with the cursor, what is chosen, what the code is then, and what is not offered. */
function table(language: string, rows: readonly Row[]): void {
  for (const [code, accept, becomes, not = []] of rows) {
    test(`${language}: ${code} → ${accept}`, () => {
      const around = (middle: string) => `\`\`\`${language}\n${middle}\n\`\`\`\n@You:\nhi\n`;
      expect(accepted(around(code), accept)).toBe(around(becomes));
      const found = labels(around(code));
      for (const label of not) expect(found).not.toContain(label);
      expect(new Set(found).size).toBe(found.length);
    });
  }
}

describe("keys in Lua", () => {
  table("lua", [
    ["fle‸", "flemma", "flemma"],
    ["flemma.‸", "opt", "flemma.opt", ["provider", "string"]],
    ["flemma.opt.‸", "parameters", "flemma.opt.parameters", ["providers", "presets", "inlayHints", "string", "opt"]],
    ["flemma.opt.thi‸", "thinking", "flemma.opt.thinking"],
    ["flemma.opt.‸tools = {}", "tools", "flemma.opt.tools = {}"],
    ["flemma.opt.anthropic.‸", "thinking_budget", "flemma.opt.anthropic.thinking_budget", ["reasoning", "provider"]],
    ["flemma.opt.parameters.‸", "temperature", "flemma.opt.parameters.temperature", ["model", "thinking_budget"]],
    ["flemma.opt.parameters.anthropic.‸", "effort", "flemma.opt.parameters.anthropic.effort"],
    ["flemma.opt.parameters.openai.thinking.‸", "foreign", "flemma.opt.parameters.openai.thinking.foreign"],
    ["flemma.opt.thinking.‸", "level", "flemma.opt.thinking.level"],
    ["flemma.opt.tools.‸", "auto_approve", "flemma.opt.tools.auto_approve", ["append"]],
    ["flemma.opt.templating.‸", "engine", "flemma.opt.templating.engine", ["modules", "roots"]],
    ["flemma.opt.templating.go.‸", "git", "flemma.opt.templating.go.git", ["prompts"]],
    ["x = flemma.opt.‸", "model", "x = flemma.opt.model"],
    ["if flemma.opt.pro‸", "provider", "if flemma.opt.provider"],
    ['flemma.opt["‸"]', "model", 'flemma.opt["model"]'],
    ['flemma.opt["mo‸', "model", 'flemma.opt["model"'],
    ["flemma.opt['parameters'].‸", "timeout", "flemma.opt['parameters'].timeout"],
    ["local opt = flemma.opt\nopt.‸", "model", "local opt = flemma.opt\nopt.model"],
    ["flemma.opt.parameters = { th‸ }", "thinking", "flemma.opt.parameters = { thinking =  }", ["provider"]],
    [
      "flemma.opt.parameters = {\n  temperature = 1,\n  th‸\n}",
      "thinking",
      "flemma.opt.parameters = {\n  temperature = 1,\n  thinking = \n}",
    ],
    ["flemma.opt.parameters = { th‸ = 1 }", "thinking", "flemma.opt.parameters = { thinking = 1 }"],
    ["flemma.opt.parameters = { anthropic = { ‸", "effort", "flemma.opt.parameters = { anthropic = { effort = "],
    ['flemma.opt.parameters = { ["th‸"] = 1 }', "thinking", 'flemma.opt.parameters = { ["thinking"] = 1 }'],
    ["flemma.opt = { ‸ }", "model", "flemma.opt = { model =  }", ["providers"]],
    [
      "flemma.opt.tools = { auto_approve = function(t) return t end, ‸ }",
      "autopilot",
      "flemma.opt.tools = { auto_approve = function(t) return t end, autopilot =  }",
    ],
    ["flemma.opt.tools:‸", "append", "flemma.opt.tools:append", ["auto_approve", "upper"]],
    ["flemma.opt.tools.auto_approve:re‸", "remove", "flemma.opt.tools.auto_approve:remove"],
    ["flemma.opt.tools:append('ls'):‸", "prepend", "flemma.opt.tools:append('ls'):prepend"],
  ]);
});

describe("values in Lua", () => {
  table("lua", [
    ["flemma.opt.thinking = ‸", "high", 'flemma.opt.thinking = "high"', ["xhigh"]],
    ["flemma.opt.thinking = fa‸", "false", "flemma.opt.thinking = false"],
    ['flemma.opt.thinking = "‸"', "low", 'flemma.opt.thinking = "low"', ["false"]],
    ["flemma.opt.thinking = 'lo‸", "low", "flemma.opt.thinking = 'low'"],
    ["flemma.opt.provider = ‸", "openai", 'flemma.opt.provider = "openai"', ["gpt-5"]],
    ['flemma.opt.provider = "an‸"', "anthropic", 'flemma.opt.provider = "anthropic"'],
    ['flemma.opt.model = "clau‸"', "claude-sonnet-4-6", 'flemma.opt.model = "claude-sonnet-4-6"', ["gpt-5", "$readonly"]],
    ['flemma.opt.model = "claude-s‸onnet-4"', "claude-sonnet-4-6", 'flemma.opt.model = "claude-sonnet-4-6"'],
    ["flemma.opt.openai.reasoning = ‸", "xhigh", 'flemma.opt.openai.reasoning = "xhigh"'],
    ["flemma.opt.tools.autopilot = ‸", "false", "flemma.opt.tools.autopilot = false"],
    ["flemma.opt.max_tokens = ‸", "50%", 'flemma.opt.max_tokens = "50%"'],
    ["flemma.opt.timeout = ‸", "600", "flemma.opt.timeout = 600"],
    ["flemma.opt.templating.engine = '‸'", "prose", "flemma.opt.templating.engine = 'prose'"],
    ["flemma.opt.parameters = { cache_retention = ‸ }", "short", 'flemma.opt.parameters = { cache_retention = "short" }'],
    ["flemma.opt.parameters = { vertex = { location = '‸' } }", "global", "flemma.opt.parameters = { vertex = { location = 'global' } }"],
    ['if flemma.opt.provider == "‸" then end', "vertex", 'if flemma.opt.provider == "vertex" then end'],
    ["best = 1\nflemma.opt.temperature = be‸", "best", "best = 1\nflemma.opt.temperature = best"],
    ["flemma.opt.tools = { ‸ }", "bash", 'flemma.opt.tools = { "bash" }'],
    ['flemma.opt.tools = { "‸" }', "bash", 'flemma.opt.tools = { "bash" }', ["autopilot", "string"]],
    ['flemma.opt.tools = { "read", "+ba‸" }', "+bash", 'flemma.opt.tools = { "read", "+bash" }', ["bash", "+$readonly", "$readonly"]],
    ['flemma.opt.tools = { "!‸', "!write", 'flemma.opt.tools = { "!write"'],
    ['flemma.opt.tools.auto_approve = { "$st‸" }', "$standard", 'flemma.opt.tools.auto_approve = { "$standard" }'],
    ['flemma.opt.tools.auto_approve = "‸"', "$readonly", 'flemma.opt.tools.auto_approve = "$readonly"'],
    ['flemma.opt.tools = { auto_approve = { "^g‸" } }', "^grep", 'flemma.opt.tools = { auto_approve = { "^grep" } }'],
    ['flemma.opt.tools:append("‸")', "grep", 'flemma.opt.tools:append("grep")', ["+grep"]],
    ["flemma.opt.tools:remove(‸)", "grep", 'flemma.opt.tools:remove("grep")'],
    ['flemma.opt.tools:prepend "‸"', "grep", 'flemma.opt.tools:prepend "grep"'],
    ['flemma.opt.tools:append({ "ls", "‸" })', "grep", 'flemma.opt.tools:append({ "ls", "grep" })'],
    ['flemma.opt.tools = flemma.opt.tools + "‸"', "find", 'flemma.opt.tools = flemma.opt.tools + "find"'],
    ['x = flemma.opt.tools + "grep" - "wr‸" ^ "bash"', "write", 'x = flemma.opt.tools + "grep" - "write" ^ "bash"'],
    ['x = flemma.opt.tools + { "grep", "‸" }', "ls", 'x = flemma.opt.tools + { "grep", "ls" }'],
  ]);
});

describe("JSON", () => {
  table("json", [
    ["{ ‸ }", "flemma", '{ "flemma":  }'],
    ['{ "fl‸" }', "flemma", '{ "flemma" }'],
    ['{ "flemma": { ‸ } }', "model", '{ "flemma": { "model":  } }', ["providers", "presets", "flemma"]],
    ['{ "flemma": { pa‸', "parameters", '{ "flemma": { "parameters": '],
    ['{ "flemma": { "pa‸', "parameters", '{ "flemma": { "parameters": '],
    ['{ "flemma": { "pa‸, "model": "x" } }', "parameters", '{ "flemma": { "parameters": , "model": "x" } }'],
    ['{ "flemma": { "pa‸": {} } }', "parameters", '{ "flemma": { "parameters": {} } }'],
    [
      '{ "flemma": { "parameters": { "openai": { "‸" } } } }',
      "reasoning",
      '{ "flemma": { "parameters": { "openai": { "reasoning" } } } }',
      ["effort"],
    ],
    [
      '{ "flemma": { "parameters": { "timeout": 3, "‸" } } }',
      "temperature",
      '{ "flemma": { "parameters": { "timeout": 3, "temperature" } } }',
    ],
    [
      '{ "a": { "b": 1 }, "flemma": { "tools": { ‸ } } }',
      "auto_approve",
      '{ "a": { "b": 1 }, "flemma": { "tools": { "auto_approve":  } } }',
    ],
    ['{ "flemma": { "thinking": ‸ } }', "medium", '{ "flemma": { "thinking": "medium" } }'],
    ['{ "flemma": { "thinking": "m‸" } }', "medium", '{ "flemma": { "thinking": "medium" } }', ["false"]],
    ['{ "flemma": { "thinking": f‸ } }', "false", '{ "flemma": { "thinking": false } }'],
    ['{ "flemma": { "provider": "‸', "codex", '{ "flemma": { "provider": "codex"'],
    ['{ "flemma": { "tools": ["‸"] } }', "bash", '{ "flemma": { "tools": ["bash"] } }', ["auto_approve"]],
    ['{ "flemma": { "tools": ["read", ‸] } }', "ls", '{ "flemma": { "tools": ["read", "ls"] } }'],
    [
      '{ "flemma": { "tools": { "auto_approve": ["$standard", "!w‸"] } } }',
      "!write",
      '{ "flemma": { "tools": { "auto_approve": ["$standard", "!write"] } } }',
    ],
  ]);
});

describe("YAML", () => {
  table("yaml", [
    ["‸", "flemma", "flemma:"],
    ["fl‸", "flemma", "flemma:"],
    ["flemma:\n  ‸", "model", "flemma:\n  model: ", ["providers", "flemma"]],
    ["flemma:\n  pa‸", "parameters", "flemma:\n  parameters:"],
    ["flemma:\n  parameters:\n    th‸\n  model: x", "thinking", "flemma:\n  parameters:\n    thinking: \n  model: x"],
    [
      "flemma:\n  parameters:\n    temperature: 1\n    anthropic:\n      ‸",
      "effort",
      "flemma:\n  parameters:\n    temperature: 1\n    anthropic:\n      effort: ",
    ],
    ["flemma:\n  mod‸: x", "model", "flemma:\n  model: x"],
    ['flemma:\n  "mo‸', "model", 'flemma:\n  "model": '],
    ["flemma:\n  provider: ‸", "openai", "flemma:\n  provider: openai"],
    ["flemma:\n  provider: op‸ # who", "openai", "flemma:\n  provider: openai # who"],
    ['flemma:\n  provider: "op‸"', "openai", 'flemma:\n  provider: "openai"'],
    ["flemma:\n  provider:\n    op‸", "openai", "flemma:\n  provider:\n    openai"],
    ["flemma:\n  tools:\n    - ‸", "bash", "flemma:\n  tools:\n    - bash"],
    ["flemma:\n  tools:\n  - read\n  - ba‸", "bash", "flemma:\n  tools:\n  - read\n  - bash", ["auto_approve"]],
    [
      "flemma:\n  tools:\n    auto_approve:\n      - $standard\n      - +b‸",
      "+bash",
      "flemma:\n  tools:\n    auto_approve:\n      - $standard\n      - +bash",
    ],
    ["flemma:\n  tools:\n    - !ba‸", "!bash", 'flemma:\n  tools:\n    - "!bash"'],
    ["flemma:\n  tools: [read, ba‸]", "bash", "flemma:\n  tools: [read, bash]"],
    ["flemma: { parameters: { th‸ } }", "thinking", "flemma: { parameters: { thinking:  } }"],
    ["flemma: { parameters: { thinking: ‸", "low", "flemma: { parameters: { thinking: low"],
    ["flemma:\n  tools: [\n    read,\n    ‸\n  ]", "ls", "flemma:\n  tools: [\n    read,\n    ls\n  ]"],
    ["flemma:\n  thinking: fa‸", "false", "flemma:\n  thinking: false"],
  ]);
});

describe("no option is offered", () => {
  const lua = (code: string) => `\`\`\`lua\n${code}\n\`\`\`\n@You:\nhi\n`;
  const json = (code: string) => `\`\`\`json\n${code}\n\`\`\`\n@You:\nhi\n`;
  const yaml = (code: string) => `\`\`\`yaml\n${code}\n\`\`\`\n@You:\nhi\n`;

  test.each([
    ["in a comment", lua("-- flemma.opt.‸")],
    ["in a long comment", lua("--[[ flemma.opt.‸ ]]")],
    ["in a string of other code", lua('x = "flemma.opt.‸"')],
    ["in a string that is compared with something else", lua('if x == "‸" then end')],
    ["behind a member of something else", lua("x = {}\nx.opt.‸")],
    ["behind a local of that name", lua("local flemma = {}\nflemma.opt.‸")],
    ["behind another member of flemma", lua("flemma.options.‸")],
    ["behind an option that is no section", lua("flemma.opt.model.‸")],
    ["in a section that only settings have", lua("flemma.opt.providers.mine.‸")],
    ["as a value of an option that only settings have", lua('flemma.opt.templating.modules = { "‸" }')],
    ["as a value of a section", lua('flemma.opt.parameters = "‸"')],
    ["in an item of a section that is no list", lua('flemma.opt.parameters = { "‸" }')],
    ["as a method of what is no list", lua("flemma.opt.parameters:‸")],
    ["as an operand of an option that is no list", lua('x = flemma.opt.temperature + "‸"')],
    ["for an unknown section", lua("flemma.opt.paramters.‸")],
    ["in a table that a function gets", lua('f({ flemma.opt.model, "‸" })')],
    ["in a message", "@You:\n{{ flemma.opt.‸ }}\n"],
    ["in a text", "@You:\nflemma.opt.‸\n"],
    ["in a number", lua("flemma.opt.max_tokens = 12‸")],
    ["in another object of JSON", json('{ "other": { "‸" } }')],
    ["in a list of objects of JSON", json('{ "flemma": [{ "‸" }] }')],
    ["behind a value of JSON", json('{ "flemma": { "model": "x" ‸ } }')],
    ["in a comment of JSON", json('{ "flemma": { // ‸\n } }')],
    ["behind the quotes of a value of JSON", json('{ "flemma": { "thinking": "high"‸ } }')],
    ["behind the end of JSON", json('{ "flemma": {} } ‸')],
    ["in another mapping of YAML", yaml("other:\n  ‸")],
    ["in a comment of YAML", yaml("flemma:\n  # mo‸")],
    ["behind a scalar of YAML", yaml("flemma:\n  model: x\n    ‸")],
    ["in a text of YAML", yaml("text: |\n  flemma:\n    ‸")],
    ["in an object in a list of YAML", yaml("flemma:\n  - parameters:\n      ‸")],
    ...[`"high"‸`, `'high'‸`, `""‸`, `‸"high"`].flatMap((value) => [
      [`beside the quotes of a value of YAML: ${value}`, yaml(`flemma:\n  thinking: ${value}`)],
      [`beside the quotes of a key of YAML: ${value}`, yaml(`flemma:\n  ${value}: 1`)],
      [`beside the quotes of an item of YAML: ${value}`, yaml(`flemma:\n  tools:\n    - ${value}`)],
    ]),
    ["in front of the colon's blank", yaml("flemma:\n  provider:‸")],
    ["in a language that does not exist", "```toml\nflemma.‸\n```\n@You:\nhi\n"],
  ])("%s", (_, marked) => {
    expect(labels(marked)).toEqual([]);
  });
});

test("the frontmatter may lack its end", () => {
  expect(labels("```lua\nflemma.opt.‸")).toContain("model");
  expect(labels('```json\n{ "flemma": { "‸')).toContain("model");
  expect(labels("```yaml\nflemma:\n  ‸")).toContain("model");
});

test("models are those of the provider that was chosen, and what settings define is offered as well", () => {
  const { result } = evaluateText('```lua\nflemma.opt.provider = "openai"\n```\n@You:\nhi\n', surroundingsOf("/chats"));
  const found = labels('```lua\nflemma.opt.provider = "openai"\nflemma.opt.model = "‸"\n```\n@You:\n', result?.config);
  expect(found).toContain("gpt-5");
  expect(found).not.toContain("claude-sonnet-4-6");
});

test("presets are offered where they choose something", () => {
  const { result } = evaluateText("@You:\nhi\n", surroundingsOf("/chats"));
  const models = labels("```lua\nflemma.opt.model = '‸'\n```\n@You:\n", result?.config);
  expect(models).toEqual(expect.arrayContaining(["$fast", "$noapprove"]));
  expect(models).not.toContain("$standard");
  const approved = labels("```lua\nflemma.opt.tools.auto_approve = { '‸' }\n```\n@You:\n", result?.config);
  expect(approved).toEqual(expect.arrayContaining(["$fast", "$standard", "$readonly"]));
  expect(approved).not.toContain("$noapprove");
});

test("flemma is no variable of the messages, and no name to be changed", () => {
  for (const head of ["```lua\nflemma.opt.model = 'x'\n```\n", '```json\n{ "flemma": {} }\n```\n']) {
    expect(labels(`${head}@You:\n{{ ‸ }}\n`)).not.toContain("flemma");
    const { snapshot, offset } = atCursor(head.replace("flem", "flem‸"));
    expect(renameTarget(snapshot, offset)?.ok).toBe(false);
  }
});

test("code that nests too deeply for any option offers none", () => {
  expect(labels(`\`\`\`lua\nflemma.opt.parameters = ${"{ a = ".repeat(20_000)}"‸"\n\`\`\`\n`)).toEqual([]);
  expect(labels(`\`\`\`json\n{ "flemma": ${'{ "a": '.repeat(20_000)}"‸"\n\`\`\`\n`)).toEqual([]);
  expect(labels(`\`\`\`lua\nflemma.opt${".a".repeat(20_000)}.‸\n\`\`\`\n`)).toEqual([]);
});

test("an item says what it is", () => {
  const find = (marked: string, label: string) => at(marked).find((item) => item.label === label);
  expect(find("```lua\nflemma.opt.‸\n```\n", "temperature")).toMatchObject({
    kind: "property",
    detail: "parameters.temperature: a number from 0 to 2",
    doc: expect.stringContaining("How freely"),
  });
  expect(find("```lua\nflemma.opt.‸\n```\n", "parameters")).toMatchObject({ kind: "module", detail: "section" });
  expect(find("```lua\nflemma.opt.tools = { '‸' }\n```\n", "bash")).toMatchObject({
    kind: "constant",
    detail: "tool",
    doc: expect.stringContaining("Runs a command"),
  });
  expect(find("```lua\nflemma.opt.model = '‸'\n```\n", "claude-sonnet-4-6")?.detail).toMatch(/^reads [\d,]+ tokens, writes [\d,]+ tokens$/);
});
