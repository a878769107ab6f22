// Builds and packs the extension as people get it.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bundleExtension, bundleServer, root, writeOutput } from "../../../server/build/bundle.mjs";

/**
 * Builds the extension and packs it with vsce.
 * @param {string} vsix the file to write
 */
export async function packExtension(vsix) {
  await writeOutput("client-vscode/dist", await bundleExtension(await bundleServer()));
  const vsce = join(root, "node_modules/@vscode/vsce/vsce");
  const args = [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--out", vsix];
  // Its script builds everything once more.
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], { cwd: join(root, "client-vscode"), encoding: "utf8" });
  if (status !== 0) throw new Error(`The extension could not be packed:\n${stdout}${stderr}`);
}
