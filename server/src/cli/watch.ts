import { type FSWatcher, watch as watchFolder } from "node:fs";
import { systemErrorText } from "../base/system-error.js";
import type { FoundFiles } from "./find-files.js";
import { createFileFollower } from "./follow-files.js";
import { Interrupted, type Io, RunError, UsageError } from "./io.js";

/** Changes that come closer together than this many ms are one. */
const settleMs = 100;

/** What is done again and again, and what it depends on beside the roots: absolute paths. */
export interface Watched {
  check(): Promise<unknown>;
  dependencies(): Iterable<string>;
}

/** Runs `check` now and after every change below the roots or of what it depends on, until the run is interrupted. */
export async function watch(io: Io, roots: FoundFiles["roots"], { check, dependencies }: Watched): Promise<void> {
  const changes = createChanges();
  const files = createFileFollower(changes.notice);
  const watchers = roots.map((root) => startWatcher(root, changes.notice));
  io.interrupted.addEventListener("abort", changes.notice, { once: true });
  try {
    while (!io.interrupted.aborted) {
      const asOf = Date.now();
      await tellFailure(io, check);
      if (io.interrupted.aborted) return;
      await files.follow(dependencies(), asOf);
      io.stderr.write("Watching for changes …\n");
      await changes.next(io.interrupted);
    }
  } finally {
    files.close();
    for (const watcher of watchers) watcher.close();
  }
}

/** While files are moved about, a PATH may name nothing for a moment: that is told, and watched on. */
async function tellFailure(io: Io, check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof Interrupted) return;
    if (!(error instanceof UsageError || error instanceof RunError)) throw error;
    io.stderr.write(`${error.message}\n`);
  }
}

function startWatcher({ folder, recursive }: FoundFiles["roots"][number], notice: () => void): FSWatcher {
  try {
    const watcher = watchFolder(folder, { recursive }, (_event, name) => {
      if (name === null || !/(?:^|[\\/])(?:\.git|node_modules)(?:[\\/]|$)/.test(name)) notice();
    });
    watcher.on("error", notice);
    return watcher;
  } catch (error) {
    throw new RunError(`Cannot watch '${folder}': ${systemErrorText(error)}.`);
  }
}

/** Remembers changes that come while nobody waits. */
function createChanges(): { notice(): void; next(interrupted: AbortSignal): Promise<void> } {
  let isPending = false;
  let wake = (): void => {};
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settleMs));
  return {
    notice() {
      isPending = true;
      wake();
    },
    async next(interrupted) {
      if (!isPending) await new Promise<void>((resolve) => (wake = resolve));
      while (isPending && !interrupted.aborted) {
        isPending = false;
        await settle();
      }
      isPending = false;
    },
  };
}
