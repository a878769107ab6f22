// Prints how long it takes in a real Neovim from a key to the diagnostics that it changes, beside the JSON language server of
// VS Code on a file of as many lines.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleServer, writeOutput } from "../../server/build/bundle.mjs";
import { currentNeovim } from "../e2e/support/editors.mjs";
import { jsonServer } from "./peer.mjs";
import { conversation, json } from "./texts.mjs";

const path = (file) => fileURLToPath(new URL(file, import.meta.url));
const edits = 40;

await writeOutput("dist", await bundleServer(), ["types"]);
const nvim = currentNeovim();
const peer = {
  language: "json",
  cmd: [process.execPath, jsonServer(), "--stdio"],
  text: json,
  place: '"count": ',
  offset: 8,
  before: 0,
  adds: 1,
};
const rows = [
  {
    name: "chat",
    language: "chat",
    cmd: [process.execPath, path("../../dist/main.js"), "--stdio"],
    text: conversation,
    place: "name:upper",
    offset: 1,
  },
  { ...peer, name: "json, waiting as long as the plugin for chat does", debounce: 20 },
  { ...peer, name: "json, as Neovim starts it" },
];

console.log("| lines | server | key to diagnostics, median ms | p95 | max |");
console.log("|---|---|---|---|---|");
for (const lines of [200, 5000]) {
  for (const { text, ...row } of rows) {
    const times = measure(row, text(lines)).sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0);
    console.log(`| ${lines} | ${row.name} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
  }
}

/** The times of all keys, in ms. */
function measure(row, text) {
  const home = mkdtempSync(join(tmpdir(), "chatls-bench-nvim-"));
  try {
    const file = join(home, `file.${row.language}`);
    const result = join(home, "result.json");
    writeFileSync(file, text);
    const env = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_STATE_HOME: home,
      XDG_DATA_HOME: home,
      CHATLS_BENCH: JSON.stringify({ ...row, file, edits }),
      CHATLS_RESULT: result,
    };
    const plugin = `set runtimepath^=${path("../../client-nvim").replaceAll(/[ \\,]/g, "\\$&")}`;
    const args = ["--headless", "-i", "NONE", "--cmd", plugin, "-u", path("neovim.lua")];
    const { status, stderr } = spawnSync(nvim, args, { env, encoding: "utf8", timeout: 120_000 });
    if (status !== 0) throw new Error(`Neovim failed: ${stderr}`);
    return JSON.parse(readFileSync(result, "utf8"));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
