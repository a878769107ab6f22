import { constants } from "node:fs";
import { access, type FileHandle, lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, sep } from "node:path";
import {
  type FileAttachment,
  type FileFact,
  type FileText,
  type FolderNames,
  mostAttachedBytes,
  type Refusal,
} from "../base/file-answers.js";
import { attachmentOf } from "./file-type.js";

/** A larger file is no text that anybody writes by hand. */
const mostTextBytes = 1024 * 1024;
/** So many names of a folder are told. */
const mostNames = 10_000;

/** What is known of a path that does not exist, or may not be seen. */
export const nothing: FileFact = { readable: false, isFolder: false };

/** What templates may know of an absolute path. Never rejects. */
export async function fileFact(path: string): Promise<FileFact> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return { readable: false, isFolder: stats.isDirectory() };
    await access(path, constants.R_OK);
    return { readable: true, isFolder: false };
  } catch {
    return nothing;
  }
}

/** The text of a regular file of at most 1 MB, without its byte order mark. Never rejects. */
export async function fileText(path: string): Promise<FileText> {
  const read = await readFile(path, mostTextBytes);
  if (!(read instanceof Uint8Array)) return { kind: read };
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(read) };
  } catch {
    return { kind: "not-text" };
  }
}

/** What is known of a regular file of at most 32 MB; `folders` are those of the workspace. Never rejects. */
export async function fileAttachment(path: string, folders: readonly string[]): Promise<FileAttachment> {
  const bytes = await readFile(path, mostAttachedBytes);
  if (!(bytes instanceof Uint8Array)) return { kind: bytes };
  const realName = basename(await realpath(path).catch(() => path));
  return attachmentOf(path, bytes, { isOutside: !(await isBelowAny(path, folders)), realName });
}

/** The bytes of a file that can be attached; undefined for every other path. Never rejects. */
export async function fileContent(path: string): Promise<Uint8Array | undefined> {
  const read = await readFile(path, mostAttachedBytes);
  return read instanceof Uint8Array ? read : undefined;
}

/** The names in a folder, in order; those of folders end with `/`. Never rejects. */
export async function folderNames(path: string): Promise<FolderNames> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries.slice(0, mostNames).map(async (entry) => {
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await fileFact(`${path}/${entry.name}`)).isFolder);
      return isFolder ? `${entry.name}/` : entry.name;
    });
    return (await Promise.all(names)).sort();
  } catch {
    return undefined;
  }
}

/** Says whether an absolute path is a folder, or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const base = folder.endsWith(sep) ? folder : folder + sep;
  return path === folder || path.startsWith(base);
}

/** Says whether a path lies below one of the folders, links followed: none may lead out of them. */
export async function isBelowAny(path: string, folders: readonly string[]): Promise<boolean> {
  const near = folders.filter((folder) => isWithin(path, folder));
  if (near.length === 0) return false;
  try {
    const real = await realpath(path);
    return (await Promise.all(near.map((folder) => realpath(folder)))).some((folder) => isWithin(real, folder));
  } catch {
    return false;
  }
}

/**
 * Says whether a new file at an absolute path would lie below one of the folders, links followed: nothing is there yet, and
 * the nearest folder above it that exists lies below one.
 */
export async function isFreeBelowAny(path: string, folders: readonly string[]): Promise<boolean> {
  if (await exists(path)) return false;
  let parent = dirname(path);
  while (parent !== dirname(parent) && !(await exists(parent))) parent = dirname(parent);
  return isBelowAny(parent, folders);
}

/** A link that leads nowhere is there as well. */
async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** The bytes of a regular file, or why there are none. Nothing else is ever read, and opening waits for nobody. */
async function readFile(path: string, most: number): Promise<Uint8Array | Refusal> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    if (stats.isDirectory()) return "folder";
    if (!stats.isFile()) return "special";
    if (stats.size > most) return "too-large";
    return await file.readFile();
  } catch (error) {
    return refusalOf(error);
  } finally {
    await file?.close();
  }
}

/** A socket cannot even be opened; a path through a file, or with a NUL, names nothing. */
function refusalOf(error: unknown): Refusal {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
    case "ENOTDIR":
    case "ENAMETOOLONG":
    case "ERR_INVALID_ARG_VALUE":
      return "missing";
    case "EISDIR":
      return "folder";
    case "ENXIO":
      return "special";
    default:
      return "unreadable";
  }
}
