// Prints how long templates of Go take: parsing and executing apart, beside real Go where a `go` is installed, and how the
// time grows with the data. Processor time, in microseconds. Needs `npm run build`.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseGoTemplate, renderGoTemplate } from "../../../dist/go-template.js";

const folder = import.meta.dirname;
const read = (name) => readFileSync(join(folder, name), "utf8");

/** Processor time of one call, once the engine has had time to compile it; garbage collection included. `ms` is processor time, too. */
function measure(run, ms = 1000) {
  const spent = (start) => {
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const during = (limit) => {
    const start = process.cpuUsage();
    let count = 0;
    while (spent(start) < limit * 1000) for (let index = 0; index < 20; index++) run(count++);
    return spent(start) / count;
  };
  during(ms);
  return during(ms);
}

function render(text, data) {
  const result = renderGoTemplate(text, data);
  if (!result.ok) throw new Error(result.error.message);
  return result.output;
}

/** Real Go's times; undefined where there is no `go`. */
function goTimes() {
  const { status, stdout } = spawnSync("go", ["run", join(folder, "main.go"), folder], { encoding: "utf8" });
  return status === 0 ? JSON.parse(stdout) : undefined;
}

const version = spawnSync("go", ["version"], { encoding: "utf8" }).stdout?.trim();
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${version || "no go here"}\n`);
const go = goTimes();
console.log("| template | parse µs | execute µs | Go parse µs | Go execute µs | ours / Go, both |");
console.log("|---|---|---|---|---|---|");
for (const name of ["tiny", "medium", "large"]) {
  const text = read(`${name}.tmpl`);
  const data = JSON.parse(read(`${name}.json`));
  // Another text each time, for one that is known is not parsed again; compiling counts where it is run for the first time.
  const fresh = measure((count) => render(`${text}{{/* ${count} */}}`, data));
  const parse = measure((count) => parseGoTemplate(`${text}{{/* ${count} */}}`));
  const execute = measure(() => render(text, data));
  const theirs = go?.[name];
  const ratio = theirs && (fresh / (theirs.parse + theirs.execute)).toFixed(2);
  const cells = [parse, execute, theirs?.parse, theirs?.execute].map((time) => time?.toFixed(1) ?? "");
  console.log(`| ${name} | ${cells.join(" | ")} | ${ratio ?? ""} |`);
}

console.log("\n| elements | execute µs | µs per element |");
console.log("|---|---|---|");
for (const count of [1000, 10_000, 100_000]) {
  const list = Array.from({ length: count }, (_, id) => ({ id, name: `name-${id}` }));
  const time = measure(() => render(read("large.tmpl"), { list }), 2000);
  console.log(`| ${count} | ${time.toFixed(0)} | ${(time / count).toFixed(3)} |`);
}

const began = performance.now();
const endless = renderGoTemplate("{{range $i := 1000000000}}{{range $j := 1000000000}}{{end}}{{end}}", {}, { deadlineMs: 50 });
console.log(`\nA deadline of 50 ms ended an endless range after ${(performance.now() - began).toFixed(0)} ms (${endless.error.kind}).`);
