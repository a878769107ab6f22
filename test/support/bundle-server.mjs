// Vitest's global setup: tests run the TypeScript sources, but a forked child and a real server need JavaScript files.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleServer, writeOutput } from "../../server/build/bundle.mjs";

const state = mkdtempSync(join(tmpdir(), "chatls-state-"));

/** Bundles the server to dist/ once before all tests, which keep what outlives a process in a folder of their own. */
export async function setup() {
  process.env.CHATLS_STATE = state;
  await writeOutput("dist", await bundleServer(), ["types"]);
}

/** Removes that folder. */
export function teardown() {
  rmSync(state, { recursive: true, force: true });
}
