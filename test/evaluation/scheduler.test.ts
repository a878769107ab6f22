import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createScheduler, delayAfter } from "../../server/src/evaluation/scheduler.js";

/** Work that ends when it is told to, and notes what happens to it. */
function works(log: string[]): (name: string) => { work: (signal: AbortSignal) => Promise<void>; end: () => void } {
  return (name) => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const work = async (signal: AbortSignal): Promise<void> => {
      log.push(`${name} starts`);
      signal.addEventListener("abort", () => log.push(`${name} aborted`));
      await ended;
      log.push(`${name} ends`);
    };
    return { work, end };
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("of a burst the first and the last run, one after the other, once the burst is over", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const log: string[] = [];
    const make = works(log);
    const scheduler = createScheduler(() => log.push("error"));
    const all = ["1", "2", "3", "4", "5"].map(make);
    for (const { work } of all.slice(0, 3)) scheduler.schedule("a", work);
    expect(log).toEqual(["1 starts", "1 aborted"]);
    all[0]?.end();
    await settle();
    expect(log).toEqual(["1 starts", "1 aborted", "1 ends"]);
    for (const { work } of all.slice(3)) {
      vi.advanceTimersByTime(8);
      scheduler.schedule("a", work);
    }
    vi.advanceTimersByTime(9);
    expect(log).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(log.at(-1)).toBe("5 starts");
    all[4]?.end();
    await settle();
    scheduler.schedule("a", make("6").work);
    expect(log.at(-1)).toBe("6 starts");
  } finally {
    vi.useRealTimers();
  }
});

describe("a run that serves the newer work too", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  test("goes on to its end, and the newest work follows at once", async () => {
    const log: string[] = [];
    const make = works(log);
    const scheduler = createScheduler(() => {});
    const [first, second, third] = ["1", "2", "3"].map(make);
    scheduler.schedule("a", first?.work ?? (async () => {}));
    vi.advanceTimersByTime(10);
    scheduler.schedule("a", second?.work ?? (async () => {}), 100);
    scheduler.schedule("a", third?.work ?? (async () => {}), 100);
    first?.end();
    await settle();
    vi.advanceTimersByTime(1000);
    expect(log).toEqual(["1 starts", "1 ends", "3 starts"]);
  });

  test("is aborted all the same once it has gone on for long, also where ever newer work comes", () => {
    const log: string[] = [];
    const make = works(log);
    const scheduler = createScheduler(() => {});
    scheduler.schedule("a", make("1").work);
    for (let count = 0; count < 9; count++) {
      scheduler.schedule("a", make("newer").work, 100);
      vi.advanceTimersByTime(11);
    }
    expect(log).toEqual(["1 starts"]);
    vi.advanceTimersByTime(1);
    expect(log).toEqual(["1 starts", "1 aborted"]);
  });

  test("is aborted at once by newer work that it does not serve", () => {
    const log: string[] = [];
    const make = works(log);
    const scheduler = createScheduler(() => {});
    scheduler.schedule("a", make("1").work);
    scheduler.schedule("a", make("2").work, 100);
    scheduler.schedule("a", make("3").work);
    expect(log).toEqual(["1 starts", "1 aborted"]);
  });
});

test("keys do not wait for each other", () => {
  const log: string[] = [];
  const make = works(log);
  const scheduler = createScheduler(() => {});
  scheduler.schedule("a", make("a").work);
  scheduler.schedule("b", make("b").work);
  expect(log).toEqual(["a starts", "b starts"]);
});

test("cancelling drops what waits and aborts what runs; later work runs", async () => {
  const log: string[] = [];
  const make = works(log);
  const scheduler = createScheduler(() => {});
  const [first, second, third] = ["1", "2", "3"].map(make);
  scheduler.schedule("a", first?.work ?? (async () => {}));
  scheduler.schedule("a", second?.work ?? (async () => {}));
  scheduler.cancel("a");
  scheduler.cancel("other");
  first?.end();
  await settle();
  expect(log).toEqual(["1 starts", "1 aborted", "1 ends"]);
  scheduler.schedule("a", third?.work ?? (async () => {}));
  expect(log.at(-1)).toBe("3 starts");
});

test("a fault is told, and the next work runs all the same", async () => {
  const errors: unknown[] = [];
  const log: string[] = [];
  const scheduler = createScheduler((error) => errors.push(error));
  scheduler.schedule("a", async () => {
    await settle();
    throw new Error("boom");
  });
  scheduler.schedule("a", async () => {
    log.push("next");
  });
  await expect.poll(() => log).toEqual(["next"]);
  expect(errors).toHaveLength(1);
});

test("the pause grows with the cost of the last run, and cheap work has none", () => {
  expect([0, 5, 20].map(delayAfter)).toEqual([0, 0, 0]);
  expect(delayAfter(40)).toBe(10);
  expect(delayAfter(200)).toBeGreaterThan(delayAfter(100));
  expect(delayAfter(100_000)).toBe(250);
});

test("dear work waits before it runs again, newer work takes its place meanwhile, without a new pause", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const log: string[] = [];
    const scheduler = createScheduler(() => {});
    scheduler.schedule("a", async () => void vi.advanceTimersByTime(120));
    await settle();
    scheduler.schedule("a", async () => void log.push("older"));
    vi.advanceTimersByTime(40);
    scheduler.schedule("a", async () => void log.push("newer"));
    expect(log).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(log).toEqual(["newer"]);
  } finally {
    vi.useRealTimers();
  }
});

test("work that waits out its pause does not run any more once it was cancelled", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const log: string[] = [];
    const scheduler = createScheduler(() => {});
    scheduler.schedule("a", async () => void vi.advanceTimersByTime(120));
    await settle();
    scheduler.schedule("a", async () => void log.push("late"));
    scheduler.cancel("a");
    vi.advanceTimersByTime(1000);
    expect(log).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
