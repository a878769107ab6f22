import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rawJsonAt } from "../../../server/src/providers/protocols/raw-json.js";

describe("a value in a JSON text", () => {
  test.each([
    ['{"a": [1, {"n": 12345678901234567890, "f": 1.0 }]}', ["a", 1], '{"n": 12345678901234567890, "f": 1.0 }'],
    ['[{"a":"\\u00fc\\"}"}]', [0, "a"], '"\\u00fc\\"}"'],
    ['{"a": 1, "a": 2e2}', ["a"], "2e2"],
    ['{"a": null}', ["a"], "null"],
    [" true ", [], "true"],
  ])("of %s is given as it is written", (json, path, raw) => expect(rawJsonAt(json, path)).toBe(raw));

  test.each([
    ['{"a": 1}', ["b"]],
    ['{"a": 1}', [0]],
    ['{"a": [1]}', ["a", 1]],
    ['{"a": 1', ["a"]],
    [`${"[".repeat(1000)}${"]".repeat(1000)}`, [0]],
  ])("of %s is not there", (json, path) => expect(rawJsonAt(json, path)).toBeUndefined());

  test("means what it means in the whole, whatever the JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (object, indent) => {
        const json = JSON.stringify(object, undefined, indent);
        for (const name of Object.keys(object))
          expect(JSON.parse(rawJsonAt(json, [name]) ?? "")).toEqual(JSON.parse(JSON.stringify(object))[name]);
      }),
    );
  });
});
