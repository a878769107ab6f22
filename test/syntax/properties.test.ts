import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EngineName, engineNames } from "../../server/src/base/engine-name.js";
import type { ChatDocument, Message } from "../../server/src/syntax/ast.js";
import { literalText, thinkingText } from "../../server/src/syntax/literal.js";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { printDocument } from "../../server/src/syntax/print.js";
import { syntaxProblems } from "../../server/src/syntax/problems.js";
import { escapeLine } from "../../server/src/syntax/structure.js";
import { applyEdit, chatText, edit } from "./generators.js";

const root = join(import.meta.dirname, "../..");

/** Expects that the nodes tile the text, that text nodes are maximal, and that problems lie in the document. */
function checkInvariants(text: string, engine: EngineName): void {
  const document = parseDocument(text, undefined, engine);
  if (printDocument(document) !== text) throw new Error(`printed otherwise: ${JSON.stringify(text)}`);
  let at = 0;
  for (const { start, end } of topSpans(document)) {
    if (start !== at || end < start) throw new Error(`gap at ${at}: ${JSON.stringify(text)}`);
    at = end;
  }
  if (at !== text.length) throw new Error(`${at} is not the end`);
  for (const { message } of document.messages) checkMessage(message);
  for (const { span } of syntaxProblems(document)) {
    if (span.start < 0 || span.end > text.length || span.end <= span.start) throw new Error(`a problem at ${span.start}..${span.end}`);
  }
}

function topSpans({ bom, frontmatter, preamble, messages }: ChatDocument): { start: number; end: number }[] {
  const placed = messages.map(({ start, message }) => ({ start, end: start + message.span.end }));
  return [bom, ...(frontmatter ? [frontmatter.open, frontmatter.body, frontmatter.close] : []), preamble, ...placed];
}

function checkMessage({ marker, segments, trailing, span }: Message): void {
  let at = marker.end;
  segments.forEach((segment, index) => {
    if (segment.span.start !== at || segment.span.end <= at) throw new Error(`segment ${index} does not follow`);
    if (segment.kind === "text" && segments[index - 1]?.kind === "text") throw new Error("two texts in a row");
    if (segment.kind === "text")
      for (const one of segment.escapes ?? []) if (one < at || one >= segment.span.end) throw new Error("an escape elsewhere");
    at = segment.span.end;
  });
  if (trailing.start !== at || trailing.end !== span.end) throw new Error("trailing does not follow");
}

describe("any text", { timeout: 60_000 }, () => {
  test.each(engineNames)("is tiled by its nodes and printed as it was, read in %s", (engine) => {
    fc.assert(
      fc.property(chatText, (text) => checkInvariants(text, engine)),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => checkInvariants(text, engine)),
      { numRuns: 500 },
    );
  });

  test("parses again like a part of itself after any edits, and untouched messages stay the same objects", () => {
    fc.assert(
      fc.property(chatText, fc.array(edit, { minLength: 1, maxLength: 4 }), (before, edits) => {
        let document = parseDocument(before);
        for (const one of edits) {
          const text = applyEdit(document.source, one);
          const next = parseDocument(text, document);
          expect(next).toEqual(parseDocument(text));
          expectShared(document, next);
          document = next;
        }
      }),
      { numRuns: 1500 },
    );
  });

  test("gives each node once: no object is two messages", () => {
    fc.assert(
      fc.property(chatText, edit, (before, one) => {
        const first = parseDocument(before);
        const next = parseDocument(applyEdit(before, one), first);
        expect(new Set(next.messages.map(({ message }) => message)).size).toBe(next.messages.length);
      }),
      { numRuns: 300 },
    );
  });
});

/** As many messages with one text are shared as both documents hold. */
function expectShared(before: ChatDocument, after: ChatDocument): void {
  const old = new Set(before.messages.map(({ message }) => message));
  const left = new Map<string, number>();
  for (const own of texts(before)) left.set(own, (left.get(own) ?? 0) + 1);
  let common = 0;
  for (const own of texts(after)) {
    const rest = left.get(own) ?? 0;
    if (rest > 0) common++;
    left.set(own, rest - 1);
  }
  expect(after.messages.filter(({ message }) => old.has(message)).length).toBe(common);
}

function texts({ source, messages }: ChatDocument): string[] {
  return messages.map(({ start, message }) => source.slice(start, start + message.span.end));
}

test("an edit in one of several equal messages leaves the others as they are", () => {
  const before = parseDocument("@You:\na\n@You:\na\n@You:\na\n");
  const after = parseDocument("@You:\na\n@You:\nab\n@You:\na\n", before);
  expect(after.messages[0]?.message).toBe(before.messages[0]?.message);
  expect(after.messages[2]?.message).toBe(before.messages[2]?.message);
});

describe("text of a model", () => {
  const content = fc.array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 6 }).filter((one) => !/[\r\n`]/.test(one)),
      fc.constantFrom("@You:", "\\@You:", "@You: a", "</thinking>", "<thinking>", "**Tool Use:** `a` (`b`)", "<!-- flemma:aborted: x -->"),
    ),
    { minLength: 1, maxLength: 6 },
  );

  test("comes back from its escaped lines", () => {
    fc.assert(
      fc.property(content, (lines) => {
        const thought = lines.map(escapeLine).join("\n");
        const source = `@Assistant:\n<thinking>\n${thought}\n</thinking>\n${thought}\n.`;
        const { messages } = parseDocument(source);
        const [thinking, text] = messages[0]?.message.segments ?? [];
        if (messages.length !== 1 || thinking?.kind !== "thinking" || text?.kind !== "text") throw new Error("torn apart");
        expect(thinkingText(source, 0, thinking)).toBe(lines.join("\n"));
        expect(literalText(source, 0, text)).toBe(`${lines.join("\n")}\n.`);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("every prefix", { timeout: 60_000 }, () => {
  const files = ["examples", "test/conformance"]
    .map((folder) => join(root, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
    .filter((name) => name.endsWith(".chat"));

  test("of every example and recorded case parses, also as a change of the one before", () => {
    for (const file of files) {
      const text = readFileSync(file, "utf8").slice(0, 1500);
      let previous = parseDocument("");
      for (let end = 1; end <= text.length; end++) {
        const prefix = text.slice(0, end);
        checkInvariants(prefix, "lua");
        previous = parseDocument(prefix, previous);
      }
      expect(previous).toEqual(parseDocument(text));
    }
    expect(files.length).toBeGreaterThan(0);
  });
});
