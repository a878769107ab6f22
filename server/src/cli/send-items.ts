import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileExtension } from "../../../shared/language.js";
import { systemErrorText } from "../base/system-error.js";
import { writeNewFile } from "../send/save-beside.js";
import type { Core } from "./core.js";
import { readDocument } from "./documents.js";
import { type Io, RunError } from "./io.js";
import { displayPath } from "./paths.js";

/** How many items a document runs for when it is sent as a whole: none where it is no fanout, or one of them is chosen. */
export async function itemCount(path: string, core: Core, io: Io): Promise<number> {
  const document = readDocument(path, io.cwd);
  // Only prose has items, and says so by the name of the option, wherever that is set.
  if (document.snapshot.document.engine === "lua" && !document.snapshot.text.text.includes("prose")) return 0;
  const evaluated = await core.evaluate(document, { omitOutput: true, omitValues: true });
  return evaluated.result?.items ?? 0;
}

/**
 * Makes the documents that the items of a fanout are sent from and answered in, `letter.1.chat` beside `letter.chat`: each is a copy. Throws a
 * `RunError` when one of them is there already, before any is made.
 */
export function itemDocuments(path: string, count: number, io: Io): string[] {
  const paths = Array.from({ length: count }, (_, index) => itemPath(path, index + 1));
  const taken = paths.find((other) => existsSync(other));
  if (taken !== undefined)
    throw new RunError(`'${displayPath(taken, io.cwd)}' is there already. Move it away, or send one item with --item.`);
  const mode = statSync(path).mode & 0o7777;
  for (const other of paths) {
    try {
      writeNewFile(other, readFileSync(path, "utf8"), mode);
    } catch (error) {
      throw new RunError(`Cannot write '${displayPath(other, io.cwd)}': ${systemErrorText(error)}.`);
    }
  }
  return paths;
}

function itemPath(path: string, item: number): string {
  return join(dirname(path), `${basename(path, fileExtension)}.${item}${fileExtension}`);
}
