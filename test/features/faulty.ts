import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One faulty document of `test/fixtures/faulty`: its first fault that has a fix, and what that fix makes of it. */
export interface FaultyDocument {
  readonly name: string;
  readonly text: string;
  readonly code: string;
  readonly isPreferred: boolean;
  readonly title: string;
  readonly fixed: string;
}

/**
 * Reads all of them. A file holds entries `=== name`, the faulty text, `--- code * title` (`?` for a fix that a person
 * should look at first) and the fixed text.
 */
export function faultyDocuments(): FaultyDocument[] {
  const folder = join(import.meta.dirname, "../fixtures/faulty");
  return readdirSync(folder).flatMap((file) => {
    const entries = readFileSync(join(folder, file), "utf8").split(/^=== /m).slice(1);
    return entries.map((entry) => read(`${file.replace(/\.txt$/, "")}: `, entry));
  });
}

function read(prefix: string, entry: string): FaultyDocument {
  const match = /^(.*)\n([\s\S]*?)^--- (\S+) ([*?]) (.*)\n([\s\S]*)$/m.exec(entry);
  if (match === null) throw new Error(`not an entry: ${entry}`);
  const [, name = "", text = "", code = "", sign, title = "", fixed = ""] = match;
  return { name: prefix + name, text, code, isPreferred: sign === "*", title, fixed };
}
