import { readFileSync } from "node:fs";

/** What the system says of a process that is at work. */
export interface ProcessTime {
  /** The processor time it has used so far, in ms. */
  readonly usedMs: number;
  /** It was stopped from outside, or has ended: it does not go on by itself. */
  readonly isStopped: boolean;
}

/** Linux counts processor time in ticks of so many ms, on every machine that Node runs on. */
const tickMs = 10;

/** The time of a process; undefined where the system does not tell (only Linux does). */
export function processorTime(pid: number | undefined): ProcessTime | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  try {
    // The name of the program may hold anything; the fields that count stand behind its last parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(")").pop()?.trim().split(" ") ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? { usedMs: ticks * tickMs, isStopped: /^[TtZX]/.test(fields[0] ?? "") } : undefined;
  } catch {
    return undefined;
  }
}
