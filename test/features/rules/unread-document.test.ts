import { expect, test } from "vitest";
import { unreadDocument } from "../../../server/src/features/rules/unread-document.js";

test.each([
  ["too-large", "document/too-large", "16 MB"],
  ["not-text", "document/unreadable", "UTF-8"],
  ["unreadable", "document/unreadable", "permissions"],
] as const)("a file that is %s is told of at its beginning", (kind, code, word) => {
  const found = unreadDocument(kind);
  expect(found).toMatchObject({ code, span: { start: 0, end: 0 } });
  expect(found?.message).toContain(word);
});

test.each(["missing", "folder", "special", "forbidden"] as const)("nothing is said of what is %s", (kind) => {
  expect(unreadDocument(kind)).toBeUndefined();
});
