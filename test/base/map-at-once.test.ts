import { expect, test } from "vitest";
import { mapAtOnce } from "../../server/src/base/map-at-once.js";

const turn = (): Promise<void> => new Promise(setImmediate);

test("all items are worked on, so many at once, and their results are in order", async () => {
  let working = 0;
  let most = 0;
  const results = await mapAtOnce([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++working);
    for (let turns = item; turns > 0; turns--) await turn();
    working--;
    return 10 * item;
  });
  expect(results).toEqual([10, 20, 30, 40, 50, 60, 70]);
  expect(most).toBe(3);
});

test("there may be nothing to do", async () => {
  expect(await mapAtOnce(new Set(), 3, async () => 1)).toEqual([]);
});

test("the first failure is that of all", async () => {
  const failing = mapAtOnce([1, 2, 3], 2, async (item) => {
    if (item === 2) throw new Error("two");
    return item;
  });
  await expect(failing).rejects.toThrow("two");
});
