import { describe, expect, test } from "vitest";
import { parseJsonFrontmatter } from "../../server/src/config/parse-json-frontmatter.js";
import { readMarks } from "../conformance/own/marked.js";

/** Expects exactly the problems marked in the code, or none. */
function check(marked: string): void {
  const { text, marks } = readMarks(marked);
  const { members, problems } = parseJsonFrontmatter(text);
  expect(problems.map(({ code, span }) => [code, span.start, span.end])).toEqual(marks.map(({ label, start, end }) => [label, start, end]));
  expect(problems.every(({ message }) => /[.!}]$/.test(message))).toBe(true);
  if (marks.length > 0) expect(members.size).toBe(0);
}

describe("a fault has its exact place", () => {
  test.each([
    '{ "a": ⟦frontmatter/syntax: tru⟧ }',
    '{ "a": 1 ⟦frontmatter/syntax: "b"⟧: 2 }',
    '{ "a" ⟦frontmatter/syntax: 1⟧ }',
    "{ ⟦frontmatter/syntax: a⟧: 1 }",
    '{ "a": 1, ⟦frontmatter/syntax: }⟧',
    '{ "a": [1, ⟦frontmatter/syntax: ]⟧ }',
    "{} ⟦frontmatter/syntax: {⟧}",
    "{ ⟦frontmatter/syntax: // no⟧\n}",
    "{ ⟦frontmatter/syntax: /* no */⟧ }",
    '{ "a": ⟦frontmatter/syntax: "\\x"⟧ }',
    "{ \"a\": ⟦frontmatter/syntax: 'b'⟧ }",
    '{ "a": 0⟦frontmatter/syntax: 1⟧ }',
    '{ "a": ⟦frontmatter/syntax: NaN⟧ }',
    "⟦frontmatter/syntax: \n⟧",
    "⟦frontmatter/syntax: ⟧",
    "⟦frontmatter/not-a-table: [1]⟧",
    ' ⟦frontmatter/not-a-table: "x"⟧ ',
    "⟦frontmatter/not-a-table: null⟧\n",
  ])("%s", check);

  test("an unclosed object is marked at the last thing in it", () => {
    check('{ "a": ⟦frontmatter/syntax: 1⟧\n\n');
  });

  test("nesting has an end", () => {
    check(`${"[".repeat(500)}⟦limit/depth: [⟧${"[".repeat(9)}`);
    expect(parseJsonFrontmatter(`{ "a": ${"[".repeat(400)}${"]".repeat(400)} }`).problems).toEqual([]);
    expect(parseJsonFrontmatter(`{ "a": "${"[".repeat(600)}" }`).problems).toEqual([]);
  });
});

describe("members", () => {
  test("have their values as JavaScript reads them, and the places of their keys", () => {
    const code = '{ "a": 1.50, "b c": [null, "\\u00e9"], "": {"x": 1e3} }';
    const { members, problems } = parseJsonFrontmatter(code);
    expect(problems).toEqual([]);
    expect([...members].map(([name, { value }]) => [name, value])).toEqual([
      ["a", 1.5],
      ["b c", [null, "é"]],
      ["", { x: 1000 }],
    ]);
    expect([...members.values()].map(({ keyStart, keyEnd }) => code.slice(keyStart, keyEnd))).toEqual(['"a"', '"b c"', '""']);
  });

  test("of equal keys the last one counts", () => {
    const { members } = parseJsonFrontmatter('{ "a": 1, "a": 2 }');
    expect(members.get("a")).toEqual({ value: 2, keyStart: 10, keyEnd: 13 });
  });

  test("may be called like what every object has", () => {
    const { members } = parseJsonFrontmatter('{ "__proto__": 1, "constructor": 2, "toString": 3 }');
    expect([...members].map(([name, { value }]) => [name, value])).toEqual([
      ["__proto__", 1],
      ["constructor", 2],
      ["toString", 3],
    ]);
  });

  test("survive line ends of every kind", () => {
    expect([...parseJsonFrontmatter('{\r\n"a":\r1\n}\r\n').members.keys()]).toEqual(["a"]);
  });
});
