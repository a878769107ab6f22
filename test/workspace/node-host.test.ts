import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { FileText } from "../../server/src/base/file-answers.js";
import { isFreeBelowAny } from "../../server/src/workspace/node-files.js";
import { filePath, fileUri, nodeHost } from "../../server/src/workspace/node-host.js";
import { namedPipe } from "../support/named-pipe.js";
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
    expect(await text(dir.file("work/../../../../../../../../../etc/passwd"), false)).toEqual(forbidden);
    expect((await text(dir.file("work/link.txt"))).kind).toBe("text");
  });
});

describe("without trust, a file that is not there", () => {
  const kind = async (path: string): Promise<string> => (await nodeHost({ folders, trusted: () => false }).text(path)).kind;

  test("is missing where it could be seen, and forbidden where not", async () => {
    expect(await kind(dir.file("work/none.md"))).toBe("missing");
    expect(await kind(dir.file("work/no/folder/none.md"))).toBe("missing");
    expect(await kind(dir.file("work/no/../sub/none.md"))).toBe("missing");
    expect(await kind(dir.file("none.md"))).toBe("forbidden");
    expect(await kind(dir.file("work/no/../../none.md"))).toBe("forbidden");
  });

  test("is forbidden where a link leads out of the folders, or nowhere: nobody learns what is there", async () => {
    symlinkSync(dir.file("nowhere.txt"), dir.file("work/broken.txt"));
    symlinkSync(dir.file("work2"), dir.file("work/out"));
    expect(await kind(dir.file("work/broken.txt"))).toBe("forbidden");
    expect(await kind(dir.file("work/out/none.md"))).toBe("forbidden");
  });
});

test("a workspace that was opened through a link is the same folder as without it, from both sides", async () => {
  symlinkSync(dir.file("work"), dir.file("linked"));
  const linked = nodeHost({ folders: () => [dir.file("linked")], trusted: () => false });
  const plain = nodeHost({ folders, trusted: () => false });
  for (const [host, name] of [
    [linked, "linked/sub/b.txt"],
    [linked, "work/sub/b.txt"],
    [plain, "linked/sub/b.txt"],
  ] as const) {
    expect(await host.text(dir.file(name))).toEqual({ kind: "text", text: "x" });
    expect(await host.attachment(dir.file(name))).toMatchObject({ isOutside: false });
  }
  expect(linked.surroundings(dir.uri("work/sub/a.chat")).cwd).toBe(dir.file("linked"));
  expect(plain.surroundings(dir.uri("linked/sub/a.chat")).cwd).toBe(dir.file("work"));
  expect(linked.projects?.folderOf(dir.uri("work/a.chat"))).toBe(dir.file("linked"));
});

test.each(["a b", "é".normalize("NFC"), "é".normalize("NFD"), "#", "%41", "?", "+", "$HOME", "'\"", "[x]{y}*", "ü/漢 😀"])(
  "a file called %s is found by its path and by its URI",
  async (name) => {
    const path = dir.write(`work/names/${name}.txt`, name);
    const host = nodeHost({ folders, trusted: () => false });
    expect(await host.text(path)).toEqual({ kind: "text", text: name });
    expect(filePath(fileUri(path))).toBe(path);
    expect(await host.folder(dirname(path))).toContain(basename(path));
  },
);

/** Runs as somebody whom the modes of files bind: root reads everything. */
async function asNobody(run: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe("what is no regular file is refused at once:", () => {
  const host = nodeHost({ folders });

  test("a pipe that nobody writes to, or somebody does, is not even opened", async () => {
    const pipe = namedPipe(dir.file("work/pipe"));
    expect(await host.text(pipe)).toEqual({ kind: "special" });
    expect(await host.attachment(pipe)).toEqual({ kind: "special" });
    expect(await host.content(pipe)).toBeUndefined();
    expect(await host.fact(pipe)).toEqual(nothing);
    // Whoever opens a pipe to write waits until somebody reads.
    const writer = spawn("sh", ["-c", `echo x > "$1"`, "sh", pipe]);
    await host.text(pipe);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(writer.exitCode).toBeNull();
    writer.kill();
  });

  test("devices, sockets and folders", async () => {
    const server = createServer().listen(dir.file("work/socket"));
    await once(server, "listening");
    for (const path of ["/dev/zero", "/dev/null", dir.file("work/socket")]) {
      expect(await host.text(path)).toEqual({ kind: "special" });
      expect(await host.attachment(path)).toEqual({ kind: "special" });
    }
    server.close();
    expect(await host.attachment(dir.file("work/sub"))).toEqual({ kind: "folder" });
  });

  test("links in a circle", async () => {
    symlinkSync(dir.file("work/one"), dir.file("work/two"));
    symlinkSync(dir.file("work/two"), dir.file("work/one"));
    expect(await host.text(dir.file("work/one"))).toEqual({ kind: "unreadable" });
    expect(await host.fact(dir.file("work/one"))).toEqual(nothing);
    expect(await host.text(dir.file("work/one/x"))).toEqual({ kind: "unreadable" });
  });

  test.skipIf(process.getuid === undefined)("what may not be read", async () => {
    chmodSync(dir.path, 0o755);
    chmodSync(dir.write("work/closed.txt", "x"), 0);
    chmodSync(dirname(dir.write("work/shut/in.txt", "x")), 0);
    await asNobody(async () => {
      for (const path of [dir.file("work/closed.txt"), dir.file("work/shut/in.txt")]) {
        expect(await host.text(path)).toEqual({ kind: "unreadable" });
        expect(await host.attachment(path)).toEqual({ kind: "unreadable" });
        expect(await host.content(path)).toBeUndefined();
      }
      expect(await host.fact(dir.file("work/shut/in.txt"))).toEqual(nothing);
      expect(await host.folder(dir.file("work/shut"))).toBeUndefined();
    });
    chmodSync(dir.file("work/shut"), 0o700);
  });

  test("a file of 100 MB, and one that says it is empty and is not", async () => {
    const sparse = dir.write("work/sparse.bin", "");
    truncateSync(sparse, 100 * 1024 * 1024);
    expect(await host.text(sparse)).toEqual({ kind: "too-large" });
    expect(await host.attachment(sparse)).toEqual({ kind: "too-large" });
    expect(await host.content(sparse)).toBeUndefined();
    expect((await host.text("/proc/self/status")).kind).toBe("text");
  });
});

test("the stamp of a path is another one after every change, also when only its links lead elsewhere", async () => {
  const host = nodeHost({ folders });
  const later = Date.now() + 60_000;
  const path = dir.write("work/stamped.txt", "1");
  const stamps = [await host.stamp?.(path, later)];
  expect(await host.stamp?.(path, later)).toBe(stamps[0]);
  expect(await host.stamp?.(path, Date.now())).toBeUndefined();
  dir.write("work/stamped.txt", "22");
  stamps.push(await host.stamp?.(path, later));
  rmSync(path);
  stamps.push(await host.stamp?.(path, later));
  symlinkSync(dir.write("work/target.txt", "22"), path);
  stamps.push(await host.stamp?.(path, later));
  expect(new Set(stamps).size).toBe(4);
  expect(stamps[2]).toBe("missing");
});

describe("a text that is open in an editor", () => {
  const open: Record<string, string> = {};
  const host = nodeHost({
    folders,
    trusted: () => false,
    openText: async (path) => (path in open ? { uri: "", text: open[path] ?? "", revision: 7 } : undefined),
  });

  test("counts before the file, is attached as it is, and may be where nothing is yet", async () => {
    const [path, fresh] = [dir.write("work/open.md", "disk"), dir.file("work/fresh.md")];
    open[path] = "bufför";
    open[fresh] = "new";
    expect(await host.text(path)).toEqual({ kind: "text", text: "bufför" });
    expect(await host.text(fresh)).toEqual({ kind: "text", text: "new" });
    expect(await host.attachment(path)).toMatchObject({ kind: "file", size: 7, isText: true, isOutside: false });
    expect(await host.attachment(fresh)).toMatchObject({ kind: "file", size: 3, realName: "fresh.md" });
    expect(Buffer.from((await host.content(path)) ?? []).toString()).toBe("bufför");
    expect(await host.stamp?.(path, 0)).toBe("open 7");
  });

  test("is not told where the file could not be seen, nor in the place of one that is no text", async () => {
    const image = dir.write("work/open.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]));
    open[image] = "garbage";
    open[dir.file("outside.txt")] = "secret";
    expect(await host.attachment(image)).toMatchObject({ isText: false, size: 6 });
    expect((await host.content(image))?.length).toBe(6);
    expect(await host.text(dir.file("outside.txt"))).toEqual({ kind: "forbidden" });
    expect(await host.content(dir.file("outside.txt"))).toBeUndefined();
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
  ["file:///a/b [c]'é.chat", "/a/b [c]'é.chat"],
  ["untitled:a", undefined],
  ["vscode-notebook-cell:/a/b.ipynb#x", undefined],
  ["vscode-remote://host/a", undefined],
  ["file:///a/%2F/b", undefined],
  ["file://host/a", undefined],
  ["file:///%zz", undefined],
  ["", undefined],
])("the path of %s is %s", (uri, expected) => {
  expect(filePath(uri)).toBe(expected);
});

test.each([
  ["file:///c%3A/a%20b", "C:\\a b"],
  ["file:///c:/a b", "C:\\a b"],
  ["file:///C:/%C3%A9", "C:\\é"],
  ["file://server/share/x", "\\\\server\\share\\x"],
  ["file:///x", undefined],
  ["file:///c:/a%2Fb", undefined],
])("on Windows the path of %s is %s", (uri, expected) => {
  expect(filePath(uri, { windows: true })).toBe(expected);
});

test.each([
  ["C:\\a #b", "file:///C:/a%20%23b"],
  ["\\\\server\\share\\é", "file://server/share/%C3%A9"],
])("on Windows the URI of %s is %s, and leads back", (path, expected) => {
  expect(fileUri(path, { windows: true })).toBe(expected);
  expect(filePath(expected, { windows: true })).toBe(path);
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
    expect(await free("work/sub/b.txt/new.txt")).toBe(false);
    expect(await free("work/sub/b.txt/new/deep.txt")).toBe(false);
    expect(await free("work/ne\0w.txt")).toBe(false);
    expect(await free(`work/${"n".repeat(300)}.txt`)).toBe(false);
    expect(await isFreeBelowAny(dir.file("work/new.txt"), [])).toBe(false);
  });
});
