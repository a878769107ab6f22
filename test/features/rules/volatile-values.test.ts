import { afterAll, describe, expect, test } from "vitest";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { fixes } from "../../../server/src/features/fixes.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";
import { goDocument } from "../../evaluation/go/support.js";
import { tempDir } from "../../support/temp-dir.js";

/** The values that are hinted at in a document. */
function hinted(text: string): string[] {
  const { snapshot, ...rest } = evaluateText(text, surroundingsOf("/nowhere"));
  const found = diagnostics({ snapshot, ...rest }).filter(({ code }) => code === "template/volatile");
  for (const { severity, blocks } of found) expect([severity, blocks]).toEqual(["hint", false]);
  return found.map(({ span }) => text.slice(span.start, span.end));
}

/** The document once the first fix of the first hint is applied; the hint itself where there is no fix. */
function mended(text: string): string {
  const { snapshot, ...rest } = evaluateText(text, surroundingsOf("/nowhere"));
  const hint = diagnostics({ snapshot, ...rest }).find(({ code }) => code === "template/volatile");
  const [fix] = hint === undefined ? [] : fixes(snapshot, hint);
  if (fix === undefined) return hint?.message ?? "no hint";
  expect(fix.preferred).toBe(false);
  const after = applyEdits(text, fix.edits);
  expect(hinted(after)).toEqual(hinted(text).slice(1));
  return after;
}

const go = (body: string): string => goDocument(body);

describe("a value that changes with every send", () => {
  test.each([
    ["now", "{{ now }}", ["now"], "{{ .time.today }}"],
    ["the time", "{{ .time.now }}", [".time.now"], "{{ .time.today }}"],
    ["the time of the scope", "{{ $.time.now }}", ["$.time.now"], "{{ .time.today }}"],
    ["a date of now", '{{ date "15:04" now }}', ["now"], "{{ .time.today }}"],
    ["a date of now in a pipe", '{{ now | date "15:04" | upper }}', ["now"], "{{ .time.today | upper }}"],
    ["a date of the time", '{{ .time.now | date "15:04" }}', [".time.now"], "{{ .time.today }}"],
    ["a date in parentheses", '{{ upper (date "15:04" now) }}', ["now"], "{{ upper (.time.today) }}"],
    [
      "the time where the dot is something else",
      "{{ with .inputs }}{{ $.time.now }}{{ end }}",
      ["$.time.now"],
      "{{ with .inputs }}{{ $.time.today }}{{ end }}",
    ],
    ["the time by way of the dot", "{{ with .time }}{{ .now }}{{ end }}", [".now"], "{{ with .time }}{{ $.time.today }}{{ end }}"],
    ["the time by way of a variable", "{{ $t := .time }}{{ $t.now }}", ["$t.now"], "{{ $t := .time }}{{ .time.today }}"],
    ["now in a variable", "{{ $n := now }}{{ $n }}", ["now"], "{{ $n := .time.today }}{{ $n }}"],
    ["now in a condition", '{{ if gt now "2026" }}a{{ end }}', ["now"], '{{ if gt .time.today "2026" }}a{{ end }}'],
  ])("in the system prompt is hinted at in Go: %s", (_, action, found, after) => {
    const text = go(`@System:\n${action}\n\n@You:\nHi\n`);
    expect(hinted(text)).toEqual(found);
    expect(mended(text)).toBe(go(`@System:\n${after}\n\n@You:\nHi\n`));
  });

  test.each([
    ["os.time", "{{ os.time() }}", ["os.time()"], '{{ os.date("%Y-%m-%d") }}'],
    ["os.date without a format", "{{ os.date() }}", ["os.date()"], '{{ os.date("%Y-%m-%d") }}'],
    ["os.date with a time", '{{ os.date("%Y-%m-%d %H:%M") }}', ['os.date("%Y-%m-%d %H:%M")'], '{{ os.date("%Y-%m-%d") }}'],
    ["os.date of now", '{% local t = os.date("!*t") %}{{ t.year }}', ['os.date("!*t")'], '{% local t = os.date("%Y-%m-%d") %}{{ t.year }}'],
    [
      "os.time in code",
      "{% for i = 1, 2 do %}{{ os.time() + i }}{% end %}",
      ["os.time()"],
      '{% for i = 1, 2 do %}{{ os.date("%Y-%m-%d") + i }}{% end %}',
    ],
  ])("in the system prompt is hinted at in Lua: %s", (_, tag, found, after) => {
    const text = `@System:\n${tag}\n\n@You:\nHi\n`;
    expect(hinted(text)).toEqual(found);
    expect(mended(text)).toBe(`@System:\n${after}\n\n@You:\nHi\n`);
  });

  test("has no substitute where it is random", () => {
    expect(mended("@System:\n{{ math.random(6) }}\n\n@You:\nHi\n")).toBe(
      "'math.random' is another value with every send, so the provider can cache nothing of the conversation: all of it is paid in full. Move it to a later message.",
    );
  });

  test("is hinted at with what it costs", () => {
    const text = go("@System:\n{{ now }}\n\n@You:\nHi\n");
    const [hint] = diagnostics(evaluateText(text, surroundingsOf("/nowhere")));
    expect(hint?.message).toBe(
      "'now' is another value with every send, so the provider can cache nothing of the conversation: all of it is paid in full. Use .time.today, or move it to a later message.",
    );
  });

  test("is hinted at in a template that the system prompt runs", () => {
    expect(hinted(go('@System:\n{{ define "t" }}{{ now }}{{ end }}{{ template "t" . }}\n\n@You:\nHi\n'))).toEqual(["now"]);
    expect(hinted(go('@System:\n{{ block "t" . }}{{ now }}{{ end }}\n\n@You:\nHi\n'))).toEqual(["now"]);
    expect(hinted(go('@System:\n{{ define "t" }}{{ now }}{{ end }}\n\n@You:\n{{ template "t" . }}\n'))).toEqual([]);
  });

  test("is hinted at where a variable of the frontmatter brings it", () => {
    const lua = "```lua\nstamp = { at = os.time() }\nday = os.date('%Y-%m-%d')\nfunction f() return os.time() end\n```\n";
    expect(hinted(`${lua}@System:\n{{ stamp.at }} {{ day }}\n\n@You:\n{{ stamp.at }}\n`)).toEqual(["stamp"]);
    const text = goDocument(
      "@System:\n{{ .inputs.stamp.at }} {{ .inputs.day }}\n\n@You:\n{{ .inputs.stamp }}\n",
      "stamp = { at = os.time() }; day = 1",
    );
    expect(hinted(text)).toEqual(["stamp"]);
    expect(mended(text)).toContain("'.inputs.stamp' is another value with every send");
  });

  describe("is hinted at where a file brings it", () => {
    const dir = tempDir({
      "part é.md": "a {{ now }}",
      "outer.md": '{{ embed "sub/inner.md" }}',
      "sub/inner.md": '{{ .time.now }}{{ embed "../outer2.md" }}',
      "outer2.md": "{{ .time.today }}",
      "code.md": "`{{ now }}` now",
      "lua.md": "{{ os.time() }}",
      "plain.md": "os.time() {{ os.date('%Y') }}",
    });
    afterAll(() => dir.remove());

    /** The hints, as messages begin, and what they stand at. */
    function hints(text: string): string[] {
      const evaluated = evaluateText(text, surroundingsOf(dir.path.replace(/[/]$/, "")));
      return diagnostics(evaluated)
        .filter(({ code }) => code === "template/volatile")
        .map(({ message, span }) => `${text.slice(span.start, span.end)}: ${message.replace(/ is another .*/, "")}`);
    }

    test("in Go, however deep", () => {
      expect(hints(go('@System:\n{{ embed "part é.md" }}\n\n@You:\nHi\n'))).toEqual(["part é.md: 'now' in 'part é.md'"]);
      expect(hints(go('@System:\n{{ embed "./outer.md" }}\n\n@You:\nHi\n'))).toEqual(["./outer.md: '.time.now' in 'inner.md'"]);
    });

    test("in Lua", () => {
      expect(hints("@System:\n{{ include('lua.md') }}\n\n@You:\nHi\n")).toEqual(["lua.md: 'os.time' in 'lua.md'"]);
    });

    test("and nowhere else", () => {
      expect(hints(go('@System:\n{{ embed "outer2.md" }}{{ embed "code.md" }}\n\n@You:\n{{ embed "part é.md" }}\n'))).toEqual([]);
      expect(hints(go('@System:\n{{ define "t" }}{{ embed "part é.md" }}{{ end }}\n\n@You:\nHi\n'))).toEqual([]);
      expect(hints("@System:\n{{ include('plain.md') }}\n\n@You:\n{{ include('lua.md') }}\n")).toEqual([]);
    });
  });

  test("is no matter anywhere else", () => {
    expect(hinted(go("@System:\nHi\n\n@You:\n{{ now }} {{ .time.now }}\n"))).toEqual([]);
    expect(hinted(go("@System:\n{{ now }}\n\n@System:\nThis one counts.\n\n@You:\nHi\n"))).toEqual([]);
    expect(hinted(go("@System:\nIt is now `{{ now }}`. {{/* now */}}{{ .inputs.now }}{{ .time.today }}\n\n@You:\nHi\n"))).toEqual([]);
    expect(hinted("@You:\n{{ os.time() }} {{ math.random() }}\n")).toEqual([]);
    expect(hinted("@System:\nnow os.time() {{ now }}\n\n@You:\nHi\n")).toEqual([]);
  });

  test("is none where it is the same each time", () => {
    expect(
      hinted(
        '@System:\n{{ os.date("%Y-%m-%d") }} {{ os.date("%H", 0) }} {{ os.time({ year = 2026, month = 1, day = 1 }) }}\n\n@You:\nHi\n',
      ),
    ).toEqual([]);
    expect(hinted("@System:\n{% local os = { time = function() return 1 end } %}{{ os.time() }}\n\n@You:\nHi\n")).toEqual([]);
    expect(hinted('@System:\n{{ os.date("%%H") }}\n\n@You:\nHi\n')).toEqual([]);
  });
});
