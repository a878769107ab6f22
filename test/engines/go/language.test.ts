import { describe, expect, test } from "vitest";
import { renderGoTemplate } from "../../../server/src/go-template.js";
import { rendered } from "./support.js";

const scope = { a: { b: "c" }, list: ["x", "y"], map: { k2: 2, k1: 1 }, n: 3, s: "text", nil: null };

describe("the language", () => {
  test("actions, comments and trim markers, which need a blank beside them", () => {
    expect(rendered("a {{- /* c */}}{{.s -}} b {{-3}} {{- 3 }}", scope)).toBe("atextb -33");
    expect(rendered("{{.s-}}", scope)).toMatch(/^Parse/);
  });

  test("pipelines, variables, the scope itself, parentheses, fields and indexes", () => {
    expect(
      rendered(
        '{{.a.b | printf "%s%s" "<"}}{{$x := 1}}{{$x = 2}}{{$x}}{{with 1}}{{$.s}}{{end}}{{(.a).b}}{{index .map "k1"}}{{index .list 1}}',
        scope,
      ),
    ).toBe("<c2textc1y");
  });

  test("if, range, with, define, template and block", () => {
    expect(
      rendered(
        "{{if 0}}a{{else if 1}}b{{else}}c{{end}}{{range .nil}}{{else}}none{{end}}{{range $i, $v := .list}}{{if $i}}{{break}}{{end}}{{$v}}{{end}}",
        scope,
      ),
    ).toBe("bnonex");
    expect(
      rendered(
        "{{with .nil}}{{else with .a}}{{.b}}{{end}}{{define `t`}}[{{.}}]{{end}}{{template `t` 1}}{{block `u` 2}}<{{.}}>{{end}}",
        scope,
        { name: "main" },
      ),
    ).toBe("c[1]<2>");
    expect(rendered("{{range .list}}{{continue}}{{.}}{{end}}", scope)).toBe("");
  });

  test("lists of very many parts run as short ones do, however often: text, actions, variables, break and continue", () => {
    const parts = (count: number): string => Array.from({ length: count }, (_, index) => `${index},{{.s}}{{$x = ${index}}}`).join("");
    const printed = (count: number): string => Array.from({ length: count }, (_, index) => `${index},text`).join("");
    const long = (end: string): string => `{{$x := 0}}{{range 3}}{{with $}}${parts(400)}{{end}}{{$x}}---${end}{{end}}`;
    expect(rendered(`{{$x := 0}}${parts(400)}{{$x}}`, scope)).toBe(`${printed(400)}399`);
    expect(rendered(long(""), scope)).toBe(`${printed(400)}399---`.repeat(3));
    const flat = (end: string): string => `{{range .list}}${"a{{1}}".repeat(400)}${end}${"b{{2}}".repeat(400)}{{end}}`;
    expect(rendered(flat(""), scope)).toBe(`${"a1".repeat(400)}${"b2".repeat(400)}`.repeat(2));
    expect(rendered(flat("{{break}}"), scope)).toBe("a1".repeat(400));
    expect(rendered(flat("{{continue}}"), scope)).toBe("a1".repeat(800));
    expect(rendered(`{{define "part"}}${"a{{.}}".repeat(400)}{{end}}{{template "part" 1}}{{template "part" 2}}`, scope)).toBe(
      "a1".repeat(400) + "a2".repeat(400),
    );
  });

  test("range goes over lists, maps in the order of their keys, and integers, but over no string", () => {
    expect(rendered("{{range .list}}{{.}}{{end}} {{range $k, $v := .map}}{{$k}}{{$v}}{{end}} {{range .n}}{{.}}{{end}}", scope)).toBe(
      "xy k11k22 012",
    );
    expect(rendered("{{range .s}}{{end}}", scope)).toBe('Execute 1:9: executing "t" at <.s>: range can\'t iterate over text');
  });

  test("every builtin is there, and and and or stop where they can", () => {
    const calls = [
      "and 1",
      "call .f",
      "eq 1 1",
      "ge 1 1",
      "gt 1 1",
      'html "<"',
      "index .list 0",
      'js "<"',
      "le 1 1",
      "len .list",
      "lt 1 1",
      "ne 1 1",
    ];
    calls.push("not 1", "or 1", "print 1", 'printf "%d" 1', "println 1", "slice .list 1", 'urlquery " "');
    const f = { args: [], call: () => "f" };
    expect(rendered(calls.map((call) => `{{${call}}}`).join(" "), { ...scope, f })).toBe(
      "1 f true true false &lt; x \\u003C true 2 false false false 1 1 1 1\n [y] +",
    );
    expect(rendered('{{and 0 (fail "no")}}{{or 1 (fail "no")}}{{eq 1 2 1}}')).toBe("01true");
  });

  test("values print as Go prints them", () => {
    expect(
      rendered("{{.nil}} {{.none}} {{true}} {{.list}} {{.map}} {{1e6}} {{100000.0}} {{0.00001}} {{toJson 1e20}} {{toJson 1e21}}", scope),
    ).toBe("<no value> <no value> true [x y] map[k1:1 k2:2] 1e+06 100000 1e-05 100000000000000000000 1e+21");
  });
});

describe("known differences", () => {
  test("a cut through a character shows as U+FFFD", () => {
    expect(rendered('{{slice "é" 0 1}}|{{slice "a世" 0 3}}')).toBe("\ufffd|a\ufffd");
    expect(rendered('{{len (slice "é" 0 1)}} {{print (slice "é" 0 1) (slice "é" 1)}}')).toBe("1 é");
  });

  test("a list has no capacity beyond its length", () => {
    expect(rendered("{{slice (slice .list 0 1) 0 2}}", scope)).toMatch(/index out of range: 2$/);
  });

  test("complex numbers are not supported", () => {
    for (const number of ["1i", "1+2i"])
      expect(rendered(`{{${number}}}`)).toBe(`Parse 1:3: complex numbers are not supported: "${number}"`);
  });

  test("all numbers with a fraction are of 64 bits", () => {
    expect(rendered('{{printf "%T %v" .x .x}}', { x: Math.fround(0.1) })).toBe("float64 0.10000000149011612");
  });
});

test("a template can be rendered while it is rendered", () => {
  const inner = { args: [], call: () => (renderGoTemplate("{{.}}", 2) as { output: string }).output };
  expect(rendered("{{.}}{{inner}}{{.}}", 1, { functions: { inner } })).toBe("121");
});
