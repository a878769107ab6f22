// Writes server/src/providers/models/models.ts from the catalogue of an unpacked npm package, which is too heavy to depend on:
//   npm pack @mariozechner/pi-ai@0.73.1 && tar -xzf mariozechner-pi-ai-0.73.1.tgz && node server/build/models.mjs package
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./bundle.mjs";

const source = { name: "@mariozechner/pi-ai", version: "0.73.1", published: "2026-05-08" };
const target = join(root, "server/src/providers/models/models.ts");

/** What is taken from which list of the source, in this order. */
const selections = [
  // Left out: a retired model whose price of the cache is not plausible.
  { provider: "anthropic", from: "anthropic", ids: /^claude-/, not: /^claude-3-sonnet-/ },
  // Left out: names that move to the newest model, dated copies, what this API does not sell, and GPT-5 Pro, whose limits are unclear.
  {
    provider: "openai",
    from: "openai",
    ids: /^(gpt-4\.1|gpt-4o|gpt-5|o\d)/,
    not: /-chat-latest$|-\d{4}-|-deep-research$|-spark$|^gpt-5-pro$/,
  },
  { provider: "vertex", from: "google-vertex", ids: /^gemini-(2\.5|3)/, not: /-preview-\d/ },
  // The source has it with Google's other API only.
  { provider: "vertex", from: "google", ids: /^gemini-3\.1-flash-lite-preview$/ },
  { provider: "moonshot", from: "moonshotai", ids: /^kimi-/ },
  { provider: "codex", from: "openai-codex", ids: /^gpt-5\.(5|4|4-mini|3-codex-spark)$/ },
];

/** Facts of spec/providers-and-send.md §1.6 and §1.8, which win over the source. */
const corrections = [
  // The source ends where a higher price begins; longer prompts are accepted.
  { of: /^openai gpt-5\.[45]$/, limits: { inputLimit: 922_000 } },
  // The cache makes nothing cheaper. The source says 0, as it does wherever it does not know.
  { of: /^openai gpt-5\.[45]-pro$/, price: { cacheRead: 30 } },
  // The source gives the size of the whole context.
  { of: /^moonshot kimi-k2(\.\d|-thinking)/, limits: { outputLimit: 65_536, minOutput: 16_000 } },
  // Google charges for the time in the cache, not for writing it.
  { of: /^vertex gemini-3\.1-flash-lite/, price: { cacheWrite: 0 } },
  // The source says 0, since a subscription pays. Shown is the list price, as of the other models.
  { of: /^codex gpt-5\.3-codex-spark$/, price: { input: 1.75, output: 14, cacheRead: 0.175 } },
];

const claudeBudget = { min: 1024, minimal: 1024, low: 2048, medium: 8192, high: 16_384 };
const effortMap = (minimal, low, medium, high, max) => ({ minimal, low, medium, high, max });
const toHigh = effortMap("low", "low", "medium", "high", "high");

/**
 * How thinking is asked for (spec/providers-and-send.md §1.1 and §1.5, and the source where it knows words that a model refuses).
 * Of the patterns that fit a model the first one counts.
 */
const thinking = [
  { name: "opus45", of: /^anthropic claude-opus-4-5/, is: { kind: "budget-and-effort", budget: claudeBudget, map: toHigh } },
  { name: "effortToMax", of: /^anthropic claude-opus-4-[67]/, is: { kind: "effort", map: { ...toHigh, max: "max" } } },
  { name: "effort", of: /^anthropic claude-sonnet-4-6|^openai (o\d|gpt-5-codex$|gpt-5\.1(-codex)?$)/, is: { kind: "effort", map: toHigh } },
  { name: "claudeBudget", of: /^anthropic /, is: { kind: "budget", ...claudeBudget } },
  { name: "effortFromMinimal", of: /^openai gpt-5(-mini|-nano)?$/, is: { kind: "effort", map: { ...toHigh, minimal: "minimal" } } },
  { name: "effortFromMedium", of: /-codex-mini$/, is: { kind: "effort", map: effortMap("medium", "medium", "medium", "high", "high") } },
  { name: "proEffort", of: /^openai gpt-5.*-pro$/, is: { kind: "effort", map: effortMap("medium", "medium", "medium", "high", "xhigh") } },
  { name: "effortToExtraHigh", of: /^(openai|codex) gpt-5/, is: { kind: "effort", map: { ...toHigh, max: "xhigh" } } },
  {
    name: "geminiPro",
    of: /^vertex gemini-2\.5-pro/,
    is: { kind: "budget", min: 128, max: 32_768, minimal: 128, low: 2048, medium: 8192, high: 32_768 },
  },
  {
    name: "geminiFlashLite",
    of: /^vertex gemini-2\.5-flash-lite/,
    is: { kind: "budget", min: 512, max: 24_576, minimal: 512, low: 2048, medium: 8192, high: 24_576 },
  },
  {
    name: "geminiFlash",
    of: /^vertex gemini-2\.5-flash/,
    is: { kind: "budget", min: 1, max: 24_576, minimal: 128, low: 2048, medium: 8192, high: 24_576 },
  },
  { name: "gemini3Pro", of: /^vertex gemini-3-pro/, is: { kind: "effort", map: effortMap("LOW", "LOW", "HIGH", "HIGH", "HIGH") } },
  { name: "gemini31Pro", of: /^vertex gemini-3\.1-pro/, is: { kind: "effort", map: effortMap("LOW", "LOW", "MEDIUM", "HIGH", "HIGH") } },
  { name: "gemini3", of: /^vertex gemini-3/, is: { kind: "effort", map: effortMap("MINIMAL", "LOW", "MEDIUM", "HIGH", "HIGH") } },
  { name: "forced", of: /^moonshot kimi-k2-thinking/, is: { kind: "forced" } },
  { name: "optional", of: /^moonshot kimi-k2\.\d/, is: { kind: "optional" } },
];

const folder = process.argv[2];
if (folder === undefined) throw new Error("Say where the unpacked package is: node server/build/models.mjs PATH");
await main(resolve(folder));

async function main(path) {
  const { name, version } = JSON.parse(await readFile(join(path, "package.json"), "utf8"));
  if (name !== source.name || version !== source.version)
    throw new Error(`${path} holds ${name} ${version}, not ${source.name} ${source.version}.`);
  const { MODELS } = await import(pathToFileURL(join(path, "dist/models.generated.js")).href);
  const models = selections.flatMap((selection) => selected(MODELS[selection.from], selection));
  await writeFile(target, page(models));
  execFileSync(process.execPath, [join(root, "node_modules/@biomejs/biome/bin/biome"), "format", "--write", target], { cwd: root });
}

function selected(list, { provider, ids, not }) {
  const models = Object.values(list).filter(({ id }) => ids.test(id) && !not?.test(id));
  if (models.length === 0) throw new Error(`Nothing in the source fits ${ids}.`);
  return models.map((model) => entry(provider, model));
}

function entry(provider, { id, contextWindow, maxTokens, cost, reasoning }) {
  const key = `${provider} ${id}`;
  const fitting = corrections.filter(({ of }) => of.test(key));
  const { input, output, cacheRead, cacheWrite } = Object.assign({ ...cost }, ...fitting.map(({ price }) => price));
  return {
    id,
    provider,
    inputLimit: inputLimit(key, contextWindow, maxTokens),
    outputLimit: maxTokens,
    ...Object.assign({}, ...fitting.map(({ limits }) => limits)),
    price: { input, output, ...(cacheRead > 0 && { cacheRead }), ...(cacheWrite > 0 && { cacheWrite }) },
    ...(reasoning && { thinking: thinkingOf(key).name }),
  };
}

/** GPT-5 has a place for a whole reply beside the prompt; the source gives the sum. */
function inputLimit(key, contextWindow, maxTokens) {
  return key.startsWith("openai gpt-5") ? contextWindow - maxTokens : contextWindow;
}

function thinkingOf(key) {
  const found = thinking.find(({ of }) => of.test(key));
  if (found === undefined) throw new Error(`Nothing says how ${key} thinks.`);
  return found;
}

function page(models) {
  const used = thinking.filter(({ name }) => models.some((model) => model.thinking === name));
  return `// Written by server/build/models.mjs from ${source.name} ${source.version} (MIT), published ${source.published}: change that script and run it.
import type { ModelInfo, Thinking } from "./model-info.js";

${used.map(({ name, is }) => `const ${name}: Thinking = ${JSON.stringify(is)};`).join("\n")}

/** The models that are known by name, of every provider that is reached over the network. Other models work too. */
export const models: readonly ModelInfo[] = [
${models.map((model) => `${JSON.stringify(model).replace(/"thinking":"(\w+)"/, '"thinking":$1')},`).join("\n")}
];
`;
}
