import { expect, test } from "vitest";
import { mimeByExtension } from "../../server/src/workspace/mime-by-extension.js";

test.each([
  ["a.ts", "text/x-typescript"],
  ["a.RS", "text/x-rust"],
  ["a.png", "image/png"],
  ["a", undefined],
  ["a.constructor", undefined],
  ["a.toString", undefined],
  ["a.__proto__", undefined],
])("the type of %s is %s", (path, type) => {
  expect(mimeByExtension(path)).toBe(type);
});
