import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../server/src/base/diagnostic.js";
import { engineChoice } from "../../server/src/engines/engine-choice.js";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

/**
 * Expects what the frontmatter chooses without being run. `code` marks the literal that counts and every fault:
 * `⟦go: "go"⟧`, `⟦not-literal: x⟧`.
 */
function check(language: string, code: string): void {
  const { text, marks } = unmarked(`\`\`\`${language}\n${code}\n\`\`\`\n@You:\nHello\n`);
  const { engine, span, problems } = engineChoice(parseDocument(text));
  const found = problems.map(({ code: name, span: at }) => ({ label: name.replace("engine/", ""), ...at }));
  const choice = span && { label: engine ?? "unknown", ...span };
  const byPlace = [...found, ...(choice ? [choice] : [])].sort((a, b) => a.start - b.start);
  expect(byPlace).toEqual(marks);
}

function unmarked(marked: string): { text: string; marks: { label: string; start: number; end: number }[] } {
  const marks: { label: string; start: number; end: number }[] = [];
  let text = "";
  for (const piece of marked.split(/(⟦[a-z-]+: [^⟧]*⟧)/)) {
    const [, label, content = piece] = /^⟦([a-z-]+): ([^⟧]*)⟧$/.exec(piece) ?? [];
    if (label !== undefined) marks.push({ label, start: text.length, end: text.length + content.length });
    text += content;
  }
  return { text, marks };
}

describe("the template language is read off Lua", () => {
  test.each([
    ["an assignment", 'flemma.opt.templating.engine = "⟦go: go⟧"'],
    ["in brackets", `flemma["opt"]['templating'].engine = '⟦prose: prose⟧'`],
    ["as a dotted path", 'flemma.opt["templating.engine"] = "⟦go: go⟧"'],
    ["in a long string", "flemma.opt.templating.engine = [[⟦go: go⟧]]"],
    ["with other letters in an escape", 'flemma.opt.templating.engine = "⟦go: g\\111⟧"'],
    ["as a member of a table", 'flemma.opt.templating = { go = { git = true }, engine = "⟦go: go⟧" }'],
    ["as a member of all options", 'flemma.opt = { thinking = "low", templating = { engine = "⟦go: go⟧" } }'],
    ["as a dotted member of all options", 'flemma.opt = { ["templating.engine"] = "⟦go: go⟧" }'],
    ["as a member in brackets", 'flemma.opt.templating = { ["engine"] = "⟦go: go⟧" }'],
    ["as one of several values", 'x, flemma.opt.templating.engine = 1, "⟦lua: lua⟧"'],
    ["several times: the last one counts", 'flemma.opt.templating.engine = "go"\nflemma.opt.templating = { engine = "⟦lua: lua⟧" }'],
    ["twice in a table: the last one counts", 'flemma.opt.templating = { engine = "go", engine = "⟦lua: lua⟧" }'],
    ["taken back by nil", 'flemma.opt.templating.engine = "go"\nflemma.opt.templating.engine = nil'],
    ["a language that nobody knows", 'flemma.opt.templating.engine = "⟦unknown: golang⟧"'],
    ["beside other options", 'flemma.opt.templating.engine = "⟦go: go⟧"\nflemma.opt.templating.go = { git = true }'],
    ["in code that is broken elsewhere", 'flemma.opt.templating.engine = "⟦go: go⟧"\nx = = 1'],
    ["not at all", 'flemma.opt.templating.go.git = true\nengine = "go"\nflemma.opt.engine = "go"'],
    ["not in a comment or a string", '-- flemma.opt.templating.engine = "go"\nx = [[flemma.opt.templating.engine = "go"]]'],
    ["not where it is only read", 'x = flemma.opt.templating.engine == "go"'],
    ["not of a local of that name", 'local flemma = { opt = { templating = {} } }\nflemma.opt.templating.engine = "go"'],
    ["not of a parameter of that name", 'function f(flemma) flemma.opt.templating.engine = "go" end'],
    ["not of another table", 'other.flemma.opt.templating.engine = "go"\nflemma.templating.engine = "go"'],
    ["the global outside of the block of a local", 'do local flemma = {} end\nflemma.opt.templating.engine = "⟦go: go⟧"'],
  ])("%s", (_name, code) => check("lua", code));
});

describe("what only running Lua would tell is a fault", () => {
  test.each([
    ["a variable", 'local e = "go"\nflemma.opt.templating.engine = ⟦not-literal: e⟧'],
    ["a concatenation", 'flemma.opt.templating.engine = ⟦not-literal: "g" .. "o"⟧'],
    ["a call", "flemma.opt.templating.engine = ⟦not-literal: choose()⟧"],
    ["a choice", 'flemma.opt.templating.engine = ⟦not-literal: x and "go" or "lua"⟧'],
    ["a number", "flemma.opt.templating.engine = ⟦not-literal: 3⟧"],
    ["a value that a call gives beside another", "x, ⟦not-literal: flemma.opt.templating.engine⟧ = f()"],
    ["a computed member", "flemma.opt.templating = { engine = ⟦not-literal: e⟧ }"],
    ["under a condition", 'if x then flemma.opt.templating.engine = "⟦not-literal: go⟧" end'],
    ["in a block", 'do flemma.opt.templating.engine = "⟦not-literal: go⟧" end'],
    ["in a loop", 'for _, e in ipairs({ "go" }) do flemma.opt.templating.engine = ⟦not-literal: e⟧ end'],
    ["in a function", 'local function f() flemma.opt.templating = { engine = "⟦not-literal: go⟧" } end'],
    ["in a function that is an argument", 'pcall(function() flemma.opt.templating.engine = "⟦not-literal: go⟧" end)'],
    ["beside a literal", 'flemma.opt.templating.engine = "⟦go: go⟧"\nif x then flemma.opt.templating.engine = "⟦not-literal: lua⟧" end'],
  ])("%s", (_name, code) => check("lua", code));
});

describe("the template language is read off data", () => {
  test.each([
    ["json", '{"flemma": {"templating": {"engine": "⟦go: go⟧"}}}'],
    ["JSON", '{"x": 1, "flemma": {"model": "m", "templating": {"go": {}, "engine": "⟦prose: prose⟧"}}}'],
    ["json", '{"flemma": {"templating": {"\\u0065ngine": "⟦go: \\u0067o⟧"}}}'],
    ["json", '{"flemma": {"templating.engine": "⟦go: go⟧"}}'],
    ["json", '{"flemma": {"templating": {"engine": "go"}, "templating": {"engine": "⟦lua: lua⟧"}}}'],
    ["json", '{"flemma": {"templating": {"engine": "⟦unknown: golang⟧"}}}'],
    ["json", '{"flemma": {"templating": {"engine": null}}}'],
    ["json", '{"flemma": {"templating": {"engine": ["go"]}}}'],
    ["json", '{"flemma": {"templating": "go"}}'],
    ["json", '{"flemma": "go", "templating": {"engine": "go"}, "engine": "go"}'],
    ["json", '{"opt": {"templating": {"engine": "go"}}}'],
    ["json", '[{"flemma": {"templating": {"engine": "go"}}}]'],
    ["json", "{"],
    ["yaml", "flemma:\n  templating:\n    engine: ⟦go: go⟧"],
    ["yml", 'flemma: { templating: { engine: "⟦go: go⟧" } }'],
    ["yaml", "flemma:\n  templating.engine: '⟦go: go⟧'"],
    ["yaml", 'flemma:\n  templating:\n    "\\x65ngine": ⟦go: go⟧'],
    ["yaml", "flemma:\n  templating:\n    engine:"],
    ["yaml", "engine: go"],
    ["toml", 'flemma.opt.templating.engine = "go"'],
  ])("%s: %s", (language, code) => check(language, code));

  test("without frontmatter there is no choice", () => {
    expect(engineChoice(parseDocument('@You:\nflemma.opt.templating.engine = "go"\n'))).toEqual({
      engine: undefined,
      span: undefined,
      problems: [],
    });
  });
});

describe("an evaluation finds the choices that only happen", () => {
  function run(code: string) {
    const text = `\`\`\`lua\n${code}\n\`\`\`\n@You:\n{{ 1 }}\n`;
    const result = evaluateText(text, surroundingsOf("/chats")).result;
    const marked = ({ code: name, span }: Diagnostic) => `${name} ${text.slice(span.start, span.end)}`;
    return { engine: result?.engine, faults: result?.problems.map(marked) };
  }

  test.each([
    ['local o = flemma.opt\no.templating.engine = "go"', "go"],
    ['local t = flemma.opt.templating\nt.engine = "prose"', "prose"],
    ['local key = "engine"\nflemma.opt.templating[key] = "go"', "go"],
    ['local t = { engine = "go" }\nflemma.opt.templating = t', "t"],
    ['flemma.opt.templating.engine = "lua"\nlocal o = flemma.opt\no.templating.engine = "go"', "go"],
  ])("%s", (code, mark) => {
    expect(run(code)).toEqual({ engine: "lua", faults: [`engine/not-literal ${mark}`] });
  });

  test.each([
    'local o = flemma.opt\no.templating.engine = "lua"\nflemma.opt.templating.engine = "lua"',
    'flemma.opt.templating.engine = "go"\nflemma.opt.templating.engine = nil',
    'flemma.opt.templating.engine = "go"\nflemma.opt.templating = nil\nflemma.opt.templating.engine = "lua"',
    "local x = flemma.opt.templating.engine",
  ])("%s: no fault, for what runs is what is written", (code) => {
    expect(run(code)).toEqual({ engine: "lua", faults: [] });
  });

  test("the fault is told once, where the text shows it already", () => {
    expect(run('if true then flemma.opt.templating.engine = "go" end').faults).toEqual(["engine/not-literal go"]);
  });

  test("a language that does not exist is the fault of its value alone", () => {
    expect(run('flemma.opt.templating.engine = "golang"')).toEqual({ engine: "lua", faults: ["config/type golang"] });
  });

  test("no message of another language is taken for Lua", () => {
    expect(run('flemma.opt.templating.engine = "prose"')).toEqual({ engine: "prose", faults: ["prose/unknown-name 1"] });
  });

  test("while the frontmatter is broken, the language of the last good one stays", () => {
    const lastGood = { language: "lua", code: 'flemma.opt.templating.engine = "go"\n' };
    const text = "```lua\nx = = 1\n```\n@You:\n{{ .Name }}\n";
    expect(evaluateText(text, surroundingsOf("/chats"), { lastGood }).result).toMatchObject({ engine: "go" });
    expect(evaluateText(text, surroundingsOf("/chats")).result).toMatchObject({ engine: "lua" });
  });
});
