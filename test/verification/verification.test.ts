import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { cases } from "../conformance/own/cases.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(`${root}docs/verification.md`, "utf8");

/** How many numbered sentences each seed has. */
const seeds: Readonly<Record<string, number>> = { A: 355, B: 43, C: 99, D: 67 };

interface Row {
  readonly ids: readonly string[];
  readonly evidence: string;
}

/** Rows whose first cell names sentences, such as `A9–A14`. */
const rows: readonly Row[] = page.split("\n").flatMap((line) => {
  const match = /^\| ([A-D])(\d+)(?:–\1(\d+))? \| .* \| ([^|]+) \|$/.exec(line);
  if (!match) return [];
  const [, seed, first, last = first, evidence = ""] = match;
  const ids = [];
  for (let number = Number(first); number <= Number(last); number++) ids.push(`${seed}${number}`);
  return [{ ids, evidence }];
});

/** Rows of the tables that say what a version must show: their files must exist, and must not skip tests. */
const promises: readonly string[] = page
  .slice(0, page.indexOf("## A: "))
  .split("\n")
  .flatMap((line) => (line.startsWith("| ") ? [line.split(" | ").at(-1) ?? ""] : []))
  .flatMap(namesIn)
  .filter((name) => name.includes("/"));

function namesIn(evidence: string): string[] {
  return [...evidence.matchAll(/`([^`]*(?:``[^`]*)*)`/g)].map((match) => match[1] as string);
}

const named = [...new Set(rows.flatMap(({ evidence }) => (/^(no behaviour|issue)/.test(evidence) ? [] : namesIn(evidence))))];

/** Why a piece of evidence does not hold; undefined when it does. */
function fault(name: string): string | undefined {
  if (name.startsWith("recorded ")) return recordedFault(name.slice("recorded ".length));
  if (name.startsWith("own ")) return ownFault(name.slice("own ".length));
  const [file = "", ...title] = name.split(": ");
  return testFault(file, title.join(": "));
}

function recordedFault(name: string): string | undefined {
  const isListed = (list: string) => name in JSON.parse(readFileSync(`${root}test/conformance/${list}`, "utf8"));
  if (!existsSync(`${root}test/conformance/flemma/${name}/expected.json`)) return "there is no such case";
  return isListed("waiting.json") || isListed("known-differences.json") ? "the case does not pass in this version" : undefined;
}

function ownFault(name: string): string | undefined {
  const [topic = "", ...rest] = name.split(" / ");
  return cases[topic]?.[rest.join(" / ")] === undefined ? "there is no such case" : undefined;
}

function testFault(file: string, title: string): string | undefined {
  if (!existsSync(root + file)) return "there is no such file";
  const source = readFileSync(root + file, "utf8");
  if (title === "") return undefined;
  const written = ['"', "'", "`"].some(
    (quote) => source.includes(`test(${quote}${title}${quote}`) || source.includes(`it(${quote}${title}${quote}`),
  );
  return written ? skipFault(source) : "there is no such test";
}

function skipFault(source: string): string | undefined {
  return /\b(?:test|it|describe|suite)\.(?:skip|todo|skipIf|runIf|only|fails)\b/.test(source) ? "the file skips tests" : undefined;
}

describe("docs/verification.md", () => {
  test("has every numbered sentence on exactly one line", () => {
    const all = Object.entries(seeds).flatMap(([seed, count]) => Array.from({ length: count }, (_, index) => `${seed}${index + 1}`));
    expect(rows.flatMap(({ ids }) => ids)).toEqual(all);
  });

  test("gives evidence, an issue or a reason on every line", () => {
    const isFine = ({ evidence }: Row) =>
      /^no behaviour: \S/.test(evidence) || /^issue \d+$/.test(evidence) || namesIn(evidence).length > 0;
    expect(rows.filter((row) => !isFine(row))).toEqual([]);
  });

  for (const name of promises) {
    test(`keeps the promise that ${name} is there`, () => {
      expect(fault(name)).toBeUndefined();
    });
  }

  for (const name of named) {
    test(`names a test that runs: ${name}`, () => {
      expect(fault(name)).toBeUndefined();
    });
  }

  test("names files that exist for what the version must show", () => {
    const points = page.split("\n").filter((line) => /^\| \d+\. /.test(line));
    const files = points.flatMap((line) => namesIn(line.slice(line.lastIndexOf(" | ")))).filter((name) => name.includes("/"));
    expect(points.length).toBeGreaterThanOrEqual(4);
    expect(files.filter((file) => !existsSync(root + file) || skipFault(readFileSync(root + file, "utf8")) !== undefined)).toEqual([]);
  });

  test("the recorded and the own cases are run without exception", () => {
    for (const file of ["test/conformance/flemma.test.ts", "test/conformance/own/own.test.ts"]) {
      expect(skipFault(readFileSync(root + file, "utf8"))).toBeUndefined();
    }
  });
});
