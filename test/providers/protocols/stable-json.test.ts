import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyObject, rawJson, stableJson } from "../../../server/src/providers/protocols/stable-json.js";

test("keys are sorted at every depth, and undefined ones are left out", () => {
  expect(stableJson({ b: [{ z: 1, a: undefined, B: null }], a: { d: true, c: "x" } })).toBe(
    '{"a":{"c":"x","d":true},"b":[{"B":null,"z":1}]}',
  );
});

test("the last keys stand last, in their order, in the outermost object only", () => {
  expect(stableJson({ tools: 1, a: { tools: 1, z: 2 }, system: 2, z: 3 }, ["system", "tools", "messages"])).toBe(
    '{"a":{"tools":1,"z":2},"z":3,"system":2,"tools":1}',
  );
});

test("the order in which an object was made does not matter", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const turned = Object.fromEntries(Object.entries(object).reverse());
      expect(stableJson(turned as BodyObject, ["m"])).toBe(stableJson(object as BodyObject, ["m"]));
    }),
  );
});

test("what is written is the value that was meant", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "grapheme" })), (object) => {
      expect(JSON.parse(stableJson(object as BodyObject))).toEqual(JSON.parse(JSON.stringify(object)));
    }),
  );
});

describe("raw JSON", () => {
  test.each([
    '{"n":12345678901234567890,"f":1.0,"e":1E+2}',
    '{ "a" : 1 ,\n\t"a":2 }',
    '{"z":1,"a":"\\u00e9\\/\\\\ud800"}',
    '{"smile":"\\ud83d\\ude00","é":"😀"}',
    '{"__proto__":1}',
  ])("%s stays as it is", (raw) => {
    expect(stableJson({ input: rawJson(raw) })).toBe(`{"input":${raw}}`);
  });

  test.each([
    ['"\\ud83d"', '"\\ufffd"'],
    ['"\\ude00\\ud83d"', '"\\ufffd\\ufffd"'],
    ['"\\\\\\ud83d x"', '"\\\\\\ufffd x"'],
    ['"\\ud83d\\n"', '"\\ufffd\\n"'],
    ['"\ud83d"', '"\ufffd"'],
  ])("loses halves of characters, which servers refuse: %j", (raw, written) => {
    expect(stableJson({ input: rawJson(raw) })).toBe(`{"input":${written}}`);
  });
});

test("halves of characters in text and in keys become the replacement character", () => {
  expect(stableJson({ "a\ud800": "\udc00x😀" })).toBe('{"a\ufffd":"\ufffdx😀"}');
});
