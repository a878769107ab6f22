import { expect, test } from "vitest";
import { createTidying } from "../../server/src/evaluation/tidy-heap.js";

const mb = 1024 * 1024;

test("a heap is collected where it is large, and again only after it has grown", () => {
  let used = 20 * mb;
  const inUse = 130 * mb;
  let collections = 0;
  const tidy = createTidying({
    used: () => used,
    collect() {
      collections++;
      used = Math.min(used, inUse);
    },
  });
  const collectionsAt = (size: number): number => {
    used = size;
    tidy();
    return collections;
  };
  expect(collectionsAt(100 * mb)).toBe(0);
  expect(collectionsAt(150 * mb)).toBe(1);
  expect(collectionsAt(140 * mb)).toBe(1);
  expect(collectionsAt(170 * mb)).toBe(1);
  expect(collectionsAt(200 * mb)).toBe(2);
});
