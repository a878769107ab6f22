import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { definition } from "../../../server/src/features/definition.js";
import { highlights, references } from "../../../server/src/features/references.js";
import { rename, renameTarget } from "../../../server/src/features/rename.js";
import { bodyOf, goAt } from "./support.js";

const inputs = "user = { first = 'A' }";

/** The document with `«»` around what the definition is, and the cursor gone. */
function defined(body: string): string | undefined {
  const { snapshot, offset, text } = goAt(body, inputs);
  const span = definition(snapshot, offset);
  if (span === undefined) return undefined;
  return `${text.slice(0, span.start)}«${text.slice(span.start, span.end)}»${text.slice(span.end)}`;
}

/** The messages with `«»` around every use. */
function marked(body: string): string {
  const { snapshot, offset, text } = goAt(body, inputs);
  const spans = references(snapshot, offset, "with");
  return bodyOf(
    applyEdits(
      text,
      spans.map((span) => ({ span, newText: `«${text.slice(span.start, span.end)}»` })),
    ),
  );
}

/** The messages after a rename, or why it is refused. */
function renamed(body: string, newName: string): string | undefined {
  const { snapshot, offset, text } = goAt(body, inputs);
  const result = rename(snapshot, offset, newName);
  return result === undefined ? undefined : result.ok ? bodyOf(applyEdits(text, result.edits)) : result.reason;
}

describe("the definition", () => {
  test.each([
    ["of a variable", "@You:\n{{ $x := 1 }}{{ $‸x }}", "{{ «$x» := 1 }}{{ $x }}"],
    ["of a variable that hides another", "@You:\n{{ $x := 1 }}{{ $x := 2 }}{{ $‸x }}", "{{ $x := 1 }}{{ «$x» := 2 }}{{ $x }}"],
    ["of a variable in its own declaration", "@You:\n{{ $x := 1 }}{{ $x := add $‸x 1 }}", "{{ «$x» := 1 }}{{ $x := add $x 1 }}"],
    [
      "of a variable behind the block that hid it",
      "@You:\n{{ $x := 1 }}{{ if .a }}{{ $x := 2 }}{{ end }}{{ $‸x }}",
      "{{ «$x» := 1 }}{{ if .a }}{{ $x := 2 }}{{ end }}{{ $x }}",
    ],
    ["of a variable of range", "@You:\n{{ range $i, $v := .a }}{{ $‸v }}{{ end }}", "{{ range $i, «$v» := .a }}{{ $v }}{{ end }}"],
    [
      "of a variable where another action is broken",
      "@You:\n{{ range $v := .a | uper }}{{ $‸v }}{{ end }}",
      "{{ range «$v» := .a | uper }}{{ $v }}{{ end }}",
    ],
    ["of a template", '@You:\n{{ define "t" }}a{{ end }}{{ template "‸t" }}', '{{ define "«t»" }}a{{ end }}{{ template "t" }}'],
    [
      "of a template in an earlier message",
      '@System:\n{{ define "t" }}a{{ end }}\n\n@You:\n{{ template "‸t" }}',
      '{{ define "«t»" }}a{{ end }}',
    ],
    [
      "of a template that was defined anew",
      '@System:\n{{ define "t" }}a{{ end }}\n\n@You:\n{{ define "t" }}b{{ end }}{{ template "‸t" }}',
      '{{ define "«t»" }}b{{ end }}',
    ],
    ["of a block", '@You:\n{{ block "‸t" . }}a{{ end }}', '{{ block "«t»" . }}a{{ end }}'],
    ["of a variable of the frontmatter", "@You:\n{{ .inputs.us‸er.first }}", "«user» = { first = 'A' }"],
    ["of its member", "@You:\n{{ .inputs.user.fi‸rst }}", "user = { «first» = 'A' }"],
    ["of a variable by its key", '@You:\n{{ index .inputs "us‸er" }}', "«user» = { first = 'A' }"],
    ["of its member by its key", '@You:\n{{ index .inputs "user" "fi‸rst" | upper }}', "user = { «first» = 'A' }"],
    ["of its member by its key, in parentheses", '@You:\n{{ upper (get .inputs.user "fi‸rst") }}', "user = { «first» = 'A' }"],
    ["of its member by way of the dot", "@You:\n{{ with .inputs.user }}{{ .fi‸rst }}{{ end }}", "user = { «first» = 'A' }"],
    ["of what an end ends", "@You:\n{{ if .a }}a{{ e‸nd }}", "{{ «if» .a }}a{{ end }}"],
  ])("%s", (_, body, expected) => expect(defined(body)).toContain(expected));

  test("is not known of what comes from nowhere", () => {
    for (const body of [
      "@You:\n{{ $‸x }}",
      '@You:\n{{ template "‸t" }}',
      "@You:\n{{ .inputs.‸nope }}",
      "@You:\n{{ $‸ }}",
      "@You:\n{{ up‸per .x }}",
    ]) {
      expect(defined(body), body).toBeUndefined();
    }
  });
});

describe("the uses", () => {
  test.each([
    [
      "of a variable",
      "@You:\n{{ $‸x := 1 }}{{ $x = 2 }}{{ $x }}{{ $x := 3 }}{{ $x }}",
      "@You:\n{{ «$x» := 1 }}{{ «$x» = 2 }}{{ «$x» }}{{ $x := 3 }}{{ $x }}",
    ],
    [
      "of a variable of one message",
      "@System:\n{{ $x := 1 }}{{ $‸x }}\n\n@You:\n{{ $x := 1 }}",
      "@System:\n{{ «$x» := 1 }}{{ «$x» }}\n\n@You:\n{{ $x := 1 }}",
    ],
    ["of a variable with fields", "@You:\n{{ $x := .a }}{{ $‸x.b.c }}", "@You:\n{{ «$x» := .a }}{{ «$x».b.c }}"],
    [
      "of a template in all messages",
      '@System:\n{{ define "t" }}{{ end }}\n\n@You:\n{{ template `‸t` }}{{ block "u" . }}{{ end }}',
      '@System:\n{{ define "«t»" }}{{ end }}\n\n@You:\n{{ template `«t»` }}{{ block "u" . }}{{ end }}',
    ],
    [
      "of a variable of the frontmatter, however it is reached",
      "@You:\n{{ .inputs.us‸er }}{{ $.inputs.user.first }}{{ with .inputs }}{{ .user }}{{ end }}{{ $i := .inputs }}{{ $i.user }}{{ with .time }}{{ .user }}{{ end }}",
      "@You:\n{{ .inputs.«user» }}{{ $.inputs.«user».first }}{{ with .inputs }}{{ .«user» }}{{ end }}{{ $i := .inputs }}{{ $i.«user» }}{{ with .time }}{{ .user }}{{ end }}",
    ],
    [
      "of a variable of the frontmatter by its key",
      '@You:\n{{ index .inputs "user" "first" }}{{ .inputs.us‸er }}{{ if hasKey .inputs "user" }}{{ end }}{{ index .time "user" }}{{ print "user" }}',
      '@You:\n{{ index .inputs "«user»" "first" }}{{ .inputs.«user» }}{{ if hasKey .inputs "«user»" }}{{ end }}{{ index .time "user" }}{{ print "user" }}',
    ],
  ])("%s", (_, body, expected) => expect(marked(body)).toBe(expected));

  test("of a word of a block are those that belong to it", () => {
    const { snapshot, offset, text } = goAt("@You:\n{{ i‸f .a }}{{ if .b }}{{ end }}{{ else if .c }}{{ else }}{{ end }}");
    expect(highlights(snapshot, offset).map(({ span }) => text.slice(span.start, span.end))).toEqual(["if", "else", "else", "end"]);
  });
});

describe("a rename", () => {
  test.each([
    ["of a variable", "@You:\n{{ $‸x := 1 }}{{ $x.a }}", "count", "@You:\n{{ $count := 1 }}{{ $count.a }}"],
    ["of a variable with its dollar sign", "@You:\n{{ $x := 1 }}{{ $‸x }}", "$y", "@You:\n{{ $y := 1 }}{{ $y }}"],
    [
      "of a template",
      '@System:\n{{ define "t" }}{{ end }}\n\n@You:\n{{ template `t` }}{{ template "‸t" }}',
      "new name",
      '@System:\n{{ define "new name" }}{{ end }}\n\n@You:\n{{ template `new name` }}{{ template "new name" }}',
    ],
    ["of a template to a name with quotes", '@You:\n{{ define "‸t" }}{{ end }}', 'a"b', '@You:\n{{ define "a\\"b" }}{{ end }}'],
    ["to the same name", "@You:\n{{ $‸x := 1 }}", "$x", "@You:\n{{ $x := 1 }}"],
  ])("%s", (_, body, newName, expected) => expect(renamed(body, newName)).toBe(expected));

  test("of a variable of the frontmatter reaches the templates", () => {
    const { snapshot, offset, text } = goAt("@You:\n{{ .inputs.us‸er.first }}{{ range .inputs.user }}{{ end }}", inputs);
    const result = rename(snapshot, offset, "person");
    expect(result?.ok && applyEdits(text, result.edits)).toBe(text.replaceAll("user", "person"));
  });

  test("of a variable of the frontmatter reaches the keys it is read by", () => {
    const { snapshot, offset, text } = goAt('@You:\n{{ .inputs.us‸er.first }}{{ index .inputs "user" }}', inputs);
    const result = rename(snapshot, offset, "person");
    expect(result?.ok && applyEdits(text, result.edits)).toBe(text.replaceAll("user", "person"));
  });

  test.each([
    ["a name that would be confused", "@You:\n{{ $‸x := 1 }}{{ $y := 2 }}{{ $x }}", "y", /^'\$y' is used there already/],
    ["a name that hides what is meant", "@You:\n{{ $y := 1 }}{{ range $‸x := .a }}{{ $y }}{{ end }}", "y", /^'\$y' is used there already/],
    ["what is no name", "@You:\n{{ $‸x := 1 }}", "a-b", /^'a-b' is not a name/],
    [
      "the name of another template",
      '@You:\n{{ define "‸t" }}{{ end }}{{ define "u" }}{{ end }}',
      "u",
      /^'u' is the name of another template/,
    ],
    ["an empty name", '@You:\n{{ define "‸t" }}{{ end }}', "", /^A template needs a name/],
    [
      "a name between backquotes that cannot be there",
      "@You:\n{{ define `‸t` }}{{ end }}",
      "a`b",
      /^'a`b' cannot stand between backquotes/,
    ],
  ])("is refused: %s", (_, body, newName, reason) => expect(renamed(body, newName)).toMatch(reason));

  test("has no target where nothing has a name of its own", () => {
    for (const body of [
      "@You:\n{{ $‸ }}",
      "@You:\n{{ up‸per .a }}",
      "@You:\n{{ ‸if .a }}{{ end }}",
      "@You:\ntext‸",
      '@You:\n{{ upper "‸a" }}',
    ]) {
      const { snapshot, offset } = goAt(body);
      expect(renameTarget(snapshot, offset), body).toBeUndefined();
    }
  });

  test("keeps variables apart that have one name in one place and another elsewhere", () => {
    expect(renamed("@You:\n{{ $‸x := 1 }}{{ $x }}\n\n@You:\n{{ $y := 1 }}{{ $y }}", "y")).toBe(
      "@You:\n{{ $y := 1 }}{{ $y }}\n\n@You:\n{{ $y := 1 }}{{ $y }}",
    );
  });
});
