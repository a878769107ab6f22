import { describe, expect, test } from "vitest";
import { basename, dirname, isAbsolute, normalizePath, relativePath, resolvePath } from "../../server/src/base/paths.js";

test.each([
  ["/a", "b/c", "/a/b/c"],
  ["/a", "./b", "/a/b"],
  ["/a/b", "../c", "/a/c"],
  ["/a", "../../..", "/"],
  ["/a", "/b//c/", "/b/c"],
  ["/a", "~", "/home/me"],
  ["/a", "~/x/../y", "/home/me/y"],
  ["/a", "~other/x", "/a/~other/x"],
  ["/a", "", "/a"],
  ["C:\\chats", "b", "C:/chats/b"],
  ["/a", "D:\\x\\..\\y", "D:/y"],
])("from %s, %j is %s", (folder, path, expected) => {
  expect(resolvePath(folder, path, "/home/me")).toBe(expected);
});

test.each([
  [".", "."],
  ["a/..", "."],
  ["../a/../..", "../.."],
  ["a//b/./c/", "a/b/c"],
  ["/..", "/"],
  ["a\\b", "a\\b"],
])("%s is short for %s", (path, expected) => {
  expect(normalizePath(path)).toBe(expected);
});

test.each([
  ["/a/b", "/a/b/c.chat", "c.chat"],
  ["/a/b", "/a/b/c/d.chat", "c/d.chat"],
  ["/a/b", "/a/bc", "../bc"],
  ["/a/b", "/c", "../../c"],
  ["/a/b", "/a/b/", "."],
  ["/", "/a", "a"],
  ["C:\\a", "C:\\a\\b\\c.chat", "b/c.chat"],
  ["C:\\a", "D:\\a\\c.chat", "D:/a/c.chat"],
])("from %s, the way to %s is %s", (folder, path, expected) => {
  expect(relativePath(folder, path)).toBe(expected);
});

describe("parts of a path", () => {
  test.each([
    ["/a/b.chat", "/a", "b.chat"],
    ["/b", "/", "b"],
    ["b", ".", "b"],
    ["/a/", "/a", ""],
  ])("%s", (path, folder, name) => {
    expect([dirname(path), basename(path)]).toEqual([folder, name]);
  });

  test("say whether it is absolute", () => {
    expect(["/a", "C:/a", "C:\\a"].every(isAbsolute)).toBe(true);
    expect(["a", "./a", "C:a", "~", ""].some(isAbsolute)).toBe(false);
  });
});
