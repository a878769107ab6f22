import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Span } from "../../server/src/base/span.js";
import { applyEdits } from "../../server/src/base/text-edit.js";
import { conversation } from "../../server/src/conversation/conversation.js";
import { completions } from "../../server/src/features/completion.js";
import { definition } from "../../server/src/features/definition.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { type DocumentSymbol, documentSymbols } from "../../server/src/features/document-symbols.js";
import { folds } from "../../server/src/features/folding.js";
import { pendingHover } from "../../server/src/features/hover.js";
import { nameUses } from "../../server/src/features/lua/names.js";
import { optionPlace } from "../../server/src/features/options/option-place.js";
import { pathSlotAt } from "../../server/src/features/prose/placeholder-completion.js";
import { highlights, references } from "../../server/src/features/references.js";
import { rename, renameTarget } from "../../server/src/features/rename.js";
import { selectionRanges } from "../../server/src/features/selection-ranges.js";
import { semanticTokens } from "../../server/src/features/semantic-tokens.js";
import { signatureHelp } from "../../server/src/features/signature-help.js";
import { sendLimits } from "../../server/src/lua/budget.js";
import { keywords } from "../../server/src/lua/lex.js";
import { createSnapshot, type Snapshot } from "../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";
import { cases } from "../conformance/own/cases.js";
import { readMarks } from "../conformance/own/marked.js";
import { faultyDocuments } from "./faulty.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The documents of every example and every case, and those with faulty options. */
const texts: readonly string[] = [
  ...["examples", "test/conformance/flemma"].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".chat"))
      .map((name) => readFileSync(`${root}/${folder}/${name}`, "utf8")),
  ),
  ...Object.values(cases).flatMap((topic) => Object.values(topic).map(({ text }) => readMarks(text).text)),
  ...faultyDocuments().flatMap(({ name, text }) => (name.startsWith("options:") ? [text] : [])),
];

/** What a document renders to; undefined when it takes long or anything is wrong with it, for then names are part of the text. */
function renderedText(text: string): string | undefined {
  const evaluated = evaluateText(text, surroundingsOf("/chats"), { limits: { ...sendLimits, steps: 20_000 } });
  const { system, messages } = conversation(evaluated);
  return diagnostics(evaluated).length > 0 ? undefined : JSON.stringify([system, messages.map(({ parts }) => parts)]);
}

const snapshotOf = (text: string): Snapshot => createSnapshot("file:///chats/input.chat", 1, text);

/** A document at any moment of typing: cut off, or with something typed into it. */
const edited = fc.record({
  text: fc.constantFrom(...texts),
  at: fc.nat(10_000),
  typed: fc.constantFrom(
    "",
    "",
    ".",
    ":",
    "{{ ",
    "{% ",
    "(",
    "'",
    '"',
    "{",
    "[",
    ", ",
    "- ",
    "\n  ",
    "--",
    "end",
    "name",
    "@",
    "\n",
    "```",
    "[[",
    "}}",
    "\ud83d",
    "é",
  ),
  isCut: fc.boolean(),
});

function place({ text, at, typed, isCut }: { text: string; at: number; typed: string; isCut: boolean }): {
  snapshot: Snapshot;
  offset: number;
} {
  const from = Math.floor((at / 10_000) * text.length);
  return { snapshot: snapshotOf(text.slice(0, from) + typed + (isCut ? "" : text.slice(from))), offset: from + typed.length };
}

function inside({ start, end }: Span, { text }: Snapshot["text"]): void {
  expect(0 <= start && start <= end && end <= text.length).toBe(true);
}

function* symbolSpans(symbols: readonly DocumentSymbol[], parent?: Span): Generator<Span> {
  for (const { name, span, selection, children } of symbols) {
    expect(name).not.toBe("");
    for (const [outer, inner] of [[span, selection] as const, ...(parent ? [[parent, span] as const] : [])]) {
      expect(outer.start <= inner.start && inner.end <= outer.end).toBe(true);
    }
    yield span;
    yield* symbolSpans(children, span);
  }
}

describe("at any place of any document, while somebody types,", () => {
  test("every feature answers with spans of the document", () => {
    fc.assert(
      fc.property(edited, (input) => {
        const { snapshot, offset } = place(input);
        const spans: Span[] = [
          ...completions(snapshot, offset).map(({ span }) => span),
          ...references(snapshot, offset, "with"),
          ...highlights(snapshot, offset).map(({ span }) => span),
          ...selectionRanges(snapshot, offset),
          ...semanticTokens(snapshot).map(({ span }) => span),
          ...symbolSpans(documentSymbols(snapshot)),
          ...nameUses(snapshot.document).map(({ span }) => span),
        ];
        const found = definition(snapshot, offset);
        if (found) spans.push(found);
        const hovered = pendingHover(snapshot, offset);
        if (hovered) spans.push(hovered.span);
        for (const span of spans) inside(span, snapshot.text);
        const help = signatureHelp(snapshot, offset);
        expect(help?.active ?? 0).toBeLessThan(Math.max(1, help?.parameters.length ?? 1));
        for (const { startLine, endLine } of folds(snapshot)) {
          expect(startLine < endLine && endLine < snapshot.text.lineStarts.length).toBe(true);
        }
      }),
      { numRuns: 800 },
    );
  });

  test("what is completed replaces the word at the cursor, on its line", () => {
    fc.assert(
      fc.property(edited, (input) => {
        const { snapshot, offset } = place(input);
        for (const { span, newText } of completions(snapshot, offset).slice(0, 5)) {
          // A key between quotes can be any text, and so can one between the dots of prose.
          const isKey = /\[\s*["']$/.test(snapshot.text.text.slice(0, span.start)) || pathSlotAt(snapshot, offset) !== undefined;
          const word = isKey || optionPlace(snapshot.document, offset) ? /^[^\r\n]*$/ : /^@?[^\s.,;()[\]{}@'"]*$/;
          expect(span.start <= offset && offset <= span.end).toBe(true);
          expect(snapshot.text.text.slice(span.start, span.end)).toMatch(word);
          expect(newText).not.toBe("");
        }
      }),
      { numRuns: 500 },
    );
  });

  test("selections grow, tokens do not overlap, names are what stands there", () => {
    fc.assert(
      fc.property(edited, (input) => {
        const { snapshot, offset } = place(input);
        const { text } = snapshot.text;
        selectionRanges(snapshot, offset).reduce((inner, outer) => {
          expect(outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start).toBe(true);
          return outer;
        });
        semanticTokens(snapshot).reduce((end, { span }) => {
          expect(span.start).toBeGreaterThanOrEqual(end);
          return span.end;
        }, 0);
        const isData = ["json", "yaml", "yml"].includes(snapshot.document.frontmatter?.language.toLowerCase() ?? "");
        if (!isData) for (const { name, span } of nameUses(snapshot.document)) expect(text.slice(span.start, span.end)).toBe(name);
      }),
      { numRuns: 500 },
    );
  });

  test("a rename there and back is no change, and every use is of one name", () => {
    let renamed = 0;
    fc.assert(
      fc.property(edited, (input) => {
        const { snapshot, offset } = place(input);
        if (!renameTarget(snapshot, offset)?.ok) return;
        const use = renameTarget(snapshot, offset);
        const there = rename(snapshot, offset, "fresh_name_1");
        if (!use?.ok || !there?.ok) throw new Error(`refused: ${there && !there.ok ? there.reason : ""}`);
        const other = snapshotOf(applyEdits(snapshot.text.text, there.edits));
        const first = Math.min(...there.edits.map(({ span }) => span.start));
        const back = rename(other, first, use.use.name);
        // A key of JSON that is still being written may be a word that no name is.
        if (/^[A-Za-z_]\w*$/.test(use.use.name) && !keywords.has(use.use.name))
          expect(back?.ok && applyEdits(other.text.text, back.edits)).toBe(snapshot.text.text);
        renamed++;
      }),
      { numRuns: 800 },
    );
    expect(renamed).toBeGreaterThan(10);
  });
});

test("a renamed document renders as before: every variable of every document without a fault", () => {
  let renamed = 0;
  for (const text of texts) {
    const before = renderedText(text);
    if (before === undefined) continue;
    const { document } = snapshotOf(text);
    const firsts = nameUses(document).filter(({ role, binding }) => role !== "read" && binding.kind !== "member");
    for (const { span } of firsts) {
      const result = rename(snapshotOf(text), span.start, "fresh_name_1");
      if (!result?.ok) continue;
      const after = applyEdits(text, result.edits);
      // Lua's own words name variables (pcall): there the name is part of what is rendered.
      expect(renderedText(after)?.replaceAll("fresh_name_1", text.slice(span.start, span.end))).toBe(before);
      renamed++;
    }
  }
  expect(renamed).toBeGreaterThan(50);
}, 60_000);
