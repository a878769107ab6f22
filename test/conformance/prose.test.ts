import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "../../server/src/base/json.js";
import { type ProseInput, type ProseResult, renderProse } from "../../server/src/prose.js";

/** A recorded case: one prose, one scope. */
interface Case {
  readonly name: string;
  readonly prose: string;
  readonly scope: { readonly [name: string]: Json };
  readonly expect: {
    readonly text?: string;
    readonly error?: { readonly kind: string; readonly offset: number; readonly mentions: readonly string[] };
  };
}

const folder = join(import.meta.dirname, "prose");
const { cases }: { readonly cases: readonly Case[] } = JSON.parse(readFileSync(join(folder, "cases.json"), "utf8"));

/** Replaces the wrappers of values that plain JSON cannot hold. */
function unwrapped(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(unwrapped);
  const [[key, of] = ["", null]] = Object.entries(value);
  if (key === "$lua") return "$function";
  if (key === "$float") return of === "nan" ? Number.NaN : of === "inf" ? Number.POSITIVE_INFINITY : Number(of);
  if (key === "$int") return Number(of);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unwrapped(member)]));
}

function run({ prose, scope }: Case): ProseResult {
  const { argv, ...others } = scope;
  const input: Record<string, Json> = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, unwrapped(value)]));
  return renderProse(prose, { args: "", ...input, ...(argv !== null && { argv: unwrapped(argv as Json) }) } as ProseInput);
}

describe("recorded cases of prose", () => {
  test.each(cases)("$name", (given) => {
    const result = run(given);
    const { text, error } = given.expect;
    if (error === undefined) {
      expect(result).toEqual({ ok: true, text });
      return;
    }
    if (result.ok) throw new Error(`${JSON.stringify(result.text)} instead of ${error.kind}`);
    expect({ kind: result.error.kind, offset: result.error.offset }).toEqual({ kind: error.kind, offset: error.offset });
    for (const mention of error.mentions) expect(result.error.message).toContain(mention);
  });

  test("none is left out", () => expect(cases).toHaveLength(135));
});
