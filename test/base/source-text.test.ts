import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  firstLineEnd,
  lineAt,
  lineEnd,
  offsetAt,
  type PositionEncoding,
  positionAt,
  rangeAt,
  sourceText,
} from "../../server/src/base/source-text.js";

const encodings: readonly PositionEncoding[] = ["utf-16", "utf-8"];

describe("lines", () => {
  test.each([
    ["", [0]],
    ["a", [0]],
    ["a\nb", [0, 2]],
    ["a\r\nb\r\n", [0, 3, 6]],
    ["a\rb\r\rc", [0, 2, 4, 5]],
    ["\n\r\n\r", [0, 1, 3, 4]],
    ["a\u2028b\u0085c\u000bd", [0]],
    ["\ufeffa\nb", [0, 3]],
  ])("start behind LF, CRLF and a lone CR, and nowhere else: %j", (text, starts) => {
    expect(sourceText(text).lineStarts).toEqual(starts);
  });

  test("end before their line end", () => {
    const source = sourceText("a\r\nbc\rd\n");
    expect([0, 1, 2, 3].map((line) => lineEnd(source, line))).toEqual([1, 5, 7, 8]);
  });

  test("hold their offsets; those past the end belong to the last", () => {
    const source = sourceText("ab\ncd");
    expect([0, 2, 3, 5, 99].map((offset) => lineAt(source, offset))).toEqual([0, 0, 1, 1, 1]);
  });

  test("are the same in whatever order they are asked for", () => {
    const texts = fc.array(fc.constantFrom("a", "b\n", "\r", "\n", "\r\n", "😀")).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(texts, fc.array(fc.nat(40)), (text, offsets) => {
        const { lineStarts } = sourceText(text);
        const source = sourceText(text);
        for (const offset of offsets) {
          const last = lineStarts.findLastIndex((start) => start <= offset);
          expect(lineAt(source, offset)).toBe(last);
        }
        expect(source.lineStarts).toEqual(lineStarts);
      }),
    );
  });

  test.each([
    ["", 0],
    ["a", 1],
    ["a\n", 2],
    ["a\r\nb", 3],
    ["a\rb\n", 2],
    ["\n\n", 1],
  ])("the first one ends behind its line end: %j", (text, end) => {
    expect(firstLineEnd(sourceText(text))).toBe(end);
  });
});

describe("positions", () => {
  const text = "é😀a\u0301\r\n漢x";
  test.each([
    ["utf-16", 0, 0, 0],
    ["utf-16", 3, 0, 3],
    ["utf-16", 5, 0, 5],
    ["utf-16", 8, 1, 1],
    ["utf-8", 1, 0, 2],
    ["utf-8", 3, 0, 6],
    ["utf-8", 5, 0, 9],
    ["utf-8", 8, 1, 3],
    ["utf-8", 9, 1, 4],
  ] as const)("count %s: offset %i is %i:%i", (encoding, offset, line, character) => {
    expect(positionAt(sourceText(text), offset, encoding)).toEqual({ line, character });
    expect(offsetAt(sourceText(text), { line, character }, encoding)).toBe(offset);
  });

  test("beyond a line or the text mean its end", () => {
    const source = sourceText("ab\r\nc");
    for (const encoding of encodings) {
      expect(offsetAt(source, { line: 0, character: 99 }, encoding)).toBe(2);
      expect(offsetAt(source, { line: 9, character: 0 }, encoding)).toBe(5);
      expect(offsetAt(source, { line: -1, character: 4 }, encoding)).toBe(0);
      expect(offsetAt(source, { line: 1, character: -4 }, encoding)).toBe(4);
      expect(positionAt(source, 99, encoding)).toEqual({ line: 1, character: 1 });
      expect(positionAt(source, -1, encoding)).toEqual({ line: 0, character: 0 });
    }
  });

  test("inside a character mean its start", () => {
    const source = sourceText("a😀b");
    for (const character of [2, 3, 4]) expect(offsetAt(source, { line: 0, character }, "utf-8")).toBe(1);
  });

  test("of a span are a range", () => {
    expect(rangeAt(sourceText("a\nb"), { start: 0, end: 3 })).toEqual({ start: { line: 0, character: 0 }, end: { line: 1, character: 1 } });
  });

  test("lead back to every offset that stands between two characters", () => {
    const unit = fc.constantFrom("a", "é", "漢", "😀", "\u0301", "\n", "\r", "\r\n", "\ufeff", "\ud83d", "\udc00");
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), fc.constantFrom(...encodings), (units, encoding) => {
        const whole = units.join("");
        const source = sourceText(whole);
        for (let offset = 0; offset <= whole.length; offset++) {
          const isInside = /[\ud800-\udbff]$/.test(whole.slice(0, offset)) && /^[\udc00-\udfff]/.test(whole.slice(offset));
          const isInLineEnd = whole[offset - 1] === "\r" && whole[offset] === "\n";
          if (isInside || isInLineEnd) continue;
          expect(offsetAt(source, positionAt(source, offset, encoding), encoding)).toBe(offset);
        }
      }),
    );
  });

  test("in bytes are those of the encoded line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat({ max: 20 }), (text, cut) => {
        const line = text.replace(/[\r\n]/g, "");
        const offset = [...line].slice(0, cut).join("").length;
        expect(positionAt(sourceText(line), offset, "utf-8").character).toBe(Buffer.byteLength(line.slice(0, offset)));
      }),
    );
  });
});
