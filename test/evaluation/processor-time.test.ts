import { spawn } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { processorTime } from "../../server/src/evaluation/processor-time.js";
import { eventually } from "../process/children.js";

const started: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const process of started.splice(0)) process.kill("SIGKILL");
});

function run(program: string): number {
  const child = spawn(process.execPath, ["-e", program], { stdio: "ignore" });
  started.push(child);
  return child.pid as number;
}

describe.runIf(process.platform === "linux")("the time of a process", () => {
  test("grows while it works, and it is not stopped", async () => {
    const pid = run("for (;;);");
    expect(await eventually(() => (processorTime(pid)?.usedMs ?? 0) >= 100)).toBe(true);
    expect(processorTime(pid)?.isStopped).toBe(false);
  });

  test("stands still once it is stopped", async () => {
    const pid = run("for (;;);");
    process.kill(pid, "SIGSTOP");
    expect(await eventually(() => processorTime(pid)?.isStopped === true)).toBe(true);
    const before = processorTime(pid)?.usedMs;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(processorTime(pid)?.usedMs).toBe(before);
  });

  test("tells one that waits from one that is stopped", async () => {
    const pid = run("setInterval(() => {}, 1000)");
    expect(await eventually(() => (processorTime(pid)?.usedMs ?? 0) > 0)).toBe(true);
    expect(processorTime(pid)?.isStopped).toBe(false);
  });

  test("is unknown of a process that is not there", () => {
    expect(processorTime(undefined)).toBeUndefined();
    expect(processorTime(2 ** 30)).toBeUndefined();
  });
});
