import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/e2e/**"],
    globalSetup: ["test/support/bundle-server.mjs"],
    testTimeout: 10_000,
    coverage: { include: ["server/src/**", "shared/**"] },
  },
});
