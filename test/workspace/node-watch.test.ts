import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNodeWatch, type NodeWatch } from "../../server/src/workspace/node-watch.js";
import { createSignal } from "../support/signal.js";
import { type TempDir, tempDir } from "../support/temp-dir.js";

let dir: TempDir;
let watch: NodeWatch;
let told: Set<string>;
const signal = createSignal();

beforeEach(() => {
  dir = tempDir({ "a/b/c/file.md": "1", "other/file.md": "1" });
  told = new Set();
  watch = createNodeWatch((paths) => {
    for (const path of paths) told.add(path);
    signal.changed();
  });
});

afterEach(() => {
  watch.close();
  dir.remove();
});

function watchAll(...names: readonly (string | readonly [name: string, place: string])[]): void {
  watch.watch(
    names.map((name) => {
      const [path, place] = typeof name === "string" ? [name, name] : name;
      return { path: dir.file(path), place: dir.file(place), isListed: false };
    }),
  );
}

/** Waits until a path is told of; a system that tells nothing is polled, which takes longer. */
const untilTold = (name: string): Promise<true> =>
  signal.until(
    () => (told.has(dir.file(name)) ? true : undefined),
    5000,
    () => `${name} was not told of.`,
  );

test.each<[string, () => void]>([
  ["is written", () => writeFileSync(dir.file("a/b/c/file.md"), "2")],
  ["is removed", () => rmSync(dir.file("a/b/c/file.md"))],
  ["is renamed", () => renameSync(dir.file("a/b/c/file.md"), dir.file("a/b/c/new.md"))],
  ["is replaced", () => renameSync(dir.file("other/file.md"), dir.file("a/b/c/file.md"))],
  ["loses its folder", () => renameSync(dir.file("a/b/c"), dir.file("a/b/d"))],
  ["loses the folder around its folder", () => renameSync(dir.file("a/b"), dir.file("a/d"))],
])("a file that %s is told of", async (_, act) => {
  watchAll("a/b/c/file.md");
  act();
  await untilTold("a/b/c/file.md");
});

test("a missing file is told of when it comes, with or without the folders around it, and each time again", async () => {
  watchAll("new/deep/file.md", "a/late.md");
  writeFileSync(dir.file("a/late.md"), "1");
  await untilTold("a/late.md");
  for (let time = 0; time < 2; time++) {
    dir.write("new/deep/file.md", "1");
    await untilTold("new/deep/file.md");
    told.clear();
    rmSync(dir.file("new"), { recursive: true });
    await untilTold("new/deep/file.md");
    told.clear();
  }
});

test("a folder is told of when its names change, and a file behind a link when it is written", async () => {
  symlinkSync(dir.file("other"), dir.file("a/link"));
  watchAll("a/b", ["a/link/file.md", "other/file.md"]);
  mkdirSync(dir.file("a/b/more"));
  await untilTold("a/b");
  writeFileSync(dir.file("other/file.md"), "2");
  await untilTold("a/link/file.md");
});

test("a file that is not watched any more, or never was, is not told of", async () => {
  watchAll("a/b/c/file.md", "other/file.md");
  watchAll("other/file.md");
  writeFileSync(dir.file("a/b/c/file.md"), "2");
  writeFileSync(dir.file("other/else.md"), "2");
  writeFileSync(dir.file("other/file.md"), "2");
  await untilTold("other/file.md");
  expect([...told]).toEqual([dir.file("other/file.md")]);
});
