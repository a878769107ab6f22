import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BaseOptions, FileFact } from "../evaluation/types.js";
import type { Host } from "./host.js";

/** What the host is told by the editor or the command line; functions, because both may change while it runs. */
export interface NodeHostOptions {
  /** Absolute paths of the workspace folders, the first one first. */
  readonly folders?: () => readonly string[];
  /** Without trust, files outside of the workspace folders do not exist for templates. */
  readonly trusted?: () => boolean;
  /** `cwd` of templates; by default the workspace folder that holds the document, else its own folder. */
  readonly cwd?: string;
  /** What is said of options outside of the document at `uri`. */
  readonly options?: (uri: string) => Promise<BaseOptions>;
}

/** A host on the real file system. */
export function nodeHost({ folders = () => [], trusted = () => true, cwd, options }: NodeHostOptions = {}): Host {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    ...(options && { options }),
    now: () => Date.now(),
    surroundings(uri) {
      const filename = filePath(uri);
      const folder = filename === undefined ? undefined : folderOf(filename, folders());
      const place = filename === undefined ? (folders()[0] ?? process.cwd()) : dirname(filename);
      const common = { dirname: place, cwd: cwd ?? folder ?? place, home: homedir(), timeZone };
      return filename === undefined ? common : { ...common, filename };
    },
    fact: async (path) => (trusted() || (await isBelowAny(path, folders())) ? fileFact(path) : nothing),
  };
}

/** The path of a `file:` URI; undefined for every other scheme and for URIs that name no path. */
export function filePath(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** The `file:` URI of an absolute path. */
export function fileUri(path: string): string {
  return pathToFileURL(path).href;
}

/** The innermost of the folders that an absolute path lies in. */
export function folderOf(path: string, folders: readonly string[]): string | undefined {
  const around = folders.filter((folder) => isWithin(path, folder));
  return around.sort((a, b) => b.length - a.length)[0];
}

function isWithin(path: string, folder: string): boolean {
  const base = folder.endsWith(sep) ? folder : folder + sep;
  return path === folder || path.startsWith(base);
}

/** Says whether a path lies below one of the folders, links followed: none may lead out of them. */
async function isBelowAny(path: string, folders: readonly string[]): Promise<boolean> {
  const near = folders.filter((folder) => isWithin(path, folder));
  if (near.length === 0) return false;
  try {
    const real = await realpath(path);
    return (await Promise.all(near.map((folder) => realpath(folder)))).some((folder) => isWithin(real, folder));
  } catch {
    return false;
  }
}

/** What is known of a path that does not exist, or may not be seen. */
const nothing: FileFact = { readable: false, isFolder: false };

async function fileFact(path: string): Promise<FileFact> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return { readable: false, isFolder: stats.isDirectory() };
    await access(path, constants.R_OK);
    return { readable: true, isFolder: false };
  } catch {
    return nothing;
  }
}
