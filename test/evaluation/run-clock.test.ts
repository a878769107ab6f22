import { describe, expect, test } from "vitest";
import { startRunClock } from "../../server/src/evaluation/run-clock.js";

/** A clock in a process that works and waits as the test says. */
function fixture(onLook: () => void = () => {}) {
  let wall = 1000;
  let used = 300;
  let questions = 0;
  const processor = (): number => {
    questions++;
    return used;
  };
  const clock = startRunClock({ wall: () => wall, processor }, onLook);
  return {
    clock,
    questions: () => questions,
    works(ms: number, threads = 1): void {
      wall += ms;
      used += ms * threads;
    },
    waits(ms: number): void {
      wall += ms;
    },
  };
}

describe("the clock of a run", () => {
  test("counts what the run works", () => {
    const { clock, works } = fixture();
    for (let ms = 3; ms <= 300; ms += 3) {
      works(3);
      expect(clock()).toBe(ms);
    }
  });

  test.each([
    ["before anybody has looked", 0],
    ["after it has been looked at", 60],
  ])("does not count that a busy machine lets the process wait, %s", (_, before) => {
    const { clock, works, waits } = fixture();
    works(before);
    clock();
    waits(5000);
    works(10);
    expect(clock()).toBe(before + 10);
  });

  test("counts no more than has passed, however many threads were at work", () => {
    const { clock, works } = fixture();
    works(100, 3);
    expect(clock()).toBe(100);
  });

  test("never goes back", () => {
    const { clock, works, waits } = fixture();
    waits(39);
    const early = clock();
    works(2);
    expect(clock()).toBeGreaterThanOrEqual(early);
  });

  test("asks the system at looks only, which are 5 ms apart", () => {
    let looks = 0;
    const { clock, works, questions } = fixture(() => looks++);
    works(100);
    for (let count = 0; count < 1000; count++) {
      works(0.01);
      clock();
    }
    expect(looks).toBe(2);
    expect(questions()).toBe(3);
  });

  test("lets whoever looks end the run", () => {
    const { clock, works } = fixture(() => {
      throw new Error("superseded");
    });
    works(4);
    expect(clock()).toBe(4);
    works(1);
    expect(clock).toThrow("superseded");
  });
});
