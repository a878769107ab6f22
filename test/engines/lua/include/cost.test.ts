import { describe, expect, test } from "vitest";
import { type Limits, sendLimits } from "../../../../server/src/lua/budget.js";
import { type Files, includeCase } from "./case.js";

/** Steps are counted, so that what they are enough for does not depend on the machine. */
const within = (steps: number): { limits: Limits } => ({ limits: { ...sendLimits, timeMs: 60_000, steps } });

/** Sixteen files, each of which includes the next one twice. */
function doubling(args: string): Files {
  return Object.fromEntries(
    Array.from({ length: 16 }, (_, i) => {
      const next = `{{ include('${i + 1}.md', ${args}) }}`;
      return [`${i}.md`, i === 15 ? "x{{ 1 }}" : next + next];
    }),
  );
}

describe("a file is rendered once", () => {
  test("where it is included over and over, directly and by others", () => {
    const { texts, diagnostics } = includeCase("@You:\n{{ include('0.md') }}\n", doubling("nil"), within(20_000));
    expect(diagnostics).toEqual([]);
    expect(texts[0]).toBe("x1".repeat(2 ** 15));
  });

  test("for the same plain arguments", () => {
    const { texts, diagnostics } = includeCase("@You:\n{{ include('0.md') }}\n", doubling("{ a = 1, b = 'x', c = true }"), within(20_000));
    expect(diagnostics).toEqual([]);
    expect(texts[0]).toHaveLength(2 ** 16);
  });

  test("also where it goes otherwise in every other place", () => {
    const files = { ...doubling("nil"), "15.md": "{{ include('16.md') }}{{ include('17.md') }}" };
    const { diagnostics } = includeCase("@You:\n{{ include('0.md') }}\n", files, within(20_000));
    expect(diagnostics).toMatchObject(Array(2).fill({ code: "include/too-deep", file: "/chats/15.md" }));
  });

  test("also when it fails", () => {
    const files = { ...doubling("nil"), "15.md": "{% error('no') %}" };
    const { diagnostics } = includeCase("@You:\n{{ include('0.md') }}\n", files, within(20_000));
    expect(diagnostics).toMatchObject([{ code: "template/runtime", file: "/chats/15.md" }]);
  });
});

describe("a file is rendered again", () => {
  test.each<readonly [name: string, message: string, file: string, text: string]>([
    [
      "with other arguments",
      "{{ include('a.md', { n = 1 }) }}{{ include('a.md', { n = '1' }) }}{{ include('a.md', { n = 2 }) }}",
      "{{ type(n) }}{{ n }},",
      "number1,string1,number2,",
    ],
    [
      "with arguments that only look alike",
      "{{ include('a.md', { a = '', b = 'x' }) }}|{{ include('a.md', { a = 'x', b = '' }) }}|{{ include('a.md', { a = 0, b = 0 }) }}|{{ include('a.md', { a = -0, b = 0 }) }}",
      "{{ a }},{{ b }}",
      ",x|x,|0,0|-0,0",
    ],
    [
      "with arguments that hold what could stand between two of them",
      "{{ include('a.md', { a = 'x', b = 'y' }) }}|{{ include('a.md', { a = 'x\\0001:bstring1:y' }) }}|{{ include('a.md', { a = 'x\\0001:bstring:y' }) }}",
      "{{ #a }}",
      "1|14|13",
    ],
    [
      "with a table, which may have changed",
      "{% t = { 1 } print(include('a.md', { t = t })) t[1] = 2 print(include('a.md', { t = t })) %}",
      "{{ t[1] }}",
      "12",
    ],
    [
      "with a function, which may give something else",
      "{% n = 0 local function f() n = n + 1 return n end print(include('a.md', { f = f }), include('a.md', { f = f })) %}",
      "{{ f() }}",
      "12",
    ],
    ["when it draws random numbers", "{% print(include('a.md') == include('a.md')) %}", "{{ math.random() }}", "false"],
  ])("%s", (_name, message, file, text) => {
    const { texts } = includeCase(`@You:\n${message}\n`, { "a.md": file });
    expect(texts[0]).toBe(text);
  });
});

describe("what includes cost counts", () => {
  test.each<readonly [name: string, limit: string, document: string, files: Files]>([
    ["sixteen doublings that cannot be reused", "steps", "@You:\n{{ include('0.md') }}\n", doubling("{ t = {} }")],
    ["a loop of includes", "steps", "@You:\n{% for i = 1, 1e6 do include('a.md', { i = i }) end %}\n", { "a.md": "{{ i }}" }],
    ["a loop of includes that give the same", "steps", "@You:\n{% while true do include('a.md') end %}\n", { "a.md": "{{ 1 }}" }],
    ["a loop of includes that fail", "steps", "@You:\n{% while true do pcall(include, 'a.md') end %}\n", { "a.md": "{% error('no') %}" }],
    ["a loop of files that are not there", "steps", "@You:\n{% while true do pcall(include, 'b.md') end %}\n", {}],
    [
      "a large file, in a loop",
      "memory",
      "@You:\n{% for i = 1, 1e6 do x = include('a.md', { t = {} }) end %}\n",
      { "a.md": "word ".repeat(200_000) },
    ],
    [
      "many large files",
      "memory",
      "@You:\n{% for i = 1, 99 do include(i .. '.md') end %}\n",
      Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`${i + 1}.md`, "word ".repeat(150_000)])),
    ],
    ["more files than anybody has", "steps", "@You:\n{% for i = 1, 1e6 do pcall(include, i .. '.md') end %}\n", {}],
  ])("%s", (_name, limit, document, files) => {
    const { diagnostics } = includeCase(document, files, within(400_000));
    expect(diagnostics.map(({ code }) => code)).toEqual([`limit/${limit}`]);
  });
});

test("a document that includes ever more files is told so", () => {
  const { diagnostics } = includeCase("@You:\n{% for i = 1, 1e6 do pcall(include, i .. '.md') end %}\n");
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "This asks for more files than one document may, and was stopped. Include or reference fewer.",
  ]);
});

test("a text that changed between two evaluations is rendered anew, and one that did not is rendered the same", () => {
  const document = "@You:\n{{ include('a.md') }}\n";
  const once = (text: string): string | undefined => includeCase(document, { "a.md": text }).texts[0];
  expect([once("{{ 1 }}"), once("{{ 2 }}"), once("{{ 2 }}"), once("{{ 1 }}")]).toEqual(["1", "2", "2", "1"]);
});
