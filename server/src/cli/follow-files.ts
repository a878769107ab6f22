import { pathStamp, placeOf } from "../workspace/node-files.js";
import { createNodeWatch } from "../workspace/node-watch.js";
import type { PathStamp } from "../workspace/path-stamp.js";

/** Tells when files change that documents depend on, wherever they are. */
export interface FileFollower {
  /** Follows these absolute paths and no others; `asOf` (ms since 1970) is when they were last read. */
  follow(paths: Iterable<string>, asOf: number): Promise<void>;
  close(): void;
}

/** Makes a follower; `onChange` is told of a change once, until other paths are followed. */
export function createFileFollower(onChange: () => void): FileFollower {
  let stamps: ReadonlyMap<string, PathStamp | undefined> = new Map();
  const watch = createNodeWatch((paths) => void look(paths));

  async function look(paths: Iterable<string>): Promise<void> {
    const before = stamps;
    const known = [...paths].filter((path) => before.has(path));
    // Every state counts here, however new: the one before is known.
    const changes = await Promise.all(known.map(async (path) => before.get(path) !== (await pathStamp(path, Number.POSITIVE_INFINITY))));
    if (!changes.includes(true) || before !== stamps) return;
    stamps = new Map();
    onChange();
  }

  return {
    async follow(paths, asOf) {
      const all = [...paths];
      watch.watch(await Promise.all(all.map(async (path) => ({ path, place: (await placeOf(path)) ?? path, isListed: false }))));
      stamps = new Map(await Promise.all(all.map(async (path) => [path, await pathStamp(path, asOf)] as const)));
      if ([...stamps.values()].includes(undefined)) onChange();
    },
    close: watch.close,
  };
}
