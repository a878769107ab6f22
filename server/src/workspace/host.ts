import type { Surroundings } from "../engines/engine.js";
import type { BaseOptions, FileFact, FileText } from "../evaluation/types.js";

/** The only door to files, clock and environment. Implemented for Node; tests and other hosts bring their own. */
export interface Host {
  /** What templates of the document at `uri` see of the world, clock and seed excepted. */
  surroundings(uri: string): Omit<Surroundings, "now" | "seed">;
  /** What is said of options outside of the document at `uri`; without it the defaults alone count. Never rejects. */
  options?(uri: string): Promise<BaseOptions>;
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** What templates may know of an absolute path. Never rejects: what may not be seen is not readable. */
  fact(path: string): Promise<FileFact>;
  /** The text of a file below a workspace folder, links followed, of at most 1 MB. Never rejects: every other path is missing. */
  read(path: string): Promise<FileText>;
  /** Whose project files count; without it none. */
  readonly projects?: ProjectFolders;
}

/** The folders that may have a project file. */
export interface ProjectFolders {
  /** Absolute paths. */
  folders(): readonly string[];
  /** The innermost of them that the document at `uri` lies in; the first one for a document that is no file. */
  folderOf(uri: string): string | undefined;
  /** Without trust no project file is run. */
  trusted(): boolean;
}
