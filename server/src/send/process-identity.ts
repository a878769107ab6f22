import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { promisify } from "node:util";

/** What tells one process from every other, also from a later one that was given the same id. */
export interface ProcessIdentity {
  /** Of the machine, or of the container in it: an id says nothing to any other. */
  readonly host: string;
  readonly pid: number;
  /** When it started: on Linux the boot and its clock ticks, elsewhere ms since 1970. No blanks, dots or slashes. */
  readonly start: string;
}

/** Clocks are read in different ways, so starts that are ms since 1970 are the same within so many ms. */
const tolerance = 3000;

let known: ProcessIdentity | undefined;

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  known ??= { host: hostId(), pid: process.pid, start: linuxStart(process.pid) ?? String(Math.round(performance.timeOrigin)) };
  return known;
}

/**
 * Says whether the process of an identity still runs; undefined when that cannot be known here, for it is one of another
 * machine. A process that is dead and only waits to be collected does not run.
 */
export async function isRunning({ host, pid, start }: ProcessIdentity): Promise<boolean | undefined> {
  if (host !== ownIdentity().host) return undefined;
  if (pid === process.pid) return start === ownIdentity().start;
  if (!hasProcess(pid)) return false;
  if (process.platform === "linux") return linuxStart(pid) === start;
  const started = await startElsewhere(pid).catch(() => undefined);
  return started === undefined || Math.abs(started - Number(start)) < tolerance;
}

/** A signal that is none tells whether there is such a process, be it that of another user. */
function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The boot and the clock ticks from it to the start of a process; undefined when it is dead, or not on Linux. */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program stands in parentheses and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = ""] = fields;
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
    return "ZX".includes(state) ? undefined : `${boot}-${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** When a process started, in ms since 1970. Rejects when the system does not tell. */
async function startElsewhere(pid: number): Promise<number | undefined> {
  const run = promisify(execFile);
  const env = { ...process.env, LC_ALL: "C" };
  if (process.platform === "win32") {
    const command = `([DateTimeOffset](Get-Process -Id ${pid}).StartTime).ToUnixTimeMilliseconds()`;
    return Number((await run("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", command])).stdout) || undefined;
  }
  const { stdout } = await run("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { env });
  const [state = "", ...started] = stdout.trim().split(/\s+/);
  return state.startsWith("Z") ? 0 : Date.parse(started.join(" ")) || undefined;
}

/** Processes are numbered anew in each container, which may have the name of its machine. */
function hostId(): string {
  let names = hostname();
  try {
    names += readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has name spaces.
  }
  return createHash("sha256").update(names).digest("hex").slice(0, 8);
}
