import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PositionEncoding, positionAt, rangeAt, sourceText } from "../../server/src/base/source-text.js";
import { applyEdits, type TextEdit } from "../../server/src/base/text-edit.js";
import { createDocuments } from "../../server/src/lsp/documents.js";

const uri = "file:///a.chat";

describe("open documents", () => {
  test("take changes in their order, each a change of the text before it", () => {
    const documents = createDocuments(() => "utf-16");
    documents.open(uri, 1, "abc\ndef\n");
    const range = (line: number, start: number, end: number) => ({ start: { line, character: start }, end: { line, character: end } });
    const edits = documents.change(uri, 7, [
      { range: range(0, 0, 1), text: "X\nY" },
      { range: range(2, 0, 3), text: "" },
      { text: "X\nYbc\n\nend" },
    ]);
    expect(documents.get(uri)?.snapshot).toMatchObject({ version: 7, text: { text: "X\nYbc\n\nend" } });
    expect(edits).toEqual([
      { span: { start: 0, end: 1 }, newText: "X\nY" },
      { span: { start: 6, end: 9 }, newText: "" },
      { span: { start: 7, end: 7 }, newText: "end" },
    ]);
  });

  test("give an edit that holds only what differs, though a client resends whole lines", () => {
    const documents = createDocuments(() => "utf-16");
    documents.open(uri, 1, "one two\nthree\n");
    const edits = documents.change(uri, 2, [
      { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }, text: "one and two\n" },
    ]);
    expect(edits).toEqual([{ span: { start: 4, end: 4 }, newText: "and " }]);
  });

  test("are known until they are closed; opening again begins anew", () => {
    const documents = createDocuments(() => "utf-16");
    expect(documents.change(uri, 1, [{ text: "x" }])).toBeUndefined();
    const first = documents.open(uri, 5, "a");
    const { outdated } = first;
    const second = documents.open(uri, 0, "b");
    expect(second).not.toBe(first);
    expect(outdated.aborted).toBe(true);
    expect([...documents.all()]).toEqual([second]);
    expect(documents.get(uri)?.snapshot.version).toBe(0);
    documents.close(uri);
    documents.close(uri);
    expect(documents.get(uri)).toBeUndefined();
  });

  test("take a version that comes without a change, and a range that is written backwards", () => {
    for (const encoding of ["utf-16", "utf-8"] as const) {
      const documents = createDocuments(() => encoding);
      documents.open(uri, 1, "éa\nb\n");
      expect(documents.change(uri, 2, [])).toEqual([]);
      expect(documents.get(uri)?.snapshot).toMatchObject({ version: 2, text: { text: "éa\nb\n" } });
      const [start, end] = [
        { line: 0, character: encoding === "utf-8" ? 2 : 1 },
        { line: 1, character: 1 },
      ] as const;
      const edits = documents.change(uri, 3, [{ range: { start: end, end: start }, text: "" }]);
      expect(edits).toEqual([{ span: { start: 1, end: 4 }, newText: "" }]);
      expect(documents.get(uri)?.snapshot.text.text).toBe("é\n");
    }
  });

  test("survive positions beyond lines and text", () => {
    for (const encoding of ["utf-16", "utf-8"] as const) {
      const documents = createDocuments(() => encoding);
      documents.open(uri, 1, "é\r\nb");
      documents.change(uri, 2, [{ range: { start: { line: 0, character: 99 }, end: { line: 0, character: 99 } }, text: "1" }]);
      documents.change(uri, 3, [{ range: { start: { line: 9, character: 0 }, end: { line: 10, character: 4 } }, text: "2" }]);
      expect(documents.get(uri)?.snapshot.text.text).toBe("é1\r\nb2");
    }
  });

  test.each(["utf-16", "utf-8"] as const)("stay what the client has, whatever it edits, in %s", (encoding: PositionEncoding) => {
    const unit = fc.constantFrom("a", "é", "漢", "😀", "\n", "\r\n", "@You:\n", "{{ x }}");
    const words = fc.array(unit, { maxLength: 12 }).map((units) => units.join(""));
    fc.assert(
      fc.property(words, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), words), { maxLength: 8 }), (initial, changes) => {
        const documents = createDocuments(() => encoding);
        documents.open(uri, 1, initial);
        let text = initial;
        for (const [at, length, newText] of changes) {
          const [start, end] = [
            boundary(text, at % (text.length + 1)),
            boundary(text, Math.min(text.length, (at % (text.length + 1)) + length)),
          ];
          const range = rangeAt(sourceText(text), { start, end }, encoding);
          const before = text;
          text = text.slice(0, start) + newText + text.slice(end);
          const edits = documents.change(uri, 2, [{ range, text: newText }]);
          expect(documents.get(uri)?.snapshot.text.text).toBe(text);
          expect(applyEdits(before, edits as TextEdit[])).toBe(text);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The last offset up to `offset` that a position can name: not inside a character or a line end. */
function boundary(text: string, offset: number): number {
  const isInside = /[\ud800-\udbff]$/.test(text.slice(0, offset)) && /^[\udc00-\udfff]/.test(text.slice(offset));
  const isInLineEnd = text[offset - 1] === "\r" && text[offset] === "\n";
  return isInside || isInLineEnd ? offset - 1 : offset;
}

test("positions of an edit are those of the text before it", () => {
  expect(positionAt(sourceText("é\nb"), 2, "utf-8")).toEqual({ line: 1, character: 0 });
});
