import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findFiles } from "../../server/src/cli/find-files.js";
import { displayPath } from "../../server/src/cli/paths.js";
import { createFolder } from "./support.js";

async function found(folder: string, ...paths: string[]): Promise<string[]> {
  return (await findFiles(paths, folder)).files.map((file) => displayPath(file, folder));
}

function createTree(...paths: string[]): string {
  return createFolder(Object.fromEntries(paths.map((path) => [path, ""])));
}

describe("PATHs", () => {
  test("a folder is every .chat file below it, sorted by name", async () => {
    const folder = createTree("b.chat", "a.chat", "c.txt", "sub/d.chat", "sub/.hidden/e.chat", ".git/x.chat", "sub/node_modules/y.chat");
    expect(await found(folder, ".")).toEqual(["a.chat", "b.chat", "sub/.hidden/e.chat", "sub/d.chat"]);
  });

  test("a named file counts whatever its name, and each file once", async () => {
    const folder = createTree("a.txt", "b.chat");
    expect(await found(folder, "b.chat", "a.txt", "./b.chat", ".")).toEqual(["b.chat", "a.txt"]);
  });

  test("a folder may be called x.chat", async () => {
    expect(await found(createTree("x.chat/y.chat"), ".")).toEqual(["x.chat/y.chat"]);
  });

  test("names may hold blanks, umlauts, #, % and brackets", async () => {
    const names = ["[1].chat", "a b.chat", "c#d.chat", "e%20f.chat", "ä.chat"];
    const folder = createTree(...names);
    expect(await found(folder, ".")).toEqual(names);
    expect(await found(folder, "[1].chat")).toEqual(["[1].chat"]);
  });

  test("globs match .chat files that are not ignored", async () => {
    const folder = createTree("a.chat", "a.txt", "p/b.chat", "p/q/c.chat", "p/ignored/d.chat", "node_modules/m/e.chat");
    mkdirSync(join(folder, ".git"));
    expect(await found(folder, "**/*.chat")).toEqual(["a.chat", "p/b.chat", "p/ignored/d.chat", "p/q/c.chat"]);
    expect(await found(folder, "p/*.chat")).toEqual(["p/b.chat"]);
    expect(await found(folder, "{a,z}.*")).toEqual(["a.chat"]);
    expect(await found(folder, "./{a,p/q/c}.chat")).toEqual(["a.chat", "p/q/c.chat"]);
    expect(await found(join(folder, "p"), "../p/*.chat")).toEqual(["b.chat"]);
    expect(await found(folder, `${folder.replace(/[^\w/ ]/g, "?")}/p/q/*`)).toEqual(["p/q/c.chat"]);
  });

  test("links to files count; links to folders and to nowhere do not", async () => {
    const folder = createTree("real/a.chat");
    symlinkSync(join(folder, "real/a.chat"), join(folder, "link.chat"));
    symlinkSync(join(folder, "real"), join(folder, "folder"));
    symlinkSync(join(folder, "nowhere"), join(folder, "broken.chat"));
    symlinkSync(folder, join(folder, "real/loop"));
    expect(await found(folder, ".")).toEqual(["link.chat", "real/a.chat"]);
    expect(await found(folder, "folder")).toEqual(["folder/a.chat"]);
  });

  test("files outside of the current folder have absolute names", async () => {
    const folder = createTree("in/a.chat", "..b.chat");
    const { files } = await findFiles([folder], join(folder, "in"));
    expect(files.map((file) => displayPath(file, join(folder, "in")))).toEqual([`${folder}/..b.chat`, "a.chat"]);
    expect(await found(folder, "..b.chat")).toEqual(["..b.chat"]);
  });
});

describe(".gitignore", () => {
  const files = { "a.chat": "", "draft-a.chat": "", "out/b.chat": "", "sub/draft-c.chat": "", "sub/d.chat": "", "sub/deep/keep.chat": "" };

  test("rules hold below their file; the innermost file that says anything decides", async () => {
    const folder = createFolder({
      ...files,
      ".git/HEAD": "",
      ".gitignore": "draft-*\r\n/out/\n*.log\n/d.chat\n",
      "sub/.gitignore": "!draft-c.chat\ndeep/*\n!deep/keep.chat\n",
    });
    expect(await found(folder, ".")).toEqual(["a.chat", "sub/d.chat", "sub/deep/keep.chat", "sub/draft-c.chat"]);
    expect(await found(folder, "**/*.chat")).toEqual(["a.chat", "sub/d.chat", "sub/deep/keep.chat", "sub/draft-c.chat"]);
  });

  test("the rules of parents up to the repository hold for a folder inside", async () => {
    const folder = createFolder({ ...files, ".git/HEAD": "", ".gitignore": "draft-*\n" });
    expect(await found(folder, "sub")).toEqual(["sub/d.chat", "sub/deep/keep.chat"]);
    const { files: fromInside } = await findFiles(["."], join(folder, "sub"));
    expect(fromInside.map((file) => displayPath(file, folder))).toEqual(["sub/d.chat", "sub/deep/keep.chat"]);
  });

  test("a file in an excluded folder stays excluded, whatever rules it has", async () => {
    const folder = createFolder({ ...files, ".gitignore": "/out\n!out/b.chat\n", "out/.gitignore": "!*\n" });
    expect(await found(folder, ".")).not.toContain("out/b.chat");
  });

  test("what is named is wanted, excluded or not", async () => {
    const folder = createFolder({ ...files, ".gitignore": "out/\ndraft-*\n" });
    expect(await found(folder, "out")).toEqual(["out/b.chat"]);
    expect(await found(folder, "draft-a.chat")).toEqual(["draft-a.chat"]);
  });

  test("rules above the repository do not hold", async () => {
    const folder = createFolder({ ".gitignore": "*\n", "repository/.git/HEAD": "", "repository/a.chat": "" });
    expect(await found(folder, "repository")).toEqual(["repository/a.chat"]);
  });
});
