import { describe, expect, test } from "vitest";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { passiveLimits } from "../../../server/src/lua/budget.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";
import { check } from "../../conformance/own/check.js";
import { readMarks } from "../../conformance/own/marked.js";

describe("a fault is marked at its exact token", () => {
  test.each([
    "@You:\n{{ string.upper(⟦expression/undefined-variable: mane⟧) }}\n",
    "@You:\n{{ ⟦expression/runtime~: (nil).x⟧ }}\n",
    "@You:\n{% local t = {} %}{{ ⟦expression/runtime~: t.a.b⟧ }}\n",
    "@You:\n{% ⟦template/runtime~: error('x')⟧ %}\n",
    "@You:\n{% x = 1 ⟦template/syntax: =⟧ 2 %}\n",
    "@You:\n{% if ⟦template/undefined-variable: nope⟧ then %}a{% end %}\n",
    "```lua\nx = ⟦frontmatter/runtime~: nope⟧\n```\n",
    "```lua\nx = 1\ny = ⟦frontmatter/runtime~: x + nil⟧\n```\n",
    "```lua\nif x ⟦frontmatter/syntax: y⟧ then end\n```\n",
    "@You:\n😀é {{ ⟦expression/undefined-variable: mane⟧ }}\n",
    "\ufeff@You:\r\n\r\n{{ ⟦expression/undefined-variable: mane⟧ }}\r\n",
  ])("%j", (text) => check({ text }));
});

describe("a fault in a function defined elsewhere", () => {
  const where = (marked: string): { at: string[]; related: string[][] } => {
    const { text } = readMarks(marked);
    const all = diagnostics(evaluateText(text, surroundingsOf("/chats")));
    const cut = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    return { at: all.map(({ span }) => cut(span)), related: all.map(({ related = [] }) => related.map(({ span }) => cut(span))) };
  };

  test("is marked at the call in the tag, its own place related", () => {
    expect(where("```lua\nfunction f(x)\n  return x.a.b\nend\n```\n@You:\n{{ 'r: ' .. f({}) }}\n")).toEqual({
      at: ["f({})"],
      related: [["x.a"]],
    });
  });

  test("in the same message is marked at the call, too", () => {
    const found = where("@You:\n{% local function f() return nil + 1 end %}\n{{ f() }}\n");
    expect(found.at).toEqual(["f()"]);
    expect(found.related[0]?.[0]).toMatch(/nil/);
  });

  test("called through others is marked at the outermost call", () => {
    expect(where("```lua\nfunction g() error('deep') end\nfunction f() g() end\n```\n@You:\n{% f() %}\n").at).toEqual(["f()"]);
  });

  test("with an undefined name offers its fix where the name stands", () => {
    const text = "```lua\nname = 1\nfunction f() return nmae end\n```\n@You:\n{{ f() }}\n";
    const [found] = diagnostics(evaluateText(text, surroundingsOf("/chats")));
    expect(found?.code).toBe("expression/undefined-variable");
    expect(found?.data?.kind === "replace" && text.slice(found.data.span.start, found.data.span.end)).toBe("nmae");
  });
});

describe("a loop that fails", () => {
  test("says each fault once, with the count", () => {
    check({
      text: "@You:\n{% for i = 1, 100 do %}{{ ⟦expression/undefined-variable: nope⟧ }}{{ ⟦expression/runtime~: i .. nil⟧ }}{% end %}",
      says: ["100 times"],
    });
  });

  test("that fails once in many rounds gives no count", () => {
    const [found, ...others] = diagnostics(
      evaluateText("@You:\n{% for i = 1, 9 do %}{{ i == 5 and nope or i }}{% end %}", surroundingsOf("/chats")),
    );
    expect(others).toEqual([]);
    expect(found?.message).not.toContain("times");
  });
});

describe("a limit blocks wherever it is met, and no code catches it", () => {
  const limits = { ...passiveLimits, timeMs: 100 };
  test.each([
    ["in an expression", "@You:\n{{ ('x'):rep(1e9) }}\n", "limit/memory"],
    ["in a loop", "@You:\n{% while true do end %}\n", "limit/"],
    ["in pcall", "@You:\n{% while true do pcall(function() while true do end end) end %}\n", "limit/"],
    ["in pcall, with memory", "@You:\n{{ pcall(function() return ('x'):rep(1e9) end) }}\n", "limit/memory"],
    ["in a call of itself", "@You:\n{% local function f() return 1 + f() end %}{{ f() }}\n", "limit/depth"],
    ["in the frontmatter", "```lua\nrepeat until false\n```\n@You:\nx\n", "limit/"],
    ["in a pattern", "@You:\n{{ (('a'):rep(30)):find(('a-'):rep(20) .. 'b') }}\n", "limit/"],
    ["in a string that doubles", "@You:\n{% local s = 'x' while true do s = s .. s end %}\n", "limit/memory"],
    ["in a table that grows", "@You:\n{% local t = {} while true do t[#t + 1] = {} end %}\n", "limit/"],
    ["in output without end", "@You:\n{% while true do print('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx') end %}\n", "limit/"],
    [
      "in a table that prints huge",
      "@You:\n{% local t = {'xxxxxxxxxxxxxxxxxxxxxxxxxxxxx'} for i = 1, 40 do t = {t, t} end %}{{ t }}\n",
      "limit/",
    ],
    ["in sort", "@You:\n{% table.sort({3, 2, 1}, function() while true do end end) %}\n", "limit/"],
    ["in gsub", "@You:\n{{ ('x'):gsub('x', function() while true do end end) }}\n", "limit/"],
  ])("%s", (_, text, code) => {
    const all = diagnostics(evaluateText(text, surroundingsOf("/chats"), { limits }));
    const found = all.filter((entry) => entry.code.startsWith(code));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ severity: "error", blocks: true });
    expect(found[0]?.message).toMatch(/^[A-Z].*\. [A-Z].*\.$/s);
  });

  test("and the messages after it are not rendered, unless they need nothing", () => {
    const { result } = evaluateText("@You:\n{% while true do end %}\n@You:\n{{ 1 }}\n@You:\nplain\n", surroundingsOf("/chats"), { limits });
    expect(result?.messages.map((output) => output?.failed)).toEqual([true, true, false]);
  });

  test("nesting has an end in code, too", () => {
    check({ text: `@You:\n⟦limit/depth~: {{ ${"(".repeat(1000)}1${")".repeat(1000)} }}⟧x` });
  });
});

describe("print and __emit", () => {
  test("of a message that has ended write nothing", () => {
    check({
      text: "@You:\n{% say = function(x) print(x) __emit(x) end keep = print %}a{% say(1) %}\n@You:\nb{% keep('x') say(2) %}",
      renders: ["a11", "b22"],
    });
  });

  test("of a message that failed write nothing later", () => {
    check({ text: "@You:\n{% keep = print %}{% ⟦template/runtime~: error('x')⟧ %}\n@You:\nb{% keep('x') %}", renders: ["", "b"] });
  });

  test("in the frontmatter write nothing", () => {
    check({ text: "```lua\nprint('x')\n__emit('y')\n```\n@You:\na", renders: "a" });
  });

  test("that the document put in their place stay", () => {
    check({ text: "```lua\nlog = ''\nfunction print(x) log = log .. x end\n```\n@You:\n{% print('a') %}[{{ log }}]", renders: "[a]" });
  });
});
