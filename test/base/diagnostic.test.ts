import { expect, test } from "vitest";
import { diagnostic } from "../../server/src/base/diagnostic.js";

const message = (text: string): string => diagnostic("template/runtime", { start: 0, end: 1 }, text).message;

test("a message is cut where nobody reads on, and never inside of a character", () => {
  expect(message("x".repeat(2000))).toBe("x".repeat(2000));
  expect(message("x".repeat(1e6))).toBe(`${"x".repeat(2000)}…`);
  expect(message(`${"x".repeat(1999)}😀${"x".repeat(10)}`)).toBe(`${"x".repeat(1999)}…`);
});
