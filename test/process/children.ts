import { readdirSync, readFileSync } from "node:fs";

/** The ids of the processes that a process started and that still run. */
export function childrenOf(pid: number | undefined): number[] {
  return processes()
    .filter(({ parent, state }) => parent === pid && state !== "Z")
    .map(({ id }) => id);
}

/** Says whether a process still runs; one that only waits to be collected does not. */
export function isAlive(pid: number): boolean {
  return processes().some(({ id, state }) => id === pid && state !== "Z");
}

/** Resolves as soon as `probe` is true; to false when that takes longer than `timeout` ms. */
export async function eventually(probe: () => boolean, timeout = 10_000): Promise<boolean> {
  const until = Date.now() + timeout;
  while (!probe()) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function processes(): { id: number; parent: number; state: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return [{ id: Number(name), parent: Number(parent), state }];
      } catch {
        return [];
      }
    });
}
