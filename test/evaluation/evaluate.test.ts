import { describe, expect, test } from "vitest";
import { type FileAnswers, noAnswers } from "../../server/src/base/file-answers.js";
import { evaluate, startEvaluation } from "../../server/src/evaluation/evaluate.js";
import type { EvaluationRequest, EvaluationResult } from "../../server/src/evaluation/types.js";
import { passiveLimits } from "../../server/src/lua/budget.js";
import { surroundingsOf } from "../conformance/harness.js";

const request = (text: string, more: Partial<EvaluationRequest> = {}): EvaluationRequest => ({
  text,
  surroundings: surroundingsOf("/chats"),
  limits: { ...passiveLimits, timeMs: 2000 },
  files: noAnswers,
  ...more,
});

const run = (text: string, more: Partial<EvaluationRequest> = {}): EvaluationResult => evaluate(request(text, more));

/** The rendered text of every message; undefined where nothing is evaluated, "!" where the template failed. */
function texts({ messages }: EvaluationResult): (string | undefined)[] {
  return messages.map(
    (output) => output && (output.failed ? "!" : output.pieces.map((piece) => (piece.kind === "text" ? piece.text : "#")).join("")),
  );
}

const codesOf = ({ problems }: EvaluationResult): string[] => problems.map(({ code }) => code);
const facts = (...readable: readonly string[]): FileAnswers => ({
  ...noAnswers,
  facts: new Map(readable.map((path) => [path, { readable: true, isFolder: false }])),
});

describe("an evaluation", () => {
  test("is a pure function of its request", () => {
    const text =
      "```lua\nx = { math.random(), os.time(), os.clock(), os.date('%H:%M') }\n```\n@You:\n{{ x }}{{ math.random(1e9) }}{{ tostring(x) }}\n";
    expect(run(text)).toEqual(run(text));
    const other = { ...surroundingsOf("/chats"), seed: 2 };
    expect(texts(run("@You:\n{{ math.random() }}\n", { surroundings: other }))).not.toEqual(texts(run("@You:\n{{ math.random() }}\n")));
  });

  test("goes message by message", () => {
    const evaluation = startEvaluation(request("@You:\n{{ 1 }}\n@Assistant:\nx\n@You:\n{{ 2 }}\n"));
    expect(texts(evaluation.result())).toEqual([undefined, undefined, undefined]);
    expect(evaluation.step()).toBe(true);
    expect(texts(evaluation.result())).toEqual(["1", undefined, undefined]);
    expect([evaluation.step(), evaluation.step(), evaluation.step()]).toEqual([true, true, false]);
    expect(texts(evaluation.result())).toEqual(["1", undefined, "2"]);
  });

  test("knows nothing of the process it runs in", () => {
    const { HOME } = process.env;
    expect(texts(run("@You:\n{{ vim.fn.getcwd() }} {{ __filename }} {{ __dirname }} {{ vim.fs.normalize('~') }}\n"))).toEqual([
      "/chats /chats/input.chat /chats /chats/home",
    ]);
    expect(JSON.stringify(run("@You:\n{{ os.getenv and os.getenv('HOME') or 'none' }}\n"))).not.toContain(`${HOME}"`);
  });

  test("reports variables only when they are wanted", () => {
    const text = "```lua\na = 1\nf = print\nt = { x = { true } }\nlocal l = 2\nn = nil\n```\n";
    const body = { start: 7, end: text.length - 4 };
    expect(run(text).frontmatter).toEqual({ language: "lua", ok: true, body, variables: {} });
    expect(run(text, { wantVariables: true }).frontmatter?.variables).toEqual({ a: 1, f: "$function", t: { x: [true] }, n: null });
  });
});

describe("frontmatter that fails", () => {
  const broken = "```lua\ngood = 2\nname = nil + 1\n```\n@You:\n{{ name }} {{ good }}\n";

  test("defines nothing, and undefined variables are not reported, though their raw text stays", () => {
    const result = run(broken);
    expect(result.frontmatter?.ok).toBe(false);
    expect(texts(result)).toEqual(["{{ name }} {{ good }}"]);
    expect(codesOf(result)).toEqual(["frontmatter/runtime"]);
  });

  test("leaves other faults of expressions visible", () => {
    expect(codesOf(run(`${broken}{{ 1 + nil }}{{ 1 + }}\n`))).toEqual(["frontmatter/runtime", "expression/syntax", "expression/runtime"]);
  });

  test("is replaced by the last good one", () => {
    const result = run(`${broken}{{ nobody }}\n`, { lastGood: { language: "lua", code: "name = 'Ann'\ngood = 1\nsymbols = 3\n" } });
    expect(texts(result)).toEqual(["Ann 1\n{{ nobody }}"]);
    expect(codesOf(result)).toEqual(["frontmatter/runtime", "expression/undefined-variable"]);
  });

  test("is replaced by the last good one of another language", () => {
    expect(texts(run(broken, { lastGood: { language: "json", code: '{ "name": "Ann", "good": [1] }' } }))).toEqual(["Ann [1]"]);
  });

  test("is not replaced by one that no longer runs", () => {
    const result = run(broken, { lastGood: { language: "lua", code: "name = " } });
    expect(texts(result)).toEqual(["{{ name }} {{ good }}"]);
    expect(codesOf(result)).toEqual(["frontmatter/runtime"]);
  });

  test("does not keep what it assigned before the fault from the messages of the last good one", () => {
    expect(texts(run(broken, { lastGood: { language: "lua", code: "name = 'Ann'" } }))).toEqual(["Ann {{ good }}"]);
  });

  test.each([
    ["```toml\nx\n```\n", "frontmatter/unknown-language"],
    ["```json\n[]\n```\n", "frontmatter/not-a-table"],
    ["```json\n{\n```\n", "frontmatter/syntax"],
    ["```lua\nif\n```\n", "frontmatter/syntax"],
    ["```lua\nwhile true do end\n```\n", "limit/time"],
    ["```lua\nx = ('x'):rep(1e9)\n```\n", "limit/memory"],
    ["```lua\nlocal function f() return 1 + f() end f()\n```\n", "limit/depth"],
  ])("says how: %j", (text, code) => {
    const { problems, frontmatter } = run(text, { limits: { ...passiveLimits, timeMs: 50, steps: 1e9 } });
    expect(problems.map((problem) => [problem.code, problem.blocks])).toEqual([[code, true]]);
    expect(frontmatter?.ok).toBe(false);
  });
});

describe("names that are reserved", () => {
  test("may be assigned in Lua without effect, and with a warning at each", () => {
    const text =
      "```lua\nsymbols = 1\nname = 'Ann'\n__filename, flemma = 2, 3\ninclude = nil\n```\n@You:\n{{ type(symbols) }} {{ __filename }} {{ name }}\n";
    const result = run(text);
    expect(texts(result)).toEqual(["table /chats/input.chat Ann"]);
    expect(result.problems.map(({ code, span }) => [code, text.slice(span.start, span.end)]).sort()).toEqual([
      ["frontmatter/reserved-name", "__filename"],
      ["frontmatter/reserved-name", "flemma"],
      ["frontmatter/reserved-name", "include"],
      ["frontmatter/reserved-name", "symbols"],
    ]);
  });

  test("may be keys of JSON without effect; flemma is the place of options", () => {
    const text = '```json\n{ "symbols": 1, "flemma": {}, "name": "Ann", "__dirname": "x" }\n```\n@You:\n{{ __dirname }} {{ name }}\n';
    const result = run(text);
    expect(texts(result)).toEqual(["/chats Ann"]);
    expect(result.problems.map(({ span }) => text.slice(span.start, span.end))).toEqual(["symbols", "__dirname"]);
  });
});

describe("facts about files", () => {
  const text = "@You:\n{% if vim.fn.filereadable('a') == 1 then %}{{ vim.fn.filereadable('/b') }}{% end %}\n";

  test("are asked for by absolute path, as far as they are known to matter", () => {
    expect(run(text).asks.facts).toEqual(["/chats/a"]);
    expect(run(text, { files: facts("/chats/a") }).asks.facts).toEqual(["/b"]);
    const done = run(text, { files: facts("/chats/a", "/b") });
    expect(done.asks.facts).toEqual([]);
    expect(texts(done)).toEqual(["1"]);
  });

  test("are asked for a thousand times at most, and never by a path that no system has", () => {
    const many = "@You:\n{% for i = 1, 1e6 do vim.fn.filereadable('/' .. i) end %}\n";
    expect(run(many)).toMatchObject({ asks: { facts: { length: 1000 } }, problems: [{ code: "limit/steps" }] });
    const known = new Map(Array.from({ length: 1000 }, (_, index) => [`/${index + 1}`, { readable: false, isFolder: false }]));
    expect(run(many, { files: { ...noAnswers, facts: known } })).toMatchObject({
      asks: { facts: [] },
      problems: [{ code: "limit/steps" }],
    });
    expect(run("@You:\n{{ vim.fn.filereadable(('x'):rep(5000)) }}\n").asks.facts).toEqual([]);
  });

  test("are asked for by frontmatter too", () => {
    expect(run("```lua\nx = vim.fn.filereadable('~/n')\n```\n").asks.facts).toEqual(["/chats/home/n"]);
  });
});

describe("a clock that ends the evaluation", () => {
  const loop = "local n = 0 for i = 1, 1e5 do n = n + 1 end";

  test.each([
    ["code", `@You:\n{% ${loop} %}\n`],
    ["pcall", `@You:\n{% pcall(function() ${loop} end) %}\n`],
    ["an expression", `@You:\n{{ (function() ${loop} end)() }}\n`],
    ["the frontmatter", `\`\`\`lua\n${loop}\n\`\`\`\n@You:\nx\n`],
  ])("is heard in %s, and nothing is reported", (_, text) => {
    const unwanted = new Error("unwanted");
    let looks = 0;
    const clock = (): number => {
      if (++looks > 8) throw unwanted;
      return 0;
    };
    const all = (): EvaluationResult => {
      const started = startEvaluation(request(text), clock);
      while (started.step());
      return started.result();
    };
    expect(all).toThrow(unwanted);
  });
});

describe("a probe", () => {
  const probe = (marked: string) => {
    const offset = marked.indexOf("‸");
    const text = marked.replace("‸", "");
    const { probe: found } = run(text, { probe: offset });
    if (found === undefined) return undefined;
    const { span, setAt, ...rest } = found;
    return { at: text.slice(span.start, span.end), ...rest, ...(setAt && { set: text.slice(setAt.start, setAt.end) }) };
  };

  test.each([
    [
      "```lua\nname = 'Ann'\n```\n@You:\n{{ na‸me }}\n",
      { at: "name", name: "name", kind: "global", type: "string", display: '"Ann"', count: 1, set: "name" },
    ],
    ["@You:\n{% for i = 1, 3 do %}{{ ‸i }}{% end %}\n", { at: "i", name: "i", kind: "local", type: "number", display: "3", count: 3 }],
    ["@You:\n{{ string.up‸per('x') }}\n", { at: "upper", name: "upper", kind: "member", type: "function", display: "function", count: 1 }],
    ["@You:\n{{ 'a' .. ‸1 }}\n", undefined],
    ["@You:\nte‸xt {{ x }}\n", undefined],
    ["@You:\n{% if false then %}{{ ‸x }}{% end %}\n", undefined],
  ])("%j", (marked, expected) => {
    const found = probe(marked);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(expected);
  });

  test("has with it what its own message renders to, and not what all others do", () => {
    const text = "@You:\na{{ 1 }}\n@Assistant:\nb\n@You:\nc{{ 2 }}\n@You:\n{% nobody() %}\n";
    const { messages, problems } = run(text, { probe: text.indexOf("2") });
    expect(messages.map((message) => message && [message.failed, message.pieces.length > 0])).toEqual([
      [false, false],
      undefined,
      [false, true],
      [true, false],
    ]);
    expect(problems).toHaveLength(1);
  });
});

describe("an option that JSON has twice", () => {
  const faults = (json: string) => {
    const text = `\`\`\`json\n${json}\n\`\`\`\n@You:\nx\n`;
    const { problems, config } = run(text);
    return {
      options: config.options,
      faults: problems.map(
        ({ code, span, blocks }) => `${code} ${text.slice(0, span.start).length - 8} ${text.slice(span.start, span.end)} ${blocks}`,
      ),
    };
  };

  test("is a warning at the first, and the last one counts", () => {
    expect(faults('{ "flemma": { "timeout": 5, "timeout": 6 } }')).toEqual({
      options: { "parameters.timeout": 6 },
      faults: ["config/duplicate-key 15 timeout false"],
    });
    expect(faults('{ "flemma": { "timeout": 5 }, "flemma": {} }')).toEqual({
      options: {},
      faults: ["config/duplicate-key 3 flemma false"],
    });
    expect(faults('{ "flemma": { "tools": ["ls"], "tools": {}, "tools": {} } }').faults).toEqual([
      "config/duplicate-key 15 tools false",
      "config/duplicate-key 32 tools false",
    ]);
  });

  test("is nothing to tell of variables", () => {
    expect(faults('{ "a": 1, "a": 2 }').faults).toEqual([]);
  });

  test("in objects of different options is two names", () => {
    expect(faults('{ "flemma": { "openai": { "timeout": 5 }, "anthropic": { "timeout": 6 } }, "timeout": 1 }').faults).toEqual([]);
  });
});
