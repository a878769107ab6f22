import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorText } from "../base/system-error.js";
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
  const file = attempt(path, () => realpathSync(path));
  attempt(path, () => {
    accessSync(file, constants.W_OK);
    accessSync(dirname(file), constants.W_OK);
  });
  const mode = statSync(file).mode & 0o7777;
  let known = fingerprint(file);
  return {
    isForeign: () => fingerprint(file) !== known,
    replace(text) {
      const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
      attempt(path, () => {
        try {
          writeNew(temporary, text, mode);
          renameSync(temporary, file);
        } catch (error) {
          rmSync(temporary, { force: true });
          throw error;
        }
      });
      known = fingerprint(file);
    },
    saveBeside: (text) => saveBeside(file, text, mode),
  };
}

function saveBeside(file: string, text: string, mode: number): string {
  const stem = file.replace(/\.chat$/, "");
  for (let number = 1; ; number++) {
    const candidate = `${stem}.reply${number === 1 ? "" : `-${number}`}.chat`;
    try {
      writeNew(candidate, text, mode);
      return candidate;
    } catch (error) {
      const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!exists) throw new RunError(`Cannot write '${candidate}': ${systemErrorText(error)}.`);
    }
  }
}

/** Writes a file that must not exist yet, down to the disk. */
function writeNew(path: string, text: string, mode: number): void {
  const descriptor = openSync(path, "wx", mode);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  chmodSync(path, mode);
}

/** What changes when anybody writes the file; empty when it is gone. */
function fingerprint(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? "" : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new RunError(`Cannot write '${path}': ${systemErrorText(error)}.`);
  }
}
