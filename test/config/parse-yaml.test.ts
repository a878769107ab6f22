import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../server/src/base/text-edit.js";
import { dataOf } from "../../server/src/config/config-node.js";
import { parseData } from "../../server/src/config/parse-data.js";
import { parseYaml } from "../../server/src/config/parse-yaml.js";
import { readMarks } from "../conformance/own/marked.js";
import { placesOf } from "./places.js";

/** Expects exactly the problems marked in the code, or none, with line ends of either kind. */
function check(marked: string): void {
  for (const lineEnd of ["\n", "\r\n"]) {
    const { text, marks } = readMarks(marked.replaceAll("\n", lineEnd));
    const { problems } = parseYaml(text);
    expect(problems.map(({ code, span }) => [code, text.slice(span.start, span.end), span.start])).toEqual(
      marks.map(({ label, start, end }) => [label, text.slice(start, end), start]),
    );
    for (const { message } of problems) expect(message).toMatch(/[.!}?]$/);
  }
}

function readWell(code: string): unknown {
  const { root, problems } = parseYaml(code);
  expect(problems).toEqual([]);
  return root && dataOf(root);
}

describe("a fault has its exact place", () => {
  test.each([
    "a:\n⟦frontmatter/syntax: \t⟧b: 1\n",
    "a:\n  b: 1\n⟦frontmatter/syntax: \t\t⟧c: 2\n",
    "a: 1\n⟦frontmatter/syntax: ---⟧\nb: 2\n",
    "a: 1\n...\n⟦frontmatter/syntax: b⟧: 2\n",
    "⟦frontmatter/syntax: %YAML 1.1⟧\n---\na: yes\n",
    "⟦frontmatter/syntax: %FOO x⟧\n---\na: 1\n",
    "a: ⟦frontmatter/syntax: !!binary⟧ x\n",
    "a: ⟦frontmatter/syntax: !mine⟧ x\n",
    "a: ⟦frontmatter/syntax: !!set⟧ {}\n",
    "a: ⟦frontmatter/syntax: *x⟧\n",
    "a: &x [⟦frontmatter/syntax: *x⟧]\n",
    "a: [1, ⟦frontmatter/syntax: 2⟧\n",
    "a: ⟦frontmatter/syntax: 'x⟧\nb: 2\n",
    "a: 'ok'\nb: ⟦frontmatter/syntax: \"x # no⟧\n".replace(" # no⟧", "⟧"),
    'a: "⟦frontmatter/syntax: \\q⟧"\n',
    "a: 1\n⟦frontmatter/syntax: a⟧: 2\nb: {c: 1, ⟦frontmatter/syntax: c⟧: 2}\n",
    "a: ⟦frontmatter/syntax: b⟧: c\n",
    "a: ⟦frontmatter/syntax: @⟧x\n",
    "a: 'x' ⟦frontmatter/syntax: y⟧\n",
    "a:\n - 1\n ⟦frontmatter/syntax: b⟧: 2\n",
    "a: [1,⟦frontmatter/syntax: ,⟧2]\n",
    "? ⟦frontmatter/syntax: [x]⟧\n: 3\n",
    "a: &x b\n⟦frontmatter/syntax: *x⟧ : 3\n",
    "⟦frontmatter/not-a-table: - a⟧\n",
    "⟦frontmatter/not-a-table: text⟧\n",
    "--- ⟦frontmatter/not-a-table: null⟧\n",
    "⟦frontmatter/not-a-table: a:1⟧\n",
  ])("%j", check);

  test("equal keys point at the first one", () => {
    expect(parseYaml("a: 1\na: 2\n").problems[0]?.related).toEqual([{ span: { start: 0, end: 1 }, message: "It is written here first." }]);
  });
});

describe("nothing is wrong with", () => {
  test.each<[string, unknown]>([
    ["", {}],
    ["# only a comment\n", {}],
    ["---\n", {}],
    ["%YAML 1.2\n---\na: 1\n...\n", { a: 1 }],
    ["a: 1", { a: 1 }],
    ["\ufeffa: 1\n", { a: 1 }],
    ["a: 1\rb: 2\r", { a: 1, b: 2 }],
    ["a: |\r\n  x\r\n  y\r\nb: >-\r\n  q\r\n  r\r\n", { a: "x\ny\n", b: "q r" }],
    ["a: yes\nb: True\nc: ~\nd:\ne: NULL\n", { a: "yes", b: true, c: null, d: null, e: null }],
    ["a: 0o17\nb: 0x1F\nc: 1e3\nd: 010\ne: 1_000\n", { a: 15, b: 31, c: 1000, d: 10, e: "1_000" }],
    ["a: .inf\nb: -.INF\nc: .nan\n", { a: Number.POSITIVE_INFINITY, b: Number.NEGATIVE_INFINITY, c: Number.NaN }],
    ["a: 2026-01-02\nb: 12:30:00\n", { a: "2026-01-02", b: "12:30:00" }],
    ["a: 123456789012345678901234567890\n", { a: 1.2345678901234568e29 }],
    ["1: a\n2.50: b\ntrue: c\n~: d\n", { "1": "a", "2.50": "b", true: "c", "~": "d" }],
    ["__proto__: 1\nconstructor: 2\n", JSON.parse('{ "__proto__": 1, "constructor": 2 }')],
    ["a: &x {k: 1}\nb: *x\nc: [*x]\n", { a: { k: 1 }, b: { k: 1 }, c: [{ k: 1 }] }],
    ["<<: {b: 1}\n", { "<<": { b: 1 } }],
    ["a: !!str 1\nb: ! 12\nc: !!int '3'\n", { a: "1", b: "12", c: 3 }],
    ["a: [1, ~, 3]\nb:\n  -\n  - 2\n", { a: [1, null, 3], b: [null, 2] }],
  ])("%j", (code, wanted) => {
    expect(readWell(code)).toEqual(wanted);
  });

  test("what JSON can hold, for JSON is YAML", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue(), { maxKeys: 5 }), (object) => {
        expect(readWell(JSON.stringify(object))).toEqual(JSON.parse(JSON.stringify(object)));
      }),
      { numRuns: 300 },
    );
  });
});

test("keys and values have exact places", () => {
  const code = "😀: 1 # one\n\"b c\":\n  - x y\n  -\n  - {k: 'v', l}\nd: &q |\n  text\n  more\ne:\n  f: *q\n1: !!str 2\n";
  const { root, problems } = parseYaml(code);
  expect(problems).toEqual([]);
  expect(placesOf(code, root)).toEqual([
    code.trimEnd(),
    "😀 = 1",
    "\"b c\" = - x y\n  -\n  - {k: 'v', l}",
    "x y",
    "",
    "{k: 'v', l}",
    "k = 'v'",
    "l = ",
    "d = |\n  text\n  more\n",
    "e = f: *q",
    "f = *q",
    "1 = 2",
  ]);
});

describe("a fix that is offered can be applied", () => {
  test.each([
    ["a:\n\tb: 1\n\tc:\n\t\td: 2\n", "Indent with spaces", "a:\n  b: 1\n  c:\n    d: 2\n"],
    ["a: @x # y\n", "Put it in quotes", 'a: "@x" # y\n'],
    ["a: b: c\n", "Put it in quotes", 'a: "b: c"\n'],
    ["a: !foo x\n", "Remove the tag", "a: x\n"],
    ["a: [$standard, !write, +bash]\n", "Put it in quotes", 'a: [$standard, "!write", +bash]\n'],
    ["a: [$standard, !write]\n", "Put it in quotes", 'a: [$standard, "!write"]\n'],
    ["a:\n  - !write\n  - +bash\n", "Put it in quotes", 'a:\n  - "!write"\n  - +bash\n'],
    ["a: !write # not that\n", "Put it in quotes", 'a: "!write" # not that\n'],
    ["a: !write", "Put it in quotes", 'a: "!write"'],
    ["a: [b, !write, +c]\n", "Put it in quotes", 'a: [b, "!write", +c]\n'],
    ["a:\n- !$standard # all\n- b\n", "Put it in quotes", 'a:\n- "!$standard" # all\n- b\n'],
    ["a: !write\r\nb: 1\r\n", "Put it in quotes", 'a: "!write"\r\nb: 1\r\n'],
    ['a: "C:\\q"\n', "Write \\\\", 'a: "C:\\\\q"\n'],
    ["a: 'x\nb: 2\n", "Insert ' at the end of the line", "a: 'x'\nb: 2\n"],
    ["a: [1, {b: 2\n", "Insert '}'", "a: [1, {b: 2}\n"],
    ["a: 1\n---\n", "Remove the line", "a: 1\n"],
    ["a:1\n", "Insert a blank behind the colon", "a: 1\n"],
  ])("%j: %s", (code, title, fixed) => {
    const data = parseYaml(code).problems[0]?.data;
    const choice = data?.kind === "rewrite" ? data.choices.find((one) => one.title === title) : undefined;
    expect(choice && applyEdits(code, choice.edits)).toBe(fixed);
  });
});

describe("what nobody writes by hand has an end", () => {
  const laughs = (levels: number): string =>
    Array.from({ length: levels }, (_, level) =>
      level === 0
        ? "a0: &a0 [x, x]"
        : `a${level}: &a${level} [${Array(10)
            .fill(`*a${level - 1}`)
            .join(", ")}]`,
    ).join("\n");

  test("aliases of aliases", () => {
    expect(parseYaml(laughs(4)).problems).toEqual([]);
    expect(parseYaml(laughs(30)).problems.map(({ code }) => code)).toEqual(["limit/memory"]);
    const text = `a: &a ${"x".repeat(100_000)}\n${Array.from({ length: 100 }, (_, index) => `b${index}: *a`).join("\n")}`;
    expect(parseYaml(text).problems.map(({ code }) => code)).toEqual(["limit/memory"]);
  });

  test("nesting, also by aliases", () => {
    check(`a: ${"[".repeat(499)}⟦limit/depth: [⟧${"[".repeat(9)}`);
    expect(parseYaml(`a: ${"[".repeat(499)}${"]".repeat(499)}`).problems).toEqual([]);
    const half = (inner: string): string => "[".repeat(300) + inner + "]".repeat(300);
    check(`a: &a ${half("")}\nb: ${half("⟦limit/depth: *a⟧")}\n`);
    expect(parseYaml("- ".repeat(5000)).problems.map(({ code }) => code)).toEqual(["limit/depth"]);
  });

  test("length", () => {
    expect(parseYaml("a: 1\n".repeat(100_000)).problems.map(({ code }) => code)).toEqual(["limit/memory"]);
    expect(parseYaml(`a: |\n${"  line of a long text\n".repeat(20_000)}`).problems).toEqual([]);
  });
});

test("any text gives an answer whose places lie in it", () => {
  const pieces = [
    "a",
    ": ",
    "\n",
    "- ",
    "  ",
    "\t",
    "[",
    "]",
    "{",
    "}",
    ",",
    "'",
    '"',
    "&x ",
    "*x",
    "!t ",
    "|",
    ">",
    "#",
    "? ",
    "---",
    "...",
    "%",
    "\\",
    "\r",
    "😀",
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (code) => {
      const { root, problems } = parseYaml(code);
      expect(root !== undefined || problems.length > 0).toBe(true);
      for (const { span } of problems) {
        expect(0 <= span.start && span.start <= span.end && span.end <= code.length).toBe(true);
        expect(span.end > span.start || code.trim() === "").toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

test("a language is told by its name in any case; others are none of ours", () => {
  for (const language of ["yaml", "YML", "Yaml"]) expect(parseData(language, "a: 1")?.root?.members).toHaveLength(1);
  expect(parseData("JSON", '{ "a": 1 }')?.root?.members).toHaveLength(1);
  expect(parseData("json", "a: 1")?.problems).not.toEqual([]);
  expect(parseData("toml", "a = 1")).toBeUndefined();
});
