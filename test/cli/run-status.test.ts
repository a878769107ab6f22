import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Io } from "../../server/src/cli/io.js";
import { createRunStatus } from "../../server/src/cli/run-status.js";

let screen = "";

beforeEach(() => {
  screen = "";
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** An outside whose two outputs share one screen, or are files. */
function outside(isTTY: boolean): Io {
  const output = {
    isTTY,
    write(text: string) {
      screen += text;
    },
  };
  return {
    stdout: output,
    stderr: output,
    stdin: async () => new Uint8Array(),
    cwd: "/",
    env: {},
    evaluatorPath: "",
    interrupted: new AbortController().signal,
  };
}

test("away from a terminal, only what a person waits for is told, each once", () => {
  const status = createRunStatus(outside(false));
  status.enter({ kind: "checking" });
  status.enter({ kind: "waiting", boundary: "credential:anthropic" });
  status.enter({ kind: "connecting" });
  status.enter({ kind: "paused", reason: "retrying in 3 s (429)" });
  status.enter({ kind: "paused", reason: "retrying in 3 s (429)" });
  status.enter({ kind: "thinking", units: 10 });
  status.enter({ kind: "writing", bytes: 10 });
  vi.advanceTimersByTime(5000);
  status.done();
  expect(screen).toBe("waiting for credential:anthropic\nretrying in 3 s (429)\n");
});

test("on a terminal, one line changes with time and is gone before text comes", () => {
  const status = createRunStatus(outside(true));
  status.enter({ kind: "connecting" });
  vi.advanceTimersByTime(2000);
  expect(screen).toMatch(/\r\u001b\[Kwaiting for the provider · 2 s$/);
  screen = "";
  status.enter({ kind: "writing", bytes: 5 });
  status.io.stdout.write("Hello");
  vi.advanceTimersByTime(10_000);
  expect(screen).toBe("\r\u001b[KHello");
});

test("on a terminal, a status never erases half a line of text", () => {
  const status = createRunStatus(outside(true));
  status.io.stdout.write("Hello");
  status.enter({ kind: "thinking", units: 1200 });
  vi.advanceTimersByTime(3000);
  expect(screen).toBe("Hello");
  status.io.stdout.write("\n");
  vi.advanceTimersByTime(3000);
  expect(screen).toMatch(/^Hello\n\r\u001b\[Kthinking 1\.2k · 4 s/);
  status.done();
  vi.advanceTimersByTime(3000);
  expect(screen).toMatch(/\r\u001b\[K$/);
});
