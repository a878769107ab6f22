import { expect, test } from "vitest";
import { mimeByExtension } from "../../server/src/workspace/mime-by-extension.js";

test.each([
  ["a.ts", "text/x-typescript"],
  ["a.RS", "text/x-rust"],
  ["a.png", "image/png"],
  ["setup.exe", "application/x-msdos-program"],
  ["a.dmg", "application/x-apple-diskimage"],
  ["a.bin", "application/octet-stream"],
  ["a.tar.gz", "application/gzip"],
  ["a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["a", undefined],
  ["/png.png/a", undefined],
  ["/a/png", undefined],
  ["/a/.png", undefined],
  ["a.constructor", undefined],
  ["a.toString", undefined],
  ["a.__proto__", undefined],
])("the type of %s is %s", (path, type) => {
  expect(mimeByExtension(path)).toBe(type);
});
