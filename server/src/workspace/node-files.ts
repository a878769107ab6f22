import { constants, type Stats } from "node:fs";
import { access, type FileHandle, lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, resolve, sep } from "node:path";
import {
  type FileAttachment,
  type FileFact,
  type FileText,
  type FolderNames,
  mostAttachedBytes,
  mostTextBytes,
  type Refusal,
} from "../base/file-answers.js";
import { attachmentOf } from "./file-type.js";
import type { PathStamp } from "./path-stamp.js";

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
  return textOf(await readFile(path, mostTextBytes), { ignoreBOM: false });
}

/** Larger documents are not read from the disk, in bytes: the syntax alone of 2 MB and more is looked at. */
const mostDocumentBytes = 16 * 1024 * 1024;

/** The text of a document on the disk, its byte order mark kept, of at most 16 MB. Never rejects. */
export async function documentText(path: string): Promise<FileText> {
  return textOf(await readFile(path, mostDocumentBytes), { ignoreBOM: true });
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

/**
 * Says whether a path lies below one of the folders, links followed on both sides: none may lead out of them. What does
 * not exist lies where it would be.
 */
export async function isBelowAny(path: string, folders: readonly string[]): Promise<boolean> {
  if (folders.length === 0) return false;
  const place = await placeOf(path);
  if (place === undefined) return false;
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return real.some((folder) => folder !== undefined && isWithin(place, folder));
}

/** Where a path is or would be, links followed; undefined when a link on the way leads nowhere, or may not be followed. */
export async function placeOf(path: string): Promise<string | undefined> {
  const whole = resolve(path);
  for (let at = whole; ; at = dirname(at)) {
    const code = await codeAt(at);
    // A link without a target is something, too.
    if (code === undefined) {
      const real = await realpath(at).catch(() => undefined);
      return real === undefined ? undefined : resolve(real, `.${sep}${whole.slice(at.length)}`);
    }
    if (refusalOf({ code }) !== "missing" || at === dirname(at)) return undefined;
  }
}

/** Says whether a new file at an absolute path can be made and would lie below one of the folders, links followed, and nothing is there yet. */
export async function isFreeBelowAny(path: string, folders: readonly string[]): Promise<boolean> {
  // What is no path, is too long or leads through a file has other codes.
  return (await codeAt(path)) === "ENOENT" && isBelowAny(path, folders);
}

/** Why nothing can be told of what has a name; undefined where something has it. */
async function codeAt(path: string): Promise<string | undefined> {
  try {
    await lstat(path);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** A path that was changed less than so many ms ago could change again without a sign: file systems have coarse clocks. */
const settledAfter = 100;

/**
 * What tells one state of a path from another, whether something is there or not; undefined where that cannot be told,
 * for it has changed within the last moment before `asOf` (ms since 1970) or after it.
 */
export async function pathStamp(path: string, asOf: number): Promise<PathStamp | undefined> {
  try {
    const { mode, mtimeMs, ctimeMs, size, ino, dev } = await stat(path);
    return asOf - Math.max(mtimeMs, ctimeMs) < settledAfter ? undefined : `disk ${[mode, mtimeMs, ctimeMs, size, ino, dev].join(" ")}`;
  } catch (error) {
    return refusalOf(error);
  }
}

/** The bytes of a regular file, or why there are none. Nothing else is even opened: that alone can wake a device. */
async function readFile(path: string, most: number): Promise<Uint8Array | Refusal> {
  let file: FileHandle | undefined;
  try {
    const named = refusalOfKind(await stat(path));
    if (named !== undefined) return named;
    // What takes its place meanwhile keeps nobody waiting, and is not read, either.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    const opened = refusalOfKind(stats);
    if (opened !== undefined) return opened;
    return stats.size > most ? "too-large" : await readAtMost(file, { size: stats.size, most });
  } catch (error) {
    return refusalOf(error);
  } finally {
    await file?.close();
  }
}

/** A file may grow while it is read, and some say nothing of their size. */
async function readAtMost(file: FileHandle, { size, most }: { size: number; most: number }): Promise<Uint8Array | Refusal> {
  let bytes = Buffer.allocUnsafe(Math.min(size, most) + 1);
  for (let length = 0; ; ) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length);
    length += bytesRead;
    if (length > most) return "too-large";
    if (bytesRead === 0) return bytes.subarray(0, length);
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length + 4096, most + 1));
  }
}

function textOf(read: Uint8Array | Refusal, { ignoreBOM }: { readonly ignoreBOM: boolean }): FileText {
  if (!(read instanceof Uint8Array)) return { kind: read };
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM }).decode(read) };
  } catch {
    return { kind: "not-text" };
  }
}

function refusalOfKind(stats: Stats): Refusal | undefined {
  if (stats.isDirectory()) return "folder";
  return stats.isFile() ? undefined : "special";
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
