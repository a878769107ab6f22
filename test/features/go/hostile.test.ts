import { describe, expect, test } from "vitest";
import { completions } from "../../../server/src/features/completion.js";
import { definition } from "../../../server/src/features/definition.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { documentSymbols } from "../../../server/src/features/document-symbols.js";
import { fixAll, fixes } from "../../../server/src/features/fixes.js";
import { folds } from "../../../server/src/features/folding.js";
import { pendingHover } from "../../../server/src/features/hover.js";
import { references } from "../../../server/src/features/references.js";
import { rename } from "../../../server/src/features/rename.js";
import { selectionRanges } from "../../../server/src/features/selection-ranges.js";
import { semanticTokens } from "../../../server/src/features/semantic-tokens.js";
import { signatureHelp } from "../../../server/src/features/signature-help.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";
import { evaluateGo, goDocument } from "../../evaluation/go/support.js";

const many = 19_000;

const attacks: readonly (readonly [name: string, body: string])[] = [
  ["thousands of parentheses", `{{ ${"(".repeat(9_000)}.x${")".repeat(9_000)}.y }}`],
  ["parentheses with fields in each other", `{{ ${"(".repeat(3_000)}.x${").y".repeat(3_000)} }}`],
  ["parentheses that never close", `{{ ${"(".repeat(50_000)}`],
  ["a very long path", `{{ ${".a".repeat(50_000)} }}`],
  ["thousands of blocks in each other", "{{ with .x }}".repeat(many)],
  ["thousands of blocks side by side", "{{ range $x := .x }}{{ $x.y }}{{ end }}".repeat(6_000)],
  ["thousands of variables", Array.from({ length: many }, (_, index) => `{{ $v${index} := .x }}`).join("")],
  ["thousands of uses of one variable", `{{ $v := .x }}${"{{ $v.y }}".repeat(many)}`],
  ["thousands of definitions", Array.from({ length: 6_000 }, (_, index) => `{{ define "t${index}" }}{{ now }}{{ end }}`).join("")],
  ["thousands of calls", `{{ define "t" }}{{ .a.b }}{{ end }}${'{{ template "t" .x }}'.repeat(many)}`],
  ["actions that never close", "{{ .x ".repeat(many)],
  ["a hundred thousand actions that never close", "{{ .x ".repeat(100_000)],
  ["faults everywhere", "{{ uper .x }}{{ $y }}{{-z}}".repeat(3_000)],
  ["ends everywhere", "{{ end }}{{ else }}".repeat(6_000)],
  ["openers everywhere", "{{ if .x }}a\n".repeat(6_000)],
  ["one very long string", `{{ printf "${"%d ".repeat(100_000)}" }}`],
  ["one very long action", `{{ list ${"1 ".repeat(100_000)}}}`],
  ["many pipes", `{{ .x ${"| upper ".repeat(20_000)}}}`],
  ["a comment that never closes", `{{/* ${"a\n".repeat(50_000)}`],
];

describe("hostile templates of Go do not hold up the editor", () => {
  test.each(attacks)(
    "%s",
    (_, body) => {
      const text = goDocument(`@System:\n${body}\n\n@You:\nHi\n`);
      const snapshot = createSnapshot("file:///chats/input.chat", 1, text);
      const start = text.indexOf("@System:\n") + 9;
      for (const offset of [start + 4, start + Math.floor(body.length / 2), start + body.length - 4]) {
        completions(snapshot, offset);
        pendingHover(snapshot, offset);
        definition(snapshot, offset);
        references(snapshot, offset, "with");
        rename(snapshot, offset, "fresh");
        selectionRanges(snapshot, offset);
        signatureHelp(snapshot, offset);
      }
      documentSymbols(snapshot);
      folds(snapshot);
      semanticTokens(snapshot);
      const evaluated = evaluateGo(text);
      const all = diagnostics(evaluated);
      for (const one of all.slice(0, 200)) fixes(snapshot, one);
      fixAll(snapshot, all);
      expect(all.length).toBeLessThanOrEqual(1001);
    },
    60_000,
  );
});

describe("of a template that nobody wrote by hand, nothing inside of actions is shown:", () => {
  const shownIn = (body: string): number => {
    const text = goDocument(`@You:\n${body}\n`);
    const tokens = semanticTokens(createSnapshot("file:///chats/input.chat", 1, text));
    return tokens.filter(({ span }) => span.start >= text.indexOf("{{")).length;
  };

  test.each([
    ["very many actions", "{{ .x }}", 20_000, 20_001],
    ["very many actions that never close", "{{ .x ", 20_000, 20_001],
  ])("%s", (_, action, most, more) => {
    expect(shownIn(action.repeat(most))).toBeGreaterThan(most);
    expect(shownIn(action.repeat(more))).toBe(0);
  });

  test("very many parts of one action", () => {
    expect(shownIn(`{{ list ${"1 ".repeat(49_000)}}}`)).toBeGreaterThan(49_000);
    expect(shownIn(`{{ list ${"1 ".repeat(50_000)}}}`)).toBe(0);
  });

  test("very many actions in several messages", () => {
    const half = "{{ .x }}".repeat(10_001);
    expect(shownIn(`${half}\n\n@You:\n${half}`)).toBeLessThan(3);
  });
});
