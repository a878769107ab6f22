import { expect, test } from "vitest";
import type { ExpressionValue, OutputPiece } from "../../server/src/engines/engine.js";
import { createOutput, type Output } from "../../server/src/engines/output.js";

const at = (start: number) => ({ start, end: start + 2 });
const text = (start: number): OutputPiece => ({ kind: "text", text: "ab", span: at(start) });
const value = (start: number): ExpressionValue => ({ span: at(start), type: "number", rendered: "1", count: 1 });

function put(output: Output, start: number): void {
  output.at(at(start));
  output.text("ab");
}

test("ten thousand pieces keep their places", () => {
  const output = createOutput();
  for (let index = 0; index < 10_000; index++) put(output, 2 * index);
  expect(output.close().pieces).toEqual(Array.from({ length: 10_000 }, (_, index) => text(2 * index)));
});

test("further texts are one piece from all of their places, and what is no text stays between them", () => {
  const output = createOutput();
  for (let index = 0; index < 10_002; index++) put(output, 2 * index);
  output.segment(7);
  put(output, 40_000);
  put(output, 30_000);
  const { pieces } = output.close();
  expect(pieces[9999]).toEqual(text(19_998));
  expect(pieces.slice(10_000)).toEqual([
    { kind: "text", text: "abab", span: { start: 20_000, end: 20_004 } },
    { kind: "segment", index: 7 },
    { kind: "text", text: "abab", span: { start: 30_000, end: 40_002 } },
  ]);
});

test("every piece is charged for, also where it is no piece of its own", () => {
  let charged = 0;
  const output = createOutput({ charge: (bytes) => (charged += bytes) });
  put(output, 0);
  const first = charged;
  for (let index = 1; index < 20_000; index++) put(output, 2 * index);
  expect(charged).toBe(20_000 * first);
});

test("texts from one place are one piece, and charged for as one", () => {
  let charged = 0;
  const output = createOutput({ charge: (bytes) => (charged += bytes) });
  output.at(at(0));
  output.text("a");
  const first = charged;
  output.text("b");
  expect(charged).toBe(first + 1);
  expect(output.close().pieces).toEqual([text(0)]);
});

test("the first ten thousand expressions have their values, and go on counting", () => {
  const output = createOutput();
  for (let index = 0; index < 10_001; index++) output.value(index, value(2 * index));
  output.value(9999, value(19_998));
  const { values } = output.close();
  expect(values.length).toBe(10_000);
  expect(values.at(-1)).toEqual({ ...value(19_998), count: 2 });
});

test("an expression nobody asks about has no value", () => {
  const output = createOutput({ wantsValue: ({ start }) => start === 4 });
  for (const start of [0, 4, 8, 4]) output.value(start, value(start));
  expect(output.close().values).toEqual([{ ...value(4), count: 2 }]);
});
