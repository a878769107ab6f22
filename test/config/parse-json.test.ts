import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../server/src/base/text-edit.js";
import { dataOf } from "../../server/src/config/config-node.js";
import { parseJson } from "../../server/src/config/parse-json.js";
import { readMarks } from "../conformance/own/marked.js";
import { placesOf } from "./places.js";

/** Expects exactly the problems marked in the code, or none. */
function check(marked: string): void {
  const { text, marks } = readMarks(marked);
  const { problems } = parseJson(text);
  expect(problems.map(({ code, span }) => [code, span.start, span.end])).toEqual(marks.map(({ label, start, end }) => [label, start, end]));
  for (const { message } of problems) expect(message).toMatch(/[.!}?]$/);
}

describe("a fault has its exact place", () => {
  test.each([
    '{ "a": ⟦frontmatter/syntax: tru⟧ }',
    '{ "a": ⟦frontmatter/syntax: True⟧, "b": ⟦frontmatter/syntax: None⟧ }',
    '{ "a": ⟦frontmatter/syntax: NaN⟧ }',
    '{ "a": 1 ⟦frontmatter/syntax: "b"⟧: 2 }',
    '{ "a": [1 ⟦frontmatter/syntax: 2⟧ ⟦frontmatter/syntax: {⟧}] }',
    '{ "a" ⟦frontmatter/syntax: 1⟧ }',
    '{ "a" ⟦frontmatter/syntax: =⟧ 1 }',
    "{ ⟦frontmatter/syntax: a⟧: 1, ⟦frontmatter/syntax: b-c⟧: 2 }",
    "{ ⟦frontmatter/syntax: {⟧} }",
    '{ "a": 1⟦frontmatter/syntax: ,⟧ }',
    '{ "a": [1⟦frontmatter/syntax: ,⟧ ]⟦frontmatter/syntax: ,⟧ }',
    '{ "a": [1,⟦frontmatter/syntax: ,⟧ 2] }',
    '{ "a": ⟦frontmatter/syntax: }⟧',
    "{} ⟦frontmatter/syntax: {⟧}",
    "{ ⟦frontmatter/syntax: // no⟧\n}",
    '{ ⟦frontmatter/syntax: /* no */⟧ "a": 1 } ⟦frontmatter/syntax: // no⟧',
    '{ "a":⟦frontmatter/syntax: \u00a0⟧1 }',
    "{ } ⟦frontmatter/syntax: /* never closed⟧",
    '{ "a": "x⟦frontmatter/syntax: \\x⟧y" }',
    '{ "a": "⟦frontmatter/syntax: \\u⟧12" }',
    '{ "a": "x⟦frontmatter/syntax: \t⟧y" }',
    "{ \"a\": ⟦frontmatter/syntax: 'b'⟧ }",
    '{ "a": ⟦frontmatter/syntax: "b⟧\n}',
    '{ "a": ⟦frontmatter/syntax: 01⟧ }',
    '{ "a": ⟦frontmatter/syntax: .5⟧ }',
    '{ "a": ⟦frontmatter/syntax: +1⟧ }',
    '{ "a": ⟦frontmatter/syntax: 1.⟧ }',
    '{ "a": [1⟦frontmatter/syntax: }⟧',
    "⟦frontmatter/syntax: \n⟧",
    "⟦frontmatter/syntax: ⟧",
    "⟦frontmatter/not-a-table: [1]⟧",
    ' ⟦frontmatter/not-a-table: "x"⟧ ',
    "⟦frontmatter/not-a-table: null⟧\n",
  ])("%s", check);

  test("an unclosed object is marked at the last thing in it", () => {
    check('{ "a": [⟦frontmatter/syntax: 1⟧\n\n');
  });

  test("comments and commas too many are told wherever they stand, other faults only up to the first that confuses", () => {
    check('{ ⟦frontmatter/syntax: : ⟧"a": 1, b: 2, "c": [3⟦frontmatter/syntax: ,⟧] ⟦frontmatter/syntax: // c⟧\n}'.replace(": ⟧", ":⟧ "));
  });

  test("so many faults are told, and no more", () => {
    expect(parseJson(`{ "a": [${"/**/ 1, ".repeat(5000)}1] }`).problems).toHaveLength(1000);
  });

  test("nesting has an end", () => {
    check(`${"[".repeat(500)}⟦limit/depth: [⟧${"[".repeat(9)}`);
    expect(parseJson(`{ "a": ${"[".repeat(400)}${"]".repeat(400)} }`).problems).toEqual([]);
    expect(parseJson(`{ "a": "${"[".repeat(600)}" }`).problems).toEqual([]);
  });
});

describe("every fix that is certain, one after the other, makes of", () => {
  /** Applies the certain rewrites of the first problem that has one until none is left. */
  function mend(code: string): string {
    let text = code;
    for (let round = 0; round < 20; round++) {
      const choices = parseJson(text).problems.flatMap(({ data }) => (data?.kind === "rewrite" ? data.choices : []));
      const choice = choices.find(({ certain }) => certain);
      if (choice === undefined) return text;
      text = applyEdits(text, choice.edits);
    }
    return text;
  }

  test.each([
    ["{ // one\n  /* two */\n  \"a\": 1, // three\n  'b': [True, None, ], /* four */\n}", '{\n  "a": 1,\n  "b": [true, null ]\n}'],
    ['{ a: 1, "b" 2, "c" = 3 "d": 4', '{ "a": 1, "b": 2, "c" : 3, "d": 4}'],
    ["{ 'it''s': 1 }", "{ 'it''s': 1 }"],
    ["{ 'say \"it\\'s\"': 1 }", '{ "say \\"it\'s\\"": 1 }'],
    ['{ "a": [ { "b": 1', '{ "a": [ { "b": 1}]}'],
    ['{ "a": "x\ty" }', '{ "a": "x\\ty" }'],
    ["", "{}\n"],
  ])("%j %j", (code, wanted) => {
    expect(mend(code)).toBe(wanted);
  });

  test("what is not certain, nothing", () => {
    for (const code of ['{ "a": hello }', '{ "a": 01 }', '{ "a": "C:\\x" }', '{ "a": }', "hello", "{ , }"]) expect(mend(code)).toBe(code);
  });
});

describe("members", () => {
  test("have their values as JavaScript reads them, and exact places of keys and values", () => {
    const code = '{ "a": 1.50, "b c": [null, "\\u00e9"], "": {"x": 1e3} }';
    const { root, problems } = parseJson(code);
    expect(problems).toEqual([]);
    expect(root && dataOf(root)).toEqual(JSON.parse(code));
    expect(placesOf(code, root)).toEqual([
      '{ "a": 1.50, "b c": [null, "\\u00e9"], "": {"x": 1e3} }',
      '"a" = 1.50',
      '"b c" = [null, "\\u00e9"]',
      "null",
      '"\\u00e9"',
      '"" = {"x": 1e3}',
      '"x" = 1e3',
    ]);
  });

  test("of equal keys the last one counts, and all are there", () => {
    const { root } = parseJson('{ "a": 1, "a": 2 }');
    expect(root && dataOf(root)).toEqual({ a: 2 });
    expect(root?.members.map(({ keySpan }) => keySpan.start)).toEqual([2, 10]);
  });

  test("may be called like what every object has", () => {
    const { root } = parseJson('{ "__proto__": 1, "constructor": 2, "toString": 3 }');
    expect(root?.members.map(({ name, node }) => [name, node.kind === "scalar" && node.value])).toEqual([
      ["__proto__", 1],
      ["constructor", 2],
      ["toString", 3],
    ]);
  });

  test("survive line ends of every kind", () => {
    const { root, problems } = parseJson('{\r\n"a":\r1\n}\r\n');
    expect([root && dataOf(root), problems]).toEqual([{ a: 1 }, []]);
  });

  test("are known while the code is not finished", () => {
    expect(parseJson('{ "a": 1, "b": { "c": 2').root?.members.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(parseJson('{ "a": , "b": 2 }').root?.members.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(parseJson('{ "a" }').root?.members.map(({ name }) => name)).toEqual(["a"]);
  });
});

test("what JSON.parse reads is read alike, and what it refuses is refused", () => {
  const json = fc.json().map((text) => `{ "a": ${text} }`);
  const pieces = ["{", "}", "[", "]", ",", ":", '"a"', '"a": 1', "1", "-0.5e3", "null", " ", "x", "'", "//", "\\", "01", "true"];
  const scraps = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => `{${parts.join("")}}`);
  let wellFormed = 0;
  fc.assert(
    fc.property(fc.oneof(json, scraps), (code) => {
      const { root, problems } = parseJson(code);
      const value = read(code);
      expect(problems.length === 0).toBe(value !== undefined);
      if (value === undefined) return;
      wellFormed++;
      expect(root && dataOf(root)).toEqual(value);
    }),
    { numRuns: 3000 },
  );
  expect(wellFormed).toBeGreaterThan(1000);
});

function read(code: string): unknown {
  try {
    return JSON.parse(code);
  } catch {
    return undefined;
  }
}
