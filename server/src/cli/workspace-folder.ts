import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Arguments } from "./arguments.js";
import { type Io, UsageError } from "./io.js";

/** What a workspace folder holds. */
const markers = ["flemma.lua", "flemma.json", ".git"];

/** Finds the workspace folders of documents: `--workspace`, else the nearest parent that looks like one, else the own folder. */
export interface WorkspaceFolders {
  /** Absolute paths of all that were found so far; the first one is that of the invocation. */
  readonly found: readonly string[];
  /** Finds the folder of a file (absolute path). */
  add(file: string): void;
}

/** Makes the finder of an invocation. Throws a `UsageError` when `--workspace` names no folder. */
export function createWorkspaceFolders(args: Arguments, io: Io): WorkspaceFolders {
  const given = args.value("workspace");
  if (given !== undefined) {
    const folder = resolve(io.cwd, given);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`No folder at '${given}' (--workspace).`);
    return { found: [folder], add() {} };
  }
  const found = new Set([nearest(io.cwd)]);
  return {
    get found() {
      return [...found];
    },
    add: (file) => void found.add(nearest(dirname(file))),
  };
}

function nearest(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (markers.some((name) => existsSync(join(folder, name)))) return folder;
    if (folder === dirname(folder)) return start;
  }
}
