// `npm run build`: everything that `bin`, `exports` and the VS Code extension point to.
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundleExtension, bundleServer, root, writeOutput } from "./bundle.mjs";

const run = promisify(execFile);

/** Writes the declarations of the library to dist/types. Type errors are the business of `npm run check`. */
async function buildTypes() {
  await rm(join(root, "dist/types"), { recursive: true, force: true });
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "server/build/tsconfig.json"], { cwd: root });
}

async function buildBundles() {
  const server = await bundleServer();
  await writeOutput("dist", server, ["types"]);
  await writeOutput("client-vscode/dist", await bundleExtension(server));
}

try {
  await Promise.all([buildBundles(), buildTypes()]);
} catch (error) {
  console.error(error.stdout || error.stderr || error.message);
  process.exitCode = 1;
}
