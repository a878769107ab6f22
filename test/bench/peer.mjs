// The peer that figures are compared with: the JSON language server of VS Code, kept outside of the dependencies.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../node_modules/.cache/bench-peer", import.meta.url));
const program = join(folder, "node_modules/vscode-langservers-extracted/bin/vscode-json-language-server");

/** Installs the peer on the first run (from the npm registry, without install scripts); gives the path of its program. */
export function jsonServer() {
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "vscode-langservers-extracted@4.10.0"];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error("The peer could not be installed.");
  return program;
}
