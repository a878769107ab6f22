import { join } from "node:path";
import { expect, test } from "vitest";
import { parseArguments } from "../../server/src/cli/arguments.js";
import type { Io } from "../../server/src/cli/io.js";
import { commands } from "../../server/src/cli/options.js";
import { createWorkspaceFolders } from "../../server/src/cli/workspace-folder.js";
import { createFolder } from "./support.js";

/** The folders that files of an invocation in `cwd` have. */
function foldersOf(cwd: string, files: readonly string[], argv: readonly string[] = []): readonly string[] {
  const folders = createWorkspaceFolders(parseArguments(argv, commands.check.options), { cwd } as Io);
  for (const file of files) folders.add(join(cwd, file));
  return folders.found.map((folder) => folder.slice(cwd.length));
}

test("every file has the nearest parent with a project file or a repository, else its own folder", () => {
  const cwd = createFolder({ "a/.git/x": "", "a/b/flemma.lua": "", "c/flemma.json": "", "a/b/d/x": "", "e/f/x": "" });
  expect(foldersOf(cwd, ["a/b/d/1.chat", "a/2.chat", "a/z/3.chat", "c/4.chat", "e/f/5.chat"])).toEqual(["", "/a/b", "/a", "/c", "/e/f"]);
});

test("--workspace holds all of them", () => {
  const cwd = createFolder({ "a/flemma.lua": "", "b/x": "" });
  expect(foldersOf(cwd, ["a/1.chat"], ["--workspace=b"])).toEqual(["/b"]);
});
