import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueIn, unitsDue, type Waiting } from "../../server/src/send/pace.js";

const fresh = (text: string): Waiting => ({ text, age: 0, silence: 0 });

describe("live", () => {
  test.each([
    ["word ", "word"],
    ["word\n", "word\n"],
    ["word\r\n", "word\r\n"],
    ["cafe\u0301", "caf"],
    ["x\u{1F468}\u200d\u{1F469}", "x"],
    ["x\u{1F1E9}\u{1F1EA}\u{1F1E9}", "x\u{1F1E9}\u{1F1EA}"],
    ["x\r", "x"],
    ["x\ud83d", ""],
    ["", ""],
  ])("of %j what cannot be continued is due: %j", (text, due) => {
    expect(text.slice(0, unitsDue("live", fresh(text)))).toBe(due);
  });

  test("what nothing continues within a second is due, but never half a character", () => {
    expect(unitsDue("live", { text: "word", age: 1000, silence: 1000 })).toBe(4);
    expect(unitsDue("live", { text: "x\ud83d", age: 1000, silence: 1000 })).toBe(1);
    expect(dueIn("live", { text: "word", age: 400, silence: 300 })).toBe(700);
    expect(dueIn("live", { text: "\ud83d", age: 1000, silence: 1000 })).toBeUndefined();
  });

  test("no piece ends inside of a character or a line end, however the text comes", () => {
    const unit = fc.oneof(
      fc.constantFrom("\r\n", "\n", "e\u0301", "\u{1F468}\u200d\u{1F469}\u200d\u{1F467}", "\u{1F1E9}\u{1F1EA}", " ", "a", "한"),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), fc.array(fc.nat(4), { minLength: 30, maxLength: 200 }), (parts, steps) => {
        const whole = parts.join("");
        const bounds = new Set([...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(whole)].map(({ index }) => index));
        let came = 0;
        let written = 0;
        for (const step of steps) {
          came = Math.min(whole.length, came + step);
          written += unitsDue("live", fresh(whole.slice(written, came)));
          expect(written === whole.length || bounds.has(written)).toBe(true);
        }
      }),
    );
  });
});

describe("paragraph", () => {
  test.each([
    ["\n@Assistant:\nHello", ""],
    ["\n\n@Assistant:\nHello", ""],
    ["one\n\ntwo\n\nthree", "one\n\ntwo\n\n"],
    ["one\r\n \t\r\ntwo", "one\r\n \t\r\n"],
    ["one\n\n\n\ntwo", "one\n\n\n\n"],
    ["one\ntwo\n", ""],
  ])("of %j what ends with an empty line is due: %j", (text, due) => {
    expect(text.slice(0, unitsDue("paragraph", fresh(text)))).toBe(due);
  });

  test("all is due after a second, without the character that may go on", () => {
    expect(unitsDue("paragraph", { text: "one tw", age: 1000, silence: 10 })).toBe(5);
    expect(dueIn("paragraph", { text: "one tw", age: 400, silence: 10 })).toBe(600);
  });
});

test("nothing is due before the end with final", () => {
  expect(unitsDue("final", { text: "one\n\ntwo\n\n", age: 1e6, silence: 1e6 })).toBe(0);
  expect(dueIn("final", { text: "one", age: 0, silence: 0 })).toBeUndefined();
});
