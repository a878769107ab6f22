import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Span } from "../../../server/src/base/span.js";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { completions } from "../../../server/src/features/completion.js";
import { definition } from "../../../server/src/features/definition.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { documentSymbols } from "../../../server/src/features/document-symbols.js";
import { namedFiles } from "../../../server/src/features/files/named-files.js";
import { pathSlot } from "../../../server/src/features/files/path-slot.js";
import { folds } from "../../../server/src/features/folding.js";
import { inputUses } from "../../../server/src/features/go/inputs.js";
import { goUses } from "../../../server/src/features/go/navigation.js";
import { hover, pendingHover } from "../../../server/src/features/hover.js";
import { highlights, references } from "../../../server/src/features/references.js";
import { rename, renameTarget } from "../../../server/src/features/rename.js";
import { selectionRanges } from "../../../server/src/features/selection-ranges.js";
import { semanticTokens } from "../../../server/src/features/semantic-tokens.js";
import { signatureHelp } from "../../../server/src/features/signature-help.js";
import { keywords } from "../../../server/src/lua/lex.js";
import { createSnapshot, type Snapshot } from "../../../server/src/workspace/snapshot.js";
import { evaluateGo, goDocument, shown } from "../../evaluation/go/support.js";

const folder = join(import.meta.dirname, "../../conformance/go");
const recorded = ["cases.json", "functions.json"].flatMap((file) => {
  const cases = JSON.parse(readFileSync(join(folder, file), "utf8")) as { template: string }[];
  return cases.map(({ template }) => template).filter((template) => template.length < 300 && !template.includes("\0"));
});

const inputs = "user = { first = 'A', list = { 1, 2 } }; name = 'Ada'; items = { { n = 1 }, { n = 2 } }";
const rich = [
  `@System:\n{{ define "greet" }}Hi {{ .first | upper }}{{ end -}}\n{{- /* note */ -}}\n{{ template "greet" .inputs.user }}\n\n@You:\n{{ range $i, $x := .inputs.items }}{{ if gt $i 0 }}, {{ else if $x }}{{ $x.n }}{{ else }}{{ break }}{{ end }}{{ else }}none{{ end }}\n`,
  '@You:\n{{ $a := .inputs.name }}{{ with $b := .inputs.user }}{{ $a = "b" }}{{ $b.first }}{{ .list }}{{ $.inputs.name }}{{ else with $c := .inputs }}{{ $c.name }}{{ end }}\n\n@Assistant:\nHi {{ .x }}\n\n@You:\n{{ block "tail" (dict "k" 1) }}{{ .k }}{{ end }}{{ template "tail" . }}\n',
  '@System:\n# Head\n`{{ code }}` {{ printf "%s-%d" .inputs.name (len .inputs.items) | quote }} @./file.txt {{ embed "other.md" }}\n\n@You:\n{{ (index .inputs.items 0).n }}{{ .time.today }}{{ `raw` }}\n```\n{{ fenced }}\n```\n',
];
const documents = [...rich, ...recorded.map((template) => `@You:\n${template}\n`)].map((body) => goDocument(body, inputs));

const snapshotOf = (text: string): Snapshot => createSnapshot("file:///chats/input.chat", 1, text);

/** A document at any moment of typing: cut off, or with something typed into it. */
const edited = fc.record({
  text: fc.oneof(fc.constantFrom(...documents.slice(0, rich.length)), fc.constantFrom(...documents)),
  at: fc.nat(10_000),
  typed: fc.constantFrom(
    "",
    "",
    ".",
    "$",
    "{{",
    "{{ ",
    "}}",
    "-",
    "|",
    "(",
    ")",
    '"',
    "`",
    "'",
    "/*",
    "*/",
    "=",
    ":=",
    " ",
    "end",
    "if",
    "range",
    "\n",
    "$x",
    "@",
    "\\",
    "\ud83d",
    "é",
    '{{ define "t" }}',
    "{{ end }}",
  ),
  isCut: fc.boolean(),
});

/** Most cursors are in a message. */
function place({ text, at, typed, isCut }: { text: string; at: number; typed: string; isCut: boolean }): {
  snapshot: Snapshot;
  offset: number;
} {
  const start = text.indexOf("\n@") + 1;
  const from = start + Math.floor((at / 10_000) * (text.length - start));
  return { snapshot: snapshotOf(text.slice(0, from) + typed + (isCut ? "" : text.slice(from))), offset: from + typed.length };
}

function inside({ start, end }: Span, { text }: Snapshot): void {
  expect(0 <= start && start <= end && end <= text.text.length).toBe(true);
}

describe("at any place of any document of Go templates, while somebody types,", () => {
  test("every feature answers with spans of the document", () => {
    fc.assert(
      fc.property(edited, (input) => {
        const { snapshot, offset } = place(input);
        const { document } = snapshot;
        const items = completions(snapshot, offset);
        const spans: (Span | undefined)[] = [
          ...items.map(({ span }) => span),
          ...references(snapshot, offset, "with"),
          ...highlights(snapshot, offset).map(({ span }) => span),
          ...selectionRanges(snapshot, offset),
          ...semanticTokens(snapshot).map(({ span }) => span),
          ...documentSymbols(snapshot).flatMap(({ span, selection, children }) => [
            span,
            selection,
            ...children.map((child) => child.span),
          ]),
          ...inputUses(document).map(({ span }) => span),
          ...namedFiles(document, { dirname: "/chats", home: "/home" }).map((file) => file.place.span),
          definition(snapshot, offset),
          pendingHover(snapshot, offset)?.span,
        ];
        for (const span of spans) if (span !== undefined) inside(span, snapshot);
        for (const { span, newText } of items) expect(span.start <= offset && offset <= span.end && newText !== "").toBe(true);
        const help = signatureHelp(snapshot, offset);
        expect(help?.active ?? 0).toBeLessThan(Math.max(1, help?.parameters.length ?? 1));
        for (const { startLine, endLine } of folds(snapshot)) {
          expect(startLine < endLine && endLine < snapshot.text.lineStarts.length).toBe(true);
        }
        pathSlot(document, offset);
      }),
      { numRuns: 500 },
    );
  }, 60_000);

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
        for (const { path, span } of inputUses(snapshot.document)) expect(text.slice(span.start, span.end)).toBe(path.at(-1));
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  test("a rename there and back is no change, and the number of uses stays", () => {
    let renamed = 0;
    fc.assert(
      fc.property(edited, (input) => {
        const { snapshot, offset } = place(input);
        const target = renameTarget(snapshot, offset);
        if (!target?.ok) return;
        const there = rename(snapshot, offset, "fresh_name_1");
        if (!there?.ok) throw new Error(`refused: ${there?.reason}`);
        const uses = references(snapshot, offset, "with").length;
        expect(there.edits.length).toBe(uses);
        const other = snapshotOf(applyEdits(snapshot.text.text, there.edits));
        const first = Math.min(...there.edits.map(({ span }) => span.start));
        expect(references(other, first, "with").length).toBe(uses);
        renamed++;
        // Escapes in the name of a template are not written as they were, and no name is empty.
        const { name } = target.use;
        if (name === "" || /[^\w $.-]/.test(name)) return;
        // What is half typed can read like a word of Lua, which no variable of the frontmatter is called.
        if (keywords.has(name)) return;
        const back = rename(other, first, name);
        expect(back?.ok && applyEdits(other.text.text, back.edits)).toBe(snapshot.text.text);
      }),
      { numRuns: 2000 },
    );
    // Few places are names: that some were found is all that is asked.
    expect(renamed).toBeGreaterThan(0);
  }, 60_000);

  test("a hover with values speaks of a span of the document", () => {
    fc.assert(
      fc.property(edited, (input) => {
        const { snapshot, offset } = place(input);
        const found = hover(evaluateGo(snapshot.text.text, "/chats", { probe: offset }), offset);
        if (found !== undefined) inside(found.span, snapshot);
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});

test("a renamed document renders as before: every variable and every template of documents without a fault", () => {
  let renamed = 0;
  for (const text of documents) {
    const before = evaluateGo(text);
    if (diagnostics(before).length > 0) continue;
    const { document } = before.snapshot;
    const offsets = new Set(
      [...text.matchAll(/\$\w+|(?:define|block|template) "./g)].map(({ 0: found, index }) => index + found.length - 1),
    );
    for (const offset of offsets) {
      if (goUses(document, offset).length === 0) continue;
      const result = rename(before.snapshot, offset, "fresh_name_1");
      if (!result?.ok) continue;
      const after = evaluateGo(applyEdits(text, result.edits));
      expect(shown(after)).toEqual(shown(before));
      renamed++;
    }
  }
  expect(renamed).toBeGreaterThan(50);
}, 60_000);
