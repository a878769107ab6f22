import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../server/src/base/json.js";
import { type ProseInput, renderProse } from "../../../server/src/prose.js";
import { fuzzing } from "../../hostile/fuzz-settings.js";

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
const names = fc.constantFrom("a", "b", "my key", "größe", "📚", "__proto__", "constructor", "10");
const table = fc.dictionary(names, json) as fc.Arbitrary<{ readonly [name: string]: Json }>;
const scope: fc.Arbitrary<ProseInput> = fc.record(
  { args: fc.string({ unit: "binary" }), argv: json, item: json, var: table, sys: table, globals: table },
  { requiredKeys: ["args"] },
);
const path = fc
  .tuple(
    fc.constantFrom("args", "argv", "item", "var", "sys", "a", "my key", "prose", "", " "),
    fc.array(fc.oneof(names, fc.constantFrom("", " x", "]")), { maxLength: 3 }),
  )
  .map(([root, keys]) => [root, ...keys].join("."));
const piece = fc.oneof(
  { weight: 3, arbitrary: path.map((written) => `{{ ${written} }}`) },
  { weight: 2, arbitrary: fc.constantFrom("{{", "}}", "\\", "{", "}", "\r\n", " ", "é📚", "\u0085", "\ufeff", "text") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);
const prose = fc.array(piece, { maxLength: 10 }).map((parts) => parts.join(""));

describe("prose of all kinds", () => {
  test("gives a text or an error whose place is a placeholder of the trimmed prose, twice the same", () => {
    fc.assert(
      fc.property(prose, scope, (text, input) => {
        const result = renderProse(text, input);
        expect(renderProse(text, input)).toEqual(result);
        if (result.ok) return;
        const { kind, offset, message, path: written } = result.error;
        const trimmed = text.replace(/^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/, "");
        const bytes = new TextEncoder().encode(trimmed.toWellFormed());
        expect(new TextDecoder().decode(bytes.slice(offset, offset + 2))).toBe("{{");
        expect(message).not.toMatch(/undefined|\[object|Cannot/);
        expect(written === undefined).toBe(kind === "Unclosed");
      }),
      fuzzing("prose", 3000),
    );
  });

  test("without a scope knows no names, and throws nothing", () => {
    expect(renderProse("Hi")).toEqual({ ok: true, text: "Hi" });
    expect(renderProse("{{ name }}")).toMatchObject({ ok: false, error: { kind: "UnknownNamespace" } });
  });

  test("without braces and backslashes is itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const plain = `x${text.replace(/[{}\\]/g, "")}x`;
        expect(renderProse(plain, { args: "" })).toEqual({ ok: true, text: plain });
      }),
      fuzzing("plain prose", 1000),
    );
  });

  test("is put out as it is when everything is escaped", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const wanted = `x${text}x`;
        expect(renderProse(wanted.replace(/[{}\\]/g, "\\$&"), { args: "" })).toEqual({ ok: true, text: wanted });
      }),
      fuzzing("escaped prose", 1000),
    );
  });

  test("inserts JSON that reads back, with its keys in the order of their bytes", () => {
    fc.assert(
      fc.property(json, (value) => {
        const result = renderProse("{{ item }}", { args: "", item: value });
        if (!result.ok) throw new Error(result.error.message);
        if (typeof value === "string") expect(result.text).toBe(value);
        else expect(JSON.parse(result.text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      fuzzing("items", 1000),
    );
    expect(renderProse("{{ item }}", { args: "", item: { "\ue000": 1, "😀": 2, b: 3, "10": 4, "9": 5, B: 6 } })).toEqual({
      ok: true,
      text: '{"10":4,"9":5,"B":6,"b":3,"\ue000":1,"😀":2}',
    });
  });
});

/** An array in an array, and so on. */
function nested(levels: number): Json {
  return Array.from({ length: levels }).reduce<Json>((inner) => [inner], 1);
}

describe("what is no JSON after all", () => {
  test.each(["argv", "item", "var", "sys"])(
    "is an error in %s, whichever placeholder there is, and nothing is lost without a word",
    (name) => {
      const cyclic: { own?: Json; kept: number } = { kept: 1 };
      cyclic.own = cyclic;
      for (const value of [cyclic, nested(100_000), { kept: 1, n: 1n }])
        expect(renderProse("{{ args }}", { args: "", [name]: value as Json })).toMatchObject({
          ok: false,
          error: { kind: "Serialize", offset: 0, message: expect.stringContaining(`${name} is not JSON data`) },
        });
    },
  );

  test("may nest deeply, and undefined is treated as JavaScript does", () => {
    const text = `${"[".repeat(500)}1${"]".repeat(500)}`;
    expect(
      renderProse("{{ item }}{{ var.kept }}{{ g }}", {
        args: "",
        item: nested(500),
        var: { kept: 1, deep: nested(500) },
        globals: { g: nested(500) },
      }),
    ).toEqual({
      ok: true,
      text: `${text}1${text}`,
    });
    const holes: unknown = { a: 1, b: undefined, c: [1, undefined] };
    expect(renderProse("{{ g }} {{ var.a }}", { args: "", var: holes as Json, globals: { g: holes as Json } })).toEqual({
      ok: true,
      text: '{"a":1,"c":[1,null]} 1',
    });
  });

  test("is an error, and never thrown", () => {
    const odd = {
      args: "",
      globals: { f: () => 1, big: 1n, u: undefined, deep: nested(2000) },
    } as unknown;
    for (const [name, kind] of [
      ["f", "Serialize"],
      ["big", "Serialize"],
      ["deep", "Serialize"],
      ["u", "UnknownNamespace"],
    ]) {
      expect(renderProse(`{{ ${name} }}`, odd as ProseInput)).toMatchObject({ ok: false, error: { kind } });
    }
    expect(renderProse("[{{ args }}]", {} as ProseInput)).toEqual({ ok: true, text: "[]" });
    expect(renderProse("{{ var.constructor }}", { args: "", var: {} })).toMatchObject({ ok: false, error: { kind: "MissingKey" } });
  });

  test("is what would never end: the output has a limit", () => {
    const result = renderProse("{{ args }}".repeat(100), { args: "x".repeat(1 << 20) });
    expect(result).toMatchObject({ ok: false, error: { kind: "Limit" } });
  });
});
