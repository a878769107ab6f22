import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { allowedDifference } from "./differential/allowed.js";
import { generatePrograms } from "./differential/generate.js";
import { handWrittenPrograms } from "./differential/hand-written.js";
import { hasLuaJit, runInLuaJit } from "./differential/luajit.js";
import { showOutcome } from "./support.js";

type Recorded = readonly (readonly [program: string, result: string])[];

const file = (name: string): string => fileURLToPath(new URL(`../conformance/lua/${name}.json`, import.meta.url));

/** Results of LuaJIT: recorded ones, written anew when UPDATE=1. */
function results(name: string, programs: readonly string[]): Recorded {
  if (process.env.UPDATE === "1" || !existsSync(file(name))) {
    const found = runInLuaJit(programs);
    const rows = programs.map((program, index) => JSON.stringify([program, found[index]]));
    writeFileSync(file(name), `[\n${rows.join(",\n")}\n]\n`);
  }
  return JSON.parse(readFileSync(file(name), "utf8")) as Recorded;
}

describe.each([
  ["hand-written", handWrittenPrograms(), 300],
  ["generated", generatePrograms(), 1000],
])("programs %s give what LuaJIT gives", (name, programs, least) => {
  const recorded = results(name, programs);

  it("the recorded results are of these programs", () => {
    expect(recorded.map(([program]) => program)).toEqual(programs);
    expect(programs.length).toBeGreaterThanOrEqual(least);
  });

  it("every result is the same, but for the differences listed with a reason", () => {
    const differences = recorded
      .map(([program, theirs]) => ({ program, theirs, ours: showOutcome(program) }))
      .filter((row) => row.theirs !== row.ours && allowedDifference(row) === undefined);
    expect(differences).toEqual([]);
  });

  it.runIf(hasLuaJit())("the installed LuaJIT still gives the recorded results", () => {
    const now = runInLuaJit(programs);
    const changed = recorded.filter(([, result], index) => result !== now[index]);
    expect(changed).toEqual([]);
  });
});
