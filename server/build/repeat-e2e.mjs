// `node server/build/repeat-e2e.mjs TIMES`: plays all sessions in editors so many times, none of them twice, and writes a
// table of the runs into docs/performance.md. A run that fails ends nothing; what failed is told at once and kept in
// node_modules/.cache/e2e-runs.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { stripVTControlCharacters } from "node:util";
import { root } from "./bundle.mjs";

const times = Number(process.argv[2]);
if (!Number.isInteger(times) || times < 1) throw new Error("Say how many times: node server/build/repeat-e2e.mjs 10");
const page = join(root, "docs/performance.md");
const marks = { start: "<!-- Written by server/build/repeat-e2e.mjs. -->\n", end: "<!-- Its end. -->" };
const logs = join(root, "node_modules/.cache/e2e-runs");
rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });

const rows = [];
for (let run = 1; run <= times; run++) {
  const row = await play(run);
  rows.push(row);
  console.log(`Run ${run} of ${times}: ${row.passed} passed, ${row.failed} failed, ${row.seconds} s${row.failed ? `: ${row.log}` : ""}`);
  for (const line of row.failures) console.log(`  ${line}`);
  write();
}
process.exitCode = rows.every(({ failed }) => failed === 0) ? 0 : 1;

/** Plays everything once; what it printed is kept. */
async function play(run) {
  const log = join(logs, `${run}.log`);
  const begin = new Date();
  const started = performance.now();
  const load = loadavg()[0];
  const env = { ...process.env, CHATLS_E2E_SECOND_TRY: "" };
  const child = spawn(process.execPath, [join(root, "server/build/test-e2e.mjs")], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const kept = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(kept, { end: false });
  const status = await new Promise((resolve) => child.on("close", resolve));
  await new Promise((resolve) => kept.end(resolve));
  const text = stripVTControlCharacters(readFileSync(log, "utf8"));
  const failures = text.match(/^.*(?:✖|×) .*$/gm) ?? [];
  const failed = sum(text, /^ℹ fail (\d+)$/gm) + sum(text, /^ +Tests .*?(\d+) failed/gm);
  return {
    begin,
    load,
    log,
    failures: [...new Set(failures.map((line) => line.trim()))],
    seconds: Math.round((performance.now() - started) / 1000),
    passed: sum(text, /^ℹ pass (\d+)$/gm) + sum(text, /^ +Tests .*?(\d+) passed/gm),
    // A session that breaks off counts no test.
    failed: Math.max(failed, status === 0 ? 0 : 1),
  };
}

function sum(text, pattern) {
  return [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);
}

/** Puts the runs so far in the place of those of another time. */
function write() {
  const before = readFileSync(page, "utf8");
  const [from, to] = [before.indexOf(marks.start), before.indexOf(marks.end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for the runs.`);
  const lines = rows.map(({ begin, load, seconds, passed, failed }, index) =>
    [index + 1, begin.toISOString().slice(0, 16).replace("T", " "), load.toFixed(1), seconds, passed, failed].join(" | "),
  );
  const head = "| Run | Begun (UTC) | Load before | Seconds | Passed | Failed |\n| --- | --- | --- | --- | --- | --- |\n";
  const machine = `Node.js ${process.versions.node}, ${availableParallelism()} cores.\n\n`;
  const table = `${machine}${head}${lines.map((line) => `| ${line} |\n`).join("")}`;
  writeFileSync(page, `${before.slice(0, from + marks.start.length)}${table}${before.slice(to)}`);
}
