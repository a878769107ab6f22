import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../server/src/base/diagnostic.js";
import { nodeOfData } from "../../server/src/config/config-node.js";
import type { Layer } from "../../server/src/config/operations.js";
import { createOptionWriter } from "../../server/src/config/option-writer.js";
import type { EvaluationResult } from "../../server/src/evaluation/types.js";
import { providerNames } from "../../server/src/providers/catalogue.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";
import { type Line, languages, written } from "./option-languages.js";
import { type OptionLine, optionLines } from "./option-lines.js";

/** What the user's settings say: a preset, an endpoint, the environment variables that templates may see. */
const settings: Layer = (() => {
  const writer = createOptionWriter({ origin: "user", by: "user", below: [], tools: [], providers: providerNames, source: "" });
  const node = nodeOfData({
    presets: { $fast: { provider: "openai", model: "gpt-5.4-mini", parameters: { temperature: 0.1 }, auto_approve: ["bash"] } },
    providers: { local: { base_url: "http://localhost", model: "m" } },
    templating: { go: { env: ["HOME", "LANG"] } },
  });
  writer.write({ path: [], action: "set", node });
  return writer.layer();
})();

function run(text: string): EvaluationResult {
  const { result } = evaluateText(text, surroundingsOf("/chats"), { options: { below: [settings], above: [] } });
  return result as EvaluationResult;
}

/** The marked text; a table, which every language writes in its own way, is `…`. */
function marked(text: string, { start, end }: Diagnostic["span"]): string {
  const mark = text.slice(start, end);
  return /^[[{]|: /.test(mark) ? "…" : mark;
}

/** A fix for the type of a text takes its quotes away, where the language needs them. */
function unquoted(written: string): string {
  return written.replace(/^"(.*)"$/, "$1");
}

/** All that a person sees of the options of a document, places by what stands there. */
function seen(text: string) {
  const { config, engine, decisions, problems, frontmatter } = run(text);
  const faults = problems.map(({ code, severity, blocks, span, message, suggestions, data }) => ({
    ...{ code, severity, blocks, message, suggestions, mark: marked(text, span) },
    fix: data?.kind === "replace" ? [unquoted(marked(text, data.span)), ...data.with] : data?.kind,
  }));
  return { config, engine, decisions, ok: frontmatter?.ok, faults };
}

describe.each(Object.entries(optionLines))("%s: the same in Lua, JSON and YAML", (_topic, lines) => {
  test.each(lines)("%s = %j", (...line: readonly unknown[]) => {
    const [path, value, options, ...faults] = line as OptionLine;
    const [lua, json, yaml] = languages.map((language) => seen(written(language, [[path, value]])));
    expect(lua?.config.options).toEqual(options);
    expect(lua?.faults.map(({ code, mark }) => `${code} ${mark}`)).toEqual(faults);
    expect(json).toEqual(lua);
    expect(yaml).toEqual(lua);
  });
});

test("there are enough lines, valid ones and invalid ones", () => {
  const lines = Object.values(optionLines).flat();
  expect(lines.filter(([, , , ...faults]) => faults.length === 0).length).toBeGreaterThan(40);
  expect(lines.filter(([, , , ...faults]) => faults.length > 0).length).toBeGreaterThan(40);
});

describe("several lines: the same in Lua, JSON and YAML", () => {
  const cases: readonly (readonly [string, readonly Line[], object])[] = [
    [
      "a provider and its model",
      [
        ["provider", "openai"],
        ["model", "gpt-5.4"],
      ],
      { provider: "openai", model: "gpt-5.4" },
    ],
    [
      "a model, and then its provider",
      [
        ["model", "gpt-5.4"],
        ["provider", "openai"],
      ],
      { provider: "openai", model: "gpt-5.4" },
    ],
    [
      "a preset, and a parameter that counts before it",
      [
        ["temperature", 1],
        ["model", "$fast"],
      ],
      { provider: "openai", model: "gpt-5.4-mini", temperature: 1 },
    ],
    [
      "a preset, and another provider after it",
      [
        ["model", "$fast"],
        ["provider", "vertex"],
      ],
      { provider: "vertex", model: "gpt-5.4-mini" },
    ],
    [
      "a provider of the settings, with a parameter of its own, and a list",
      [
        ["tools", ["!bash"]],
        ["parameters.local.thinking", "low"],
        ["provider", "local"],
      ],
      { provider: "local", model: "m", thinking: "low", tools: ["read", "edit", "write", "grep", "find", "ls"] },
    ],
    [
      "a fault leaves the lines around it alone",
      [
        ["temperature", 9],
        ["timeout", 5],
        ["nobody", 1],
        ["max_tokens", 7],
      ],
      { options: { "parameters.timeout": 5, "parameters.max_tokens": 7 }, maxTokens: 7 },
    ],
  ];

  test.each(cases)("%s", (_name, lines, summary) => {
    const [lua, json, yaml] = languages.map((language) => seen(written(language, lines)));
    expect(lua?.config).toMatchObject(summary);
    expect(json).toEqual(lua);
    expect(yaml).toEqual(lua);
  });
});

describe("what only data can tell apart", () => {
  test.each(["json", "yaml"] as const)("%s knows an empty list from an empty object, Lua takes {} for what is wanted", (language) => {
    const faultsOf = (...line: Line) => seen(written(language, [line])).faults.map(({ code }) => code);
    expect(faultsOf("parameters", [])).toEqual(["config/type"]);
    expect(faultsOf("parameters", {})).toEqual([]);
    expect(faultsOf("tools.auto_approve", {})).toEqual(["config/type"]);
    expect(seen(written(language, [["tools", {}]])).config.options).toEqual({});
    expect(seen(written("lua", [["parameters", []]])).faults).toEqual([]);
    expect(seen(written("lua", [["tools", {}]])).config.options).toEqual({ tools: [] });
  });

  test.each([
    '```json\n{"flemma": {"tools": ["bash"], "tools.auto_approve": ["bash"], "anthropic.thinking": "low"}}\n```\n',
    "```yaml\nflemma:\n  tools: bash\n  tools.auto_approve: [bash]\n  anthropic.thinking: low\n```\n",
    '```lua\nflemma.opt.tools = "bash"\nflemma.opt["tools.auto_approve"] = "bash"\nflemma.opt["anthropic.thinking"] = "low"\n```\n',
  ])("a dotted path is a key on top, so that a list stands beside its members", (text) => {
    const { config, faults } = seen(text);
    expect(faults).toEqual([]);
    expect(config.options).toEqual({
      tools: ["bash"],
      "tools.auto_approve": ["bash"],
      "parameters.anthropic.thinking": { level: "low", foreign: "preserve" },
    });
  });

  test("a dotted path is no key further down", () => {
    const { faults } = seen('```json\n{"flemma": {"parameters": {"thinking.level": "low"}}}\n```\n');
    expect(faults.map(({ code, mark }) => `${code} ${mark}`)).toEqual(["config/unknown-key thinking.level"]);
  });
});

test.each(['{"flemma": {"temperature": 9}, "x": 1}', '{"flemma": 3, "x": 1}'])(
  "data keeps its variables when an option is refused: %s",
  (code) => {
    const result = run(`\`\`\`json\n${code}\n\`\`\`\n@You:\n{{ x }}\n`);
    expect(result.frontmatter).toMatchObject({ ok: false, variables: { x: 1 } });
    expect(result.problems.map(({ code: name }) => name)).toEqual(["config/type"]);
  },
);
