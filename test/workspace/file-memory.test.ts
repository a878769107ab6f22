import { expect, test } from "vitest";
import { type FileAnswers, noAnswers } from "../../server/src/base/file-answers.js";
import { createFileMemory } from "../../server/src/workspace/file-memory.js";
import type { Host } from "../../server/src/workspace/host.js";
import type { PathStamp } from "../../server/src/workspace/path-stamp.js";
import { blindHost } from "../support/hosts.js";

/** A memory over files of this test's making, and everything that was read. */
function fixture(files: Record<string, string>) {
  const reads: string[] = [];
  const settled = { is: true };
  const host: Host = {
    ...blindHost,
    async text(path) {
      reads.push(path);
      const text = files[path];
      return text === undefined ? { kind: "missing" } : { kind: "text", text };
    },
    async fact(path) {
      reads.push(`fact ${path}`);
      return { readable: path in files, isFolder: false };
    },
    async stamp(path): Promise<PathStamp | undefined> {
      const text = files[path];
      return settled.is ? (text === undefined ? "missing" : `disk ${text}`) : undefined;
    },
  };
  const memory = createFileMemory(host);
  const { text } = memory.host;
  const told = async (...paths: string[]): Promise<FileAnswers> => ({
    ...noAnswers,
    texts: new Map(await Promise.all(paths.map(async (path) => [path, await text(path)] as const))),
  });
  return { memory, text, told, reads, files, settled };
}

test("a file that is watched is read once, by whomever it is asked for, and another one each time", async () => {
  const { memory, text, told, reads } = fixture({ "/a": "1", "/b": "1" });
  memory.watch(new Set(["/a"]), await told("/a"));
  await Promise.all([text("/a"), text("/a"), text("/b")]);
  await text("/b");
  expect(reads).toEqual(["/a", "/b", "/b"]);
});

test("a look reads what has another stamp, tells of it once, and of nothing that says the same as before", async () => {
  const { memory, text, told, reads, files } = fixture({ "/a": "1", "/b": "1" });
  memory.watch(new Set(["/a", "/b", "/new"]), await told("/a", "/b", "/new"));
  reads.length = 0;
  expect(await memory.look(["/a", "/b", "/new"])).toEqual(new Set());
  expect(reads).toEqual([]);
  files["/a"] = "2";
  files["/new"] = "1";
  expect(await memory.look(["/a", "/b", "/new"])).toEqual(new Set(["/a", "/new"]));
  expect(await memory.look(["/a", "/b", "/new"])).toEqual(new Set());
  expect(reads.sort()).toEqual(["/a", "/new"]);
  expect(await text("/a")).toEqual({ kind: "text", text: "2" });
  delete files["/a"];
  expect(await memory.look(["/a"])).toEqual(new Set(["/a"]));
  expect(await text("/a")).toEqual({ kind: "missing" });
});

test("a file whose state cannot be told from others is read at every look, and tells of a change only when there is one", async () => {
  const { memory, told, reads, files, settled } = fixture({ "/a": "1" });
  settled.is = false;
  memory.watch(new Set(["/a"]), await told("/a"));
  expect(await memory.look(["/a"])).toEqual(new Set());
  files["/a"] = "2";
  expect(await memory.look(["/a"])).toEqual(new Set(["/a"]));
  expect(reads).toEqual(["/a", "/a", "/a"]);
});

test("a change between what a document was told and the beginning of the watch is found by the first look", async () => {
  const { memory, told, files } = fixture({ "/a": "1" });
  const known = await told("/a");
  files["/a"] = "2";
  memory.watch(new Set(["/a"]), known);
  expect(await memory.look(["/a"])).toEqual(new Set(["/a"]));
});

test("all that is asked about a path is asked again when it has changed, and only what is said otherwise counts", async () => {
  const { memory, told, reads, files } = fixture({ "/a": "1" });
  memory.watch(new Set(["/a"]), await told("/a"));
  await memory.host.fact("/a");
  files["/a"] = "2";
  expect(await memory.look(["/a"])).toEqual(new Set(["/a"]));
  expect(reads).toEqual(["/a", "fact /a", "/a", "fact /a"]);
});

test("what is not watched any more is forgotten, and so is everything when the host tells otherwise", async () => {
  const { memory, text, told, reads } = fixture({ "/a": "1", "/b": "1" });
  memory.watch(new Set(["/a", "/b"]), await told("/a", "/b"));
  memory.watch(new Set(["/b"]), noAnswers);
  memory.watch(new Set(["/a", "/b"]), noAnswers);
  reads.length = 0;
  await Promise.all([text("/a"), text("/b")]);
  expect(reads).toEqual(["/a"]);
  memory.forget();
  await Promise.all([text("/a"), text("/b")]);
  expect(reads).toEqual(["/a", "/a", "/b"]);
});

test("who began before a change is told that there was one", async () => {
  const { memory, told, files } = fixture({ "/a": "1", "/b": "1" });
  memory.watch(new Set(["/a", "/b"]), await told("/a", "/b"));
  const before = memory.revision();
  files["/a"] = "2";
  await memory.look(["/a"]);
  expect(memory.changedSince(before, ["/a", "/b"])).toBe(true);
  expect(memory.changedSince(before, ["/b"])).toBe(false);
  expect(memory.changedSince(memory.revision(), ["/a"])).toBe(false);
});

test("a send is answered by the host itself", async () => {
  const { memory, told, reads } = fixture({ "/a": "1" });
  memory.watch(new Set(["/a"]), await told("/a"));
  await memory.host.anew?.text("/a");
  expect(reads).toEqual(["/a", "/a"]);
});
