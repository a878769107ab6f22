import { describe, expect, test } from "vitest";
import { diagnostic } from "../../server/src/base/diagnostic.js";
import { messageInDocument } from "../../server/src/features/nested-message.js";

describe("the message of a diagnostic in the document", () => {
  const fault = diagnostic("template/runtime", { start: 5, end: 6 }, "No.");
  const texts = new Map([["/chats/a.md", { kind: "text", text: "é\r\n  x\n" } as const]]);

  test("is its own where it stands in the document", () => {
    expect(messageInDocument(fault, { texts })).toBe("No.");
  });

  test("begins with file, line and column where it stands in another file", () => {
    expect(messageInDocument({ ...fault, file: "/chats/a.md" }, { texts })).toBe("a.md:2:3: No.");
  });

  test("names the file alone where its text is not known any more", () => {
    expect(messageInDocument({ ...fault, file: "/chats/b.md" }, { texts })).toBe("b.md: No.");
    expect(messageInDocument({ ...fault, file: "/chats/b.md" }, undefined)).toBe("b.md: No.");
  });
});
