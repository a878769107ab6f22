// Bundles the server and the VS Code extension with esbuild. Output is written only where it changed and by
// renaming into place, so a running server, a parallel test run and a build never see half a file.

import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The repository's root folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Bundled CommonJS packages call `require`, which an ES module does not have by itself. */
const requireBanner = 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);';

/**
 * The program, in parts that share their code: it starts the process for evaluations before it loads what is left of a
 * server, and a server loads nothing of the command line.
 */
const programEntries = { main: "server/src/main.ts", server: "server/src/lsp/server.ts", "command-line": "server/src/cli/process.ts" };

/** The process for evaluations: what only some template languages need is loaded with the first document that needs it. */
const evaluatorEntries = { evaluator: "server/src/evaluation/child.ts" };

/** Files that stand for themselves. */
const singleTargets = [
  { entry: "server/src/providers/sending.ts", output: "sending.js", banner: requireBanner },
  { entry: "server/src/index.ts", output: "index.js", banner: requireBanner },
  { entry: "server/src/go-template.ts", output: "go-template.js", banner: "" },
  { entry: "server/src/prose.ts", output: "prose.js", banner: "" },
];

/** What only programs that import the library need. */
const libraryFiles = new Set(["index.js", "go-template.js", "prose.js"]);

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

/**
 * Every file that imports a bundled CommonJS package would copy all of its exports at the start: of the protocol they are
 * hundreds, and dozens of files import it. They get its exports from one module, which holds those that are used.
 */
const copiedOnce = {
  name: "copied-once",
  setup(build) {
    const protocol = "vscode-languageserver";
    const names = Object.keys(createRequire(import.meta.url)(protocol)).filter((name) => /^[A-Za-z]\w*$/.test(name));
    const exports = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => all.${name})();`);
    build.onResolve({ filter: new RegExp(`^${protocol}$`) }, ({ namespace }) =>
      namespace === "file" ? { path: protocol, namespace: copiedOnce.name } : undefined,
    );
    build.onLoad({ filter: /./, namespace: copiedOnce.name }, () => ({
      contents: [`const all = require("${protocol}");`, ...exports].join("\n"),
      resolveDir: root,
    }));
  },
};

function isShared(name) {
  return name.startsWith("shared-");
}

/** What editors check a project file against; written by docs.mjs. */
const schemaFile = "flemma.schema.json";

/**
 * Bundles the server's entries as ES modules, and puts the schema of the project file beside them.
 * @returns {Promise<Map<string, {contents: Uint8Array, mode: number}>>} contents by file name
 */
export async function bundleServer() {
  const modules = { ...common, format: "esm", plugins: [loadedLater, copiedOnce] };
  const inParts = { ...modules, splitting: true, outdir: ".", chunkNames: "shared-[hash]", banner: { js: requireBanner } };
  const results = await Promise.all([
    build({ ...inParts, entryPoints: programEntries }),
    build({ ...inParts, entryPoints: evaluatorEntries }),
    ...singleTargets.map(({ entry, output, banner }) =>
      build({ ...modules, entryPoints: [entry], outfile: output, banner: { js: banner } }),
    ),
  ]);
  const files = results.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [basename(path), contents]));
  files.push([schemaFile, await readFile(join(root, "docs", schemaFile))]);
  // What the others import is written before them.
  files.sort(([a], [b]) => Number(isShared(b)) - Number(isShared(a)));
  return new Map(files.map(([name, contents]) => [name, { contents, mode: name === "main.js" ? 0o755 : 0o644 }]));
}

/**
 * Bundles the VS Code extension as CommonJS, with a copy of the server beside it: the packed extension needs nothing else.
 * @param {Map<string, {contents: Uint8Array, mode: number}>} server what `bundleServer` returned
 * @returns {Promise<Map<string, {contents: Uint8Array, mode: number}>>} contents by path below `client-vscode/dist`
 */
export async function bundleExtension(server) {
  const [extension, page] = await Promise.all([
    build({
      ...common,
      entryPoints: ["client-vscode/src/extension.ts"],
      outfile: "extension.js",
      format: "cjs",
      external: ["vscode"],
      minifySyntax: true,
      minifyWhitespace: true,
    }),
    build({
      ...common,
      entryPoints: ["client-vscode/webview/preview.ts", "client-vscode/webview/preview.css"],
      outdir: "preview",
      platform: "browser",
      target: "es2023",
      format: "iife",
      minify: true,
    }),
  ]);
  const files = new Map([["extension.js", { contents: extension.outputFiles[0].contents, mode: 0o644 }]]);
  for (const { path, contents } of page.outputFiles) files.set(`preview/${basename(path)}`, { contents, mode: 0o644 });
  for (const [name, file] of server) if (name.endsWith(".js") && !libraryFiles.has(name)) files.set(`server/${name}`, file);
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
