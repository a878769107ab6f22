import { expect, test } from "vitest";
import { hurriedClock } from "../../server/src/evaluation/hurried-clock.js";

test("a clock goes as it does while nothing is asked, and many times as fast from then on", () => {
  let now = 100;
  let isAsking = false;
  const clock = hurriedClock(
    () => now,
    () => isAsking,
  );
  expect(clock()).toBe(100);
  now = 120;
  expect(clock()).toBe(120);
  isAsking = true;
  expect(clock()).toBe(120);
  now = 125;
  expect(clock()).toBe(160);
});
