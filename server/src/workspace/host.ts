import type { FileAttachment, FileFact, FileText, FolderNames } from "../base/file-answers.js";
import type { Surroundings } from "../engines/engine.js";
import type { BaseOptions, Repository } from "../evaluation/types.js";
import type { PathStamp } from "./path-stamp.js";

/** The only door to files, clock and environment. Implemented for Node; tests and other hosts bring their own. */
export interface Host {
  /** What templates of the document at `uri` see of the world, clock and seed excepted. */
  surroundings(uri: string): Omit<Surroundings, "now" | "seed">;
  /** What is said of options outside of the document at `uri`; without it the defaults alone count. Never rejects. */
  options?(uri: string): Promise<BaseOptions>;
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** The values of variables of the environment, as far as they are set; without it none is. Only names that the user allows are asked. */
  environment?(names: readonly string[]): { readonly [name: string]: string };
  /** What templates may know of an absolute path. Never rejects: what may not be seen is not readable. */
  fact(path: string): Promise<FileFact>;
  /** The text of a regular file. Never rejects: what may not be seen is forbidden. */
  text(path: string): Promise<FileText>;
  /** What is known of a file that is to be attached. Never rejects. */
  attachment(path: string): Promise<FileAttachment>;
  /** The names in a folder. Never rejects. */
  folder(path: string): Promise<FolderNames>;
  /** The bytes of a file whose attachment is of kind `file`; undefined for every other path. Never rejects. */
  content(path: string): Promise<Uint8Array | undefined>;
  /** The state of the git repository that a folder lies in; undefined where there is none, or none that may be seen. Never rejects. */
  repository?(folder: string): Promise<Repository | undefined>;
  /**
   * What tells the present state of a path from every other that it had or will have; undefined where nothing does, for it
   * changed in the last moment before `asOf` (ms since 1970) or later. Without it no state can be told from another. Never rejects.
   */
  stamp?(path: string, asOf: number): Promise<PathStamp | undefined>;
  /**
   * Something that documents may wait for, by its name: resolves, or rejects, once there is nothing to wait for any more.
   * Undefined for names that mean nothing.
   */
  boundary?(name: string): Promise<void> | undefined;
  /** A host that remembers nothing, where this one does. */
  readonly anew?: Host;
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

/** What editor features ask of files, within the same policy as evaluations. */
export type FileDoor = Pick<Host, "surroundings" | "fact" | "text" | "attachment" | "folder">;
