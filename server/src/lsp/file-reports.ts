import { type FileAnswers, noAnswers, pathsIn } from "../base/file-answers.js";
import { fileStamp } from "../workspace/chat-files.js";
import type { Service } from "../workspace/service.js";
import type { Evaluated } from "../workspace/snapshot.js";
import type { Client } from "./client.js";

/** Remembers what was reported of files on the disk, so that an unchanged one is neither read nor evaluated again. */
export interface FileReports {
  /** The id of the report on a file (absolute path), if nothing that it rests on has changed since. */
  current(path: string): Promise<string | undefined>;
  /** Remembers the id of a report; `stamp` is what the file had before it was read, at `asOf` (ms since 1970). */
  remember(
    path: string,
    read: { readonly stamp: string | undefined; readonly asOf: number },
    report: { readonly resultId: string; readonly evaluated: Evaluated },
  ): Promise<void>;
  /** Forgets every file but these. */
  keepOnly(paths: ReadonlySet<string>): void;
}

interface Entry {
  readonly resultId: string;
  readonly stamp: string;
  readonly settings: string;
  readonly files: FileAnswers;
  /** What told their state. */
  readonly filesStamp: string;
}

/** A report that rests on more files than this is not remembered: looking at each would cost as much as evaluating. */
const mostFiles = 1000;

/** Makes an empty memory for the files of a client. */
export function createFileReports(client: Client, service: Service): FileReports {
  const entries = new Map<string, Entry>();
  /** All that a client or a project file can change about the evaluation of a file. */
  const settingsNow = (): string => JSON.stringify([client.trusted, client.folders, client.settingsRevision, service.projects.version()]);

  return {
    async current(path) {
      const entry = entries.get(path);
      if (entry === undefined || entry.settings !== settingsNow() || entry.stamp !== fileStamp(path)) return undefined;
      return (await service.stamp(entry.files, Date.now())) === entry.filesStamp ? entry.resultId : undefined;
    },
    async remember(path, { stamp, asOf }, { resultId, evaluated: { result, files = noAnswers } }) {
      const settings = settingsNow();
      entries.delete(path);
      // What was cut off from outside may end otherwise the next time.
      if (stamp === undefined || result === undefined || pathsIn(files).size > mostFiles) return;
      const filesStamp = await service.stamp(files, asOf);
      if (filesStamp !== undefined) entries.set(path, { resultId, stamp, settings, files, filesStamp });
    },
    keepOnly(paths) {
      for (const path of entries.keys()) if (!paths.has(path)) entries.delete(path);
    },
  };
}
