import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noAnswers } from "../../server/src/base/file-answers.js";
import type { Surroundings } from "../../server/src/engines/engine.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { EvaluationResult } from "../../server/src/evaluation/types.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { hover, hoverMarkdown, pendingHover } from "../../server/src/features/hover.js";
import { preview } from "../../server/src/features/preview.js";
import { passiveLimits } from "../../server/src/lua/budget.js";
import { dump } from "../../server/src/syntax/dump.js";
import { printDocument } from "../../server/src/syntax/print.js";
import { createSnapshot, type Evaluated, type Snapshot } from "../../server/src/workspace/snapshot.js";
import { applyEdit, chatText, edit } from "../syntax/generators.js";
import { fuzzing } from "./fuzz-settings.js";
import { luaExpression, luaProgram } from "./lua-programs.js";

/** Steps, bytes and depth end a run, never the clock: so the same program ends in the same way. */
const limits = { ...passiveLimits, timeMs: 1e9, steps: 100_000, memoryBytes: 4 << 20, stringBytes: 1 << 20 };

const recorded = join(import.meta.dirname, "../conformance/flemma");
const recordedTexts = readdirSync(recorded, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".chat"))
  .map((name) => readFileSync(join(recorded, name), "utf8"));
const yamlTexts = [
  "```yaml\nname: &n Ann\nlist:\n  - *n\n  - {k: 'v', l: [1, ~]}\ntext: |\n  one\n    two\n```\n@You:\n{{ name }} {{ list }} {{ text }}\n",
  '```yml\n%YAML 1.2\n---\n"a b": !!str 1\n? c\n: >-\n  one\n\n  two\n1: .inf # end\n...\n```\n@You:\n{{ c }}\n',
];

let folders = 0;

/** Surroundings that no other run had: nothing that was kept of earlier texts is used. */
function elsewhere(): Surroundings {
  const folder = `/f${String(++folders).padStart(8, "0")}`;
  return { filename: `${folder}/a.chat`, dirname: folder, cwd: "/f", home: "/home/x", timeZone: "UTC", now: 1.7e12, seed: 5 };
}

function run(text: string, surroundings = elsewhere(), probe?: number): EvaluationResult {
  const result = evaluate({ text, surroundings, limits, files: noAnswers, wantVariables: true, ...(probe !== undefined && { probe }) });
  return inOnePlace(result, surroundings.dirname) as EvaluationResult;
}

/** A plain value in which the folder of a run has the same name as in every other. */
function inOnePlace(value: unknown, folder: string): unknown {
  if (typeof value === "string") return value.replaceAll(folder, "/f");
  if (Array.isArray(value)) return value.map((item) => inOnePlace(item, folder));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inOnePlace(member, folder)]));
}

/** What a template must never be able to change. */
function world(): string {
  const shapes = [Object, Array, Function, String, Number, Map, Set, Error, Promise, RegExp].map((type) => [
    ...Reflect.ownKeys(type).map(String),
    "|",
    ...Reflect.ownKeys(type.prototype as object).map(String),
  ]);
  return JSON.stringify([shapes, Object.keys(globalThis), process.cwd(), Object.keys(process.env).length, process.exitCode]);
}

/** Throws unless a value is plain data: objects and arrays without cycles, and primitives but functions and symbols. */
function checkPlain(value: unknown, above: readonly unknown[] = []): void {
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") throw new Error(`a ${typeof value} got out`);
  if (typeof value !== "object" || value === null) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) throw new Error("an object of a class got out");
  if (above.includes(value)) throw new Error("a cycle got out");
  for (const key of Reflect.ownKeys(value)) checkPlain((value as Record<PropertyKey, unknown>)[key], [...above, value]);
}

function checkProgram(text: string): void {
  const before = world();
  const surroundings = elsewhere();
  const result = evaluate({ text, surroundings, limits, files: noAnswers, wantVariables: true });
  checkPlain(result);
  if (world() !== before) throw new Error("the world has changed");
  const rendered = result.messages.flatMap((output) => output?.pieces ?? []).map((piece) => (piece.kind === "text" ? piece.text : ""));
  const leak = /\[object |\[native|undefined|NaN|Infinity/.exec(rendered.join("\n"));
  if (leak && !text.includes(leak[0])) throw new Error(`JavaScript shows: ${leak[0]}`);
  for (const { span } of result.problems) checkSpan(span, text);
  // Once more with what was kept, and in another place with nothing.
  const fresh = run(text);
  if (!isDeepStrictEqual(run(text, surroundings), fresh)) throw new Error("the second run differs");
}

function checkSpan({ start, end }: { start: number; end: number }, { length }: string): void {
  if (!(0 <= start && start <= end && end <= length)) throw new Error(`the span ${start}..${end} is not in the text`);
}

/** Looks at a document in every way; nothing may throw, and every span must lie in it. */
function checkDocument(text: string, offsets: readonly number[]): void {
  const snapshot = createSnapshot("file:///f/a.chat", 1, text);
  expect(printDocument(snapshot.document)).toBe(text);
  const surroundings = elsewhere();
  const evaluated = evaluatedOf(snapshot, run(text, surroundings));
  for (const { span, related } of diagnostics(evaluated))
    for (const at of [span, ...(related ?? []).map((entry) => entry.span)]) checkSpan(at, text);
  for (const { span } of preview(evaluated)?.map ?? []) checkSpan(span, text);
  for (const share of offsets) {
    const offset = Math.floor(share * (text.length + 1));
    const probed = evaluatedOf(snapshot, run(text, surroundings, offset));
    for (const found of [hover(probed, offset), pendingHover(snapshot, offset)]) {
      if (found === undefined) continue;
      checkSpan(found.span, text);
      hoverMarkdown(found);
    }
  }
}

function evaluatedOf(snapshot: Snapshot, result: EvaluationResult): Evaluated {
  return { snapshot, outcome: "done", result };
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** A recorded document after some edits. */
const mutated = fc
  .tuple(fc.constantFrom(...recordedTexts, ...yamlTexts), fc.array(edit, { maxLength: 6 }))
  .map(([text, edits]) => edits.reduce((before, change) => applyEdit(before, change), text));

const template = fc
  .tuple(luaProgram, luaProgram, fc.array(luaExpression, { maxLength: 4 }), fc.boolean())
  .map(([before, inside, printed, isSplit]) => {
    const code = isSplit ? inside.replaceAll("\n", " %} text {% ") : inside;
    return `\`\`\`lua\n${before}\n\`\`\`\n@You:\n${printed.map((value) => `{{ ${value} }}`).join("\n")}\n{% ${code} %}\n@You:\n{{ a }}{{ t }}{{ s }}\n`;
  });

describe("whatever a template does,", () => {
  test("it ends in plain data, twice the same, and the world is as before: generated programs", () => {
    fc.assert(fc.property(template, checkProgram), fuzzing("programs", 300));
  }, 600_000);

  test("it ends in plain data, twice the same, and the world is as before: recorded documents with edits", () => {
    fc.assert(fc.property(mutated, checkProgram), fuzzing("mutations", 300));
  }, 600_000);
});

test("whatever a document holds, it prints as it was read, and every look at it answers with places in it", () => {
  const anything = fc.oneof(chatText, mutated, template, fc.string({ unit: "binary", maxLength: 200 }));
  const property = fc.property(anything, fc.array(share, { minLength: 1, maxLength: 4 }), checkDocument);
  fc.assert(property, fuzzing("documents", 300));
}, 600_000);

test("however a document is edited, its tree and its evaluation are those of the text alone", () => {
  const property = fc.property(fc.oneof(chatText, mutated), fc.array(edit, { minLength: 1, maxLength: 8 }), (text, edits) => {
    const surroundings = elsewhere();
    let snapshot = createSnapshot("file:///f/a.chat", 1, text);
    edits.forEach((change, index) => {
      snapshot = createSnapshot(snapshot.uri, index + 2, applyEdit(snapshot.text.text, change), snapshot);
      const fresh = createSnapshot(snapshot.uri, index + 2, snapshot.text.text);
      expect(dump(snapshot.document)).toBe(dump(fresh.document));
      const result = run(snapshot.text.text, surroundings);
      expect(result).toEqual(run(snapshot.text.text));
      expect(diagnostics(evaluatedOf(snapshot, result))).toEqual(diagnostics(evaluatedOf(fresh, result)));
    });
  });
  fc.assert(property, fuzzing("edits", 120));
}, 600_000);
