import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, mapOffset, mapThroughEdits, replacement, writtenSpans } from "../../server/src/base/text-edit.js";

const edit = (start: number, end: number, newText: string) => ({ span: { start, end }, newText });

test("edits refer to the text before any of them, in whatever order they come", () => {
  expect(applyEdits("abcdef", [edit(4, 6, "Z"), edit(0, 1, "AA"), edit(2, 2, "-")])).toBe("AAb-cdZ");
  expect(applyEdits("ab", [edit(1, 1, "1"), edit(1, 1, "2"), edit(1, 2, "B")])).toBe("a12B");
  expect(applyEdits("ab", [])).toBe("ab");
});

test("a replacement is the one edit between two texts, and leaves their common ends alone", () => {
  expect(replacement("abcd", "abXd")).toEqual(edit(2, 3, "X"));
  expect(replacement("aa", "aaa")).toEqual(edit(2, 2, "a"));
  expect(replacement("same", "same")).toEqual(edit(4, 4, ""));
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applyEdits(before, [replacement(before, after)])).toBe(after);
    }),
  );
});

test("a replacement in a long text is as narrow as in a short one", () => {
  const around = fc
    .tuple(fc.nat({ max: 3 }), fc.constantFrom(4095, 4096, 4097, 9000))
    .map(([units, length]) => "abcd".slice(0, units).padEnd(length, "x"));
  const text = fc.string({ unit: fc.constantFrom("x", "a"), maxLength: 4 });
  fc.assert(
    fc.property(around, text, text, around, (head, old, written, tail) => {
      const { span, newText } = replacement(old, written);
      const [before, after] = [`${head}<${old}>${tail}`, `${head}<${written}>${tail}`];
      expect(replacement(before, after)).toEqual(
        old === written ? edit(before.length, before.length, "") : edit(head.length + 1 + span.start, head.length + 1 + span.end, newText),
      );
    }),
  );
});

describe("an offset carried through an edit", () => {
  test.each([
    ["before it stays", 1, edit(2, 4, "x"), 1, 1],
    ["behind it moves by the difference", 5, edit(2, 4, "x"), 4, 4],
    ["inside a deletion goes to the cut", 3, edit(2, 4, ""), 2, 2],
    ["at the start of a replacement stays", 2, edit(2, 4, "xyz"), 2, 2],
    ["at the end of a replacement stays behind it", 4, edit(2, 4, "xyz"), 5, 5],
    ["at an insertion stays or is pushed on, as asked", 2, edit(2, 2, "xy"), 2, 4],
  ])("%s", (_, offset, change, left, right) => {
    expect(mapOffset(offset, change)).toBe(left);
    expect(mapOffset(offset, change, "right")).toBe(right);
  });
});

test("the new texts of edits stand where their spans say, and offsets behind them move along", () => {
  const edits = [edit(4, 6, "Z"), edit(0, 1, "AA"), edit(2, 2, "-")];
  const after = applyEdits("abcdefg", edits);
  expect(writtenSpans(edits).map(({ start, end }) => after.slice(start, end))).toEqual(["AA", "-", "Z"]);
  expect([1, 3, 6].map((offset) => after.slice(mapThroughEdits(offset, edits)))).toEqual(["b-cdZg", "dZg", "g"]);
});
