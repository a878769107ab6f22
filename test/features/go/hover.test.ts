import { describe, expect, test } from "vitest";
import { pendingHover } from "../../../server/src/features/hover.js";
import { goAt, goHover, linesOf } from "./support.js";

const inputs = "name = 'Ada'; user = { first = 'A' }; list = { 1, 2 }";

describe("a hover in a template of Go shows", () => {
  test.each([
    ["a field", "{{ .inputs.na‸me }}", "name", [".inputs.name (field): string", "Ada"]],
    [
      "a field as far as the cursor",
      "{{ .inputs.us‸er.first }}",
      "user",
      [".inputs.user (field): map", "map[first:A]", "string, rendered as", "A"],
    ],
    [
      "a field that is not there",
      "{{ .inputs.na‸em }}",
      "naem",
      [".inputs.naem (field): no value", "<no value>", expect.stringContaining("Did you mean 'name'?")],
    ],
    [
      "a field of the scope with its meaning",
      "{{ .time.to‸day }}",
      "today",
      [".time.today (field): string", "2026-01-02", "The date today: 2006-01-02."],
    ],
    ["a variable", "{{ $x := .inputs.name }}{{ $‸x }}", "$x", ["$x (variable): string", "Ada"]],
    ["a variable of a range", "{{ range $i, $v := .inputs.list }}{{ $‸v }}{{ end }}", "$v", ["$v (variable): int, last of 2 values", "2"]],
    ["the dot", "{{ range .inputs.list }}{{ ‸. }}{{ end }}", ".", [". (dot): int, last of 2 values", "2"]],
    [
      "a function with its value",
      "{{ up‸per .inputs.name }}",
      "upper",
      ["upper (value): string", "ADA", "upper s → string", "The text in upper case."],
    ],
    [
      "a function of nobody else",
      '{{ inc‸lude "x" (dict) }}',
      "include",
      ["include ref scope → string", expect.stringContaining("Not portable"), expect.stringContaining("no text for")],
    ],
    ["what an action gave", "{{‸ upper .inputs.name }}", "{{ upper .inputs.name }}", ["string, rendered as", "ADA"]],
    ["what is wrong", "{{ ‸uper .inputs.name }}", "{{ uper .inputs.name }}", [`Function "uper" not defined. Did you mean 'upper'?`]],
    ["what an end ends", "{{ if .inputs.name }}a{{ e‸nd }}", "end", ["Ends line 6:", "{{ if .inputs.name }}", "Ends a block."]],
    [
      "what an else belongs to",
      "{{ if .inputs.name }}a{{ el‸se }}b{{ end }}",
      "else",
      ["Belongs to line 6:", "{{ if .inputs.name }}", "What is printed otherwise."],
    ],
    [
      "where a block ends",
      "{{ ran‸ge .inputs.list }}\na\n{{ end }}",
      "range",
      [expect.stringContaining("Goes through"), "Its {{end}} is on line 8."],
    ],
    [
      "a template",
      '{{ define "t" }}a{{ end }}\n{{ template "‸t" }}',
      "t",
      ["t (template)", "Defined on line 6, in @You.", '{{ define "t" }}a{{ end }}'],
    ],
    ["how often a template is run", '{{ define "‸t" }}a{{ end }}{{ template "t" }}', "t", ["t (template): run in one place"]],
    [
      "a template that nothing defines",
      '{{ template "‸t" }}',
      "t",
      ["t (template)", "Nothing defines it.", expect.stringContaining("not defined")],
    ],
  ])("%s", (_, body, about, lines) => {
    const found = goHover(`@You:\n${body}\n`, inputs);
    expect(found?.about).toBe(about);
    expect(found?.lines).toEqual(lines);
  });

  test("nothing in text, code and comments", () => {
    expect(goHover("@You:\nup‸per\n", inputs)).toBeUndefined();
    expect(goHover("@You:\n`{{ up‸per .a }}`\n", inputs)).toBeUndefined();
    expect(goHover("@You:\n{{/* up‸per */}}\n", inputs)).toBeUndefined();
  });

  test("what is known without values, and why there are none, while the evaluation runs", () => {
    const { snapshot, offset } = goAt("@You:\n{{ .inputs.us‸er }}\n", inputs);
    const found = pendingHover(snapshot, offset);
    expect(found && linesOf(found)).toEqual([".inputs.user (field): map { first }", "Evaluation is still running."]);
  });

  test("the turn as it is sent, on its role", () => {
    expect(goHover("@Y‸ou:\nHi {{ .inputs.name }}\n", inputs)?.lines).toEqual(["@You as it will be sent", "Hi Ada"]);
  });
});
