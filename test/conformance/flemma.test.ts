import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { differences, type Expected, evaluateText, readText, rendered, surroundingsOf } from "./harness.js";

const root = fileURLToPath(new URL(".", import.meta.url))
  .replaceAll("\\", "/")
  .replace(/\/$/, "");
const readJson = (name: string) => JSON.parse(readFileSync(`${root}/${name}`, "utf8"));

/** Cases that a later version makes pass, by name. */
const waiting: Record<string, { issue: number; reason: string }> = readJson("waiting.json");
/** Cases that differ on purpose, by name. */
const knownDifferences: Record<string, { rule: string; differences: readonly string[] }> = readJson("known-differences.json");

const names = readdirSync(`${root}/flemma`, { withFileTypes: true })
  .filter((topic) => topic.isDirectory())
  .flatMap((topic) => readdirSync(`${root}/flemma/${topic.name}`).map((name) => `${topic.name}/${name}`))
  .sort();

function differencesOf(name: string): string[] {
  const folder = `${root}/flemma/${name}`;
  const text = readText(`${folder}/input.chat`);
  const expected: Expected = JSON.parse(readText(`${folder}/expected.json`));
  return differences(text, rendered(evaluateText(text, surroundingsOf(folder))), expected, folder);
}

describe("recorded cases", () => {
  for (const name of names.filter((entry) => !(entry in waiting) && !(entry in knownDifferences))) {
    test(name, () => {
      expect(differencesOf(name)).toEqual([]);
    });
  }
});

describe("cases that wait", () => {
  test("are there", () => {
    expect(Object.keys(waiting).filter((name) => !names.includes(name))).toEqual([]);
  });

  for (const [name, { issue, reason }] of Object.entries(waiting)) {
    test(`${name} waits for issue ${issue}: ${reason}`, () => {
      expect(differencesOf(name), "it passes now: take it off waiting.json").not.toEqual([]);
    });
  }
});

describe("cases that differ on purpose", () => {
  for (const [name, known] of Object.entries(knownDifferences)) {
    test(`${name}: ${known.rule}`, () => {
      expect(names).toContain(name);
      expect(differencesOf(name)).toEqual(known.differences);
    });
  }

  test("every one names its rule", () => {
    for (const { rule } of Object.values(knownDifferences)) expect(rule).toMatch(/\S{3}/);
  });
});
