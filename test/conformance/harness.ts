import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../../server/src/base/diagnostic.js";
import { asksNothing, type FileAnswers, noAnswers } from "../../server/src/base/file-answers.js";
import { type Position, positionAt, type SourceText, sourceText } from "../../server/src/base/source-text.js";
import { nodeOfData } from "../../server/src/config/config-node.js";
import type { Layer } from "../../server/src/config/operations.js";
import { createOptionWriter } from "../../server/src/config/option-writer.js";
import { conversation } from "../../server/src/conversation/conversation.js";
import type { Part } from "../../server/src/conversation/parts.js";
import type { Surroundings } from "../../server/src/engines/engine.js";
import type { ConfigSummary } from "../../server/src/evaluation/config-summary.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { EvaluationRequest } from "../../server/src/evaluation/types.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { sendLimits } from "../../server/src/lua/budget.js";
import { providerNames } from "../../server/src/providers/catalogue.js";
import { createSnapshot, type Evaluated } from "../../server/src/workspace/snapshot.js";
import { answeredFromDisk, contentsFromDisk } from "../support/hosts.js";

/** What the templates of a test see of the world. Limits of a send: a slow machine must not change a result. */
export function surroundingsOf(folder: string, name = "input.chat"): Surroundings {
  return {
    filename: `${folder}/${name}`,
    dirname: folder,
    cwd: folder,
    home: `${folder}/home`,
    timeZone: "UTC",
    now: Date.UTC(2026, 0, 2, 3, 4, 5),
    seed: 1,
  };
}

/** Evaluates a text in this process, answering from the disk what the template asks. */
export function evaluateText(text: string, surroundings: Surroundings, more: Partial<EvaluationRequest> = {}): Evaluated {
  const snapshot = createSnapshot(`file://${surroundings.filename ?? "/untitled"}`, 1, text);
  let files: FileAnswers = noAnswers;
  for (let round = 0; round < 50; round++) {
    const options = { below: [projectLayer()], above: [] };
    const result = evaluate({ text, surroundings, limits: sendLimits, files, options, wantVariables: true, ...more });
    if (asksNothing(result.asks)) return { snapshot, outcome: "done", result, files, contents: contentsFromDisk(result.messages) };
    files = answeredFromDisk(files, result.asks);
  }
  throw new Error("the evaluation never stops asking for files");
}

/** The layer of the project file that the recorded cases had: its presets. */
function projectLayer(): Layer {
  const source = readText(fileURLToPath(new URL("flemma/flemma.json", import.meta.url)));
  const writer = createOptionWriter({ origin: "project", by: "project", below: [], tools: [], providers: providerNames, source: "" });
  writer.write({ path: [], action: "set", node: nodeOfData(JSON.parse(source)) });
  return writer.layer();
}

/** What a test compares of an evaluated document: its conversation, its options, and its errors and warnings. */
export interface Rendered {
  readonly config: ConfigSummary["options"] | undefined;
  readonly effective: Pick<ConfigSummary, "tools" | "approval"> | undefined;
  readonly blocked: boolean;
  readonly frontmatter: { readonly language: string; readonly variables: { readonly [name: string]: unknown } } | undefined;
  readonly system: string | null | undefined;
  readonly messages: readonly { readonly role: string; readonly parts: readonly unknown[] }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders an evaluated document as a test compares it. */
export function rendered(evaluated: Evaluated): Rendered {
  const all = diagnostics(evaluated);
  const { system, messages } = conversation(evaluated);
  return {
    blocked: all.some((entry) => entry.blocks),
    frontmatter: evaluated.result?.frontmatter,
    config: evaluated.result?.config.options,
    effective: evaluated.result?.config,
    system,
    messages: messages.map(({ role, parts }) => ({ role, parts: parts.map(recorded) })),
    diagnostics: all.filter(({ severity }) => severity === "error" || severity === "warning"),
  };
}

/** A part as it was recorded: of a file neither size nor hash. */
function recorded(part: Part): object {
  if (!("sha256" in part)) return part;
  const { bytes: _, sha256: __, ...rest } = part;
  return rest;
}

/** A recorded case as `expected.json` holds it. */
export interface Expected {
  readonly blocked: boolean;
  readonly frontmatter?: { readonly language: string; readonly variables: { readonly [name: string]: unknown } };
  /** Options that the document touched. */
  readonly config?: { readonly [path: string]: unknown };
  readonly effective?: { readonly tools?: readonly string[]; readonly approval?: { readonly [tool: string]: string } };
  readonly system?: string;
  readonly messages: readonly { readonly role: string; readonly parts: readonly unknown[] }[];
  readonly diagnostics: readonly ExpectedDiagnostic[];
}

/** `line` and `range` count from 1; columns are bytes; the end of a range is included. */
interface ExpectedDiagnostic {
  readonly group: string;
  readonly severity: string;
  readonly line?: number;
  readonly range?: readonly [number, number, number, number];
  readonly undefined?: string;
  readonly suggestion?: string;
}

/** Areas of our codes that a recorded group may show as; a limit can be hit wherever Lua runs. */
const areas: { readonly [group: string]: readonly string[] } = {
  frontmatter: ["frontmatter", "config", "limit"],
  template: ["template", "limit"],
  expression: ["expression", "limit"],
  role: ["role"],
  document: ["document"],
  thinking: ["thinking"],
  tool_use: ["tool"],
  tool_result: ["tool"],
  file: ["file"],
  include: ["include"],
  config: ["config"],
};

/** Differences between a rendered document and a recorded case, one line each; none when they agree. */
export function differences(text: string, actual: Rendered, expected: Expected, folder: string): string[] {
  const found: string[] = [];
  const compare = (what: string, got: unknown, wanted: unknown) => {
    if (!matches(got, wanted, folder)) found.push(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
  };
  compare("blocked", actual.blocked, expected.blocked);
  compare("frontmatter.language", actual.frontmatter?.language, expected.frontmatter?.language);
  for (const [name, value] of Object.entries(expected.frontmatter?.variables ?? {})) {
    compare(`variable ${name}`, actual.frontmatter?.variables[name], value);
  }
  if (expected.config !== undefined) compare("config", actual.config, expected.config);
  for (const [name, value] of Object.entries(expected.effective ?? {}))
    compare(name, actual.effective?.[name as "tools" | "approval"], value);
  compare("system", actual.system ?? undefined, expected.system);
  compare("messages", JSON.parse(JSON.stringify(actual.messages)), expected.messages);
  return [...found, ...diagnosticDifferences(sourceText(text), actual.diagnostics, expected.diagnostics)];
}

function diagnosticDifferences(source: SourceText, actual: readonly Diagnostic[], expected: readonly ExpectedDiagnostic[]): string[] {
  const found: string[] = [];
  const left = [...actual];
  for (const wanted of expected) {
    const index = left.findIndex((entry) => fits(source, entry, wanted));
    if (index < 0) found.push(`diagnostic missing: ${JSON.stringify(wanted)}`);
    else left.splice(index, 1);
  }
  return [...found, ...left.map((entry) => `diagnostic not expected: ${show(source, entry)}`)];
}

function fits(source: SourceText, entry: Diagnostic, wanted: ExpectedDiagnostic): boolean {
  const area = entry.code.slice(0, entry.code.indexOf("/"));
  if (entry.severity !== wanted.severity || !areas[wanted.group]?.includes(area)) return false;
  const start = positionAt(source, entry.span.start, "utf-8");
  const end = positionAt(source, entry.span.end, "utf-8");
  if (wanted.range !== undefined && !isInside(start, end, wanted.range)) return false;
  if (wanted.range === undefined && wanted.line !== undefined && start.line + 1 !== wanted.line) return false;
  if (wanted.undefined !== undefined && source.text.slice(entry.span.start, entry.span.end) !== wanted.undefined) return false;
  return wanted.suggestion === undefined || entry.suggestions?.[0] === wanted.suggestion;
}

function isInside(
  start: Position,
  end: Position,
  [startLine, startColumn, endLine, endColumn]: readonly [number, number, number, number],
): boolean {
  const isAfter = start.line + 1 > startLine || (start.line + 1 === startLine && start.character + 1 >= startColumn);
  return isAfter && (end.line + 1 < endLine || (end.line + 1 === endLine && end.character <= endColumn));
}

/** One line for a person: code, place, marked text, message. */
export function show(source: SourceText, { code, span, message, suggestions }: Diagnostic): string {
  const { line, character } = positionAt(source, span.start);
  const hint = suggestions?.length ? ` [${suggestions.join(", ")}]` : "";
  return `${code} at ${line + 1}:${character + 1} ${JSON.stringify(source.text.slice(span.start, span.end))}: ${message}${hint}`;
}

/** Compares deeply; strings of `wanted` may hold the placeholders of the recorder. */
function matches(got: unknown, wanted: unknown, folder: string): boolean {
  if (wanted === "$deep") return true;
  if (typeof wanted === "string") return typeof got === "string" && pattern(wanted, folder).test(got);
  if (Array.isArray(wanted)) {
    return Array.isArray(got) && got.length === wanted.length && wanted.every((value, i) => matches(got[i], value, folder));
  }
  if (typeof wanted !== "object" || wanted === null) return got === wanted;
  if (typeof got !== "object" || got === null || Array.isArray(got)) return false;
  const values = got as { readonly [key: string]: unknown };
  const keys = Object.keys(wanted);
  if (Object.keys(values).some((key) => !keys.includes(key))) return false;
  return Object.entries(wanted).every(([key, value]) => matches(values[key], value, folder));
}

function pattern(wanted: string, folder: string): RegExp {
  const placeholder = (name: string) => `$\{${name}}`;
  const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const source = quoted(wanted.replaceAll(placeholder("HOME"), `${folder}/home`).replaceAll(placeholder("DIR"), folder));
  return new RegExp(`^${source.replaceAll(quoted(placeholder("ADDR")), "0x[0-9a-f]+")}$`);
}

/** Reads a file of a case exactly as it is on the disk. */
export function readText(path: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(readFileSync(path));
}
