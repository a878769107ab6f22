import { expect, test } from "vitest";
import { ownHeap } from "../../server/src/evaluation/own-heap.js";

const mb = 1024 * 1024;

test("what nobody holds leaves the heap of a process", () => {
  const heap = ownHeap();
  let garbage: unknown[] = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  const before = heap.used();
  expect(garbage.length).toBe(1_000_000);
  garbage = [];
  heap.collect();
  expect(heap.used()).toBeLessThan(before - 10 * mb);
});
