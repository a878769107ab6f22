import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type GoRenderResult, type GoScope, goValueFromJson, renderGoTemplate } from "../../server/src/go-template.js";
import { hostFunctions } from "./go/host-functions.js";

/** A case recorded from Go 1.26. */
interface Case {
  readonly name: string;
  readonly template: string;
  readonly data: GoScope;
  readonly missingkey: "default" | "error";
  readonly extraTemplates?: readonly NamedText[];
  readonly overlays?: readonly NamedText[];
  readonly funcs?: boolean;
  readonly flags?: readonly string[];
  readonly resultFlags?: readonly string[];
  readonly expect: { readonly output?: string; readonly outputHex?: string; readonly error?: RecordedError };
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

interface RecordedError {
  readonly phase: "parse" | "execute";
  readonly message: string;
  readonly template: string;
  readonly line: number;
  /** Zero-based byte in the line; null where Go tells none. */
  readonly col: number | null;
  readonly detail: string;
  readonly partial?: string;
}

const folder = join(import.meta.dirname, "go");
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
/** The cases of a file, read without loss, for JavaScript cannot tell 1.0 from 1. */
function casesIn(name: string): readonly Case[] {
  const recorded: unknown = goValueFromJson(read(name));
  return recorded as readonly Case[];
}

const cases = ["cases.json", "functions.json"].flatMap(casesIn);
const knownDifferences: Record<string, { readonly rule: string; readonly got: string }> = JSON.parse(read("known-differences.json"));

function textsOf(list: readonly NamedText[] = []): { readonly [name: string]: string } {
  return Object.fromEntries(list.map(({ name, text }) => [name, text]));
}

function run({ template, data, missingkey, extraTemplates, overlays, funcs }: Case): GoRenderResult {
  return renderGoTemplate(template, data, {
    name: "t",
    missingKey: missingkey,
    escapeCodeRegions: false,
    templates: textsOf(extraTemplates),
    overlays: textsOf(overlays),
    now: () => new Date("2026-03-04T05:06:07Z"),
    ...(funcs === true && { functions: hostFunctions }),
  });
}

function hasFlag({ flags = [], resultFlags = [] }: Case, flag: string): boolean {
  return flags.includes(flag) || resultFlags.includes(flag);
}

/** What a result should be, and what it is, of everything that a case says. */
function compare(given: Case, result: GoRenderResult): void {
  const { output, outputHex, error } = given.expect;
  if (error === undefined) {
    const text = outputHex === undefined ? output : new TextDecoder().decode(Buffer.from(outputHex, "hex"));
    expect(result).toEqual({ ok: true, output: text });
    return;
  }
  if (result.ok) throw new Error(`${JSON.stringify(result.output)} instead of ${error.message}`);
  const { kind, template, line, column, offset, message, detail } = result.error;
  const { phase } = error;
  expect({ kind, template, line }).toEqual({ kind: phase === "parse" ? "Parse" : "Execute", template: error.template, line: error.line });
  if (!hasFlag(given, "goInternal")) expect({ message, detail }).toEqual({ message: error.message, detail: error.detail });
  if (error.partial !== undefined) expect(result.partial).toBe(error.partial);
  const text = [...(given.extraTemplates ?? []), { name: "t", text: given.template }].find(({ name }) => name === template)?.text as string;
  const before =
    text
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length + (line > 1 ? 1 : 0);
  expect(offset).toBe(Buffer.byteLength(text.slice(0, before + column - 1)));
  if (error.col !== null) expect(Buffer.byteLength(text.slice(before, before + column - 1))).toBe(error.col);
}

function summary(result: GoRenderResult): string {
  return result.ok ? result.output : `${result.error.kind}: ${result.error.message}`;
}

describe("recorded cases of Go", () => {
  for (const given of cases.filter(({ name }) => !(name in knownDifferences))) test(given.name, () => compare(given, run(given)));
});

describe("recorded cases of Go that differ on purpose", () => {
  for (const [name, { rule, got }] of Object.entries(knownDifferences)) {
    test(`${name}: ${rule}`, () => {
      const given = cases.find((other) => other.name === name) as Case;
      expect(summary(run(given))).toBe(got);
      expect(got).not.toBe(given.expect.output);
    });
  }

  test("every case with a flag of a known difference is among them, and no other case is left out", () => {
    const flagged = (flag: string) => cases.filter((given) => hasFlag(given, flag)).map(({ name }) => name);
    const counted = { complex: flagged("complex"), goCapacity: flagged("goCapacity") };
    console.log(`left out by flag: complex ${counted.complex.join(", ")}; goCapacity ${counted.goCapacity.join(", ")}`);
    expect(counted).toEqual({ complex: ["numbers/043", "numbers/044"], goCapacity: ["slice/036"] });
    expect(Object.keys(knownDifferences).sort()).toEqual(
      [...counted.complex, ...counted.goCapacity, "exec-errors/109", "template/051"].sort(),
    );
    expect(cases).toHaveLength(1422);
  });
});
