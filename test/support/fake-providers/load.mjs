import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Loads the fake providers into a program that is not compiled before it runs.
 * @returns {Promise<typeof import("./server.js")>}
 */
export async function loadFakeProviders() {
  const entry = fileURLToPath(new URL("server.ts", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
