// Writes what comes from tables of the code: pages of docs/, the schema of flemma.json, the settings in the manifest of the
// VS Code extension, what the Neovim plugin completes. With `--check` it writes nothing and fails when one of them is stale.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./bundle.mjs";
import { diagnosticsPage } from "./docs/diagnostics-page.mjs";
import { editorSettings, projectFileSchema } from "./docs/json-schema.mjs";
import { neovimCatalogue } from "./docs/neovim-catalogue.mjs";
import { optionsPage } from "./docs/options-page.mjs";

/** What each file should hold, by its path; made from what it holds now. */
const files = {
  "docs/diagnostics.md": diagnosticsPage,
  "docs/options.md": optionsPage,
  "docs/flemma.schema.json": async () => json(await projectFileSchema()),
  "client-nvim/lua/chat/catalogue.lua": neovimCatalogue,
  "client-vscode/package.json": async (manifest) => json(await withSettings(JSON.parse(manifest))),
};

async function withSettings(manifest) {
  const { contributes } = manifest;
  return {
    ...manifest,
    contributes: { ...contributes, configuration: { ...contributes.configuration, properties: await editorSettings() } },
  };
}

function json(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

for (const [path, textOf] of Object.entries(files)) {
  const before = await readFile(join(root, path), "utf8").catch(() => "");
  const text = await textOf(before);
  if (before === text) continue;
  if (!process.argv.includes("--check")) await writeFile(join(root, path), text);
  else {
    console.error(`${path} is stale: run \`node server/build/docs.mjs\`.`);
    process.exitCode = 1;
  }
}
