import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { systemErrorText } from "../base/system-error.js";
import { createSnapshot, type Snapshot } from "../workspace/snapshot.js";
import { type Io, RunError, UsageError } from "./io.js";
import { displayPath } from "./paths.js";

/** A document of the command line. */
export interface InputDocument {
  /** How results name it. */
  readonly path: string;
  /** Absolute path; absent for standard input without a place. */
  readonly file?: string;
  readonly snapshot: Snapshot;
}

/** Reads a file (absolute path). Throws a `RunError` when it cannot be read or is not UTF-8. */
export function readDocument(file: string, cwd: string): InputDocument {
  const path = displayPath(file, cwd);
  return documentOf(path, file, readBytes(file, path));
}

/** The absolute path of the one file that a command is given. Throws a `UsageError` when there is none. */
export function namedFile(path: string, cwd: string): string {
  const file = resolve(cwd, path);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`No file at '${path}'.`);
  if (stats.isDirectory()) throw new UsageError(`'${path}' is a folder, not a file.`);
  return file;
}

/** Reads the document on standard input; `filename` is its place, if it has one. */
export async function readStdin(io: Io, filename: string | undefined): Promise<InputDocument> {
  const bytes = await io.stdin();
  if (filename === undefined) return documentOf("-", undefined, bytes);
  const file = resolve(io.cwd, filename);
  return documentOf(displayPath(file, io.cwd), file, bytes);
}

/** The text of a file (absolute path). Throws a `RunError` when it cannot be read or is not UTF-8. */
export function readText(file: string, cwd: string): string {
  const path = displayPath(file, cwd);
  return decode(readBytes(file, path), path);
}

/** The text on standard input. Throws a `RunError` when it is not UTF-8. */
export async function readStdinText(io: Io): Promise<string> {
  return decode(await io.stdin(), "-");
}

/** Decodes UTF-8, a byte order mark kept. Throws a `RunError` that names the first line that is something else. */
function decode(bytes: Uint8Array, path: string): string {
  if (!isUtf8(bytes)) throw new RunError(`Cannot read '${path}': ${whatElse(bytes)}. Save it as UTF-8.`);
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new RunError(`Cannot read '${path}': ${systemErrorText(error)}.`);
  }
}

/** Reads the bytes of a file. Throws a `RunError` that calls it `path`. */
function readBytes(file: string, path: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new RunError(`Cannot read '${path}': ${systemErrorText(error)}.`);
  }
}

function documentOf(path: string, file: string | undefined, bytes: Uint8Array): InputDocument {
  const text = decode(bytes, path);
  if (file === undefined) return { path, snapshot: createSnapshot("untitled:standard-input", 0, text) };
  return { path, file, snapshot: createSnapshot(pathToFileURL(file).href, 0, text) };
}

const LF = 10;

function whatElse(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return "it is UTF-16";
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(LF, start);
    const stop = end < 0 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(start, stop))) break;
    start = stop + 1;
  }
  return `line ${line} is not UTF-8`;
}
