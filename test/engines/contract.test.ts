import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../server/src/base/diagnostic.js";
import { type EngineName, engineNames } from "../../server/src/base/engine-name.js";
import { noAnswers } from "../../server/src/base/file-answers.js";
import type { Span } from "../../server/src/base/span.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { EvaluationResult } from "../../server/src/evaluation/types.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { type Limits, passiveLimits } from "../../server/src/lua/budget.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";
import { surroundingsOf } from "../conformance/harness.js";
import { fuzzing, fuzzingTime } from "../hostile/fuzz-settings.js";

/*
 * What every template language keeps, whatever is written in it: it never throws, ends within its budgets, gives the same
 * twice, and speaks of places that are in the text.
 */

/** Steps and bytes end a run, never the clock: so it ends in the same way on every machine. */
const limits: Limits = { ...passiveLimits, timeMs: 60_000, steps: 200_000, memoryBytes: 8 << 20, stringBytes: 1 << 20 };

function documentIn(engine: EngineName, messages: string, frontmatter = ""): string {
  return `\`\`\`lua\nflemma.opt.templating.engine = "${engine}"\nname = "Ada"\nlist = { 1, "b", { c = true } }\n${frontmatter}\n\`\`\`\n${messages}`;
}

function run(text: string, folder = "/chats"): EvaluationResult {
  const surroundings = surroundingsOf(folder, "contract.chat");
  return evaluate({ text, surroundings, limits, files: noAnswers, wantVariables: true });
}

let folders = 0;

function expectInside({ start, end }: Span, length: number, what: string): void {
  expect(start >= 0 && start <= end && end <= length, `${what} ${start}–${end} of ${length}`).toBe(true);
}

function expectPlaces(problems: readonly Diagnostic[], length: number): void {
  for (const { code, span, related = [], message, data } of problems) {
    expectInside(span, length, code);
    for (const other of related) if (other.file === undefined) expectInside(other.span, length, `related of ${code}`);
    if (data?.kind === "rewrite")
      for (const { edits } of data.choices) for (const edit of edits) expectInside(edit.span, length, `fix of ${code}`);
    expect(message).not.toMatch(/\[object|not a function|Cannot read|is not iterable|undefined(?! variable)/i);
  }
}

/** Checks all of it for one document. */
function check(engine: EngineName, text: string): EvaluationResult {
  const result = run(text);
  expect(run(text)).toEqual(result);
  // What was kept of earlier documents changes nothing: in a new folder there is none.
  const { messages, problems } = run(text, `/chats${++folders}`);
  expect({ messages, problems }).toEqual({ messages: result.messages, problems: result.problems });
  const snapshot = createSnapshot("file:///chats/contract.chat", 1, text);
  expect([snapshot.document.engine, result.engine]).toEqual([engine, engine]);
  expectPlaces(diagnostics({ snapshot, outcome: "done", result }), text.length);
  for (const [index, output] of result.messages.entries()) {
    const length = snapshot.document.messages[index]?.message.span.end ?? 0;
    for (const piece of output?.pieces ?? []) if (piece.kind !== "segment") expectInside(piece.span, length, "piece");
    for (const { span, rendered } of output?.values ?? []) {
      expectInside(span, length, "value");
      expect(rendered.length).toBeLessThanOrEqual(limits.memoryBytes);
    }
    const size = (output?.pieces ?? []).reduce((sum, piece) => sum + (piece.kind === "text" ? piece.text.length : 0), 0);
    expect(size).toBeLessThanOrEqual(limits.memoryBytes + text.length);
  }
  return result;
}

const shared = fc.constantFrom(
  "text ",
  "\n",
  "\r\n",
  "é📚 ",
  "{{",
  "}}",
  "\\",
  "{",
  "`code`",
  "# H\n",
  "---\n",
  "@You:\n",
  "@Assistant:\nx\n",
  "```\n",
  "~~~lua\n",
  "@./a.txt ",
  "<!-- ",
  "> ",
  "- ",
);

/** Pieces of bodies: what the language knows, and what others do. */
const pieces: { readonly [engine in EngineName]: fc.Arbitrary<string> } = {
  lua: fc.constantFrom(
    "{{ name }}",
    "{{ nope }}",
    "{{ list[1] .. 1 }}",
    "{% x = (x or 0) + 1 %}",
    "{% for i = 1, 3 do %}",
    "{% end %}",
    "{%- if name then -%}",
    "{{ 1 +",
    "{{ {} + 1 }}",
    "{{ ('x'):rep(1e9) }}",
  ),
  prose: fc.constantFrom(
    "{{ args }}",
    "{{ argv }}",
    "{{ name }}",
    "{{ list }}",
    "{{ list.1 }}",
    "{{ var.x }}",
    "{{ var..x }}",
    "{{ sys.id }}",
    "{{ item }}",
    "{{ 1 + 1 }}",
    "\\{{ x }}",
    "\n```lua\nvar.x = { a = { 1 } }\nprint(prose)\n```\n",
    "\n```lua\nlocal ok, e = pcall(function() return prose end) x = e\n```\n",
    "\n```lua\nreturn prose\n```\n",
    "\n```lua\nsetmetatable(_G, { __index = function(t, k) error(k) end })\n```\n",
    "\n```lua\nvar = 1\n```\n",
    "\n```lua\nx = (\n```\n",
    "\n```Lua\n",
    "\n```lua\n",
  ),
  go: fc.constantFrom(
    "{{ .inputs.name }}",
    "{{ .nope.a }}",
    "{{ range .inputs.list }}",
    "{{ end }}",
    "{{- if .inputs.name -}}",
    "{{ else }}",
    '{{ printf "%d" "x" }}',
    "{{ index .inputs.list 9 }}",
    '{{ define "t" }}',
    "{{ $x := 1 }}",
    '{{ repeat 1000000000 "x" }}',
    "{{/* c",
  ),
};

/** What frontmatter can say besides, so that all of it is in play. */
const settings = fc.constantFrom(
  "",
  "var = { x = { 1, 2 }, n = 1 / 0 }",
  "var = { f = print }",
  "local n = 0 function next_one() n = n + 1 return n end setmetatable = nil",
  'flemma.opt.templating.prose.items = { "a", { x = 1 }, false, 2.5 }',
  "flemma.opt.templating.prose.items = { [true] = 1, k = {}, [7] = { {} } }",
  'flemma.opt.templating.prose.args = { q = { type = "string" } } flemma.opt.templating.prose.input = \'{"q":null,"l":[[]]}\'',
  'flemma.opt.templating.prose.args = {} flemma.opt.templating.prose.input = "no JSON" argv = argv or { q = {} }',
  "argv = { argv }",
  "for i = 1, 3 do list[i] = list end",
  "name = nil",
  'error("broken")',
);

const endless: { readonly [engine in EngineName]: readonly string[] } = {
  lua: [
    "{% while true do end %}",
    "{{ (function() while true do end end)() }}",
    "{% local s = 'x' while true do s = s .. s end %}",
    "{% for i = 1, 1e9 do %}xxxxxxxx{% end %}",
  ],
  prose: [
    "```lua\nwhile true do end\n```\n",
    "```lua\nlocal s = 'x' while true do s = s .. s end\n```\n",
    "```lua\nlocal t = {} for i = 1, 1e9 do t[i] = 1 var.t = t end\n```\n",
    "```lua\nwhile true do pcall(function() return prose end) end\n```\n",
    "```lua\nsetmetatable(_G, { __index = function(t, k) return t[k] end }) return prose .. x\n```\n",
    `${"```lua\nbig = ('x'):rep(1e6)\n```\n"}${"{{ big }}".repeat(50)}\n`,
    "{{ x }}\n```lua\nlocal t = {} for i = 1, 1e5 do t = { t } end x = t\nreturn prose\n```\n",
  ],
  go: [
    "{{ range until 1000000000 }}x{{ end }}",
    '{{ define "t" }}{{ template "t" . }}{{ end }}{{ template "t" . }}',
    "{{ range until 100000 }}{{ range until 100000 }}{{ end }}{{ end }}",
  ],
};

describe.each(engineNames)("the engine %s", (engine) => {
  test(
    "keeps the contract for bodies of all kinds",
    () => {
      const body = fc.array(
        fc.oneof(
          { weight: 3, arbitrary: pieces[engine] },
          { weight: 2, arbitrary: shared },
          { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
        ),
        { maxLength: 12 },
      );
      fc.assert(
        fc.property(body, body, settings, (first, second, more) => {
          check(engine, documentIn(engine, `@System:\n${first.join("")}\n@You:\n${second.join("")}\n`, more));
        }),
        fuzzing(`contract of ${engine}`, 100),
      );
    },
    2 * fuzzingTime,
  );

  test("keeps the contract for bodies of the other languages", () => {
    for (const other of engineNames) for (const body of endless[other]) check(engine, documentIn(engine, `@You:\n${body}\n`));
  });

  test.each(endless[engine])("ends what would not end: %s", (body) => {
    const { problems } = check(engine, documentIn(engine, `@You:\n${body}\n@You:\nstill here\n`));
    expect(problems.some(({ blocks }) => blocks)).toBe(true);
    expect(problems.some(({ code }) => code.startsWith("limit/") || code.endsWith("/runtime") || code === "prose/not-data")).toBe(true);
  });

  test("keeps the contract for empty, odd and long texts", () => {
    const odd = [
      "",
      "@You:",
      "@You:\n",
      "\ufeff@You:\nx",
      "@You:\r\n{{ name }}\r\n",
      `@You:\n${"{{ name }} ".repeat(500)}\n`,
      `@You:\n${"{".repeat(5000)}`,
      `@You:\n${"```lua\n".repeat(300)}`,
      `@You:\n${"> ".repeat(2000)}x\n`,
    ];
    for (const text of odd) check(engine, documentIn(engine, text));
  });
});
