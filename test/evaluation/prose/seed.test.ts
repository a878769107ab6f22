import { describe, expect, test } from "vitest";
import { type ProseInput, renderProse } from "../../../server/src/prose.js";
import { block, check, rendered } from "./support.js";

/** What the library and a document make of the same prose. */
function both(prose: string, input: Partial<ProseInput>, document: string, frontmatter = ""): string[] {
  const result = renderProse(prose, { args: "", ...input });
  return [result.ok ? result.text : result.error.kind, rendered(`@You:\n${document}${prose}\n`, { frontmatter })[0] as string];
}

const input = (text: string): string => `flemma.opt.templating.prose.input = ${JSON.stringify(text)}\n`;
const declared = 'flemma.opt.templating.prose.args = { query = { type = "string" } }\n';

describe("the seed of prose substitution", () => {
  test("prose is no static text: a block that reads its prose gets live values in the pending Markdown", () => {
    expect(rendered(`@You:\nHi {{ who }}.\n\n${block('who = "Ada"\nprint(prose)')}`)).toEqual(["Hi Ada."]);
  });

  test("substitution computes nothing", () => {
    check("@You:\n{{ ⟦prose/unknown-name: 1 + 1⟧ }} {{ ⟦prose/unknown-name: args | upper⟧ }} {{ ⟦prose/unknown-name: include('x')⟧ }}\n");
    expect(rendered(`@You:\n${block("n = 1 + 1 var.m = n * 2")}{{ n }} {{ var.m }}\n`)).toEqual(["2 4"]);
  });

  test("args is the run's input string, exactly as passed", () => {
    expect(both("hi {{ args }}!", { args: "Acme Corp" }, "", input("Acme Corp"))).toEqual(["hi Acme Corp!", "hi Acme Corp!"]);
    expect(both("[{{ args }}]", { args: "  {{ x }} \\{ " }, "", input("  {{ x }} \\{ "))).toEqual(["[  {{ x }} \\{ ]", "[  {{ x }} \\{ ]"]);
  });

  test("argv is the parsed form of the input, whole as compact JSON or indexed by a path", () => {
    const text = '{ "query": "papers", "n": [1, {"b": 1, "a": 2}] }';
    expect(both("{{ argv.query }} {{ argv }}", { argv: JSON.parse(text) }, "", declared + input(text))).toEqual(
      Array(2).fill('papers {"n":[1,{"a":2,"b":1}],"query":"papers"}'),
    );
  });

  test("args and argv are two views of one input", () => {
    expect(rendered("@You:\n{{ args }}|{{ argv }}\n", { frontmatter: declared + input(' {"query": 1}') })).toEqual([
      ' {"query": 1}|{"query":1}',
    ]);
    expect(rendered("@You:\n{{ args }}|{{ argv.prose }}\n", { frontmatter: input('{"query": 1}') })).toEqual(['{"query": 1}|{"query": 1}']);
  });

  test("item is the present member of a fanout", () => {
    const frontmatter = 'flemma.opt.templating.prose.items = { "a", "b" }';
    expect(rendered("@You:\n{{ item }}\n", { frontmatter, request: { item: 2 } })).toEqual(["b"]);
  });

  test("var and sys insert fields of the clipboard and of the run", () => {
    expect(both("{{ var.key }} {{ sys.id }}", { var: { key: "v" }, sys: { id: 1 } }, block('var.key = "v"'))).toEqual(["v 1", "v 1"]);
  });

  test("a bare name is a global of the section", () => {
    expect(both("{{ kind }}", { globals: { kind: "library" } }, block('kind = "library"'))).toEqual(["library", "library"]);
  });

  test("dotted paths index into nested values, and whole tables and arrays are compact JSON", () => {
    expect(both("{{ var.row.a }} {{ var.row }}", { var: { row: { a: 1 } } }, block("var.row = { a = 1 }"))).toEqual([
      '1 {"a":1}',
      '1 {"a":1}',
    ]);
    expect(both("{{ list }}", { globals: { list: ["a", true] } }, block('list = { "a", true }'))).toEqual(['["a",true]', '["a",true]']);
  });

  test("a backslash makes braces and backslashes literal", () => {
    expect(both("\\{{ args }} \\}} \\\\", {}, "")).toEqual(["{{ args }} }} \\", "{{ args }} }} \\"]);
  });

  test("one pass: what is put in is never scanned again", () => {
    const value = "{{ args }} \\{ {{";
    expect(both("{{ v }}", { globals: { v: value } }, block(`v = ${JSON.stringify(value)}`))).toEqual([value, value]);
  });

  test("Lua source is never substituted", () => {
    expect(rendered(`@You:\n${block("return '{{ args }} stays'")}`)).toEqual(["{{ args }} stays"]);
  });

  test("substitution is lazy: a placeholder that would fail costs nothing in a block that never reads its prose", () => {
    const { texts, diagnostics } = check(`@You:\n{{ ghost }} {{\n\n${block("print('fine')")}`);
    expect(texts).toEqual(["fine"]);
    expect(diagnostics.filter(({ blocks }) => blocks)).toEqual([]);
    expect(rendered(`@You:\n{{ x }}\n\n${block("x = 1\nlocal first = prose\nx = 2\nreturn first")}`)).toEqual(["1"]);
  });

  test("failures are Lua errors at the read, with specific messages, which pcall catches", () => {
    const code = "local ok, e = pcall(function() return prose end)\nprint(tostring(ok), ' ', e)";
    expect(rendered(`@You:\nx {{ var.nope }}\n\n${block(code)}`)[0]).toMatch(
      /^false .*missing \{\{ var\.nope \}\} \[MissingKey at byte 2\]$/,
    );
    const { diagnostics } = check(
      `@You:\nx {{ var.⟦prose/missing-key: nope⟧ }} {{ ⟦prose/unknown-name: ghost⟧ }}\n\n${block("return prose")}`,
    );
    expect(diagnostics.every(({ blocks, severity }) => blocks && severity === "error")).toBe(true);
    expect(diagnostics[0]?.related?.map(({ message }) => message)).toEqual(["The prose is read here."]);
  });

  test("failures cover unknown names, missing keys, null, bare var and sys, indexing a string, unclosed braces, empty segments and what is no JSON", () => {
    check(
      `@You:\n${block("f = print var.null = nil s = 'x'")}` +
        "{{ ⟦prose/unknown-name: ghost⟧ }} {{ var.⟦prose/missing-key: nope⟧ }} {{ var.⟦prose/missing-key: null⟧ }} {{ ⟦prose/placeholder: var⟧ }} " +
        "{{ ⟦prose/placeholder: sys⟧ }} {{ args.⟦prose/missing-key: x⟧ }} {{ s.⟦prose/missing-key: x⟧ }} {{ var⟦prose/placeholder: ..⟧x }} " +
        "{{ ⟦prose/not-data: f⟧ }} {{ ⟦prose/not-data: string⟧.format }} {{ ⟦prose/not-data: prose⟧ }} ⟦prose/placeholder: {{⟧ open\n",
    );
  });

  test("item outside of a fanout is an error", () => {
    check("@You:\n{{ ⟦prose/no-value: item⟧ }}\n");
  });

  test("argv that was not parsed is an error, never an empty string", () => {
    check("@You:\n[{{ ⟦prose/no-value: argv⟧ }}] [{{ ⟦prose/no-value: argv⟧.query }}]\n", { frontmatter: declared + input("no JSON") });
  });

  test("an item renders by its type: strings verbatim, numbers and booleans naturally, arrays and objects as compact JSON", () => {
    const frontmatter = 'flemma.opt.templating.prose.items = { "a \\"b\\"", 1.5, true, { 1, 2 }, { b = 1, a = "x" } }';
    const texts = [1, 2, 3, 4, 5].map((item) => rendered("@You:\n{{ item }}\n", { frontmatter, request: { item } })[0]);
    expect(texts).toEqual(['a "b"', "1.5", "true", "[1,2]", '{"a":"x","b":1}']);
  });
});
