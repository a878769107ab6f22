import { type FileAnswer, type FileAnswers, type FileQuestion, fileQuestions } from "../base/file-answers.js";
import { mapAtOnce, questionsAtOnce } from "../base/map-at-once.js";
import { askHost } from "./answer.js";
import type { Host } from "./host.js";
import type { PathStamp } from "./path-stamp.js";

/** Remembers what a host told of files that are watched, for all documents, until somebody says that they changed. */
export interface FileMemory {
  /** The host, which is asked once about each watched file. What is asked about other files is asked each time. */
  readonly host: Host;
  /** Looks whether the host would tell something else of watched paths now, one call after the other; gives those of which it does. */
  look(paths: Iterable<string>): Promise<ReadonlySet<string>>;
  /**
   * From now on these paths are watched, and nothing is remembered of others. `told` is what a document was told of paths
   * that were not watched before: somebody must look at them once the watch has begun.
   */
  watch(paths: ReadonlySet<string>, told: FileAnswers): void;
  /** Counts the paths of which something else was told. */
  revision(): number;
  /** Whether one of these paths has changed since there were so many changes. */
  changedSince(revision: number, paths: Iterable<string>): boolean;
  /** Forgets all answers: the host answers otherwise now, though no file has changed. */
  forget(): void;
}

/** So many states of paths that are not watched are remembered. */
const mostStamps = 10_000;

const unknown = Promise.resolve(undefined);

interface Entry {
  /** The state of the path before it was asked about; undefined when that cannot be told from others. */
  stamp: Promise<PathStamp | undefined>;
  readonly told: Map<FileQuestion, Promise<unknown>>;
}

/** Makes an empty memory in front of a host. */
export function createFileMemory(host: Host): FileMemory {
  const entries = new Map<string, Entry>();
  let watched: ReadonlySet<string> = new Set();
  /** The states of other paths before they were asked about for the first time: those that will be watched need not be asked again. */
  const firstStamps = new Map<string, Promise<PathStamp | undefined>>();
  const changes = new Map<string, number>();
  let revision = 0;
  let looking: Promise<unknown> = Promise.resolve();

  function newEntry(path: string): Entry {
    return { stamp: stampNow(path), told: new Map() };
  }

  function stampNow(path: string): Promise<PathStamp | undefined> {
    return host.stamp?.(path, host.now()) ?? Promise.resolve(undefined);
  }

  function ask<Kind extends FileQuestion>(kind: Kind, path: string): Promise<FileAnswer<Kind>> {
    if (!watched.has(path)) return askUnwatched(kind, path);
    const entry = entries.get(path) ?? newEntry(path);
    entries.set(path, entry);
    const told = entry.told.get(kind) ?? entry.stamp.then(() => askHost(host, kind, path));
    entry.told.set(kind, told);
    return told as Promise<FileAnswer<Kind>>;
  }

  function askUnwatched<Kind extends FileQuestion>(kind: Kind, path: string): Promise<FileAnswer<Kind>> {
    if (firstStamps.size >= mostStamps) firstStamps.clear();
    const stamp = firstStamps.get(path) ?? stampNow(path);
    firstStamps.set(path, stamp);
    return stamp.then(() => askHost(host, kind, path));
  }

  /** Says whether the path has changed. */
  async function lookAt(path: string): Promise<boolean> {
    const entry = entries.get(path) ?? { stamp: unknown, told: new Map() };
    entries.set(path, entry);
    const stamp = stampNow(path);
    const [before, now] = await Promise.all([entry.stamp, stamp]);
    if (before !== undefined && before === now) return false;
    const answers = await Promise.all(
      [...entry.told].map(async ([kind, last]) => {
        const told = await askHost(host, kind, path);
        const isSame = JSON.stringify(told) === JSON.stringify(await last);
        if (!isSame) entry.told.set(kind, Promise.resolve(told));
        return isSame;
      }),
    );
    entry.stamp = stamp;
    // What was told elsewhere may have been something else.
    return answers.length === 0 || answers.includes(false);
  }

  async function lookAtAll(paths: Iterable<string>): Promise<ReadonlySet<string>> {
    const changed = new Set<string>();
    await mapAtOnce(paths, questionsAtOnce, async (path) => (await lookAt(path)) && changed.add(path));
    for (const path of changed) changes.set(path, ++revision);
    return changed;
  }

  /** Keeps what was told before the watch began; a path whose state was not known then is asked about again. */
  function remember(path: string, told: FileAnswers): void {
    const kinds = fileQuestions.filter((kind) => told[kind].has(path));
    entries.set(path, {
      stamp: firstStamps.get(path) ?? unknown,
      told: new Map(kinds.map((kind) => [kind, Promise.resolve(told[kind].get(path))])),
    });
    firstStamps.delete(path);
  }

  return {
    host: {
      ...host,
      fact: (path) => ask("facts", path),
      text: (path) => ask("texts", path),
      attachment: (path) => ask("attachments", path),
      folder: (path) => ask("folders", path),
      anew: host,
    },
    look(paths) {
      const next = looking.then(() => lookAtAll(paths));
      looking = next;
      return next;
    },
    watch(paths, told) {
      const before = watched;
      watched = paths;
      for (const path of before) {
        if (paths.has(path)) continue;
        entries.delete(path);
        changes.delete(path);
      }
      for (const path of paths) if (!before.has(path)) remember(path, told);
    },
    revision: () => revision,
    changedSince: (since, paths) => [...paths].some((path) => (changes.get(path) ?? 0) > since),
    forget: () => entries.clear(),
  };
}
