import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "../../server/src/base/json.js";
import { type Data, DataTable, dataOfJson } from "../../server/src/engines/prose/language/data.js";
import { proseText } from "../../server/src/engines/prose/language/prose-text.js";
import { argvOf } from "../../server/src/engines/prose/section/argv.js";
import { fanoutItems } from "../../server/src/engines/prose/section/fanout.js";
import { sectionPrograms } from "../../server/src/engines/prose/section/programs.js";
import { runSection, type SectionRun } from "../../server/src/engines/prose/section/run-section.js";
import { createWorld, type World } from "../../server/src/engines/prose/section/world.js";
import { passiveLimits } from "../../server/src/lua/budget.js";
import { LuaError } from "../../server/src/lua/errors.js";
import { createStandardLibrary } from "../../server/src/lua/library/standard.js";
import { createState } from "../../server/src/lua/state.js";
import { sectionLayout } from "../../server/src/syntax/prose/section-layout.js";

type Block = { readonly lua?: string; readonly prose?: string };

/** A recorded case: the blocks of one section, run in order. */
interface Case {
  readonly name: string;
  readonly section: readonly Block[];
  readonly h1_blocks?: readonly Block[];
  readonly input: string;
  readonly args_decl: Json;
  readonly fanout?: Json;
  readonly expect: {
    readonly result?: string;
    readonly results?: readonly string[];
    readonly result_contains?: readonly string[];
    readonly error?: { readonly kind: string | null; readonly mentions: readonly string[] };
  };
}

const folder = join(import.meta.dirname, "prose");
const { cases }: { readonly cases: readonly Case[] } = JSON.parse(readFileSync(join(folder, "sections.json"), "utf8"));
const knownDifferences: Record<string, { readonly rule: string; readonly result: string }> = JSON.parse(
  readFileSync(join(folder, "known-differences.json"), "utf8"),
);

function textOf(blocks: readonly Block[]): string {
  return blocks.map(({ lua, prose }) => (lua === undefined ? `${prose}\n` : `\`\`\`lua\n${lua}\n\`\`\`\n`)).join("");
}

function worldOf({ input, args_decl: declared }: Case): World {
  const globals = createStandardLibrary({ seed: 1, clock: { epochMs: 0, timeZone: "UTC" } });
  const state = createState({ limits: passiveLimits, globals });
  const known = { args: input, argv: argvOf(input, declared !== null) };
  return createWorld({ state, input: () => known });
}

function run(world: World, blocks: readonly Block[]): SectionRun {
  const text = textOf(blocks);
  const layout = sectionLayout(text, { start: 0, end: text.length });
  const programs = sectionPrograms(text, layout, { id: "section", lineAt: () => 0 });
  world.startSection(new DataTable());
  return runSection({
    text,
    proseAt: (span) => proseText(text, span),
    layout,
    programs,
    world,
    output: { at() {}, text() {}, mark: () => 0 },
  });
}

function runs(given: Case): SectionRun[] {
  const world = worldOf(given);
  if (given.h1_blocks !== undefined) expect(run(world, given.h1_blocks).fault).toBeUndefined();
  expect(world.seal()).toEqual([]);
  const items: readonly (Data | undefined)[] =
    given.fanout === undefined ? [undefined] : fanoutItems(dataOfJson(given.fanout) as DataTable);
  return items.map((item) => {
    world.startRun(item);
    return run(world, given.section);
  });
}

function errorText({ fault }: SectionRun): string {
  return fault?.kind === "raised" && fault.error instanceof LuaError ? fault.error.text : JSON.stringify(fault);
}

describe("recorded sections of prose", () => {
  test.each(cases.filter(({ name }) => !(name in knownDifferences)))("$name", (given) => {
    const results = runs(given);
    const { result, results: several, result_contains: parts, error } = given.expect;
    if (error !== undefined) {
      expect(results[0]?.fault?.kind).toBe("raised");
      const text = errorText(results[0] as SectionRun);
      if (error.kind !== null) expect(text).toContain(`[${error.kind} at byte `);
      for (const mention of error.mentions) expect(text).toContain(mention);
      return;
    }
    for (const each of results) expect(errorText(each)).toBe(undefined);
    const returned = results.map((each) => each.returned);
    if (parts !== undefined) for (const part of parts) expect(returned[0]).toContain(part);
    else expect(returned).toEqual(several ?? [result]);
  });

  test.each(Object.entries(knownDifferences))("%s differs on purpose", (name, { result }) => {
    const given = cases.find((each) => each.name === name) as Case;
    expect(given.expect.result).not.toBe(result);
    expect(runs(given).map((each) => each.returned)).toEqual([result]);
  });

  test("nothing else is left out", () => {
    expect(cases).toHaveLength(36);
    expect(Object.keys(knownDifferences)).toEqual(["alias of a var table looks empty"]);
  });
});
