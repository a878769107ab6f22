// `node test/support/run-ts.mjs FILE …` runs a program of the tests that is written in TypeScript. It is bundled first, for
// Node.js 20 reads no types; packages stay outside.
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Modules that need no translation are loaded from where they are: they may look for what lies beside them. */
const untranslated = {
  name: "untranslated",
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.mjs$/ }, ({ path, resolveDir }) => ({
      path: pathToFileURL(resolve(resolveDir, path)).href,
      external: true,
    }));
  },
};

/**
 * Loads a module that is written in TypeScript.
 * @param {string} file its path
 * @returns {Promise<object>} what it exports
 */
export async function loadTypeScript(file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
    plugins: [untranslated],
  });
  // Below node_modules, so that packages are found from there.
  const folder = join(root, "node_modules/.cache/run-ts");
  mkdirSync(folder, { recursive: true });
  const bundled = join(folder, `${basename(file, ".ts")}-${process.pid}.mjs`);
  writeFileSync(bundled, outputFiles[0].contents);
  return import(pathToFileURL(bundled).href);
}

const [, self, file] = process.argv;
if (self === fileURLToPath(import.meta.url)) {
  process.argv.splice(1, 1);
  await loadTypeScript(file);
}
