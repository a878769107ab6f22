import { expect, test } from "vitest";
import { createEventCutter } from "../../server/src/providers/sse.js";

function cut(...pieces: readonly string[]): object[] {
  const cutter = createEventCutter();
  return [...pieces.flatMap((piece) => [...cutter.push(piece)]), ...cutter.rest()];
}

test("events have names and data, whatever their lines end with and whatever stands between them", () => {
  expect(cut("event: a\r\ndata: 1\r\n\r\n", ": comment\n\n", "data:2\ndata: 3\n\n", "id: 7\nretry: 5\ndata: 4\r\r")).toEqual([
    { event: "a", data: "1" },
    { data: "2\n3" },
    { data: "4" },
  ]);
});

test("the last event needs no empty line, and may be cut off", () => {
  expect(cut("data: 1\n\ndata: 2")).toEqual([{ data: "1" }, { data: "2" }]);
  expect(cut("data: 1\n\nda")).toEqual([{ data: "1" }, { data: "da" }]);
});

test("an error that is written as it is, on many lines, is an event", () => {
  const error = JSON.stringify({ error: { code: 503, message: "a: b" } }, undefined, 2);
  expect(cut(`data: 1\n\n${error}\n`)).toEqual([{ data: "1" }, { data: error }]);
  expect(cut(`data: ${error}\n\ndata: 2\n\n`)).toEqual([{ data: error }, { data: "2" }]);
});

test("lines that mean nothing are no part of events that are whole without them", () => {
  expect(cut('surprise: x\ndata: {"a":1}\nmore\n\n', "data: no json\nrest\n\n")).toEqual([{ data: '{"a":1}' }, { data: "no json" }]);
});
