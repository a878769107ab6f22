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
    // A busy machine takes its time; what is wrong fails all the same.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
