import { describe, expect, test } from "vitest";
import { type Files, includeCase } from "./case.js";

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytes = new Uint8Array([0, 1, 2, 255]);
const binary = "{ [symbols.BINARY] = true }";

function check(document: string, files: Files = {}): ReturnType<typeof includeCase> {
  const result = includeCase(document, files);
  expect(result.differences).toEqual([]);
  return result;
}

describe("a file that is included as it is", () => {
  test.each<readonly [name: string, message: string, text: string]>([
    ["is a part of the message", `a {{ include('p.png', ${binary}) }} b`, "a [p.png image/png] b"],
    ["is not rendered when it is text", `{{ include('t.md', ${binary}) }}`, "[t.md text/markdown]"],
    [
      "has the type that it is said to have",
      "{{ include('t.md', { [symbols.BINARY] = true, [symbols.MIME] = 'text/csv' }) }}",
      "[t.md text/csv]",
    ],
    [
      "may be put out by code",
      `{% print('<', include('p.png', ${binary}), '>') __emit(include('p.png', ${binary})) %}`,
      "<[p.png image/png]>[p.png image/png]",
    ],
    ["is an included file of its own in a rendered one", "<{{ include('wrap.md') }}>", "<see [p.png image/png]\n>"],
    ["may be an argument", `{{ include('arg.md', { pic = include('p.png', ${binary}) }) }}`, "[p.png image/png] and [p.png image/png]"],
    [
      "is a table and true, and equals itself",
      `{% local p = include('p.png', ${binary}) %}{{ type(p) }} {{ p and 1 }} {{ p == p }}`,
      "table 1 true",
    ],
    ["is rendered where the flag is false", "{{ include('t.md', { [symbols.BINARY] = false }) }}", "2"],
  ])("%s", (_name, message, text) => {
    const files = {
      "p.png": png,
      "t.md": "{{ 1 + 1 }}",
      "wrap.md": `see {{ include('p.png', ${binary}) }}\n`,
      "arg.md": "{{ pic }} and {{ pic }}",
    };
    expect(check(`@You:\n${message}\n`, files).texts).toEqual([text]);
  });

  test("can be kept in frontmatter, and its value is told as such", () => {
    const document = `\`\`\`lua\npic = include('p.png', ${binary})\n\`\`\`\n@You:\n{{ pic }}\n`;
    const { evaluated, texts } = includeCase(document, { "p.png": png }, { wantVariables: true });
    expect(texts).toEqual(["[p.png image/png]"]);
    expect(evaluated.result?.frontmatter?.variables).toEqual({ pic: "$emittable" });
    expect(evaluated.result?.messages[0]?.values).toMatchObject([{ type: "table", rendered: "[file p.png]" }]);
  });

  test("has the tag as its literal, which stands for it where a provider refuses it", () => {
    const document = `@You:\n{{- include('p.png', ${binary}) -}} {{ include('w.md') }} {% __emit(include('p.png', ${binary})) %}\n`;
    const { evaluated } = check(document, { "p.png": png, "w.md": `{{ include("p.png", ${binary}) }}` });
    const literals = evaluated.result?.messages[0]?.pieces.flatMap((piece) => (piece.kind === "file" ? [piece.literal] : []));
    const call = (quote: string): string => `include(${quote}p.png${quote}, ${binary})`;
    expect(literals).toEqual([`{{- ${call("'")} -}}`, `{{ ${call('"')} }}`, `{{ ${call("'")} }}`]);
  });
});

describe("what holds a file is no text", () => {
  const use = (code: string): string => `@You:\n{% local p = include('w.md') %}${code}\n`;
  const files = { "p.png": png, "w.md": `a {{ include('p.png', ${binary}) }}` };

  test.each([
    "⟦expression/runtime: 'x' .. p⟧",
    "⟦expression/runtime: p .. 'x'⟧",
    "⟦expression/runtime: tostring(p)⟧",
    "⟦expression/runtime: ('%s'):format(p)⟧",
    "⟦expression/runtime: #p⟧",
    "⟦expression/runtime: p:upper()⟧",
    "⟦expression/runtime: p.x⟧",
  ])("{{ %s }} is an error that says so", (code) => {
    const { diagnostics } = check(use(`{{ ${code} }}`), files);
    expect(diagnostics[0]?.message).toBe(
      'this holds the file "p.png", which cannot be part of a text. Put it out by itself: {{ … }} or __emit(…).',
    );
  });

  test.each([
    ["⟦expression/runtime: table.concat({ 'x', p })⟧", "invalid value (file part) at index 2 in table for 'concat'."],
    ["string.rep(⟦expression/runtime: p⟧, 2)", "bad argument #1 to 'rep' (string expected, got file part)."],
    ["⟦expression/runtime: p⟧ + 1", "attempt to perform arithmetic on local 'p' (a file part value)."],
    ["⟦expression/runtime: p < p⟧", "attempt to compare two file part values."],
    ["⟦expression/runtime: p⟧()", "attempt to call local 'p' (a file part value)."],
  ])("{{ %s }} is an error that calls it a file part", (code, message) => {
    const { diagnostics } = check(use(`{{ ${code} }}`), files);
    expect(diagnostics[0]?.message).toBe(message);
  });

  test("though its type is that of a table", () => {
    expect(check(use("{{ type(p) }} {{ p == p }}"), files).texts).toEqual(["table true"]);
  });

  test("nor is it a place to keep things", () => {
    check(use("{% ⟦template/runtime: p.x⟧ = 1 %}"), files);
  });

  test("in a table it cannot be written as JSON", () => {
    expect(check(use("⟦expression/not-encodable: {{ { p } }}⟧"), files).texts[0]).toMatch(/^table: 0x/);
  });

  test("and no option takes it", () => {
    check(`\`\`\`lua\n⟦frontmatter/runtime: flemma.opt.model⟧ = include('w.md')\n\`\`\`\n@You:\nx\n`, files);
  });
});

describe("a file that nobody takes", () => {
  test("leaves the tag as it is typed, with a warning at the call", () => {
    const { texts, diagnostics } = check(`@You:\n[{{- ⟦file/unsupported: include('b.bin', ${binary})⟧ }}]\n`, { "b.bin": bytes });
    expect(texts).toEqual([`[{{- include('b.bin', ${binary}) }}]`]);
    expect(diagnostics).toMatchObject([{ blocks: false, message: expect.stringContaining("the tag is sent as it is typed") }]);
  });

  test("leaves the tag that puts it out, wherever it was included", () => {
    const document = `\`\`\`lua\nx = ⟦file/unsupported: include('b.bin', ${binary})⟧\n\`\`\`\n@You:\n{{ x }}\n`;
    expect(check(document, { "b.bin": bytes }).texts).toEqual(["{{ x }}"]);
  });

  test("in an included file leaves the tag of that file, and is told there", () => {
    const { texts, chains } = check("@You:\n{{ include('a.md') }}{{ include('a.md') }}\n", {
      "a.md": `{{ ⟦file/unsupported: include('b.bin', ${binary})⟧ }}`,
      "b.bin": bytes,
    });
    const literal = `{{ include('b.bin', ${binary}) }}`;
    expect(texts).toEqual([literal + literal]);
    expect(chains).toEqual([[`main.chat "include('a.md')"`]]);
  });

  test("though its type says text", () => {
    const options = "{ [symbols.BINARY] = true, [symbols.MIME] = 'text/plain' }";
    check(`@You:\n{{ ⟦file/not-text: include('b.bin', ${options})⟧ }}\n`, { "b.bin": bytes });
  });
});

test.each([
  ["missing", "none.png", {}],
  ["folder", "sub", { "sub/a.png": png }],
  ["unreadable", "p.png", { "p.png": { refusal: "unreadable" } }],
  ["special", "p.png", { "p.png": { refusal: "special" } }],
  ["too-large", "p.png", { "p.png": { refusal: "too-large" } }],
  ["forbidden", "p.png", { "p.png": { refusal: "forbidden" } }],
] as const)("a file that cannot be attached blocks: %s", (kind, path, files) => {
  check(`@You:\n{{ ⟦include/${kind}: include('${path}', ${binary})⟧ }}\n`, files);
});

test("a missing attachment names those that may be meant", () => {
  const { diagnostics } = check(`@You:\n{{ ⟦include/missing: include('q.png', ${binary})⟧ }}\n`, { "p.png": png });
  expect(diagnostics[0]?.suggestions).toEqual(["p.png"]);
});
