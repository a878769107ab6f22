import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { documentKey } from "../../server/src/send/document-key.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir({ "real/a.chat": "", "b.chat": "" });

afterAll(() => dir.remove());

const keyOf = (name: string): Promise<string> => documentKey(pathToFileURL(dir.file(name)).href);

test("a file has one key under all of its names, and no two files have the same", async () => {
  symlinkSync("real", dir.file("link"));
  symlinkSync("real/a.chat", dir.file("c.chat"));
  const key = await keyOf("real/a.chat");
  expect(key).toMatch(/^[0-9a-f]{16}$/);
  expect(await keyOf("link/a.chat")).toBe(key);
  expect(await keyOf("c.chat")).toBe(key);
  expect(await documentKey(`file://${dir.path}/re%61l/a.chat`)).toBe(key);
  expect(await keyOf("b.chat")).not.toBe(key);
});

test("a file that is replaced, or comes later, keeps its key", async () => {
  mkdirSync(dir.file("new"));
  symlinkSync("new", dir.file("newer"));
  const key = await keyOf("newer/a.chat");
  dir.write("new/temporary", "");
  renameSync(dir.file("new/temporary"), dir.file("new/a.chat"));
  expect(await keyOf("newer/a.chat")).toBe(key);
  expect(await keyOf("new/a.chat")).toBe(key);
});

test("what is no file is told by its URI", async () => {
  expect(await documentKey("untitled:a")).toBe(await documentKey("untitled:a"));
  expect(await documentKey("untitled:a")).not.toBe(await documentKey("untitled:b"));
  expect(await documentKey("file:///no/such/folder/a.chat")).not.toBe(await documentKey("file:///no/such/folder/b.chat"));
});
