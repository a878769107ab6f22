// Prints times and memory of the built server beside the JSON language server of VS Code (pull), in one run.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measure, measureStarts } from "./measure.mjs";
import { jsonServer } from "./peer.mjs";
import { conversation, goConversation, includes, json } from "./texts.mjs";

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const servers = [
  { name: "json (pull)", text: json, args: [jsonServer(), "--stdio"], languageId: "json", extension: "json", mode: "pull" },
  { name: "chat (push)", text: conversation, args: [main, "--stdio"], languageId: "chat", extension: "chat", mode: "push" },
];

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB\n`);
console.log("| lines | kB | server | first diagnostics | edit p50 | p95 | max | after a burst of 20 | PSS MB |");
console.log("|---|---|---|---|---|---|---|---|---|");
for (const lines of [200, 5000]) {
  const startups = await measureStarts(servers.map((server) => [server, server.text(lines)]));
  for (const [index, server] of servers.entries()) {
    const figures = await measure(server, server.text(lines), { edits: 200, bursts: 20 });
    row(server, lines, { startup: startups[index], ...figures });
  }
}

console.log("\n| lines | edit in a tag p50 | p95 | max |");
console.log("|---|---|---|---|");
for (const lines of [200, 5000]) {
  const { p50, p95, max } = await measure(servers[1], conversation(lines), { edits: 200, bursts: 1, mark: "{{ " });
  console.log(`| ${lines} | ${[p50, p95, max].map((value) => value.toFixed(1)).join(" | ")} |`);
}

console.log("\n| lines | kB | first diagnostics | edit p50 | in a tag | times the text | times the time | in a tag |");
console.log("|---|---|---|---|---|---|---|---|");
let before;
for (const lines of [500, 5000, 50_000]) {
  // Only plain prose grows to 50,000 lines below the limit of what is evaluated.
  const text = conversation(lines).replaceAll("Some words of a conversation, as people write them.", "Some words of it.");
  const [startup] = await measureStarts([[servers[1], text]]);
  const { p50 } = await measure(servers[1], text, { edits: 60, bursts: 1 });
  const tag = (await measure(servers[1], text, { edits: 60, bursts: 1, mark: "{{ " })).p50;
  const now = [text.length, p50, tag];
  const ratios = now.map((value, index) => (before === undefined ? "" : (value / before[index]).toFixed(1)));
  console.log(`| ${[lines, kilobytes(text), startup.toFixed(0), p50.toFixed(1), tag.toFixed(1), ...ratios].join(" | ")} |`);
  before = now;
}

console.log("\n| Go actions | lines | first diagnostics | edit p50 | p95 | max | after a burst of 20 | PSS MB |");
console.log("|---|---|---|---|---|---|---|---|");
{
  const text = goConversation(300);
  const [startup] = await measureStarts([[servers[1], text]]);
  const { p50, p95, max, burst, memory } = await measure(servers[1], text, { edits: 200, bursts: 20 });
  const cells = [startup.toFixed(0), ...[p50, p95, max, burst, memory].map((value) => value.toFixed(1))];
  console.log(`| 300 | ${text.split("\n").length - 1} | ${cells.join(" | ")} |`);
}

console.log("\n| includes | first diagnostics | edit p50 | p95 | max | after a burst of 20 | PSS MB |");
console.log("|---|---|---|---|---|---|---|");
for (const [shape, count] of [
  ["diamond", 200],
  ["chain", 15],
]) {
  const { files, document } = includes(shape, count);
  const folder = mkdtempSync(join(tmpdir(), "chatls-bench-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const server = { ...servers[1], folder };
  const [startup] = await measureStarts([[server, document]]);
  const { p50, p95, max, burst, memory } = await measure(server, document, { edits: 200, bursts: 20 });
  rmSync(folder, { recursive: true });
  const cells = [startup.toFixed(0), ...[p50, p95, max, burst, memory].map((value) => value.toFixed(1))];
  console.log(`| a ${shape} of ${count + 1} | ${cells.join(" | ")} |`);
}

function row({ name, text }, lines, { startup, p50, p95, max, burst, memory }) {
  const cells = [startup.toFixed(0), ...[p50, p95, max, burst, memory].map((value) => value.toFixed(1))];
  console.log(`| ${lines} | ${kilobytes(text(lines))} | ${name} | ${cells.join(" | ")} |`);
}

function kilobytes(text) {
  return (text.length / 1024).toFixed(0);
}
