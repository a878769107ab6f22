import { expect, test } from "vitest";
import type { OutputPiece } from "../../server/src/engines/engine.js";
import { coarsePieces } from "../../server/src/evaluation/coarse-pieces.js";

const text = (start: number): OutputPiece => ({ kind: "text", text: "ab", span: { start, end: start + 2 } });
const listOf = (count: number): OutputPiece[] => Array.from({ length: count }, (_, index) => text(2 * index));

test("ten thousand pieces keep their places", () => {
  expect(coarsePieces(listOf(10_000))).toEqual(listOf(10_000));
});

test("further texts are one piece from all of their places, and what is no text stays between them", () => {
  const segment: OutputPiece = { kind: "segment", index: 7 };
  const found = coarsePieces([...listOf(10_002), segment, text(40_000), text(30_000)]);
  expect(found.slice(0, 10_000)).toEqual(listOf(10_000));
  expect(found.slice(10_000)).toEqual([
    { kind: "text", text: "abab", span: { start: 20_000, end: 20_004 } },
    segment,
    { kind: "text", text: "abab", span: { start: 30_000, end: 40_002 } },
  ]);
});
