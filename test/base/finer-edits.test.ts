import fc from "fast-check";
import { expect, test } from "vitest";
import { finerEdits } from "../../server/src/base/finer-edits.js";
import { applyEdits } from "../../server/src/base/text-edit.js";

test("lines that both texts have once stay what they are, and each difference is an edit of its own, the last first", () => {
  expect(finerEdits("a\nb\nc\nd\n", "x\na\nb\nc2\nd\ny")).toEqual([
    { span: { start: 8, end: 8 }, newText: "y" },
    { span: { start: 5, end: 5 }, newText: "2" },
    { span: { start: 0, end: 0 }, newText: "x\n" },
  ]);
});

test("equal texts need none", () => {
  expect(finerEdits("a\nb", "a\nb")).toEqual([]);
});

test("texts without a common line are one edit, what they begin and end with left alone", () => {
  expect(finerEdits("abc", "aXc")).toEqual([{ span: { start: 1, end: 2 }, newText: "X" }]);
});

test("whatever the texts, the edits lead from one to the other, one after the other or all at once", () => {
  const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d", "\r\n", "e\r", "\n"), { maxLength: 12 }).map((lines) => lines.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edits = finerEdits(before, after);
      expect(applyEdits(before, edits)).toBe(after);
      expect(edits.reduce((now, edit) => applyEdits(now, [edit]), before)).toBe(after);
    }),
  );
});
