import { expect, test } from "vitest";
import type { FileAttachment } from "../../server/src/base/file-answers.js";
import { attach, kindOf } from "../../server/src/engines/attach.js";

const file = (type: string | undefined, isText: boolean): FileAttachment => ({
  kind: "file",
  size: 1,
  ...(type !== undefined && { type }),
  isText,
  isOutside: false,
  realName: "a",
});

test("a file is what it is, unless somebody says otherwise", () => {
  expect(attach("/a", file("image/png", false))).toEqual({ kind: "file", file: { path: "/a", type: "image/png", kind: "image" } });
  expect(attach("/a", file("image/png", true), "text/csv")).toMatchObject({ file: { type: "text/csv", kind: "text_file" } });
  expect(attach("/a", file("text/plain", true), "image/png")).toMatchObject({ file: { kind: "image" } });
  expect(attach("/a", file("text/plain", true), "Image/PNG")).toMatchObject({ file: { type: "image/png", kind: "image" } });
  expect(attach("/a", file("text/plain", true), "TEXT/Plain ;Charset=UTF-8")).toMatchObject({ file: { type: "text/plain;Charset=UTF-8" } });
});

test("what is no text is never taken for it, and what no provider takes is refused", () => {
  expect(attach("/a", file("text/plain", false))).toEqual({ kind: "not-text", type: "text/plain" });
  expect(attach("/a", file("application/zip", false))).toEqual({ kind: "unsupported", type: "application/zip" });
  expect(attach("/a", file(undefined, false))).toEqual({ kind: "unsupported" });
  expect(attach("/a", { kind: "too-large" })).toEqual({ kind: "too-large" });
});

test.each([
  ["text/plain;charset=utf-8", "text_file"],
  ["TEXT/X-Lua", "text_file"],
  ["application/json", "text_file"],
  ["application/ld+json", "text_file"],
  ["application/x-sh", "text_file"],
  ["application/sql", "text_file"],
  ["image/svg+xml", "text_file"],
  ["image/jpeg", "image"],
  ["application/pdf", "pdf"],
  ["image/tiff", undefined],
  ["application/octet-stream", undefined],
  ["video/mp4", undefined],
  ["nonsense", undefined],
])("files of type %s are %s", (type, kind) => {
  expect(kindOf(type)).toBe(kind);
});
