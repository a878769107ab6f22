// Vitest's global setup: tests run the TypeScript sources, but a forked child and a real server need JavaScript files.
import { bundleServer, writeOutput } from "../../server/build/bundle.mjs";

/** Bundles the server to dist/ once before all tests. */
export async function setup() {
  await writeOutput("dist", await bundleServer(), ["types"]);
}
