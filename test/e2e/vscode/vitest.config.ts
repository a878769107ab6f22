import { defineConfig } from "vitest/config";

declare module "vitest" {
  interface ProvidedContext {
    /** What `ensureCodeServer` gives. */
    program: { node: string; entry: string };
    /** The packed extension. */
    vsix: string;
  }
}

export default defineConfig({
  test: {
    include: ["test/e2e/vscode/**/*.test.ts"],
    globalSetup: ["test/e2e/vscode/setup.mjs"],
    // Real editors want the whole machine.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
