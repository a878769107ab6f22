import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodePath, encodePath } from "../../server/src/base/percent-encoding.js";
import { findReferences } from "../../server/src/syntax/references.js";

describe("decoding a path", () => {
  test.each([
    ["./my%20report.txt", "./my report.txt"],
    ["./caf%C3%A9.txt", "./café.txt"],
    ["./100%25.txt", "./100%.txt"],
    ["./a%2Etxt", "./a.txt"],
    ["./bad%ZZ.txt", "./bad%ZZ.txt"],
    ["./cut%C3.txt", "./cut%C3.txt"],
    ["./%FF%20x", "./%FF%20x"],
    ["./end%2", "./end%2"],
    ["./a+b$c*d", "./a+b$c*d"],
    ["./%2525", "./%25"],
  ])("%s is %s", (written, path) => {
    expect(decodePath(written)).toBe(path);
  });

  test("never fails, whatever is written", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("%", "2", "0", "F", "C", "3", "A", "9", "é", "\ud800") }),
        (text) => void decodePath(text),
      ),
    );
  });
});

describe("encoding a path", () => {
  test.each([
    ["my report.txt", "my%20report.txt"],
    ["a+b$c*d~e@f#g&h=i", "a+b$c*d~e@f#g&h=i"],
    ["100%.txt", "100%25.txt"],
    ["a;b.txt", "a%3Bb.txt"],
    ["what?", "what%3F"],
    ["end.", "end%2E"],
    ["終。", "終%E3%80%82"],
    ["【終】報告（1）.txt", "【終】報告（1）.txt"],
    ["「終」", "「終%E3%80%8D"],
    ["now!", "now%21"],
    ["it's (1) [2].txt", "it%27s%20%281%29%20%5B2%5D.txt"],
    ["文件 «x».txt", "文件%20%C2%ABx%C2%BB.txt"],
  ])("%s is %s", (path, written) => {
    expect(encodePath(path)).toBe(written);
  });

  test("is undone by decoding, and a reference holds all of it", () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((text) => !/[\ud800-\udfff]/.test(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "")) && !text.includes("\ufeff"));
    fc.assert(
      fc.property(name, (path) => {
        const written = encodePath(path);
        expect(decodePath(written)).toBe(path);
        const text = `(@./${written}).`;
        const [found] = findReferences(text, { start: 0, end: text.length });
        expect(found && text.slice(found.path.start, found.path.end)).toBe(`./${written}`);
      }),
    );
  });
});
