import { describe, expect, test } from "vitest";
import { type DocumentSymbol, documentSymbols } from "../../../server/src/features/document-symbols.js";
import { folds } from "../../../server/src/features/folding.js";
import { selectionRanges } from "../../../server/src/features/selection-ranges.js";
import { semanticTokens } from "../../../server/src/features/semantic-tokens.js";
import { signatureHelp } from "../../../server/src/features/signature-help.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";
import { goDocument } from "../../evaluation/go/support.js";
import { goAt } from "./support.js";

const snapshotOf = (body: string) => createSnapshot("file:///chats/input.chat", 1, goDocument(body));

/** The folds of the messages: the first and the last line of each. */
function folded(body: string): string[] {
  const { text } = snapshotOf(body).text;
  const lines = text.split("\n");
  const first = goDocument("").split("\n").length - 1;
  return folds(snapshotOf(body))
    .filter(({ startLine }) => startLine > first)
    .map(({ startLine, endLine }) => `${lines[startLine]} … ${lines[endLine]}`);
}

describe("blocks can be folded", () => {
  test("up to the line above what follows them", () => {
    expect(folded("@You:\n{{ range .a }}\none\n{{ end }}\ntwo\n")).toEqual(["{{ range .a }} … one"]);
    expect(folded("@You:\n{{ if .a }}\none\n{{ else if .b }}\ntwo\n{{ else }}\nthree\n{{ end }}\n")).toEqual([
      "{{ if .a }} … one",
      "{{ else if .b }} … two",
      "{{ else }} … three",
    ]);
  });

  test("within each other, and so can comments and long actions", () => {
    expect(folded('@You:\n{{ define "t" }}\n{{ with .a }}\nx\n{{ end }}\n{{ end }}\n{{/* a\nb */}}\n{{ list\n1 }}\n')).toEqual([
      '{{ define "t" }} … {{ end }}',
      "{{ with .a }} … x",
      "{{/* a … b */}}",
      "{{ list … 1 }}",
    ]);
  });

  test("not those in one line, nor those without an end", () => {
    expect(folded("@You:\n{{ if .a }}one{{ end }}\n{{ if .b }}\ntwo\n")).toEqual([]);
  });
});

/** What a selection grows through. */
function grown(body: string): string[] {
  const { snapshot, offset, text } = goAt(body);
  return selectionRanges(snapshot, offset).map(({ start, end }) => text.slice(start, end));
}

test("a selection grows through operands, commands, pipelines, actions and blocks", () => {
  expect(grown("@You:\na {{ if .x }}b {{ upper (trunc 3 .na‸me) | quote }} c{{ end }} d\n")).toEqual([
    "name",
    ".name",
    "trunc 3 .name",
    "(trunc 3 .name)",
    "upper (trunc 3 .name)",
    "upper (trunc 3 .name) | quote",
    "{{ upper (trunc 3 .name) | quote }}",
    "b {{ upper (trunc 3 .name) | quote }} c",
    "{{ if .x }}b {{ upper (trunc 3 .name) | quote }} c{{ end }}",
    "a {{ if .x }}b {{ upper (trunc 3 .name) | quote }} c{{ end }} d",
    "@You:\na {{ if .x }}b {{ upper (trunc 3 .name) | quote }} c{{ end }} d",
    "@You:\na {{ if .x }}b {{ upper (trunc 3 .name) | quote }} c{{ end }} d\n",
    expect.stringContaining("```lua"),
  ]);
});

test("every token of an action is told apart", () => {
  const { text, document } = snapshotOf('@You:\n{{- if $x := .a.b -}}{{ $x = nope "s" `r` 1 true }}{{ $x | upper }}{{/* c */}}{{ end }}\n');
  const start = document.messages[0]?.message.marker.end ?? 0;
  const shift = document.messages[0]?.start ?? 0;
  const tokens = semanticTokens(snapshotOf(text.text.slice(text.text.indexOf("@You"))), undefined).filter(
    ({ span }) => span.start >= start + shift,
  );
  const words = tokens.map(({ span, type, modifiers }) => `${text.text.slice(span.start, span.end)} ${[type, ...modifiers].join(" ")}`);
  expect(words).toEqual([
    "{{- macro",
    "if keyword",
    "$x variable declaration",
    ":= operator",
    ".a property",
    ".b property",
    "-}} macro",
    "{{ macro",
    "$x variable modification",
    "= operator",
    "nope function",
    '"s" string',
    "`r` string",
    "1 number",
    "true keyword",
    "}} macro",
    "{{ macro",
    "$x variable",
    "| operator",
    "upper function defaultLibrary",
    "}} macro",
    "{{ macro",
    "/* c */ comment",
    "}} macro",
    "{{ macro",
    "end keyword",
    "}} macro",
  ]);
});

test("tokens do not overlap where an action is nothing but its trim markers", () => {
  const snapshot = snapshotOf("@You:\na {{- -}} b\n");
  const words = semanticTokens(snapshot, undefined).map(({ span }) => snapshot.text.text.slice(span.start, span.end));
  expect(words.slice(-2)).toEqual(["{{-", "-}}"]);
});

test("the outline names the templates of a message", () => {
  const shown = ({ name, detail, kind, children }: DocumentSymbol): string =>
    `${name}${kind === "function" ? ` (${detail})` : ""}${children.length > 0 ? `: ${children.map(shown).join(", ")}` : ""}`;
  const symbols = documentSymbols(
    snapshotOf(
      '@System:\n# Head\n{{ define "t" }}\n## In it\n{{ block "u" . }}a{{ end }}{{ end }}\n\n@You:\n{{ template "t" }}{{ define "" }}\n',
    ),
  );
  expect(symbols.slice(1).map(shown)).toEqual(["@System: Head: In it, t (define), u (block)", '@You: "" (define)']);
});

describe("the signature of a function is shown", () => {
  /** The signature with its parameter in `«»`. */
  function help(body: string): string | undefined {
    const { snapshot, offset } = goAt(`@You:\n${body}\n`);
    const found = signatureHelp(snapshot, offset);
    return found && found.label.replace(/ → .*/, "") + (found.active === undefined ? "" : ` «${found.parameters[found.active]?.label}»`);
  }

  test.each([
    ["at its first argument", "{{ trunc ‸ }}", "trunc n s «n»"],
    ["while an argument is written", "{{ trunc 3‸ }}", "trunc n s «n»"],
    ["at the next argument", "{{ trunc 3 ‸ }}", "trunc n s «s»"],
    ["in a path", "{{ trunc 3 .inputs.na‸ }}", "trunc n s «s»"],
    ["behind a pipe", '{{ .x | replace "a" ‸ }}', "replace old new s «new»"],
    ["for any number of arguments", '{{ printf "%d" 1 2 ‸', "printf format v… «v…»"],
    ["in parentheses", "{{ upper (trunc ‸) }}", "trunc n s «n»"],
    ["around parentheses", "{{ replace (trunc 1 .x) ‸ }}", "replace old new s «new»"],
    ["from within parentheses that call nothing", "{{ upper (.x‸) }}", "upper s «s»"],
    ["behind words", "{{ if eq .a ‸ }}", "eq a b… «b…»"],
    ["behind a declaration", "{{ $x := trunc ‸ }}", "trunc n s «n»"],
    ["when there are too many arguments", "{{ upper 1 2 ‸ }}", "upper s"],
  ])("%s", (_, body, expected) => expect(help(body)).toBe(expected));

  test("not where nothing is called", () => {
    for (const body of [
      "{{ .a ‸ }}",
      "{{ trunc‸ }}",
      "text trunc ‸",
      "{{/* trunc ‸ */}}",
      "{{ nope ‸ }}",
      "{{ if ‸ }}",
      "{{ trunc 1 2 | ‸ }}",
    ]) {
      expect(help(body), body).toBeUndefined();
    }
  });
});
