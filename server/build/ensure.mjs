// Makes a checkout ready to run: installs what package-lock.json says and bundles the server.
// Only Node built-ins are imported before the installation, for there may be no node_modules yet.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Installs and bundles what is missing or outdated; ends the process when the installation fails, throws when bundling does. */
export async function ensure() {
  if (!isInstalled()) install();
  const { bundleServer, writeOutput } = await import("./bundle.mjs");
  await writeOutput("dist", await bundleServer(), ["types"]);
}

/** Whether node_modules holds the versions of package-lock.json; packages for other platforms may be absent. */
function isInstalled() {
  const wanted = readPackages("package-lock.json");
  const present = readPackages("node_modules/.package-lock.json");
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true;
    const found = present[path];
    return found ? link || found.version === version : Boolean(optional);
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

function install() {
  console.error("Installing packages (npm ci) …");
  const shell = process.platform === "win32";
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: root, stdio: ["ignore", 2, 2], shell });
  if (status === 0) return;
  console.error("The packages could not be installed; see npm's messages above.");
  process.exit(1);
}
