// Bundles the server and the VS Code extension with esbuild. Output is written only where it changed and by
// renaming into place, so a running server, a parallel test run and a build never see half a file.

import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The repository's root folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Bundled CommonJS packages call `require`, which an ES module does not have by itself. */
const requireBanner = 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);';

const serverTargets = [
  { entry: "server/src/main.ts", output: "main.js", banner: `#!/usr/bin/env node\n${requireBanner}`, mode: 0o755 },
  { entry: "server/src/providers/sending.ts", output: "sending.js", banner: requireBanner, mode: 0o644 },
  { entry: "server/src/evaluation/child.ts", output: "evaluator.js", banner: requireBanner, mode: 0o644 },
  { entry: "server/src/index.ts", output: "index.js", banner: requireBanner, mode: 0o644 },
  { entry: "server/src/go-template.ts", output: "go-template.js", banner: "", mode: 0o644 },
  { entry: "server/src/prose.ts", output: "prose.js", banner: "", mode: 0o644 },
];

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  // Packages that ship both forms are bundled from their ES modules: a UMD wrapper hides what it requires.
  mainFields: ["module", "main"],
  // This one hides its ES modules from Node: they are half the size, for what is not used is left out.
  alias: { yaml: join(root, "node_modules/yaml/browser/dist/index.js") },
  target: "node20",
  // It has a native part for each system, and is optional.
  external: ["@napi-rs/keyring"],
  write: false,
  logLevel: "warning",
};

/** What only a send or a command needs is a file of its own, so that starting does not pay for it. */
const loadedLater = {
  name: "loaded-later",
  setup(build) {
    build.onResolve({ filter: /\/(?:sending|go-template)\.js$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: `./${path.split("/").at(-1)}`, external: true } : undefined,
    );
  },
};

/** What editors check a project file against; written by docs.mjs. */
const schemaFile = "flemma.schema.json";

/**
 * Bundles the server's entries as ES modules, and puts the schema of the project file beside them.
 * @returns {Promise<Map<string, {contents: Uint8Array, mode: number}>>} contents by file name
 */
export async function bundleServer() {
  const bundles = await Promise.all(
    serverTargets.map(async ({ entry, output, banner, mode }) => {
      const name = output.replace(/\.js$/, "");
      const result = await build({
        ...common,
        entryPoints: [{ in: entry, out: name }],
        outdir: ".",
        // What is imported later shares its modules with the rest: there is one class of each kind.
        splitting: true,
        chunkNames: `${name}-[hash]`,
        format: "esm",
        banner: { js: banner },
        plugins: [loadedLater],
      });
      return result.outputFiles.map(({ path, contents }) => {
        const file = relative(root, path);
        return [file, { contents, mode: file === output ? mode : 0o644 }];
      });
    }),
  );
  const schema = { contents: await readFile(join(root, "docs", schemaFile)), mode: 0o644 };
  return new Map([...bundles.flat(), [schemaFile, schema]]);
}

/**
 * Bundles the VS Code extension as CommonJS, with a copy of the server beside it: the packed extension needs nothing else.
 * @param {Map<string, {contents: Uint8Array, mode: number}>} server what `bundleServer` returned
 * @returns {Promise<Map<string, {contents: Uint8Array, mode: number}>>} contents by path below `client-vscode/dist`
 */
export async function bundleExtension(server) {
  const result = await build({
    ...common,
    entryPoints: ["client-vscode/src/extension.ts"],
    outfile: "extension.js",
    format: "cjs",
    external: ["vscode"],
  });
  const files = new Map([["extension.js", { contents: result.outputFiles[0].contents, mode: 0o644 }]]);
  for (const [name, file] of server) if (/^(?:main|sending|evaluator)[-.].*js$/.test(name)) files.set(`server/${name}`, file);
  files.set(schemaFile, server.get(schemaFile));
  files.set("server/package.json", { contents: Buffer.from('{ "type": "module" }\n'), mode: 0o644 });
  return files;
}

/**
 * Makes `folder` hold exactly `files`, apart from the sub-folders named in `keep`.
 * @param {string} folder relative to the root
 * @param {Map<string, {contents: Uint8Array, mode: number}>} files contents by path below the folder
 * @param {readonly string[]} keep names directly below the folder that are somebody else's
 */
export async function writeOutput(folder, files, keep = []) {
  const base = join(root, folder);
  await mkdir(base, { recursive: true });
  for (const [name, { contents, mode }] of files) await writeChanged(join(base, name), contents, mode);
  for (const entry of await readdir(base, { recursive: true, withFileTypes: true })) {
    const path = relative(base, join(entry.parentPath, entry.name));
    const kept = keep.includes(path.split(/[\\/]/)[0]);
    if (entry.isFile() && !kept && !files.has(path.replaceAll("\\", "/"))) await rm(join(base, path), { force: true });
  }
}

async function writeChanged(path, contents, mode) {
  const old = await readFile(path).catch(() => undefined);
  if (old?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, contents);
  await chmod(temporary, mode);
  await rename(temporary, path);
}
