import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileExtension } from "../../../shared/language.js";
import { type IgnoreRules, isIgnored, rulesBelow, rulesOf } from "./gitignore.js";

/** Where to look, and who is told of what cannot be read. */
export interface Search {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** `.gitignore` files count from here on when there is no repository; absolute. */
  readonly limit: string;
  /** Told about a folder that cannot be listed; may throw to end the search. */
  onUnreadable(folder: string, error: unknown): void;
}

/** The documents below a folder as absolute paths, sorted by name within each folder; what git ignores is left out. */
export function* chatFilesBelow({ folder, limit, onUnreadable }: Search): Generator<string> {
  yield* walk(folder, rulesOf(folder, limit), onUnreadable);
}

/** A file that was written less than so many ms ago could be written again without showing it: file systems have coarse clocks. */
const settledAfter = 100;

/** What tells one state of a file from another; undefined when it cannot be read, or has only just been written. */
export function fileStamp(path: string): string | undefined {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(path);
    return Date.now() - Math.max(mtimeMs, ctimeMs) < settledAfter ? undefined : `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}

function* walk(folder: string, rules: IgnoreRules, onUnreadable: Search["onUnreadable"]): Generator<string> {
  for (const entry of entriesOf(folder, onUnreadable)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isSkipped = entry.name === ".git" || entry.name === "node_modules" || isIgnored(rules, path, "folder");
      if (!isSkipped) yield* walk(path, rulesBelow(rules, path), onUnreadable);
    } else if (entry.name.endsWith(fileExtension) && isFile(entry, path) && !isIgnored(rules, path, "file")) {
      yield path;
    }
  }
}

function entriesOf(folder: string, onUnreadable: Search["onUnreadable"]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    onUnreadable(folder, error);
    return [];
  }
}

/** Links to files count, links to folders do not: they may lead in circles. */
function isFile(entry: Dirent, path: string): boolean {
  if (entry.isFile()) return true;
  if (!entry.isSymbolicLink()) return false;
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
