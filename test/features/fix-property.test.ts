import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../server/src/base/diagnostic.js";
import { type Span, touches } from "../../server/src/base/span.js";
import { applyEdits, mapThroughEdits, writtenSpans } from "../../server/src/base/text-edit.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { type Fix, fixAll, fixes } from "../../server/src/features/fixes.js";
import type { Evaluated } from "../../server/src/workspace/snapshot.js";
import { evaluateText, readText, surroundingsOf } from "../conformance/harness.js";
import { cases as ownCases } from "../conformance/own/cases.js";
import { readMarks } from "../conformance/own/marked.js";
import { fuzzing, fuzzingTime } from "../hostile/fuzz-settings.js";
import { faultyDocuments } from "./faulty.js";

const root = join(import.meta.dirname, "../..");

/** What is wrong with a fix of a diagnostic; nothing when it keeps the rules. */
function* breaches(evaluated: Evaluated, fault: Diagnostic, { title, edits }: Fix, folder: string): Iterable<string> {
  const { text } = evaluated.snapshot.text;
  const after = applyEdits(text, edits);
  if (after === text) yield `"${title}" changes nothing`;
  const home = regions(evaluated, fault);
  for (const { span } of edits)
    if (!home.some(({ start, end }) => start <= span.start && span.end <= end)) yield `"${title}" edits outside the fault`;
  const fresh = evaluateText(after, surroundingsOf(folder));
  const known = new Set(diagnostics(evaluated).map(({ code, span }) => `${code} ${mapThroughEdits(span.start, edits)}`));
  const place = mapThroughEdits(fault.span.start, edits);
  for (const { code, span, message } of diagnostics(fresh)) {
    if (code === fault.code && span.start === place && !isMessageWide(fault)) yield `"${title}" leaves ${code}: ${message}`;
    if (known.has(`${code} ${span.start}`)) continue;
    if (writtenSpans(edits).some(({ start, end }) => start < span.end && span.start < end))
      yield `"${title}" writes a fault: ${code}: ${message}`;
  }
}

/** A limit is reported where it was hit, whatever spent it. */
function isMessageWide({ code }: Diagnostic): boolean {
  return code.startsWith("limit/");
}

/** Where fixes may edit: the messages, or the frontmatter, that hold the fault and the places that explain it. */
function regions({ snapshot }: Evaluated, { span, related, data }: Diagnostic): Span[] {
  const { frontmatter, messages, source } = snapshot.document;
  const parts: Span[] = messages.map(({ start, message }) => ({ start, end: start + message.span.end }));
  if (frontmatter !== undefined) parts.push(frontmatter.span);
  parts.push({ start: 0, end: messages[0]?.start ?? source.length });
  if (data?.kind === "switch-engine") return parts.filter(({ start }) => start === 0 || start === frontmatter?.span.start);
  const places = [span, ...(related ?? []).map((entry) => entry.span), ...(data?.kind === "replace" ? [data.span] : [])];
  return parts.filter((part) => places.some(({ start }) => touches(part, start)));
}

function check(text: string, folder: string, ignored = /^(?!)/): void {
  const evaluated = evaluateText(text, surroundingsOf(folder));
  const found: string[] = [];
  for (const fault of diagnostics(evaluated))
    for (const fix of fixes(evaluated.snapshot, fault)) found.push(...breaches(evaluated, fault, fix, folder));
  expect(found.filter((breach) => !ignored.test(breach))).toEqual([]);
  expect(roundsOfFixAll(text, folder)).toBeLessThan(30);
}

/** Faults that only a run can find: broken code that can be read again may have values that do not fit, options among them. A long string hides all behind it. */
const ofValues =
  / writes a fault: (config|engine)\/| (expression|template|frontmatter)\/(runtime|not-encodable|undefined-variable)| limit\/|unfinished long/;

/** How often "fix all" finds something to do; the rest of the text stays as it is each time. */
function roundsOfFixAll(text: string, folder: string): number {
  let current = text;
  for (let round = 0; ; round++) {
    const evaluated = evaluateText(current, surroundingsOf(folder));
    const edits = fixAll(evaluated.snapshot, diagnostics(evaluated));
    if (edits.length === 0 || round === 30) return round;
    current = applyEdits(current, edits);
  }
}

const faulty = faultyDocuments();

describe("the fix of a faulty document", () => {
  test("there are at least 150 of them, each with a name of its own", () => {
    expect(faulty.length).toBeGreaterThanOrEqual(150);
    expect(new Set(faulty.map(({ name }) => name)).size).toBe(faulty.length);
  });

  test.each(faulty)("$name", ({ text, code, title, isPreferred, fixed }) => {
    for (const lineEnd of ["\n", "\r\n"]) {
      const given = text.replaceAll("\n", lineEnd);
      const { snapshot, ...rest } = evaluateText(given, surroundingsOf("/folder"));
      const all = diagnostics({ snapshot, ...rest });
      const fault = all.find((one) => fixes(snapshot, one).length > 0);
      const [fix] = fault === undefined ? [] : fixes(snapshot, fault);
      expect({ code: fault?.code, title: fix?.title, isPreferred: fix?.preferred }).toEqual({ code, title, isPreferred });
      expect(applyEdits(given, fix?.edits ?? [])).toBe(fixed.replaceAll("\n", lineEnd));
    }
  });
});

describe("every fix mends its fault, writes no other, and stays in its place", () => {
  test.each(faulty)("in $name", ({ text }) => {
    check(text, "/folder");
    check(text.replaceAll("\n", "\r\n"), "/folder");
  });

  const recorded = readdirSync(join(root, "test/conformance/flemma"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("input.chat"),
  );
  test.each(recorded)("in the recorded case %s", (path) => {
    const file = join(root, "test/conformance/flemma", path);
    check(readText(file), dirname(file));
  });

  const own = Object.entries(ownCases).flatMap(([topic, entries]) =>
    Object.entries(entries).map(([name, entry]) => ({ name: `${topic}: ${name}`, text: readMarks(entry.text).text })),
  );
  test.each(own.filter(({ text }) => !/while true|1e9|repeat|goto/.test(text)))("in the case $name", ({ text }) => check(text, "/folder"));

  const examples = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".chat"));
  test.each(examples)("in the example %s", (name) => {
    const file = join(root, "examples", name);
    expect(existsSync(file)).toBe(true);
    check(readText(file), dirname(file));
  });

  test("in a message with the faults of two documents", { timeout: fuzzingTime + 60_000 }, () => {
    const bodies = faulty.filter(({ text }) => /^@You:\n[^@`]*$/.test(text)).map(({ text }) => text.slice("@You:\n".length));
    const two = fc.tuple(fc.constantFrom(...bodies), fc.constantFrom("", "😀 é\n", "\r\n"), fc.constantFrom(...bodies));
    fc.assert(
      fc.property(two, ([first, between, second]) => check(`@You:\n${first}${between}${second}`, "/folder", ofValues)),
      fuzzing<[[string, string, string]]>("faults of two documents", 200),
    );
  });

  test("in a document that a few keystrokes broke", { timeout: fuzzingTime + 60_000 }, () => {
    const scraps = [
      "{{",
      "}}",
      "%}",
      "{%",
      "!",
      "=",
      "&&",
      "end",
      "then",
      "(",
      ")",
      '"',
      "`",
      "{",
      "}",
      "|",
      ";",
      ".",
      "$",
      "+=",
      "//",
      "\n",
      "endif",
    ];
    const slip = fc.record({ at: fc.nat(400), drop: fc.nat(4), scrap: fc.constantFrom("", ...scraps) });
    const documents = faulty.map(({ fixed }) => fixed);
    fc.assert(
      fc.property(fc.constantFrom(...documents), fc.array(slip, { minLength: 1, maxLength: 2 }), (document, slips) => {
        const broken = slips.reduce((text, { at, drop, scrap }) => {
          const place = at % (text.length + 1);
          return text.slice(0, place) + scrap + text.slice(place + drop);
        }, document);
        check(broken, "/folder", ofValues);
      }),
      fuzzing<[string, { at: number; drop: number; scrap: string }[]]>("slips of the keyboard", 500),
    );
  });
});
