import { type FileAnswers, noAnswers, pathsIn } from "../base/file-answers.js";
import { mapAtOnce, questionsAtOnce } from "../base/map-at-once.js";
import type { FileMemory } from "../workspace/file-memory.js";
import type { Projects } from "../workspace/projects.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { concernedBy, type WatchedPlace, watchedNames } from "../workspace/watched-names.js";

/** Follows the files that open documents depend on, and has exactly those evaluated again whose files change. */
export interface FollowedFiles {
  /** Counts changes that were noticed; to be asked when an evaluation begins. */
  revision(): number;
  /** Takes what an evaluation that began at `revision` depends on. */
  evaluated(evaluated: Evaluated, revision: number): void;
  /** A closed document depends on nothing. */
  closed(uri: string): void;
  /** Something may have happened to these files or folders (absolute paths). */
  happened(names: Iterable<string>): void;
  /** The workspace folders, or the trust in them, are others: so may be what is told of files, and who watches them. */
  workspaceChanged(): void;
}

/** What follows files needs. */
export interface FollowedFilesParts {
  readonly memory: FileMemory;
  readonly projects: Pick<Projects, "refresh" | "paths" | "version">;
  /** Where a path is or would be, links followed. */
  placeOf(path: string): Promise<string | undefined>;
  /** Watches these places and no others; resolves once it does. */
  watch(places: readonly WatchedPlace[]): Promise<void>;
  /** Evaluates an open document again. */
  refresh(uri: string): void;
  /** Evaluates all open documents again: a project file was run anew. */
  refreshAll(): void;
  /** Is told the files that documents take text or data from, there or not, whenever they are others. */
  onUsed(files: ReadonlySet<string>): void;
  onError(error: unknown): void;
}

/** What one open document depends on: all paths, those of files that it takes text or data from, and of folders whose names it asks for. */
interface Use {
  readonly paths: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/** Makes the follower; nothing is watched yet. */
export function createFollowedFiles(parts: FollowedFilesParts): FollowedFiles {
  const { memory, projects, placeOf, watch, refresh, refreshAll, onUsed, onError } = parts;
  const uses = new Map<string, Use>();
  const refreshedAt = new Map<string, number>();
  let followed: ReadonlySet<string> = new Set();
  let names = watchedNames([]);
  /** What happened and was not looked into yet, and what is newly watched. */
  const waiting = new Set<string>();
  let isToArm = false;
  let isWorking = false;
  let projectVersion = -1;

  /** Takes the present uses: what is remembered is all of them, and what is new is looked at once it is watched. */
  function usesChanged(told: FileAnswers): void {
    onUsed(union([...uses.values()].map(({ files }) => files)));
    const paths = union([projects.paths(), ...[...uses.values()].map((use) => use.paths)]);
    if (isSameSet(paths, followed)) return;
    for (const path of paths) if (!followed.has(path)) waiting.add(path);
    memory.watch(paths, told);
    followed = paths;
    isToArm = true;
    workSoon();
  }

  function workSoon(): void {
    if (!isWorking) void work().catch(onError);
  }

  /** Watches what is to be watched, and looks into what happened, until nothing is left to do. */
  async function work(): Promise<void> {
    isWorking = true;
    try {
      while (isToArm || waiting.size > 0) {
        if (isToArm) await arm();
        const paths = [...waiting].filter((path) => followed.has(path));
        waiting.clear();
        await tell(await memory.look(paths));
      }
    } finally {
      isWorking = false;
    }
  }

  async function arm(): Promise<void> {
    isToArm = false;
    const listed = union([...uses.values()].map(({ folders }) => folders));
    const places = await mapAtOnce(followed, questionsAtOnce, async (path) => ({
      path,
      place: (await placeOf(path)) ?? path,
      isListed: listed.has(path),
    }));
    names = watchedNames(places);
    await watch(places);
  }

  async function tell(changed: ReadonlySet<string>): Promise<void> {
    if (changed.size === 0) return;
    // Links may lead elsewhere now.
    isToArm = true;
    if (intersects(projects.paths(), changed) && (await projects.refresh())) refreshAll();
    else for (const [uri, { paths }] of uses) if (intersects(paths, changed)) refreshOnce(uri);
  }

  /** An evaluation that is asked for once knows of all changes that were noticed before. */
  function refreshOnce(uri: string): void {
    if (refreshedAt.get(uri) === memory.revision()) return;
    refreshedAt.set(uri, memory.revision());
    refresh(uri);
  }

  return {
    revision: memory.revision,
    evaluated({ snapshot: { uri }, files = noAnswers }, revision) {
      const use: Use = {
        paths: pathsIn(files),
        files: new Set([...files.texts.keys(), ...files.attachments.keys()]),
        folders: new Set(files.folders.keys()),
      };
      const before = uses.get(uri);
      uses.set(uri, use);
      const isSame = before !== undefined && (["paths", "files", "folders"] as const).every((kind) => isSameSet(before[kind], use[kind]));
      if (!isSame || projects.version() !== projectVersion) usesChanged(files);
      projectVersion = projects.version();
      if (memory.changedSince(revision, use.paths)) refreshOnce(uri);
    },
    closed(uri) {
      uses.delete(uri);
      refreshedAt.delete(uri);
      usesChanged(noAnswers);
    },
    happened(happenings) {
      for (const name of happenings) for (const path of concernedBy(names, name)) waiting.add(path);
      if (waiting.size > 0) workSoon();
    },
    workspaceChanged() {
      memory.forget();
      isToArm = true;
      workSoon();
    },
  };
}

function union(sets: readonly Iterable<string>[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const set of sets) for (const path of set) all.add(path);
  return all;
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size !== other.size) return false;
  for (const path of one) if (!other.has(path)) return false;
  return true;
}

function intersects(paths: Iterable<string>, others: ReadonlySet<string>): boolean {
  for (const path of paths) if (others.has(path)) return true;
  return false;
}
