import { symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { FileText } from "../../server/src/base/file-answers.js";
import { isFreeBelowAny } from "../../server/src/workspace/node-files.js";
import { filePath, nodeHost } from "../../server/src/workspace/node-host.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir({ "work/a.chat": "", "work/sub/b.txt": "x", "outside.txt": "secret", "work2/c.txt": "x" });
symlinkSync(dir.file("outside.txt"), dir.file("work/link.txt"));

afterAll(() => dir.remove());

const folders = (): string[] => [dir.file("work")];

describe("what a template sees of the world", () => {
  test("in a workspace folder: the file, its folder, and the workspace as cwd", () => {
    expect(nodeHost({ folders }).surroundings(dir.uri("work/sub/x y.chat"))).toMatchObject({
      filename: dir.file("work/sub/x y.chat"),
      dirname: dir.file("work/sub"),
      cwd: dir.file("work"),
      timeZone: expect.stringMatching(/\S/),
    });
  });

  test("outside of any: its own folder as cwd; a folder whose name only begins alike is outside", () => {
    expect(nodeHost({ folders }).surroundings(dir.uri("work2/c.chat"))).toMatchObject({
      dirname: dir.file("work2"),
      cwd: dir.file("work2"),
    });
  });

  test("without a file: the first workspace folder", () => {
    const seen = nodeHost({ folders }).surroundings("untitled:Untitled-1");
    expect(seen).toMatchObject({ dirname: dir.file("work"), cwd: dir.file("work") });
    expect("filename" in seen).toBe(false);
    expect(nodeHost().surroundings("untitled:1").cwd).toBe(process.cwd());
  });

  test("on the command line: the folder of the process as cwd", () => {
    expect(nodeHost({ folders, cwd: "/elsewhere" }).surroundings(dir.uri("work/a.chat")).cwd).toBe("/elsewhere");
  });
});

const file = { readable: true, isFolder: false };
const nothing = { readable: false, isFolder: false };

describe("facts about files", () => {
  const fact = (path: string, trusted: boolean): Promise<{ readable: boolean }> => nodeHost({ folders, trusted: () => trusted }).fact(path);

  test("hold for regular files only, and never fail", async () => {
    expect(await fact(dir.file("work/sub/b.txt"), true)).toEqual(file);
    expect(await fact(dir.file("work/sub"), true)).toEqual({ readable: false, isFolder: true });
    expect(await fact(dir.file("work/none"), true)).toEqual(nothing);
    expect(await fact("/dev/null", true)).toEqual(nothing);
    expect(await fact("a\0b", true)).toEqual(nothing);
  });

  test("end at the workspace folders without trust, whatever links lead out of them", async () => {
    expect(await fact(dir.file("work/sub/b.txt"), false)).toEqual(file);
    expect(await fact(dir.file("outside.txt"), false)).toEqual(nothing);
    expect(await fact(dir.file("work2/c.txt"), false)).toEqual(nothing);
    expect(await fact(dir.file("work/link.txt"), false)).toEqual(nothing);
    expect(await fact(dir.file("outside.txt"), true)).toEqual(file);
    expect(await fact(dir.file("work/link.txt"), true)).toEqual(file);
  });
});

describe("texts of files", () => {
  const text = (path: string, isTrusted = true): Promise<FileText> => nodeHost({ folders, trusted: () => isTrusted }).text(path);

  test("are those of regular files in UTF-8 of at most 1 MB, without their byte order mark", async () => {
    dir.write("work/text.lua", "\ufeffä");
    dir.write("work/large.lua", "x".repeat(1024 * 1024));
    dir.write("work/larger.lua", "x".repeat(1024 * 1024 + 1));
    dir.write("work/bytes.lua", new Uint8Array([0xff, 0x41]));
    expect(await text(dir.file("work/text.lua"))).toEqual({ kind: "text", text: "ä" });
    expect((await text(dir.file("work/large.lua"))).kind).toBe("text");
    expect(await text(dir.file("work/larger.lua"))).toEqual({ kind: "too-large" });
    expect(await text(dir.file("work/bytes.lua"))).toEqual({ kind: "not-text" });
    expect(await text(dir.file("work/sub"))).toEqual({ kind: "folder" });
    expect(await text(dir.file("work/none"))).toEqual({ kind: "missing" });
    expect(await text(dir.file("work/text.lua/none"))).toEqual({ kind: "missing" });
    expect(await text("a\0b")).toEqual({ kind: "missing" });
    expect(await text("/dev/zero")).toEqual({ kind: "special" });
  });

  test("end at the workspace folders without trust, whatever links lead out of them", async () => {
    const forbidden = { kind: "forbidden" };
    expect(await text(dir.file("outside.txt"), false)).toEqual(forbidden);
    expect(await text(dir.file("work/link.txt"), false)).toEqual(forbidden);
    expect(await text(dir.file("work/../outside.txt"), false)).toEqual(forbidden);
    expect(await text("/dev/zero", false)).toEqual(forbidden);
    expect((await text(dir.file("work/link.txt"))).kind).toBe("text");
  });
});

test("a host without project files has none, and one with them finds that of the innermost folder", () => {
  expect(nodeHost({ folders, hasProjects: false }).projects).toBeUndefined();
  const nested = nodeHost({ folders: () => [dir.file("work"), dir.file("work/sub")] }).projects;
  expect(nested?.folderOf(dir.uri("work/sub/a.chat"))).toBe(dir.file("work/sub"));
  expect(nested?.folderOf(dir.uri("work/a.chat"))).toBe(dir.file("work"));
  expect(nested?.folderOf("untitled:a")).toBe(dir.file("work"));
  expect(nested?.folderOf(dir.uri("outside.chat"))).toBeUndefined();
});

test.each([
  ["file:///a/b%20c.chat", "/a/b c.chat"],
  ["file:///a/%C3%A9%23.chat", "/a/é#.chat"],
  ["untitled:a", undefined],
  ["file:///a/%2F/b", undefined],
  ["file://host/a", undefined],
  ["file:///%zz", undefined],
  ["", undefined],
])("the path of %s is %s", (uri, expected) => {
  expect(filePath(uri)).toBe(expected);
});

describe("a new file", () => {
  const free = (name: string) => isFreeBelowAny(dir.file(name), folders());
  symlinkSync(dir.file("work2"), dir.file("work/away"));
  symlinkSync(dir.file("gone.txt"), dir.file("work/dangling.txt"));

  test("may lie anywhere below a workspace folder, in folders that are still to be made as well", async () => {
    expect(await free("work/new.txt")).toBe(true);
    expect(await free("work/new/deep/file.txt")).toBe(true);
  });

  test("lies nowhere else, and never takes the place of something", async () => {
    expect(await free("new.txt")).toBe(false);
    expect(await free("work2/new.txt")).toBe(false);
    expect(await free("work/away/new.txt")).toBe(false);
    expect(await free("work/sub/b.txt")).toBe(false);
    expect(await free("work/sub")).toBe(false);
    expect(await free("work/dangling.txt")).toBe(false);
    expect(await isFreeBelowAny(dir.file("work/new.txt"), [])).toBe(false);
  });
});
