// Puts a real VS Code into node_modules/.cache/editors/code-server: code-server, the server of VS Code with the whole workbench
// in a web page, and the Node.js that it wants, both from npm. Nothing of it is compiled. `CHATLS_E2E_CODE_SERVER` names a
// folder where it is already.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../server/build/bundle.mjs";

/** The package that holds a Node.js for this machine. */
const nodePackage = `node-linux-${process.arch}`;
/** Exact versions; this code-server is VS Code 1.139.1. */
const packages = { "code-server": "4.139.1", [nodePackage]: "24.22.3" };

/**
 * Installs code-server unless it is there.
 * @returns {{ node: string, entry: string }} absolute paths of the program and of the script that it runs
 */
export function ensureCodeServer() {
  const folder = process.env.CHATLS_E2E_CODE_SERVER ?? join(root, "node_modules/.cache/editors/code-server");
  const bin = join(folder, "node_modules", nodePackage, "bin");
  const installed = { node: join(bin, "node"), entry: join(folder, "node_modules/code-server/out/node/entry.js") };
  const complete = join(folder, `complete-${packages["code-server"]}`);
  if (process.env.CHATLS_E2E_CODE_SERVER || existsSync(complete)) return installed;
  console.error("Installing code-server …");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  install(folder, bin, ["--engine-strict=false"]);
  // Its own packages are listed in a file that npm leaves alone otherwise. Native ones without a ready form are not needed here.
  install(join(folder, "node_modules/code-server/lib/vscode"), bin, ["--omit=dev"]);
  writeFileSync(complete, "");
  return installed;
}

function install(cwd, bin, options) {
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...options];
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const { status, error } = spawnSync("npm", args, { cwd, env, stdio: ["ignore", 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error("code-server could not be installed; set CHATLS_E2E_CODE_SERVER to a folder where it is.");
}
