import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RunState, stateText } from "../../server/src/send/run-state.js";
import { createStateTeller } from "../../server/src/send/state-teller.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each<[RunState, number, string]>([
  [{ kind: "checking" }, 999, "checking"],
  [{ kind: "waiting", boundary: "credential:openai" }, 3000, "waiting for credential:openai · 3 s"],
  [{ kind: "connecting" }, 2100, "waiting for the provider · 2 s"],
  [{ kind: "paused", reason: "retrying in 3 s (429)" }, 9000, "retrying in 3 s (429)"],
  [{ kind: "thinking", units: 1234 }, 14_900, "thinking 1.2k · 14 s"],
  [{ kind: "thinking", units: 999 }, 0, "thinking 999"],
  [{ kind: "tool-use", name: "bash", units: 9 }, 0, "tool bash…"],
  [{ kind: "writing", bytes: 999 }, 0, "writing 999 B"],
  [{ kind: "writing", bytes: 3400 }, 5000, "writing 3.4 kB"],
  [{ kind: "writing", bytes: 20_000_000 }, 0, "writing 20.0 MB"],
])("%j after %d ms reads %j", (state, ms, text) => {
  expect(stateText(state, ms)).toBe(text);
});

function fixture() {
  const told: string[] = [];
  return { told, teller: createStateTeller((text) => told.push(text)) };
}

test("at most four texts a second are told, and the newest is never left out", () => {
  const { told, teller } = fixture();
  for (let bytes = 1; bytes <= 100; bytes++) {
    teller.enter({ kind: "writing", bytes });
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(250);
  teller.done();
  expect(told.length).toBeGreaterThan(4);
  expect(told.length).toBeLessThanOrEqual(10);
  expect(told.at(-1)).toBe("writing 100 B");
});

test("time goes by though nothing comes, from the moment a state began", () => {
  const { told, teller } = fixture();
  teller.enter({ kind: "connecting" });
  vi.advanceTimersByTime(2500);
  teller.enter({ kind: "thinking", units: 10 });
  vi.advanceTimersByTime(1100);
  teller.enter({ kind: "thinking", units: 2000 });
  vi.advanceTimersByTime(1300);
  teller.done();
  expect(told).toEqual([
    "waiting for the provider",
    "waiting for the provider · 1 s",
    "waiting for the provider · 2 s",
    "thinking 10",
    "thinking 10 · 1 s",
    "thinking 2.0k · 1 s",
    "thinking 2.0k · 2 s",
  ]);
});

test("the same text is not told twice, and nothing after the end", () => {
  const { told, teller } = fixture();
  teller.enter({ kind: "writing", bytes: 5 });
  vi.advanceTimersByTime(5000);
  teller.enter({ kind: "writing", bytes: 6 });
  teller.enter({ kind: "connecting" });
  teller.done();
  vi.advanceTimersByTime(5000);
  expect(told).toEqual(["writing 5 B", "writing 6 B"]);
});
