import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { codes } from "../../server/src/base/codes.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("docs/diagnostics.md is what the table of codes gives", () => {
  execFileSync(process.execPath, ["server/build/docs.mjs", "--check"], { cwd: root });
});

test("docs/diagnostics.md lists every code once", () => {
  const page = readFileSync(`${root}/docs/diagnostics.md`, "utf8");
  for (const code of Object.keys(codes)) expect(page.split(`| \`${code}\` |`)).toHaveLength(2);
});
