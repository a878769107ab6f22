import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allowedDifference } from "./differential/allowed.js";
import { generateGoPrograms } from "./differential/generate.js";
import { hasGo, runInGo } from "./differential/go.js";

const file = join(import.meta.dirname, "../../conformance/go/generated.json");

test.runIf(hasGo())(
  "the installed Go still gives the recorded results of generated templates",
  () => {
    const recorded = JSON.parse(readFileSync(file, "utf8")) as readonly (readonly [template: string, scope: number, result: string])[];
    const now = runInGo(generateGoPrograms());
    const changed = recorded
      .map(([template, , theirs], index) => ({ template, theirs, ours: now[index] as string }))
      .filter((row) => row.theirs !== row.ours && allowedDifference(row) === undefined);
    expect(changed).toEqual([]);
  },
  120_000,
);
