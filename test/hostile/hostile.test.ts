import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Diagnostic, Hover, Range } from "vscode-languageserver/node";
import { commands } from "../../shared/methods.js";
import { childrenOf, eventually, isAlive } from "../process/children.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";
import type { Attack } from "./attacks/attack.js";
import { crowded } from "./attacks/documents.js";
import { attacks } from "./attacks.js";

/** What the product promises, in ms. The times are printed beside it; on a busy machine they are no fault of the product. */
const promised = { attack: 1000, hover: 100 };
/** So many ms may pass in any case before a test fails. */
const patience = 10_000;
/** Memory of the server and its children in MB beyond which something grows without end. */
const mostMemory = 900;

const calm =
  '```lua\nname = "world"\n```\n@You:\n{{ 6 * 7 }} {{ string.upper(name) }} {{ format.number(1234) }}{% for v, loop in each({ 1, 2 }) do %} {{ loop.index }}{% end %}\n';
const calmText = "42 WORLD 1,234 1 2";

const dir = tempDir();
const calmUri = dir.uri("calm.chat");
const otherUri = dir.uri("other.chat");
const times: { name: string; attack: number; hover: number }[] = [];
let client: LspClient;
let count = 0;

beforeAll(async () => {
  client = await startClient({ rootUri: dir.uri("") });
  await client.open(calmUri, calm);
  await client.open(otherUri, calm);
  await client.waitForDiagnostics(calmUri, 1);
  await isRecovered();
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
  const slowest = (key: "attack" | "hover", count: number) =>
    times
      .sort((a, b) => b[key] - a[key])
      .slice(0, count)
      .map(({ name, attack, hover }) => `${attack.toFixed(0).padStart(8)} ${hover.toFixed(0).padStart(8)}  ${name}`);
  const within = (key: "attack" | "hover") => times.filter((entry) => entry[key] <= promised[key]).length;
  const summary = `${times.length} attacks: ${within("attack")} ended within ${promised.attack} ms, ${within("hover")} hovers answered within ${promised.hover} ms`;
  console.log([summary, "  end ms  hover ms  (slowest first)", ...slowest("attack", 25), "by hover", ...slowest("hover", 15)].join("\n"));
});

describe.each(Object.entries(attacks))("%s", (_topic, list) => {
  test.each(list.map((attack) => [attack.name, attack] as const))("%s", withstand, 40_000);
});

describe("opened by an editor that asks for all it can show, and edited at the end", () => {
  // Every second one: the others are of the same kinds.
  const some = crowded.filter((_, index) => index % 2 === 0);
  test.each(some.map((attack) => [attack.name, attack] as const))("%s", withstandEditing, 40_000);
});

test("the server is still the same process, with at most two children, and has not grown without end", async () => {
  const { pid } = client.process;
  expect(isAlive(pid as number)).toBe(true);
  expect(client.process.exitCode).toBeNull();
  expect(await eventually(() => childrenOf(pid).length <= 2)).toBe(true);
  const children = childrenOf(pid);
  const memory = [pid as number, ...children].map(residentMb).reduce((a, b) => a + b);
  console.log(`memory of the server and its children at the end: ${memory.toFixed(0)} MB`);
  expect(memory).toBeLessThan(mostMemory);
  expect(client.stderr()).toBe("");
});

async function withstand(_name: string, attack: Attack): Promise<void> {
  const uri = dir.uri(`attack-${++count}/a.chat`);
  for (const [file, content] of Object.entries(attack.files ?? {}))
    dir.write(`attack-${count}/${file}`, typeof content === "string" ? content : content());
  const { pid } = client.process;
  const text = attack.text();
  const from = performance.now();
  try {
    const opened = client.open(uri, text);
    const later = new Promise((resolve) => setTimeout(resolve, 60));
    const [, took, ...hovers] = await Promise.all([
      opened,
      ends(uri, attack).then(() => performance.now() - from),
      hoverCalm(),
      later.then(() => hoverCalm()),
    ]);
    const hover = Math.max(...hovers.map((entry) => entry.took));
    times.push({ name: attack.name, attack: took, hover });
    for (const { value } of hovers) expect(value, JSON.stringify(client.published(calmUri).slice(-2))).toContain("42");
  } finally {
    await client.close(uri);
  }
  await isClean();
  expect(client.process.pid).toBe(pid);
}

/** Everything is answered, also after an edit, and a hover beside it, too. */
async function withstandEditing(name: string, attack: Attack): Promise<void> {
  const uri = dir.uri(`edited-${++count}.chat`);
  const text = attack.text();
  const line = text.split("\n").length - 1;
  const end = { line, character: text.length - text.lastIndexOf("\n") - 1 };
  const range = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };
  const from = performance.now();
  let took = 0;
  try {
    await client.open(uri, text);
    const opened = await Promise.all([...shownOf(uri, range), hoverCalm()]);
    took = performance.now() - from;
    await client.change(uri, [{ range: { start: end, end }, newText: "x" }]);
    const edited = await Promise.all([...shownOf(uri, range), hoverCalm()]);
    const hovers = [opened, edited].map((answers) => answers.at(-1) as { took: number; value: string });
    for (const { value } of hovers) expect(value).toContain("42");
    times.push({ name: `${name}, edited`, attack: took, hover: Math.max(...hovers.map((hover) => hover.took)) });
  } finally {
    await client.close(uri);
  }
  await isClean();
}

function shownOf(uri: string, range: Range): Promise<unknown>[] {
  const textDocument = { uri };
  return ["documentSymbol", "foldingRange", "semanticTokens/full", "inlayHint"].map((feature) =>
    client.connection.sendRequest(`textDocument/${feature}`, { textDocument, range }),
  );
}

/** Resolves when the attack has ended as it must; rejects with what came instead. */
async function ends(uri: string, { ending }: Attack): Promise<void> {
  if (ending.kind === "rendered") {
    const until = performance.now() + patience;
    let text = await preview(uri);
    while (text !== ending.text && performance.now() < until) text = await preview(uri);
    expect(shorten(text)).toBe(shorten(ending.text));
    await published(uri, ending.beside);
  } else if (ending.kind === "flooded") await overflows(uri, ending.code);
  else await published(uri, ending.kind === "syntax-only" ? ["document/too-large:1"] : ending.by);
}

async function overflows(uri: string, code: string): Promise<void> {
  const fits = (all: readonly Diagnostic[]): boolean => {
    if (all.some(isCutOff)) return true;
    const own = all.filter((entry) => entry.code === code).length;
    const spent = all.filter((entry) => String(entry.code).startsWith("limit/")).length;
    const more = all.filter((entry) => entry.code === "document/more-problems").length;
    return all.length === 1001 && more === 1 && spent <= 1 && own + spent === 1000;
  };
  await client.waitForDiagnostics(uri, ({ diagnostics }) => fits(diagnostics), patience);
}

async function published(uri: string, expected: readonly string[]): Promise<void> {
  const names = new Set(expected);
  const wanted = [...expected].sort().join("\n");
  const fits = (all: readonly Diagnostic[]): boolean => {
    if (all.length !== expected.length) return false;
    const found = all.map((entry) => (isCutOff(entry) ? (expected[0] ?? "") : named(entry, names)));
    return found.sort().join("\n") === wanted;
  };
  try {
    await client.waitForDiagnostics(uri, ({ diagnostics }) => fits(diagnostics), patience);
  } catch {
    const last = client.published(uri).at(-1)?.diagnostics ?? [];
    const shown = last.slice(0, 20).map((entry) => `${named(entry, names)} ${String(entry.message).slice(0, 200)}`);
    expect(shown, `${last.length} instead of ${expected.length}`).toEqual(expected.slice(0, 20));
  }
}

/** On a busy machine a run may be ended from outside, before it has counted to its own limit: it was stopped all the same. */
function isCutOff({ code, message }: Diagnostic): boolean {
  return code === "limit/time" && String(message).includes("did not end and was stopped");
}

/** A diagnostic as an attack names it: any spent budget is `limit`, unless a certain one is expected. */
function named({ code, range }: Diagnostic, expected: ReadonlySet<string>): string {
  const exact = `${code}:${range.start.line + 1}`;
  return expected.has(exact) ? exact : exact.replace(/^limit\/(?:steps|time|memory)/, "limit");
}

async function preview(uri: string): Promise<string> {
  const { parts } = await client.executeCommand<{ parts: { kind: string; text?: string }[] }>(commands.preview, { uri });
  return parts.map(({ text }) => text ?? "").join("");
}

/** Long texts are compared by their ends and their length. */
function shorten(text: string): string {
  return text.length < 200 ? text : `${text.slice(0, 80)}…${text.slice(-80)} ${text.length}`;
}

/** Asks until the hover holds its value: on a busy machine the first answer may be that evaluation still runs. */
async function hoverCalm(uri = calmUri): Promise<{ took: number; value: string }> {
  const from = performance.now();
  const position = { line: 4, character: 4 };
  for (;;) {
    const answer = await client.connection.sendRequest<Hover | null>("textDocument/hover", { textDocument: { uri }, position });
    const took = performance.now() - from;
    const value = JSON.stringify(answer?.contents ?? null);
    if (!value.includes("still running") || took > patience) return { took, value };
  }
}

/** The next evaluation of an ordinary document knows nothing of the attack. */
async function isClean(): Promise<void> {
  const version = await client.change(calmUri, calm.replace("world", "World"));
  expect(await preview(calmUri)).toBe(calmText);
  const { diagnostics } = await client.waitForDiagnostics(calmUri, version);
  expect(diagnostics).toEqual([]);
  await isRecovered();
}

/** The killed process has its successor: two documents get their values at the same time. */
async function isRecovered(): Promise<void> {
  for (const until = performance.now() + 5000; performance.now() < until; ) {
    const hovers = await Promise.all([hoverCalm(calmUri), hoverCalm(otherUri)]);
    if (hovers.every(({ value }) => value.includes("42"))) return;
  }
  expect.fail("the server does not come back");
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
