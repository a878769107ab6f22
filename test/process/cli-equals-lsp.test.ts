import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DiagnosticSeverity, type Diagnostic as LspDiagnostic } from "vscode-languageserver/node";
import { readText } from "../conformance/harness.js";
import { cases } from "../conformance/own/cases.js";
import { textOf } from "../conformance/own/check.js";
import { mainPath } from "../support/built.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What both ways of asking must agree on. */
interface Shown {
  readonly code: unknown;
  readonly severity: string;
  readonly message: string;
  readonly range: unknown;
  readonly related: readonly string[];
}

interface CliDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly range: unknown;
  readonly related?: readonly { readonly message: string }[];
}

const dir = tempDir();
const folder = dir.path;
let client: LspClient;
let fromCli: ReadonlyMap<string, readonly Shown[]>;

beforeAll(async () => {
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
  cpSync(join(root, "test/conformance/flemma"), join(folder, "flemma"), { recursive: true });
  // The project file of the cases is that of the whole workspace folder here, for both.
  renameSync(join(folder, "flemma/flemma.json"), join(folder, "flemma.json"));
  writeOwnCases();
  fromCli = await checkFolder();
  client = await startClient({ rootUri: pathToFileURL(folder).href, initializationOptions: { trusted: true } });
}, 60_000);

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

/** Endless templates end by the clock, which is not the same in two processes: they are compared elsewhere. */
function writeOwnCases(): void {
  for (const [topic, group] of Object.entries(cases)) {
    if (topic === "limits") continue;
    for (const [index, given] of Object.values(group).entries()) {
      const path = join(folder, "own", topic, `${index}.chat`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, textOf(given));
    }
  }
}

async function checkFolder(options: readonly string[] = []): Promise<ReadonlyMap<string, readonly Shown[]>> {
  const stdout = await new Promise<string>((resolve) => {
    const argv = [mainPath, "check", "--format", "json", ...options, "."];
    execFile(process.execPath, argv, { cwd: folder, maxBuffer: 1 << 26 }, (_, out) => resolve(out));
  });
  const { files } = JSON.parse(stdout) as { files: readonly { path: string; diagnostics: readonly CliDiagnostic[] }[] };
  return new Map(files.map(({ path, diagnostics }) => [path, diagnostics.map(fromCliDiagnostic)]));
}

function fromCliDiagnostic({ code, severity, message, range, related = [] }: CliDiagnostic): Shown {
  return { code, severity, message, range, related: related.map((entry) => entry.message) };
}

const severities = {
  [DiagnosticSeverity.Error]: "error",
  [DiagnosticSeverity.Warning]: "warning",
  [DiagnosticSeverity.Information]: "information",
  [DiagnosticSeverity.Hint]: "hint",
};

function fromLspDiagnostic({ code, severity, message, range, relatedInformation = [] }: LspDiagnostic): Shown {
  return {
    code,
    severity: severities[severity ?? 1],
    message: String(message),
    range,
    related: relatedInformation.map((entry) => entry.message),
  };
}

function chatFiles(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".chat"))
    .map((name) => relative(folder, join(folder, name)).replaceAll("\\", "/"))
    .sort();
}

test("the command line checks every example and every case", () => {
  expect([...fromCli.keys()].sort()).toEqual(chatFiles());
  expect(chatFiles().length).toBeGreaterThan(250);
});

test("check and the editor publish the same diagnostics, each once", { timeout: 120_000 }, async () => {
  const uriOf = (path: string) => pathToFileURL(join(folder, path)).href;
  const published = (path: string) => (client.published(uriOf(path)).at(-1)?.diagnostics ?? []).map(fromLspDiagnostic);
  for (const path of chatFiles()) {
    const expected = JSON.stringify(fromCli.get(path));
    await client.open(uriOf(path), readText(join(folder, path)));
    await client
      .waitForDiagnostics(uriOf(path), ({ diagnostics }) => JSON.stringify(diagnostics.map(fromLspDiagnostic)) === expected, 5000)
      .catch(() => undefined);
    expect.soft(published(path), path).toEqual(fromCli.get(path));
  }
  for (const path of chatFiles()) {
    expect(published(path), `${path}, after everything else`).toEqual(fromCli.get(path));
    const places = published(path).map(({ code, range }) => JSON.stringify([code, range]));
    expect(new Set(places).size, path).toBe(places.length);
  }
});

test("check and the editor publish the same with the same settings", { timeout: 60_000 }, async () => {
  const settings = { provider: "mine", providers: { mine: { base_url: "https://example.org" } }, presets: { $mine: { model: "m" } } };
  const texts = {
    "provider.chat": '```lua\nflemma.opt.provider = "mien"\n```\n@You:\nx\n',
    "own.chat": '```json\n{ "flemma": { "provider": "mine", "parameters": { "mine": { "temperature": 3 } } } }\n```\n@You:\nx\n',
    "preset.chat": "```yaml\nflemma:\n  model: $mien\n```\n@You:\nx\n",
  };
  const config = join(folder, "settings.json");
  writeFileSync(config, JSON.stringify(settings));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const expected = await checkFolder(["--config", config]);
  const editor = await startClient({ rootUri: pathToFileURL(folder).href, initializationOptions: { settings, trusted: true } });
  for (const [name, text] of Object.entries(texts)) {
    const uri = pathToFileURL(join(folder, name)).href;
    await editor.open(uri, text);
    const { diagnostics } = await editor.waitForDiagnostics(uri, (params) => params.diagnostics.length > 0);
    expect(diagnostics.map(fromLspDiagnostic), name).toEqual(expected.get(name));
  }
  expect(expected.get("own.chat")?.map(({ code }) => code)).toEqual(["config/type"]);
  expect(expected.get("preset.chat")?.[0]?.message).toContain("'$mine'");
  await editor.stop();
});

test("the examples are clean, but for the one that is broken on purpose", () => {
  for (const [path, diagnostics] of fromCli) {
    if (!path.startsWith("examples/")) continue;
    expect(
      diagnostics.map(({ code }) => code),
      path,
    ).toEqual(path === "examples/typo.chat" ? ["expression/undefined-variable"] : []);
  }
});
