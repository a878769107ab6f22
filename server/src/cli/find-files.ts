import { type Stats, statSync } from "node:fs";
import { resolve } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { systemErrorText } from "../base/system-error.js";
import { chatFilesBelow } from "../workspace/chat-files.js";
import { RunError, UsageError } from "./io.js";

/** What the PATHs of a command mean at this moment. */
export interface FoundFiles {
  /** Absolute paths, each once, in the order of the PATHs; inside a folder sorted by name. */
  readonly files: readonly string[];
  /** Folders below which changes may change the result, and whether everything below counts. */
  readonly roots: readonly { readonly folder: string; readonly recursive: boolean }[];
}

/**
 * Finds the documents that PATHs name: a file is itself, a folder all `.chat` files below it, a glob all
 * `.chat` files it matches. Throws a `UsageError` for a PATH that names nothing.
 */
export async function findFiles(paths: readonly string[], cwd: string): Promise<FoundFiles> {
  const files = new Set<string>();
  const roots: { folder: string; recursive: boolean }[] = [];
  for (const path of paths) {
    if (path === "") throw new UsageError('A PATH is empty. Write "." for the current folder.');
    const absolute = resolve(cwd, path);
    const stats = statOf(absolute, path);
    if (stats?.isDirectory()) {
      for (const file of documentsBelow(absolute, cwd)) files.add(file);
      roots.push({ folder: absolute, recursive: true });
    } else if (stats !== undefined) {
      files.add(absolute);
      roots.push({ folder: resolve(absolute, ".."), recursive: false });
    } else if (isDynamicPattern(path)) {
      const base = resolve(cwd, splitGlob(path).base);
      const matches = await matchesOf(path, base, cwd);
      if (matches.length === 0) throw new UsageError(`No .chat file matches '${path}'.`);
      for (const file of matches) files.add(file);
      roots.push({ folder: base, recursive: true });
    } else {
      throw new UsageError(`No file or folder at '${path}'.`);
    }
  }
  return { files: [...files], roots };
}

function statOf(absolute: string, path: string): Stats | undefined {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw new RunError(`Cannot look at '${path}': ${systemErrorText(error)}.`);
  }
}

async function matchesOf(pattern: string, base: string, cwd: string): Promise<string[]> {
  if (!statOf(base, pattern)?.isDirectory()) return [];
  const matches = await glob([splitGlob(pattern).pattern], {
    cwd: base,
    absolute: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore: ["**/node_modules/**", "**/.git/**"],
  });
  const matched = new Set(matches.map((match) => resolve(match)));
  return [...documentsBelow(base, cwd)].filter((file) => matched.has(file));
}

/** Splits a glob into the folder it starts from, as written, and the parts from the first that is a pattern on. */
function splitGlob(glob: string): { readonly base: string; readonly pattern: string } {
  const parts = glob.split("/");
  const first = parts.findIndex((part) => isDynamicPattern(part) || /[{}()[\]]/.test(part));
  return { base: parts.slice(0, first).join("/") || (glob.startsWith("/") ? "/" : "."), pattern: parts.slice(first).join("/") };
}

function documentsBelow(folder: string, cwd: string): Generator<string> {
  return chatFilesBelow({
    folder,
    limit: cwd,
    onUnreadable(unread, error) {
      throw new RunError(`Cannot read the folder '${unread}': ${systemErrorText(error)}.`);
    },
  });
}
