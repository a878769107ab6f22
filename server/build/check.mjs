// `npm run check`: everything about the code that is not a test. Runs all parts, names those that failed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./bundle.mjs";

/** What the published package holds, and nothing else. */
const packaged = [
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^CHANGELOG\.md$/,
  /^dist\/[a-z-]+\.js$/,
  /^dist\/shared-[A-Z0-9]+\.js$/,
  /^dist\/flemma\.schema\.json$/,
  /^dist\/types\/.+\.d\.ts$/,
];
const packagedAtLeast = [
  "README.md",
  "LICENSE",
  "dist/main.js",
  "dist/server.js",
  "dist/command-line.js",
  "dist/sending.js",
  "dist/evaluator.js",
  "dist/index.js",
  "dist/go-template.js",
  "dist/prose.js",
  "dist/flemma.schema.json",
  "dist/types/server/src/index.d.ts",
  "dist/types/server/src/go-template.d.ts",
  "dist/types/server/src/prose.d.ts",
];
const extensionAtLeast = [
  "package.json",
  "language-configuration.json",
  "dist/extension.js",
  "dist/preview/preview.js",
  "dist/preview/preview.css",
  "syntaxes/chat.tmLanguage.json",
  "media/icon.png",
  "dist/flemma.schema.json",
  "dist/server/main.js",
  "dist/server/server.js",
  "dist/server/sending.js",
  "dist/server/evaluator.js",
];

const parts = {
  "Types of the server and the tests": () => tool("typescript", "tsc", ["--project", ".", "--noEmit"]),
  "Types of the VS Code extension": () => tool("typescript", "tsc", ["--project", "client-vscode"]),
  "Types of its preview": () => tool("typescript", "tsc", ["--project", "client-vscode/tsconfig.webview.json"]),
  "Format and lint": () => tool("@biomejs/biome", "biome", ["check", "--error-on-warnings"]),
  "Import direction": () => tool("dependency-cruiser", "depcruise", ["server/src", "shared", "client-vscode/src"]),
  "Dead code": () => tool("knip", "knip", []),
  "Generated files": () => run(process.execPath, ["server/build/docs.mjs", "--check"]),
  Build: () => run("npm", ["run", "--silent", "build"]),
  Package: checkPackage,
  "VS Code extension": checkExtension,
};

const failed = [];
for (const [name, part] of Object.entries(parts)) {
  console.log(`\n== ${name}`);
  try {
    part();
  } catch (error) {
    console.error(error.message);
    failed.push(name);
  }
}
console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Packs the package as `npm publish` would, and runs it from the archive, where it has no packages beside it. */
function checkPackage() {
  inTemporaryFolder((folder) => {
    run("npm", ["pack", "--silent", "--pack-destination", folder]);
    const archive = join(folder, readdirSync(folder)[0]);
    run("tar", ["-xzf", archive, "-C", folder]);
    const files = listFiles(join(folder, "package"));
    expectFiles(files, packagedAtLeast);
    const odd = files.filter((file) => !packaged.some((pattern) => pattern.test(file)));
    if (odd.length > 0) throw new Error(`The package should not hold ${odd.join(", ")}.`);
    tool("publint", "publint", [archive, "--strict"]);

    const main = join(folder, "package/dist/main.js");
    run(process.execPath, [main, "--version"], folder);
    writeFileSync(join(folder, "sum.chat"), "@You:\n{{ 1 + 1 }}\n");
    run(process.execPath, [main, "render", "--format", "text", "sum.chat"], folder);
    const use = 'import { renderGoTemplate } from "./package/dist/go-template.js"; console.log(renderGoTemplate("{{upper .}}", "go"));';
    run(process.execPath, ["--input-type=module", "--eval", use], folder);
    const prose =
      'import { renderProse } from "./package/dist/prose.js"; console.log(renderProse("hi {{ args }}", { args: "prose" }).text);';
    run(process.execPath, ["--input-type=module", "--eval", prose], folder);
  });
}

function checkExtension() {
  inTemporaryFolder((folder) => {
    const client = join(root, "client-vscode");
    const archive = join(folder, "chat-language.vsix");
    tool("@vscode/vsce", "vsce", ["package", "--no-dependencies", "--allow-missing-repository", "--out", archive], client);
    const listed = tool("@vscode/vsce", "vsce", ["ls", "--no-dependencies"], client, "pipe");
    expectFiles(listed.split("\n"), extensionAtLeast);
  });
}

function expectFiles(files, wanted) {
  const missing = wanted.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`Missing: ${missing.join(", ")}.`);
}

function listFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function inTemporaryFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "chatls-check-"));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the program `name` of an installed package with this Node. */
function tool(packageName, name, args, cwd = root, stdout = "inherit") {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return run(process.execPath, [join(folder, typeof bin === "string" ? bin : bin[name]), ...args], cwd, stdout);
}

/** Runs a program to its end; throws when it fails, returns what it printed when `stdout` is "pipe". */
function run(program, args, cwd = root, stdout = "inherit") {
  const result = spawnSync(program, args, { cwd, stdio: ["ignore", stdout, "inherit"], encoding: "utf8" });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${[program, ...args].join(" ")} failed (${result.status ?? result.signal}).`);
  return result.stdout ?? "";
}
