import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** What is written beside a document. */
export interface Beside {
  /** Absolute path of the document. */
  readonly file: string;
  readonly text: string;
  /** The permissions of the new file. */
  readonly mode: number;
}

/**
 * Writes a text to a new file beside a document, named by the time: `notes.reply-20261130-124432.chat`. Gives its absolute
 * path. Throws what the file system throws.
 */
export function saveBeside({ file, text, mode }: Beside, now = new Date()): string {
  const stem = `${file.replace(/\.chat$/, "")}.reply-${stamp(now)}`;
  for (let number = 1; ; number++) {
    const path = `${stem}${number === 1 ? "" : `-${number}`}.chat`;
    try {
      writeNewFile(path, text, mode);
      return path;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/** Writes a text beside a document; where that cannot be, into `folder`, which is made if it is missing. */
export function saveSomewhere(beside: Beside, folder: string): string {
  try {
    return saveBeside(beside);
  } catch {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return saveBeside({ ...beside, file: join(folder, basename(beside.file)) });
  }
}

/** Writes a file that must not exist yet, down to the disk. */
export function writeNewFile(path: string, text: string, mode: number): void {
  const descriptor = openSync(path, "wx", mode);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  chmodSync(path, mode);
}

/** Local time to the second, for names of files. */
function stamp(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${date}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}
