import { constants } from "node:fs";
import { access, open, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BaseOptions, FileFact, FileText } from "../evaluation/types.js";
import type { Host } from "./host.js";

/** What the host is told by the editor or the command line; functions, because both may change while it runs. */
export interface NodeHostOptions {
  /** Absolute paths of the workspace folders, the first one first. */
  readonly folders?: () => readonly string[];
  /** Without trust, files outside of the workspace folders do not exist for templates. */
  readonly trusted?: () => boolean;
  /** `cwd` of templates; by default the workspace folder that holds the document, else its own folder. */
  readonly cwd?: string;
  /** Whether project files count; they do unless this is false. */
  readonly hasProjects?: boolean;
  /** What is said of options outside of the document at `uri`. */
  readonly options?: (uri: string) => Promise<BaseOptions>;
}

/** A host on the real file system. */
export function nodeHost({ folders = () => [], trusted = () => true, cwd, options, hasProjects = true }: NodeHostOptions = {}): Host {
  const projectFolder = (uri: string): string | undefined => {
    const path = filePath(uri);
    return path === undefined ? folders()[0] : folderOf(path, folders());
  };
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
    ...(hasProjects && { projects: { folders, trusted, folderOf: projectFolder } }),
    read: async (path) => ((await isBelowAny(path, folders())) ? fileText(path) : { kind: "missing" }),
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

/** A larger file is no text that anybody writes by hand. */
const mostBytes = 1024 * 1024;

async function fileText(path: string): Promise<FileText> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await file.stat();
      if (stats.isDirectory()) return { kind: "folder" };
      if (!stats.isFile()) return { kind: "unreadable" };
      if (stats.size > mostBytes) return { kind: "too-large" };
      return textOf(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === "ENOENT" ? "missing" : "unreadable" };
  }
}

function textOf(bytes: Uint8Array): FileText {
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { kind: "not-text" };
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
