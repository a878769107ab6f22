import { type FSWatcher, statSync, watch as watchFolder } from "node:fs";
import { join } from "node:path";
import { mapAtOnce, questionsAtOnce } from "../base/map-at-once.js";
import { isWithin, pathStamp } from "./node-files.js";
import type { PathStamp } from "./path-stamp.js";
import { concernedBy, type WatchedPlace, watchedNames } from "./watched-names.js";

/** Tells that something may have happened to paths; who is told looks for himself whether they changed. */
export interface NodeWatch {
  /** Watches these places from now on, also those where nothing is yet, and no others. */
  watch(places: readonly WatchedPlace[]): void;
  close(): void;
}

/** Events that come closer together than this many ms are one: writing a file is several. */
const settleMs = 20;
/** So often, in ms, all paths are looked at: file systems of other machines tell nothing. */
const pollMs = 2000;
/** So many paths are looked at in one round; the next round goes on behind them. */
const mostPolled = 500;
/** Systems allow a limited number of watched folders; files elsewhere are polled. */
const mostFolders = 1000;
/** On Windows a watched folder could not be moved or removed. */
const canWatchFolders = process.platform !== "win32";

/** Has the operating system watch the folders around files, and looks at every path from time to time where that says nothing. */
export function createNodeWatch(onChange: (paths: ReadonlySet<string>) => void): NodeWatch {
  const watchers = new Map<string, FSWatcher>();
  const happened = new Set<string>();
  const polled = new Map<string, PathStamp | undefined>();
  let names = watchedNames([]);
  let paths: readonly string[] = [];
  let poller: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  let polledTo = 0;

  /** Something happened to `name` in a folder, or to the folder itself. */
  function notice(folder: string, name: string | null): void {
    const place = name === null ? folder : join(folder, name);
    const concerned = concernedBy(names, place);
    if (concerned.size === 0) return;
    // What lies below may be other folders now.
    for (const each of watchers.keys()) if (isWithin(each, place)) unwatch(each);
    watchFolders((each) => isWithin(each, place));
    for (const path of concerned) happened.add(path);
    settling ??= setTimeout(tell, settleMs).unref();
  }

  function tell(): void {
    const told = new Set(happened);
    happened.clear();
    settling = undefined;
    onChange(told);
  }

  /** Outer folders first: what comes into being meanwhile is told by them. */
  function watchFolders(isWanted: (name: string) => boolean = () => true): void {
    if (!canWatchFolders) return;
    for (const name of names.through.keys()) {
      if (watchers.size >= mostFolders) return;
      if (isWanted(name) && !watchers.has(name) && isFolder(name)) start(name);
    }
  }

  function start(folder: string): void {
    try {
      const watcher = watchFolder(folder, { persistent: false }, (_event, name) => notice(folder, name));
      watcher.on("error", () => unwatch(folder));
      watchers.set(folder, watcher);
    } catch {
      // The folder went, or the system allows no more: polling remains.
    }
  }

  function unwatch(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  /** Looks at a part of the paths; those that have not been looked at before may have changed as well. */
  async function poll(): Promise<void> {
    watchFolders();
    const from = polledTo < paths.length ? polledTo : 0;
    polledTo = from + mostPolled;
    const looked = await mapAtOnce(
      paths.slice(from, polledTo),
      questionsAtOnce,
      async (path) => [path, await pathStamp(path, Number.POSITIVE_INFINITY)] as const,
    );
    const changed = looked.filter(([path, stamp]) => names.at.has(path) && polled.get(path) !== stamp);
    for (const [path, stamp] of changed) polled.set(path, stamp);
    if (changed.length > 0) onChange(new Set(changed.map(([path]) => path)));
  }

  function watch(places: readonly WatchedPlace[]): void {
    names = watchedNames(places);
    paths = places.map(({ path }) => path);
    for (const path of [...polled.keys()]) if (!names.at.has(path)) polled.delete(path);
    for (const folder of [...watchers.keys()]) if (!names.through.has(folder)) unwatch(folder);
    watchFolders();
    clearInterval(poller);
    poller = paths.length === 0 ? undefined : setInterval(() => void poll(), pollMs).unref();
  }

  return {
    watch,
    close() {
      clearTimeout(settling);
      watch([]);
    },
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
