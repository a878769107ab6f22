import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** A folder of one test, to be removed at its end. */
export interface TempDir {
  /** The absolute path, without symbolic links. */
  readonly path: string;
  /** The absolute path of a file in the folder. */
  file(name: string): string;
  /** The `file:` URI of a file in the folder. */
  uri(name: string): string;
  /** Writes a file, with the folders above it, and returns its absolute path. */
  write(name: string, content: string | Uint8Array): string;
  /** Removes the folder and what is in it. */
  remove(): void;
}

/** Makes an empty folder, or one with the given files (contents by relative path). */
export function tempDir(files: Readonly<Record<string, string | Uint8Array>> = {}): TempDir {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "chatls-")));
  const dir: TempDir = {
    path,
    file: (name) => join(path, name),
    uri: (name) => pathToFileURL(join(path, name)).href,
    write(name, content) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  for (const [name, content] of Object.entries(files)) dir.write(name, content);
  return dir;
}
