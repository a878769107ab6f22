import { describe, expect, test } from "vitest";
import { hover, hoverMarkdown, hoverPlainText, pendingHover } from "../../../server/src/features/hover.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";

/** What the hover at the cursor is about, and its plain text. */
function at(language: string, code: string): { about: string; plain: string; markdown: string } | undefined {
  const marked = `\`\`\`${language}\n${code}\n\`\`\`\n@You:\nhi\n`;
  const offset = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  const found = hover(evaluateText(text, surroundingsOf("/chats"), { probe: offset }), offset);
  if (found === undefined) return undefined;
  return { about: text.slice(found.span.start, found.span.end), plain: hoverPlainText(found), markdown: hoverMarkdown(found) };
}

describe("the same is told in every language", () => {
  test.each([
    ["lua", "flemma.opt.parameters = { tem‸perature = 0.3 }"],
    ["lua", "flemma.opt.parameters.tem‸perature = 0.3"],
    ["lua", "flemma.opt.parameters['tem‸perature'] = 0.3"],
    ["json", '{ "flemma": { "parameters": { "tem‸perature": 0.3 } } }'],
    ["yaml", "flemma:\n  parameters:\n    tem‸perature: 0.3"],
    ["yaml", "flemma: { parameters: { tem‸perature: 0.3 } }"],
  ])("%s: %s", (language, code) => {
    expect(at(language, code)).toMatchObject({
      about: "temperature",
      plain:
        "parameters.temperature\n\nHow freely the model chooses its words, from 0 to 2. Without it, the provider decides; many models take none while they think, and then it is left out.\n\n" +
        "Takes a number from 0 to 2.\n\nNow: `0.3`, set by the frontmatter.",
    });
  });
});

describe("a hover tells", () => {
  test.each<readonly [string, string, string, ...string[]]>([
    ["lua", "fle‸mma.opt.model = 'x'", "flemma", "The options of this document", "`provider`"],
    ["lua", "flemma.o‸pt.model = 'x'", "opt", "flemma.opt", "`tools`"],
    ["json", '{ "fl‸emma": {} }', "flemma", "The options of this document"],
    ["yaml", "fl‸emma:\n  model: x", "flemma", "The options of this document"],
    ["lua", "flemma.opt.para‸meters.timeout = 3", "parameters", "What a request says beside the conversation.", "`temperature`"],
    ["lua", "flemma.opt.parameters.timeout‸ = 3", "timeout", "parameters.timeout", "Default: `600`.", "Now: `3`"],
    ["lua", "flemma.opt.tempe‸rature = 1", "temperature", "`temperature` is short for `parameters.temperature`.", "Now: `1`"],
    ["lua", "flemma.opt.anthropic.ef‸fort = 'low'", "effort", "parameters.anthropic.effort", "`anthropic` is short for", 'Now: `"low"`'],
    [
      "lua",
      "flemma.opt.think‸ing = 'low'",
      "thinking",
      "parameters.thinking",
      "A plain value is that of `parameters.thinking.level`",
      'Now: `"low"`',
    ],
    ["lua", "local o = flemma.opt\no.mo‸del = 'x'", "model", "The model that answers"],
    ["lua", "x = flemma.opt.max_to‸kens", "max_tokens", 'Default: `"50%"`.', 'Now: `"50%"`, by default.'],
    ["lua", "flemma.opt.tools‸ = { 'ls' }", "tools", "The tools that the model may use.", 'Now: `["ls"]`', "`auto_approve`"],
    ["lua", "flemma.opt.tools:app‸end('ls')", "append", "append(items: string or list)", "at the end"],
    ["lua", "flemma.opt.templating.mod‸ules = {}", "modules", "A document cannot set it."],
    [
      "lua",
      'flemma.opt.model = "claude-‸sonnet-4-6"',
      "claude-sonnet-4-6",
      "A model of `anthropic`",
      "List price: $3 in, $15 out",
      "A value of `model`.",
    ],
    ["lua", 'flemma.opt.model = "my-‸own"', "my-own", "The catalogue does not know this model"],
    ["lua", 'flemma.opt.model = "$fa‸st"', "$fast", "Preset $fast"],
    ["lua", 'flemma.opt.provider = "open‸ai"', "openai", "A provider. Without a choice, `gpt-5.4` answers."],
    ["json", '{ "flemma": { "provider": "open‸ai", "model": "gpt-5" } }', "openai", "A provider."],
    ["json", '{ "flemma": { "provider": "openai", "model": "gp‸t-5" } }', "gpt-5", "A model of `openai`"],
    ["yaml", "flemma:\n  tools: [read, ba‸sh]", "bash", "Tool bash", "Runs a command"],
    ["yaml", "flemma:\n  tools:\n    - +ba‸sh", "+bash", "Tool bash"],
    ["lua", "flemma.opt.tools.auto_approve = { '$read‸only' }", "$readonly", "auto_approve: read, find, grep, ls"],
    ["lua", "x = flemma.opt.tools - 'wr‸ite'", "write", "Tool write"],
    ["lua", "flemma.opt.tools = { 'ra‸ed' }", "raed", "The tools that the model may use."],
    ["lua", "flemma.opt.thinking = 'l‸ow'", "low", "parameters.thinking", "one of minimal, low"],
    ["lua", "flemma.opt.temperature = 0‸.5", "0.5", "parameters.temperature"],
    ["yaml", "flemma:\n  thinking: fal‸se", "false", "parameters.thinking", "Now: `false`"],
  ])("%s: %s", (language, code, about, ...words) => {
    const found = at(language, code);
    expect(found?.about).toBe(about);
    for (const word of words) expect(found?.plain).toContain(word);
  });
});

describe("nothing is told of options", () => {
  test.each([
    ["lua", "x = 'flemma.opt.mo‸del'"],
    ["lua", "-- flemma.opt.mo‸del"],
    ["lua", "flemma.opt.mo‸dle = 1"],
    ["json", '{ "other": { "mo‸del": 1 } }'],
    ["yaml", "other:\n  mo‸del: 1"],
  ])("%s: %s", (language, code) => {
    expect(at(language, code)?.plain ?? "").not.toMatch(/Takes|Tool |The model that answers/);
  });

  test("a variable shows its own value where an option gets it", () => {
    expect(at("lua", "warmth = 1\nflemma.opt.temperature = war‸mth")?.plain).toContain("warmth (global): number");
  });

  test("a variable of data shows its value beside the options", () => {
    expect(at("json", '{ "flemma": {}, "mo‸del": "x" }')?.plain).toContain("model (variable)");
  });
});

test("what needs no evaluation is told while one is running", () => {
  const text = "```lua\nflemma.opt.model = 'x'\n```\n";
  const found = pendingHover(createSnapshot("file:///a.chat", 1, text), text.indexOf("model"));
  const plain = found && hoverPlainText(found);
  expect(plain).toContain("The model that answers");
  expect(plain).toContain("Evaluation is still running.");
  expect(plain).not.toContain("Now:");
});

test("Markdown keeps the code of its sentences, and escapes what a title could be read as", () => {
  const found = at("lua", "flemma.opt.max_to‸kens = 5");
  expect(found?.markdown).toContain("**parameters.max\\_tokens**");
  expect(found?.markdown).toContain('Default: `"50%"`.');
});
