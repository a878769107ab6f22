// Writes docs/diagnostics.md from the table of codes. With `--check` it writes nothing and fails when the file is stale.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./bundle.mjs";

const target = join(root, "docs/diagnostics.md");

const areas = {
  document: "The document as a whole",
  role: "Role markers",
  frontmatter: "Frontmatter",
  config: "Options",
  expression: "Expressions `{{ … }}`",
  template: "Code tags `{% … %}`",
  include: "Included files",
  file: "File references",
  thinking: "Thinking blocks",
  tool: "Tool uses and results",
  provider: "Providers",
  limit: "Limits of an evaluation",
  engine: "Template engines",
  project: "The project file",
};

/**
 * The text of docs/diagnostics.md.
 * @returns {Promise<string>}
 */
export async function diagnosticsPage() {
  const codes = await loadCodes();
  const byArea = groupByArea(Object.entries(codes));
  const unknown = [...byArea.keys()].filter((area) => !(area in areas));
  if (unknown.length > 0) throw new Error(`docs.mjs has no title for the areas ${unknown.join(", ")}.`);
  const sections = Object.entries(areas)
    .filter(([area]) => byArea.has(area))
    .map(([area, title]) => `## ${title}\n\n${table(byArea.get(area))}`);
  return `${intro}\n\n${sections.join("\n\n")}\n`;
}

const intro = `<!-- Written by server/build/docs.mjs from server/src/base/codes.ts: change that table and run \`node server/build/docs.mjs\`. -->

# Diagnostics

Every diagnostic has a code \`area/what\`, an exact range and a message that says what is wrong and then what to do.
Its source is \`chat\`. The same diagnostics come from the editor and from \`chat-language-server check\`.
While one that **blocks** stands, a conversation is not sent.`;

function table(entries) {
  const rows = entries.map(([code, { severity, blocks, doc }]) => `| \`${code}\` | ${severity}${blocks ? ", **blocks**" : ""} | ${doc} |`);
  return ["| Code | Severity | What it says |", "| --- | --- | --- |", ...rows].join("\n");
}

function areaOf([code]) {
  return code.slice(0, code.indexOf("/"));
}

function groupByArea(entries) {
  const groups = new Map();
  for (const entry of entries) groups.set(areaOf(entry), [...(groups.get(areaOf(entry)) ?? []), entry]);
  return groups;
}

async function loadCodes() {
  const entry = join(root, "server/src/base/codes.ts");
  const result = await build({ entryPoints: [entry], bundle: true, write: false, format: "esm", logLevel: "silent" });
  const module = await import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0].contents).toString("base64")}`);
  return module.codes;
}

async function main() {
  const page = await diagnosticsPage();
  if (!process.argv.includes("--check")) return writeFile(target, page);
  if ((await readFile(target, "utf8").catch(() => "")) === page) return undefined;
  console.error("docs/diagnostics.md is stale: run `node server/build/docs.mjs`.");
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
