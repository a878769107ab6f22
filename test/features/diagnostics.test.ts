import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diagnostic } from "../../server/src/base/diagnostic.js";
import { replacement } from "../../server/src/base/text-edit.js";
import { carryDiagnostics } from "../../server/src/features/carry.js";
import { diagnostics, interimDiagnostics, shown, syntaxDiagnostics, tallyOf } from "../../server/src/features/diagnostics.js";
import { createSnapshot, type Evaluated } from "../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";
import { chatText } from "../syntax/generators.js";

const evaluated = (text: string): Evaluated => evaluateText(text, surroundingsOf("/chats"));
const codesOf = (text: string): string[] => diagnostics(evaluated(text)).map(({ code }) => code);
/** What the evaluation of `before` found, at its places in `after`. */
const moved = (before: string, after: string) => carryDiagnostics(evaluated(before).result?.problems ?? [], replacement(before, after));
const snapshot = (text: string) => createSnapshot("file:///a.chat", 1, text);

describe("diagnostics", () => {
  test("are in the order of the text, whatever found them", () => {
    expect(codesOf("```lua\nsymbols = 1\n```\n@You:\n{{ a }}\n@Bot:\n{{ b }}\n@You: x\n{% if\n")).toEqual([
      "frontmatter/reserved-name",
      "expression/undefined-variable",
      "role/unknown",
      "expression/undefined-variable",
      "role/text-after-marker",
      "template/unclosed-tag",
    ]);
  });

  test("say each fault once", () => {
    fc.assert(
      fc.property(chatText, (text) => {
        const all = diagnostics(evaluated(text));
        const places = all.map(({ code, span }) => `${code} ${span.start} ${span.end}`);
        expect(new Set(places).size).toBe(places.length);
        for (const { span } of all) expect(0 <= span.start && span.start <= span.end && span.end <= text.length).toBe(true);
        const starts = all.map(({ span }) => span.start);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  test("of included files stand where the document leads to them, beside its own", () => {
    const text = "@You:\n{{ a }}{{ include('x') }}{{ b }}";
    const nested = (code: "template/runtime" | "expression/runtime", at: number) => ({
      ...diagnostic(code, { start: at, end: at + 1 }, "No."),
      file: "/chats/x",
      related: [
        { span: { start: 90, end: 91 }, message: "Here.", file: "/chats/y" },
        { span: { start: 16, end: 28 }, message: "Here." },
      ],
    });
    const problems = [
      nested("template/runtime", 500),
      nested("template/runtime", 3),
      nested("expression/runtime", 3),
      nested("template/runtime", 500),
      diagnostic("expression/undefined-variable", { start: 34, end: 35 }, "B."),
      diagnostic("expression/undefined-variable", { start: 9, end: 10 }, "A."),
    ];
    const result = { ...evaluated("@You:\n").result, problems } as NonNullable<Evaluated["result"]>;
    const all = diagnostics({ snapshot: snapshot(text), outcome: "done", result });
    expect(all.map(({ code, span, file = "" }) => `${file} ${code} ${span.start}`)).toEqual([
      " expression/undefined-variable 9",
      "/chats/x expression/runtime 3",
      "/chats/x template/runtime 3",
      "/chats/x template/runtime 500",
      " expression/undefined-variable 34",
    ]);
  });

  test("say what is wrong in a whole sentence", () => {
    const texts = [
      "```lua\nx = \n```\n",
      "@You:\n{{ nil + 1 }}{{ a }}{% b() %}",
      "@bot:\n{{ 1",
      "@You:\n{% while true do end %}",
      '```json\n{"a" 1}\n```\n',
    ];
    for (const { message } of texts.flatMap((text) => diagnostics(evaluated(text)))) expect(message).toMatch(/^\S.*[.?!]$/s);
  });

  test.each([
    ["timed-out", "limit/time", true],
    ["out-of-memory", "limit/memory", true],
    ["crashed", "limit/memory", true],
    ["syntax-only", "document/too-large", false],
  ] as const)("of an evaluation that %s say so, on the first line, besides the syntax", (outcome, code, blocks) => {
    const all = diagnostics({ snapshot: snapshot("@bot:\nx\n"), outcome });
    expect(all.map((entry) => [entry.code, entry.blocks])).toEqual([
      [code, blocks],
      ["role/unknown", false],
    ]);
    expect(all[0]?.span.start).toBe(0);
  });
});

describe("a tool use", () => {
  const use = "@Assistant:\n**Tool Use:** `bash` (`t1`)\n```\n{}\n```\n";
  const result = (suffix: string): string => `${use}@You:\n**Tool Result:** \`t1\`${suffix}\n\`\`\`\n\`\`\`\n`;

  test.each([
    ["without a result", use, "has no result"],
    ["with a pending one", result(" (pending)"), "pending"],
    ["with a pending one that somebody filled in", result(" (pending)").replace("```\n```", "```\nx\n```"), "is sent"],
    ["with an approved one", result(" (approved)"), "has not run"],
    ["with a rejected one", result(" (reject)"), "rejected"],
    ["with a denied one", result(" (deny)"), "denied"],
    ["with an aborted one", result(" (aborted)"), "aborted"],
  ])("%s is a warning", (_, text, words) => {
    const [found, ...others] = syntaxDiagnostics(snapshot(text).document);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: "tool/missing-result", severity: "warning", blocks: false });
    expect(found?.message).toContain(words);
  });

  test.each(["", " (error)"])("with a final result is none: %j", (suffix) => {
    expect(syntaxDiagnostics(snapshot(result(suffix)).document)).toEqual([]);
  });
});

describe("while an evaluation takes long", () => {
  const before = "@You:\n{{ aaa }} x {{ bbb }}\n@bot:\n";

  test("the syntax is that of the new text, and what was known moves along", () => {
    const after = `@System:\nnew\n${before}`;
    const all = interimDiagnostics(snapshot(after), moved(before, after));
    expect(all.map(({ code, span }) => [code, after.slice(span.start, span.end)])).toEqual([
      ["expression/undefined-variable", "aaa"],
      ["expression/undefined-variable", "bbb"],
      ["role/unknown", "bot"],
    ]);
  });

  test("what the edit touches is dropped, for it may be mended", () => {
    const after = before.replace("aaa", "aab");
    const all = interimDiagnostics(snapshot(after), moved(before, after));
    expect(all.map(({ span }) => after.slice(span.start, span.end))).toEqual(["bbb", "bot"]);
  });

  test("nothing but the syntax is said of a text that was never evaluated", () => {
    expect(interimDiagnostics(snapshot(before), []).map(({ code }) => code)).toEqual(["role/unknown"]);
  });

  test("every carried diagnostic marks the words it marked before", () => {
    fc.assert(
      fc.property(chatText, fc.nat(), fc.nat({ max: 5 }), fc.constantFrom("", "x", "\n", "@You:\n"), (text, at, length, inserted) => {
        const start = at % (text.length + 1);
        const after = text.slice(0, start) + inserted + text.slice(start + length);
        const known = diagnostics(evaluated(text));
        const carried = carryDiagnostics(known, replacement(text, after));
        for (const { span } of carried) {
          const words = after.slice(span.start, span.end);
          expect(known.some((other) => text.slice(other.span.start, other.span.end) === words)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("of included files move with the call that led there, and keep their own places", () => {
    const known = {
      ...diagnostic("template/runtime", { start: 1, end: 2 }, "No."),
      file: "/chats/x",
      related: [
        { span: { start: 3, end: 4 }, message: "Here.", file: "/chats/y" },
        { span: { start: 16, end: 28 }, message: "Here." },
      ],
    };
    const [carried] = carryDiagnostics([known], { span: { start: 0, end: 0 }, newText: "\n\n" });
    expect(carried).toEqual({ ...known, related: [known.related[0], { span: { start: 18, end: 30 }, message: "Here." }] });
    expect(carryDiagnostics([known], { span: { start: 20, end: 21 }, newText: "" })).toEqual([]);
    expect(carryDiagnostics([known], { span: { start: 1, end: 2 }, newText: "" })).toHaveLength(1);
  });

  test("carried places of other kinds move too, and facts for fixes do not outlive their text", () => {
    const old = "```lua\nfunction f() return nmae end\nname = 1\n```\n@You:\n{{ f() }}\n";
    const known = diagnostics(evaluated(old));
    expect(known[0]?.data).toBeDefined();
    const [carried] = carryDiagnostics(known, { span: { start: 0, end: 0 }, newText: "\n\n" });
    expect(carried?.data).toBeUndefined();
    expect(carried?.related?.map(({ span }) => `\n\n${old}`.slice(span.start, span.end))).toEqual(["nmae"]);
  });
});

describe("of very many diagnostics", () => {
  const warning = (start: number) => diagnostic("expression/runtime", { start, end: start + 1 }, "It failed.");
  const error = (start: number) => diagnostic("template/runtime", { start, end: start + 1 }, "It failed.");
  const warnings = (count: number) => Array.from({ length: count }, (_, index) => warning(index));

  test("a thousand are shown as they are", () => {
    expect(shown(warnings(1000))).toEqual(warnings(1000));
  });

  test.each([
    [1001, "From here on 1 more problem is not shown. Mend those that are, and the next ones show."],
    [21_000, "From here on 20,000 more problems are not shown. Mend those that are, and the next ones show."],
  ])("of %i the first thousand are shown, and where the next would be, how many more there are", (count, message) => {
    const more = diagnostic("document/more-problems", { start: 1000, end: 1001 }, message);
    expect(shown(warnings(count))).toEqual([...warnings(1000), more]);
    expect(more).toMatchObject({ severity: "information", blocks: false });
  });

  test("what blocks a send is shown before all else, in the order of the text", () => {
    const all = [...warnings(2000), error(2000), error(2001)];
    const found = shown(all);
    expect(found.map(({ code }) => code).slice(997)).toEqual([
      "expression/runtime",
      "document/more-problems",
      "template/runtime",
      "template/runtime",
    ]);
    expect(found[998]?.span).toEqual({ start: 998, end: 999 });
  });

  test("the first errors are shown when they alone are too many, and no warning beside them", () => {
    const all = [warning(0), ...Array.from({ length: 1500 }, (_, index) => error(index + 1))];
    const found = shown(all);
    expect(found.length).toBe(1001);
    expect(found[0]?.code).toBe("document/more-problems");
    expect(found.slice(1)).toEqual(all.slice(1, 1001));
  });

  test("of a document, evaluated or not yet, no more are shown, but all are counted", () => {
    const text = `@Assistant:\n${"**Tool Use:** `a` (`b`)\n".repeat(1500)}`;
    const parsed = snapshot(text);
    expect(diagnostics(evaluated(text)).length).toBe(1001);
    expect(interimDiagnostics(parsed, []).length).toBe(1001);
    expect(interimDiagnostics(snapshot(`${text}x`), evaluated(text).result?.problems ?? []).length).toBe(1001);
    expect(syntaxDiagnostics(parsed.document).length).toBe(1001);
    expect(tallyOf(evaluated(text))).toEqual({ errors: 0, warnings: 1500, notes: 0, blocking: 0 });
  });
});
