import { build } from "esbuild";
import { root } from "../bundle.mjs";

/**
 * Loads a TypeScript module, packages excluded.
 * @param {string} entry relative to the root
 * @returns {Promise<any>} its exports
 */
export async function loadModule(entry) {
  const result = await build({ absWorkingDir: root, entryPoints: [entry], bundle: true, write: false, format: "esm", logLevel: "silent" });
  return import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0].contents).toString("base64")}`);
}
