import { describe, expect, test } from "vitest";
import { parseJson } from "../../../server/src/config/parse-json.js";
import { displayValue, jsonOf, typeOf } from "../../../server/src/engines/lua/inspect.js";
import { encodeJson, luaFromConfig } from "../../../server/src/engines/lua/json.js";
import { decodeUtf8, encodeUtf8 } from "../../../server/src/lua/bytes.js";
import { LuaTable } from "../../../server/src/lua/table.js";
import { hostFunction, type LuaValue } from "../../../server/src/lua/values.js";

const free = (): void => {};
const print = hostFunction("print", () => []);

/** A table from keys and values. */
function table(...pairs: readonly (readonly [Exclude<LuaValue, undefined>, LuaValue])[]): LuaTable {
  const made = new LuaTable();
  for (const [key, value] of pairs) made.set(key, value);
  return made;
}

const list = (...items: readonly LuaValue[]): LuaTable => table(...items.map((item, index) => [index + 1, item] as const));

function encode(value: LuaValue): string | undefined {
  const bytes = encodeJson(value, free);
  return bytes === undefined ? undefined : decodeUtf8(bytes);
}

describe("a table as JSON", () => {
  test.each([
    [list(), "[]"],
    [list(1, "a", true), '[1,"a",true]'],
    [table([3, "c"]), '[null,null,"c"]'],
    [table([1, 1], [3, 3]), "[1,null,3]"],
    [table(["b", 1], ["a", 2]), '{"b":1,"a":2}'],
    [table([1, "x"], ["k", "y"]), '{"1":"x","k":"y"}'],
    [table([0, "zero"]), '{"0":"zero"}'],
    [table([-1, "a"], [1.5, "b"]), '{"-1":"a","1.5":"b"}'],
    [table([10, "x"]), '[null,null,null,null,null,null,null,null,null,"x"]'],
    [table([11, "x"]), undefined],
    [table([1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [12, 12]), "[1,2,3,4,5,6,null,null,null,null,null,12]"],
    [table([true, 1]), undefined],
    [table(["f", print]), undefined],
    [table(["x", Number.POSITIVE_INFINITY]), undefined],
    [table(["x", Number.NaN]), undefined],
    [table(["x", list(list())]), '{"x":[[]]}'],
  ])("%#: %j", (value, expected) => {
    expect(encode(value)).toBe(expected);
  });

  test("may hold one table twice, but not itself", () => {
    const shared = list(1);
    expect(encode(list(shared, shared))).toBe("[[1],[1]]");
    const own = table(["a", 1]);
    own.set("self", own);
    expect(encode(own)).toBeUndefined();
  });

  test("does not nest without end", () => {
    let deep = list();
    for (let level = 1; level < 128; level++) deep = list(deep);
    expect(encode(deep)).toBe("[".repeat(128) + "]".repeat(128));
    expect(encode(list(deep))).toBeUndefined();
  });

  test("charges for what it writes, so that shared tables cannot unfold without end", () => {
    let wide = list("x".repeat(100));
    for (let level = 0; level < 40; level++) wide = list(wide, wide);
    let left = 1e6;
    const charge = (bytes: number): void => {
      left -= bytes;
      if (left < 0) throw new Error("spent");
    };
    expect(() => encodeJson(wide, charge)).toThrow("spent");
  });
});

test.each([
  [0.1, "0.1"],
  [1 / 3, "0.3333333333333333"],
  [1e15, "1000000000000000"],
  [1e16, "1e+16"],
  [123456789012345680, "1.234567890123457e+17"],
  [1e-5, "1e-05"],
  [0.0001, "0.0001"],
  [-0, "-0"],
  [1e300, "1e+300"],
])("the number %d is written as %s", (value, expected) => {
  expect(encode(value)).toBe(expected);
});

test("strings are escaped as JSON needs it, and no further", () => {
  expect(encode(encodeUtf8('a"\\/\b\f\n\r\t\u0001\u007fé😀\u2028'))).toBe('"a\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007fé😀\u2028"');
});

test("data becomes Lua values: null is a hole, keys keep their order", () => {
  const { root } = parseJson('{ "list": [1, null, "é"], "empty": {}, "none": null, "flag": false, "2": 2, "1": 1 }');
  const value = root && luaFromConfig(root);
  expect(encode(value)).toBe('{"list":[1,null,"é"],"empty":[],"flag":false,"2":2,"1":1}');
  expect(luaFromConfig({ kind: "null", span: { start: 0, end: 0 } })).toBeUndefined();
});

test("a key that is no finite number has no form", () => {
  for (const key of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) expect(encode(table([key, 1]))).toBeUndefined();
});

describe("a value for people and tools", () => {
  test("ends where it is too much: values, strings and tables that are shared", () => {
    const text = "x".repeat(1 << 20);
    const texts = list(...Array.from({ length: 1000 }, () => text));
    expect(JSON.stringify(jsonOf(texts)).length).toBeLessThan(20 << 20);
    let shared = list(...Array.from({ length: 1000 }, () => 1));
    for (let level = 0; level < 10; level++) shared = list(...Array.from({ length: 1000 }, () => shared));
    expect(JSON.stringify(jsonOf(shared)).length).toBeLessThan(10 << 20);
    expect(jsonOf(list(...Array.from({ length: 50_000 }, () => 1)))).toHaveLength(50_000);
  });

  test("has holes as JSON has them", () => {
    expect(jsonOf(table([1, "a"], [3, "b"]))).toEqual(["a", null, "b"]);
    expect(jsonOf(table([1, "a"], [5000, "b"]))).toEqual({ 1: "a", 5000: "b" });
    expect(jsonOf(table())).toEqual([]);
    expect(displayValue(table([1, 1], [3, 2]), 40)).toBe("[1,null,2]");
  });

  test("has functions and depths as words, and keys as text", () => {
    const deep = table(["a", table(["b", print])], [1, "x"]);
    expect(jsonOf(deep)).toEqual({ 1: "x", a: { b: "$function" } });
    let nested: LuaTable = list();
    for (let level = 0; level < 20; level++) nested = list(nested);
    expect(JSON.stringify(jsonOf(nested))).toBe(`${"[".repeat(12)}"$deep"${"]".repeat(12)}`);
    expect(jsonOf(Number.POSITIVE_INFINITY)).toBe("Infinity");
    expect(jsonOf(undefined)).toBeNull();
  });

  test("of a cycle ends", () => {
    const own = list();
    own.set(1, own);
    own.set(2, own);
    expect(JSON.stringify(jsonOf(own)).length).toBeLessThan(1e6);
  });

  test.each([
    [undefined, "nil", "nil"],
    [print, "function", "function"],
    ["é", '"é"', "string"],
    [0.1 + 0.2, "0.3", "number"],
    [Number.NaN, "nan", "number"],
    [false, "false", "boolean"],
    [list(1, 2), "[1,2]", "table"],
  ])("%#: is one short line with its type", (value, text, type) => {
    const given = typeof value === "string" ? encodeUtf8(value) : value;
    expect([displayValue(given, 100), typeOf(given)]).toEqual([text, type]);
  });

  test("is cut between characters, with the count", () => {
    expect(displayValue(encodeUtf8("ab😀cd"), 4)).toBe('"ab… (5 characters)');
    expect(displayValue(encodeUtf8("ab😀cd"), 5)).toBe('"ab😀… (5 characters)');
  });
});
