import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../server/src/base/diagnostic.js";
import { applyEdits, mapOffset } from "../../server/src/base/text-edit.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { type Fix, fixAll, fixes } from "../../server/src/features/fixes.js";
import { ownLineEnd } from "../../server/src/syntax/lines.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";
import { chatText } from "../syntax/generators.js";

/** The diagnostics of a text, each with its fixes. */
function read(text: string): readonly { readonly diagnostic: Diagnostic; readonly offered: readonly Fix[] }[] {
  const evaluated = evaluateText(text, surroundingsOf("/chats"));
  return diagnostics(evaluated).map((diagnostic) => ({ diagnostic, offered: fixes(evaluated.snapshot, diagnostic) }));
}

function allFixed(text: string): string {
  const evaluated = evaluateText(text, surroundingsOf("/chats"));
  return applyEdits(text, fixAll(evaluated.snapshot, diagnostics(evaluated)));
}

const documents: readonly string[] = [
  "```lua\nname = 1\n```\n@You:\n{{ nmae }}\n",
  "```lua\nname = 1\n```\n@You:\n{% if nmae then %}x{% end %}\n",
  "@You:\n{{ string.uper('x') }}\n",
  "@You:\n{{ ('x'):uper() }}\n",
  "```lua\nx = math.flor(1.5)\n```\n@You:\n{{ x }}\n",
  "```lua\nx = { colour = 1 }\nfunction f() return nmae end\nname = 1\n```\n@You:\n{{ f() }}\n",
  "@Yuo:\nhi\n",
  "@Human:\nhi\n",
  '```jsno\n{ "a": 1 }\n```\n@You:\n{{ a }}\n',
  "```lau\na = 1\n```\n@You:\n{{ a }}\n",
  "@You:\na\n@Assistant: b\n@You:\tc\n",
  "@You:\r\na\r\n@Assistant: b\r\n",
  "@You:\n````\n```\n@Assistant:\nx\n",
  "```lua\nx = 1\n@You:\nhi {{ x }}\n",
  "@You:\na {{ 1\nb\n",
  "@You:\n{% if x then\n",
  "@Assistant:\n<thinking>\nhm\n@You:\nx\n",
  "@Assistant:\n**Tool Use:** `a` (`b`)\n```lua\n{}\n```\n",
  "@Assistant:\n**Tool Use:** `a` (`b`)\n```json\n{}\n@You:\nx\n",
  "@You:\n**Tool Result:** `b`\n```\nx\n@Assistant:\ny\n",
];

describe("a preferred fix", () => {
  test.each(documents)("removes its diagnostic, and touches nothing outside of it: %j", (text) => {
    const preferred = read(text).flatMap(({ diagnostic, offered }) =>
      offered.filter((fix) => fix.preferred).map((fix) => ({ diagnostic, fix })),
    );
    expect(preferred.length).toBeGreaterThan(0);
    for (const { diagnostic, fix } of preferred) {
      expect(fix.edits).toHaveLength(1);
      const [edit] = fix.edits;
      if (edit === undefined) continue;
      const after = applyEdits(text, fix.edits);
      const start = mapOffset(diagnostic.span.start, edit);
      expect(read(after).some((other) => other.diagnostic.code === diagnostic.code && other.diagnostic.span.start === start)).toBe(false);
      expect(after.startsWith(text.slice(0, edit.span.start))).toBe(true);
      expect(after.endsWith(text.slice(edit.span.end))).toBe(true);
    }
  });

  test("is the only one of its diagnostic, and the first", () => {
    for (const text of documents) {
      for (const { offered } of read(text)) {
        expect(offered.filter(({ preferred }) => preferred).length).toBeLessThanOrEqual(1);
        expect(offered.findIndex(({ preferred }) => preferred)).toBeLessThanOrEqual(0);
      }
    }
  });

  test("is none where two names are equally near", () => {
    const [found] = read("```lua\nnama = 1\nnami = 2\n```\n@You:\n{{ namo }}\n");
    expect(found?.offered.map(({ title, preferred }) => [title, preferred])).toEqual([
      ["Change 'namo' to 'nama'", false],
      ["Change 'namo' to 'nami'", false],
    ]);
  });

  test("in any document lies inside the text and keeps what is outside", () => {
    fc.assert(
      fc.property(chatText, (text) => {
        for (const { offered } of read(text)) {
          for (const { edits } of offered) {
            for (const { span } of edits) expect(0 <= span.start && span.start <= span.end && span.end <= text.length).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("fix all", () => {
  test("applies what is preferred, once, and leaves the rest", () => {
    expect(allFixed("```lua\nname = 1\nfunction f() return nmae end\n```\n@you:\n{{ f() }}{{ f() }}{{ zzzzzz }}\n@Assistant: x\n")).toBe(
      "```lua\nname = 1\nfunction f() return name end\n```\n@You:\n{{ f() }}{{ f() }}{{ zzzzzz }}\n@Assistant:\nx\n",
    );
  });

  test("of a document without faults changes nothing", () => {
    expect(allFixed("@You:\n{{ 1 }}\n")).toBe("@You:\n{{ 1 }}\n");
  });

  test("never has two edits that touch", () => {
    fc.assert(
      fc.property(chatText, (text) => {
        const evaluated = evaluateText(text, surroundingsOf("/chats"));
        const edits = [...fixAll(evaluated.snapshot, diagnostics(evaluated))].sort((a, b) => a.span.start - b.span.start);
        for (const [index, { span }] of edits.entries()) expect(span.start).toBeGreaterThan(edits[index - 1]?.span.end ?? -1);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a fix that could be wrong is offered, but not preferred", () => {
  test.each([
    ["a name that is not the nearest, which does not fit here", "@You:\n{{ strin('a') }}\n"],
    ["one amid whose edits another fault comes to light", "@You:\n{% f = function(x) { g(1 2) } %}\n"],
    ["a dash that can begin a note or subtract", "@You:\n{% x = 1 y = x — 1 %}\n"],
    [
      "a loop over the length of a list, which others count from 0",
      "@You:\n{% xs = {} %}{% for i in range(len(xs)) %}{{ i }}{% endfor %}\n",
    ],
    ["a value between and and or that may be nil", "@You:\n{% x = 1 %}{{ x ? x : 2 }}\n"],
    ["a number from a text that may be none", '@You:\n{{ parseInt("3px") }}\n'],
  ])("%s", (_, text) => {
    const offered = read(text).flatMap((fault) => fault.offered);
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.filter(({ preferred }) => preferred)).toEqual([]);
  });
});

test("a fix reaches from a message into the frontmatter where the fault lies there", () => {
  const text = '```lua\nfunction f(x) return len(x) end\n```\n@You:\n{{ f("a") }}\n';
  expect(allFixed(text)).toBe(text.replace("len(x)", "#x"));
});

test.each([
  ["", "\n"],
  ["a", "\n"],
  ["a\nb\r\n", "\n"],
  ["a\r\nb\n", "\r\n"],
  ["a\rb", "\r"],
])("the line end of %j is that of its first line", (text, expected) => {
  expect(ownLineEnd(text)).toBe(expected);
});
