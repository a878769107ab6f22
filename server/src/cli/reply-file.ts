import { randomBytes } from "node:crypto";
import { accessSync, constants, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorText } from "../base/system-error.js";
import { saveBeside, writeNewFile } from "../send/save-beside.js";
import { RunError } from "./io.js";

/** A document that a reply is written to, always as a whole: whoever reads it, at whatever moment, sees a complete one. */
export interface ReplyFile {
  /** Whether somebody else changed the file since this run read or wrote it. */
  isForeign(): boolean;
  /** Replaces the file by `text`, its mode kept. Throws a `RunError`. */
  replace(text: string): void;
  /** Writes `text` to a new file beside it, and gives its path. Throws a `RunError`. */
  saveBeside(text: string): string;
}

/** Prepares the file at an absolute path, symbolic links followed. Throws a `RunError` when it could not be replaced. */
export function openReplyFile(path: string): ReplyFile {
  const file = attempt(`'${path}'`, () => realpathSync(path));
  attempt(`'${path}'`, () => {
    accessSync(file, constants.W_OK);
    accessSync(dirname(file), constants.W_OK);
  });
  const prefix = `.${basename(file)}.chatls-`;
  removeLeftovers(dirname(file), prefix);
  const mode = statSync(file).mode & 0o7777;
  let known = fingerprint(file);
  return {
    isForeign: () => fingerprint(file) !== known,
    replace(text) {
      const temporary = join(dirname(file), `${prefix}${randomBytes(4).toString("hex")}.tmp`);
      attempt(`'${path}'`, () => {
        try {
          writeNewFile(temporary, text, mode);
          renameSync(temporary, file);
        } catch (error) {
          rmSync(temporary, { force: true });
          throw error;
        }
      });
      known = fingerprint(file);
    },
    saveBeside: (text) => attempt(`a file beside '${path}'`, () => saveBeside({ file, text, mode })),
  };
}

/** Nobody takes longer than so many ms to replace a file. */
const longestReplace = 60_000;

/** Removes what runs left behind that were killed while they replaced the file. */
function removeLeftovers(folder: string, prefix: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (name.startsWith(prefix) && Date.now() - statSync(path).mtimeMs > longestReplace) rmSync(path, { force: true });
    }
  } catch {
    // They are in nobody's way.
  }
}

/** What changes when anybody writes the file; empty when it is gone. */
function fingerprint(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? "" : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

function attempt<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new RunError(`Cannot write ${what}: ${systemErrorText(error)}.`);
  }
}
