import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** Bundles a program that imports modules of the product, for a process of its own; `to` is the absolute path of the result. */
export function bundleModule(source: string, to: string): void {
  buildSync({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL("../../server/src", import.meta.url)), loader: "ts" },
    outfile: to,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
}
