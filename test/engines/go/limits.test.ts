import { describe, expect, test } from "vitest";
import { promptEmbedSource, renderGoTemplate } from "../../../server/src/go-template.js";
import { rendered } from "./support.js";

const endless = "{{range $i := 1000000000}}{{range $j := 1000000000}}{{end}}{{end}}";

describe("limits", () => {
  test("a deadline ends an endless loop, with what was printed before", () => {
    expect(renderGoTemplate(`a${endless}`, {}, { deadlineMs: 50 })).toMatchObject({ ok: false, partial: "a", error: { kind: "Limit" } });
  });

  test("reading a long text is stopped as well, and the same text can be read afterwards", () => {
    const text = "{{ 1 }}".repeat(100_000);
    let asked = 0;
    const stopped = renderGoTemplate(text, {}, { name: "t", shouldStop: () => ++asked > 3 });
    expect(stopped).toMatchObject({ ok: false, error: { kind: "Limit", line: 1, column: 1, message: "template: t:1: stopped" } });
    expect(asked).toBe(4);
    expect(renderGoTemplate(text, {}, { deadlineMs: 0 })).toMatchObject({ ok: false, error: { kind: "Limit", detail: "the time is up" } });
    expect(rendered('{{ embed "x" }}', {}, { embed: [promptEmbedSource({ x: text })], deadlineMs: 0 })).toMatch(/^Limit .*the time is up$/);
    expect(rendered(text)).toBe("1".repeat(100_000));
  });

  test("whoever wants it to stop is asked at least every 1,000 steps", () => {
    let asked = 0;
    const shouldStop = (): boolean => ++asked > 1000;
    const result = renderGoTemplate("{{range $i := 1000000000}}x{{end}}", {}, { shouldStop });
    expect(result).toMatchObject({ ok: false, error: { kind: "Limit" } });
    expect((result as { partial: string }).partial.length).toBeLessThan(1_000_000);
    expect(asked).toBe(1001);
  });

  test("a step too many ends it, one less does not", () => {
    expect(rendered("{{range 10}}{{end}}", {}, { maxSteps: 10 })).toBe("");
    expect(rendered("{{range 10}}{{end}}", {}, { maxSteps: 9 })).toMatch(/^Limit 1:9: .*more than 9 steps/);
  });

  test("the output has a limit, to the character", () => {
    expect(rendered("{{range 5}}ab{{end}}", {}, { maxOutput: 10 })).toBe("ababababab");
    expect(rendered("{{range 6}}ab{{end}}", {}, { maxOutput: 10 })).toMatch(/^Limit .*an output longer than 10 characters/);
    expect(rendered("01234567890", {}, { maxOutput: 10 })).toMatch(/^Limit/);
    expect(renderGoTemplate("{{range 4}}abc{{end}}", {}, { maxOutput: 10 })).toMatchObject({ ok: false, partial: "abcabcabca" });
  });

  test("every text on the way has it too", () => {
    const options = { maxOutput: 1000 };
    for (const call of [
      'repeat 1001 "a"',
      'printf "%1001d" 1',
      'printf "%.1001f" 1.5',
      'printf "%600d%600d" 1 2',
      'replace "" "aaaaaaaaaaaaaaaaaaaaaaaaaaaa" (repeat 100 "b")',
      'indent 100 "a\\nb\\nc\\nd\\ne\\nf\\ng\\nh\\ni\\nj\\nk"',
      'join (repeat 100 "-") (until 20)',
      'regexReplaceAll "a" (repeat 100 "a") "bbbbbbbbbbbbbbbbbb"',
    ]) {
      expect(rendered(`{{$x := ${call}}}`, {}, options), call).toMatch(/^Limit/);
    }
  });

  test("lists do not grow without end", () => {
    expect(rendered("{{until 100000000}}")).toMatch(/^Limit .*a list longer than/);
    expect(rendered("{{$l := list 1}}{{range 100}}{{$l = concat $l $l}}{{end}}")).toMatch(/^Limit/);
    expect(rendered('{{$s := "a"}}{{range 100}}{{$s = print $s $s}}{{end}}')).toMatch(/^Limit/);
  });

  test("a small value that prints as a huge one is stopped as well", () => {
    const grow = "{{$l := list 1}}{{range 60}}{{$l = list $l $l}}{{end}}";
    for (const use of ["{{$l}}", "{{toJson $l}}", '{{printf "%q" $l}}', "{{has $l (list $l)}}", "{{eq $l $l}}", "{{html $l}}"]) {
      expect(rendered(grow + use, {}, { maxOutput: 100_000, maxSteps: 1_000_000 }), use).toMatch(/^Limit/);
    }
  });

  test("templates that call each other end, wherever the stack ends", () => {
    expect(rendered('{{define "r"}}{{template "r"}}{{end}}{{template "r"}}')).toBe(
      'Limit 1:26: executing "r" at <{{template "r"}}>: exceeded maximum template depth (1000)',
    );
    const nested =
      '{{define "r"}}{{with 1}}{{with 1}}{{if true}}{{range 1}}{{template "r" (print (print 1))}}{{end}}{{end}}{{end}}{{end}}{{end}}';
    expect(rendered(`${nested}{{template "r"}}`)).toMatch(/^Limit/);
  });

  test("blocks and calls may be nested deep, but not deeper than the stack", () => {
    const deep = (count: number): string => `${"{{if true}}".repeat(count)}x${"{{end}}".repeat(count)}`;
    expect(rendered(deep(500))).toBe("x");
    expect(rendered(deep(501))).toMatch(/^Limit 1:5501: blocks are nested deeper than 500/);
    expect(rendered(deep(100_000))).toMatch(/^Limit/);
    const calls = (count: number): string => `{{${"(print ".repeat(count)}1${")".repeat(count)}}}`;
    expect(rendered(calls(300))).toBe("1");
    expect(rendered(calls(5000))).toMatch(/^Limit .*expressions nested deeper/);
    expect(rendered(`{{${"(".repeat(10_000)}1${")".repeat(10_000)}}}`)).toBe("1");
    expect(rendered(`{{${"(".repeat(10_001)}1${")".repeat(10_001)}}}`)).toBe("Parse 1:10003: max expression depth exceeded");
  });

  test("a scope that holds itself ends as well", () => {
    const scope: { [key: string]: unknown } = {};
    scope.self = scope;
    for (const text of ["{{.}}", "{{toJson .}}", '{{printf "%#v" .}}']) expect(rendered(text, scope as never), text).toMatch(/^Limit/);
    expect(rendered("{{.self.self.self.x}}", scope as never)).toBe("<no value>");
  });

  test("one call that takes long is stopped in the middle", () => {
    const calls = {
      upper: 'repeat 4000000 "é" | upper',
      lower: 'repeat 4000000 "É" | lower',
      title: 'repeat 3000000 "é " | title',
      html: 'repeat 2000000 "<" | html',
      js: 'repeat 2000000 "\\u2028" | js',
      urlquery: 'repeat 2000000 "é" | urlquery',
      quote: 'repeat 4000000 "\\n" | quote',
      printf: 'repeat 3000000 "\\n" | printf "% x"',
      toJson: 'repeat 4000000 "\\n" | toJson',
      fromJson: 'fromJson (print "[" (repeat 3000000 "1,") "1]")',
      b64enc: 'repeat 3000000 "é" | b64enc',
      replace: 'repeat 4000000 "a" | replace "a" "b"',
      splitList: 'repeat 4000000 "aa," | splitList ","',
      wrap: 'repeat 3000000 "a " | wrap 1',
      date: 'date (repeat 2000000 "2006") "2026-01-01T00:00:00Z"',
      regexQuoteMeta: 'repeat 4000000 "." | regexQuoteMeta',
      regexReplaceAll: 'regexReplaceAll "x" (repeat 2000000 "x") "y"',
      contains: 'contains (print (repeat 100000 "a") "b") (repeat 8000000 "a")',
      fromJsonNumber: 'fromJson (repeat 4000000 "9")',
    };
    for (const [name, call] of Object.entries(calls)) {
      let asked = 0;
      const result = renderGoTemplate(`{{$x := ${call}}}`, {}, { shouldStop: () => ++asked > 20 });
      const { kind, message } = (result as Extract<typeof result, { ok: false }>).error;
      expect(`${kind} ${message}`, name).toMatch(/^(Limit|Execute .*cannot unmarshal number 9)/);
    }
  });

  test("searching takes time by the length of both texts, not by their product", () => {
    const needle = '(print (repeat 50000 "a") "b" (repeat 50000 "a"))';
    expect(rendered(`{{contains ${needle} (repeat 3000000 "a")}}`)).toBe("false");
    expect(rendered(`{{contains ${needle} (print (repeat 3000000 "a") "b" (repeat 50000 "a"))}}`)).toBe("true");
    expect(rendered(`{{$n := ${needle}}}{{len (splitList $n (print "x" $n (repeat 90000 "a") $n "y"))}}`)).toBe("3");
    expect(rendered(`{{$n := ${needle}}}{{replace $n "-" (print "x" $n "a" $n "y")}}`)).toBe("x-a-y");
    expect(rendered('{{trimAll (print (repeat 1000000 "b") "a") (repeat 1000000 "a") | len}}')).toBe("0");
  });

  test("a large map is counted as work, whatever asks whether it is empty", () => {
    const map = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]));
    for (const text of ["{{if .}}{{end}}", "{{not .}}", "{{and . 1}}", "{{len .}}", "{{default 1 . | len}}"]) {
      expect(rendered(`{{$m := .}}{{range 100}}{{with $m}}${text}{{end}}{{end}}`, map, { maxSteps: 5000 }), text).toMatch(/^Limit/);
    }
  });

  test("a number of millions of digits is none, in a text, in JSON and in a template", () => {
    expect(rendered('{{int (repeat 10000000 "9")}}')).toMatch(/^Execute .*9"\.\.\. is not a number$/);
    expect(rendered('{{fromJson (repeat 10000000 "9")}}')).toMatch(/^Execute .*cannot unmarshal number/);
    expect(rendered(`{{${"9".repeat(10_000_000)}}}`)).toMatch(/^Parse 1:3: illegal number syntax/);
  });

  test("a pattern has a limit of its own", () => {
    expect(rendered('{{regexMatch (repeat 20000 "a|") "b"}}')).toMatch(/^Limit .*a pattern longer than 32768 characters$/);
    expect(rendered('{{regexMatch (print (repeat 10000 "a|") "b") "b"}}')).toBe("true");
  });

  test("a regular expression takes time by the length of its text, not by its power", () => {
    expect(rendered(`{{regexMatch "(a+)+$" .}}`, `${"a".repeat(5000)}!`)).toBe("false");
    expect(rendered(`{{regexMatch "((a{1,100}){1,100}){1,10}" .}}`, "a".repeat(1_000_000))).toMatch(/^(Limit|Execute)/);
  });
});
