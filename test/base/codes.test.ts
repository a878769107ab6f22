import { expect, test } from "vitest";
import { codes } from "../../server/src/base/codes.js";
import { diagnostic } from "../../server/src/base/diagnostic.js";

test("every code is area/what, and only errors block", () => {
  for (const [code, { severity, blocks, doc }] of Object.entries(codes)) {
    expect(code).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/);
    expect(blocks).toBe(severity === "error" && !code.startsWith("project/"));
    expect(doc).toMatch(/^(include\(\)|[A-Z]).*\.$/);
  }
});

test("a diagnostic takes severity and blocking from the table", () => {
  expect(diagnostic("tool/missing-result", { start: 1, end: 2 }, "x")).toEqual({
    code: "tool/missing-result",
    severity: "warning",
    blocks: false,
    span: { start: 1, end: 2 },
    message: "x",
  });
});
