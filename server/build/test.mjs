// `npm test`: all tests but those that need an editor. Extra arguments go to vitest.
// The last line is `N passed, N failed`, with `, N skipped` when some were.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensure } from "./ensure.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

await ensure();
const folder = mkdtempSync(join(tmpdir(), "chatls-test-"));
try {
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", ...reporters, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });
  const { passed, failed, skipped } = count(report, status);
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Counts tests in vitest's JSON report; whatever else made the run fail (a file that does not load, no report) counts as one failure. */
function count(report, status) {
  const files = readReport(report);
  const states = files.flatMap((file) => file.assertionResults.map((test) => test.status));
  const passed = states.filter((state) => state === "passed").length;
  const broken = files.filter((file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"));
  const failed = states.filter((state) => state === "failed").length + broken.length;
  return { passed, failed: failed || (status === 0 ? 0 : 1), skipped: states.length - passed - (failed - broken.length) };
}

function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8")).testResults;
  } catch {
    return [];
  }
}
