import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type GoScope, goValueFromJson, renderGoTemplate } from "../../../server/src/go-template.js";
import { allowedDifference } from "./differential/allowed.js";
import { type GoProgram, generateGoPrograms, scopes } from "./differential/generate.js";
import { runInGo } from "./differential/go.js";

type Recorded = readonly (readonly [template: string, scope: number, result: string])[];

const file = join(import.meta.dirname, "../../conformance/go/generated.json");
const programs = generateGoPrograms();

/** Results of real Go: recorded ones, written anew when UPDATE=1. */
function results(): Recorded {
  if (process.env.UPDATE === "1" || !existsSync(file)) {
    const found = runInGo(programs);
    const rows = programs.map(({ template, scope }, index) => JSON.stringify([template, scope, found[index]]));
    writeFileSync(file, `[\n${rows.join(",\n")}\n]\n`);
  }
  return JSON.parse(readFileSync(file, "utf8")) as Recorded;
}

function outcome({ template, scope }: GoProgram): string {
  const result = renderGoTemplate(template, goValueFromJson(scopes[scope] as string) as GoScope, { name: "t", escapeCodeRegions: false });
  return result.ok ? `ok: ${result.output}` : `${result.error.kind}: ${result.error.message}`;
}

describe("generated templates give what Go gives", () => {
  const recorded = results();

  test("the recorded results are of these templates", () => {
    expect(recorded.map(([template, scope]) => ({ template, scope }))).toEqual(programs);
    expect(programs.length).toBeGreaterThanOrEqual(1500);
  });

  test("every output and every message is the same, but for the differences listed with a reason", () => {
    const differences = recorded
      .map(([template, scope, theirs]) => ({ template, theirs, ours: outcome({ template, scope }) }))
      .filter((row) => row.theirs !== row.ours && allowedDifference(row) === undefined);
    expect(differences).toEqual([]);
  });

  test("many of them run to their end, and many fail", () => {
    const good = recorded.filter(([, , result]) => result.startsWith("ok: ")).length;
    expect(good).toBeGreaterThan(recorded.length / 4);
    expect(recorded.length - good).toBeGreaterThan(recorded.length / 4);
  });
});
