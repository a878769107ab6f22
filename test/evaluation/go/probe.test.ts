import { describe, expect, test } from "vitest";
import { atCursor } from "../../support/cursor.js";
import { evaluateGo, goDocument } from "./support.js";

/** What is known of what stands at the cursor: `name (type) = display`, and how often it was seen. */
function probe(body: string, frontmatter = ""): string | undefined {
  const { text, offset } = atCursor(goDocument(`@You:\n${body}\n`, frontmatter));
  const { result } = evaluateGo(text, "/nowhere", { probe: offset });
  const seen = result?.probe;
  if (seen === undefined) return undefined;
  const { span, name, type, display, count } = seen;
  return `«${text.slice(span.start, span.end)}» ${name} (${type}) = ${display}${count > 1 ? ` ×${count}` : ""}`;
}

describe("the value at an offset of a Go template", () => {
  const inputs = "name = 'Ada'; cfg = { a = { b = 1 } }; list = { 'x', 'y' }";
  test.each([
    ["a field, as far as the cursor", "{{ .inputs.c‸fg.a.b }}", "«.inputs.cfg» .inputs.cfg (map) = map[a:map[b:1]]"],
    ["its last name", "{{ .inputs.cfg.a.‸b }}", "«.inputs.cfg.a.b» .inputs.cfg.a.b (int) = 1"],
    ["an argument", "{{ upper .inputs.na‸me }}", "«.inputs.name» .inputs.name (string) = Ada"],
    ["a condition", "{{ if .inputs.n‸ope }}{{ end }}", "«.inputs.nope» .inputs.nope (no value) = <no value>"],
    ["a variable, once for each time", "{{ range $i, $v := .inputs.list }}{{ $‸v }}{{ end }}", "«$v» $v (string) = y ×2"],
    ["a field of a variable", "{{ $x := .inputs }}{{ $x.na‸me }}", "«$x.name» $x.name (string) = Ada"],
    ["the dot", "{{ range .inputs.list }}{{ ‸. }}{{ end }}", "«.» . (string) = y ×2"],
    ["a call", "{{ .inputs.name | up‸per }}", "«upper» upper (string) = ADA"],
    ["a call in parentheses", '{{ len (spl‸itList "d" .inputs.name) }}', "«splitList» splitList (list) = [A a]"],
    ["a field of what is in parentheses", '{{ (index .inputs.cfg "a").‸b }}', '«(index .inputs.cfg "a").b» .b (int) = 1'],
    [
      "what stands in a template that runs",
      '{{ define "t" }}{{ .na‸me }}{{ end }}{{ template "t" .inputs }}',
      "«.name» .name (string) = Ada",
    ],
  ])("%s", (_, body, expected) => expect(probe(body, inputs)).toBe(expected));

  test("is not known where nothing has one, or nothing runs", () => {
    expect(probe("a‸b", inputs)).toBeUndefined();
    expect(probe("{{ if false }}{{ .inputs.na‸me }}{{ end }}", inputs)).toBeUndefined();
    expect(probe("`{{ .inputs.na‸me }}`", inputs)).toBeUndefined();
  });
});
