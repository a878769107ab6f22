import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { fixes } from "../../../server/src/features/fixes.js";
import { evaluateGo, goDocument } from "../../evaluation/go/support.js";

const inputs = "name = 'Ada'; list = { 'x', 'y' }; headers = { ['content-type'] = 'text' }; a = 1; b = 2";

/** What the first fix of a message makes of it, `!` in front where it may be applied unseen; the message where there is none. */
function firstFix(body: string): string {
  const text = goDocument(`@You:\n${body}`, inputs);
  const { snapshot, ...rest } = evaluateGo(text);
  const all = diagnostics({ snapshot, ...rest }).filter(({ severity }) => severity === "error" || severity === "warning");
  const fault = all.find((one) => fixes(snapshot, one).length > 0);
  const [fix] = fault === undefined ? [] : fixes(snapshot, fault);
  if (fix === undefined) return all.map(({ message }) => message).join(" ");
  const after = applyEdits(text, fix.edits);
  return (fix.preferred ? "!" : "?") + after.slice(after.indexOf("@You:\n") + 6);
}

describe("a fix", () => {
  test.each([
    ["of a misspelled function", "{{ uper .inputs.name }}", "!{{ upper .inputs.name }}"],
    ["of a misspelled word", "{{ rnage .inputs.list }}a{{ end }}", "!{{ range .inputs.list }}a{{ end }}"],
    ["of a misspelled end", "{{ if .inputs.a }}a{{ ned }}", "!{{ if .inputs.a }}a{{ end }}"],
    ["of a misspelled else", "{{ if .inputs.a }}a{{ esle }}b{{ end }}", "!{{ if .inputs.a }}a{{ else }}b{{ end }}"],
    ["of a misspelled variable", "{{ $name := 1 }}{{ $nmae }}", "!{{ $name := 1 }}{{ $name }}"],
    ["of a missing end, at the end of the line", "{{ if .inputs.a }}yes\nno", "?{{ if .inputs.a }}yes{{end}}\nno"],
    ["of a missing end, behind the template", "{{ range .inputs.list }}\n- {{ . }}\n", "?{{ range .inputs.list }}\n- {{ . }}\n{{end}}\n"],
    ["of a missing end in one line", "{{ if .inputs.a }}yes", "?{{ if .inputs.a }}yes{{end}}"],
    ["of a trim marker in front", "a {{-.inputs.a}}", "!a {{- .inputs.a}}"],
    ["of a trim marker in front of a word", "{{if .inputs.a}}a {{-end}}", "!{{if .inputs.a}}a {{- end}}"],
    ["of a trim marker behind a field", "{{.inputs.a-}} b", "!{{.inputs.a -}} b"],
    ["of a trim marker behind a string", '{{"a"-}} b', '!{{"a" -}} b'],
    ["of a trim marker behind a number", "{{1-}} b", "!{{1 -}} b"],
    ["of a trim marker behind parentheses", "{{(len .inputs.list)-}} b", "!{{(len .inputs.list) -}} b"],
    ["of a trim marker behind a comment", "{{/* c */-}} b", "!{{/* c */ -}} b"],
    ["of a comment with blanks", "{{ /* c */ }} b", "!{{/* c */}} b"],
    ["of a comment with blanks and trim markers", "a {{-  /* c */ -}} b", "!a {{- /* c */ -}} b"],
    ["of elif", "{{if .inputs.a}}a{{elif .inputs.b}}b{{end}}", "!{{if .inputs.a}}a{{else if .inputs.b}}b{{end}}"],
    ["of elseif", "{{if .inputs.a}}a{{elseif .inputs.b}}b{{end}}", "!{{if .inputs.a}}a{{else if .inputs.b}}b{{end}}"],
    ["of elsif", "{{if .inputs.a}}a{{- elsif .inputs.b -}}b{{end}}", "!{{if .inputs.a}}a{{- else if .inputs.b -}}b{{end}}"],
    ["of else-if", "{{if .inputs.a}}a{{else-if .inputs.b}}b{{end}}", "!{{if .inputs.a}}a{{else if .inputs.b}}b{{end}}"],
    ["of else with a condition", "{{if .inputs.a}}a{{else .inputs.b}}b{{end}}", "?{{if .inputs.a}}a{{else if .inputs.b}}b{{end}}"],
    ["of endif", "{{if .inputs.a}}a{{endif}}", "!{{if .inputs.a}}a{{end}}"],
    ["of endrange", "{{range .inputs.list}}a{{endrange}}", "!{{range .inputs.list}}a{{end}}"],
    ["of end if", "{{if .inputs.a}}a{{end if}}", "!{{if .inputs.a}}a{{end}}"],
    ["of /if", "{{if .inputs.a}}a{{/if}}", "!{{if .inputs.a}}a{{end}}"],
    ["of #if", "{{#if .inputs.a}}a{{end}}", "!{{if .inputs.a}}a{{end}}"],
    ["of an assignment without blanks", "{{$x := 1}}{{$x=2}}{{$x}}", "!{{$x := 1}}{{$x = 2}}{{$x}}"],
    ["of for … in", "{{for x in .inputs.list}}{{$x}}{{end}}", "!{{range $x := .inputs.list}}{{$x}}{{end}}"],
    ["of range with bare names", "{{range i, v := .inputs.list}}{{$v}}{{end}}", "!{{range $i, $v := .inputs.list}}{{$v}}{{end}}"],
    ["of range … in", "{{range $v in .inputs.list}}{{$v}}{{end}}", "!{{range $v := .inputs.list}}{{$v}}{{end}}"],
    ["of foreach", "{{foreach .inputs.list}}{{.}}{{end}}", "?{{range .inputs.list}}{{.}}{{end}}"],
    ["of unless", "{{unless .inputs.a}}a{{end}}", "?{{if not .inputs.a}}a{{end}}"],
    ["of then", "{{if .inputs.a then}}a{{end}}", "!{{if .inputs.a}}a{{end}}"],
    ["of a comparison", "{{if .inputs.a == .inputs.b}}a{{end}}", "!{{if eq .inputs.a .inputs.b}}a{{end}}"],
    ["of a comparison with a call", "{{if len .inputs.list > 3}}a{{end}}", "!{{if gt (len .inputs.list) 3}}a{{end}}"],
    ["of &&", "{{if .inputs.a && .inputs.b}}a{{end}}", "!{{if and .inputs.a .inputs.b}}a{{end}}"],
    ["of ||", "{{if .inputs.a || .inputs.b}}a{{end}}", "!{{if or .inputs.a .inputs.b}}a{{end}}"],
    ["of a sum", "{{ .inputs.a + .inputs.b }}", "!{{ add .inputs.a .inputs.b }}"],
    ["of a difference", "{{ .inputs.a - 1 }}", "!{{ sub .inputs.a 1 }}"],
    ["of !", "{{if !.inputs.a}}a{{end}}", "!{{if not .inputs.a}}a{{end}}"],
    ["of an index in brackets", "{{ .inputs.list[0] }}", "!{{ index .inputs.list 0 }}"],
    ["of a key in brackets", '{{ .inputs.headers["content-type"] | upper }}', '!{{ (index .inputs.headers "content-type") | upper }}'],
    ["of a key with a dash", "{{ .inputs.headers.content-type }}", '!{{ index .inputs.headers "content-type" }}'],
    ["of a call with parentheses", "{{ upper(.inputs.name) }}", "!{{ upper .inputs.name }}"],
    ["of a call with commas", "{{ trunc(3, .inputs.name) | upper }}", "!{{ trunc 3 .inputs.name | upper }}"],
    ["of a call without arguments", "{{ .inputs.name | upper() }}", "!{{ .inputs.name | upper }}"],
    ["of commas", "{{ add 1, 2 }}", "!{{ add 1 2 }}"],
    ["of single quotes", "{{ upper 'abc' }}", '!{{ upper "abc" }}'],
    ["of a string that is not closed", '{{ upper "abc }}', '!{{ upper "abc" }}'],
    ["of half a brace", "{{ .inputs.a } b", "!{{ .inputs.a }} b"],
    ["of an action that is not closed", "{{ .inputs.name\nand more text", "?{{ .inputs.name }}\nand more text"],
    ["of a name of the frontmatter", "{{ headers }}", "!{{ .inputs.headers }}"],
    ["of a name of the frontmatter in a range", "{{range .inputs.list}}{{ a }}{{end}}", "!{{range .inputs.list}}{{ $.inputs.a }}{{end}}"],
    ["of the scope without its dot", "{{ inputs.name }}", "!{{ $.inputs.name }}"],
    ["of null", "{{ if eq .inputs.a null }}a{{end}}", "!{{ if eq .inputs.a nil }}a{{end}}"],
    ["of this", "{{range .inputs.list}}{{this}}{{end}}", "!{{range .inputs.list}}{{.}}{{end}}"],
    ["of let", "{{let x = 1}}{{$x}}", "?{{$x := 1}}{{$x}}"],
    ["of an end too many", "a\n{{end}}\nb", "?a\nb"],
    ["of a definition in a block", '{{if .inputs.a}}\na\n{{define "t"}}b{{end}}', '?{{if .inputs.a}}\na\n{{end}}\n{{define "t"}}b{{end}}'],
    ["of a template without quotes", '{{define "t"}}b{{end}}{{template t .}}', '!{{define "t"}}b{{end}}{{template "t" .}}'],
    ["of a misspelled template", '{{define "greet"}}b{{end}}{{template "gret"}}', '!{{define "greet"}}b{{end}}{{template "greet"}}'],
    ["of a misspelled field", "{{ .inputs.nmae }}", "!{{ .inputs.name }}"],
    ["of a comment of Handlebars", "{{! a note }} b", "!{{/* a note */}} b"],
  ])("%s", (_, body, expected) => expect(firstFix(body)).toBe(expected));
});
