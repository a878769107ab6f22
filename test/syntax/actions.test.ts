import { describe, expect, test } from "vitest";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { checkTree } from "./check-syntax.js";

/** Expects the segments of a message in a document whose templates are written in Go. */
function check(body: string, expected: readonly string[]): void {
  checkTree(`@You:\n${body}\n`, ["@You", ...expected.map((line) => `  ${line}`)], "go");
}

describe("actions of Go templates", () => {
  test.each([
    ["an action between texts", "a {{ .x }} b", ['text "a "', 'action "{{ .x }}"', 'text " b"']],
    ["trim markers are part of it", "a {{- .x -}} b", ['text "a "', 'action "{{- .x -}}"', 'text " b"']],
    ["a string hides the end", '{{ "}}" }}x', ['action "{{ \\"}}\\" }}"', 'text "x"']],
    ["an escaped quote in a string hides nothing", '{{ "\\"}}" }}x', ['action "{{ \\"\\\\\\"}}\\" }}"', 'text "x"']],
    ["a raw string goes over lines", "{{ `}}\n}}` }}x", ['action "{{ `}}\\n}}` }}"', 'text "x"']],
    ["a string that is open ends with its line", '{{ "x\n}} y', ['action "{{ \\"x\\n}}"', 'text " y"']],
    ["a character hides the end, too", "{{ '}' }}x", ["action \"{{ '}' }}\"", 'text "x"']],
    ["a comment ends with its mark", '{{/* "}} */}}x', ['action "{{/* \\"}} */}}"', 'text "x"']],
    ["a trimmed comment", "{{- /* }} */ -}}x", ['action "{{- /* }} */ -}}"', 'text "x"']],
    ["an action that never ends goes to the end", "a {{ .x\nb", ['text "a "', 'action "{{ .x\\nb"']],
    ["a tag of Lua is text", "{% x %}", ['text "{% x %}"']],
    ["single braces are text", "{ {x} }", ['text "{ {x} }"']],
    ["a third brace is part of the action", "{{{ x }}}", ['action "{{{ x }}"', 'text "}"']],
  ])("%s", (_, body, expected) => check(body, expected));

  test("in Markdown code they are text, and around it they are not", () => {
    check("`{{ .a }}` {{ .b }}", ['text "`{{ .a }}` "', 'action "{{ .b }}"']);
    check("```\n{{ .a }}\n```\n{{ .b }}", ['text "```\\n{{ .a }}\\n```\\n"', 'action "{{ .b }}"']);
  });

  test("references stand outside of them only", () => {
    check('@./a.txt {{ "@./b.txt" }} `@./c.txt`', [
      'reference "./a.txt"',
      'text " "',
      'action "{{ \\"@./b.txt\\" }}"',
      'text " `"',
      'reference "./c.txt"',
      'text "`"',
    ]);
  });

  test("a block of a message ends an action that is open", () => {
    const result = "**Tool Result:** `t1`\n\n```\n{{ .data }}\n```\n";
    const [message] = parseDocument(`@You:\na {{ .x\n${result}{{ .y }}\n`, undefined, "go").messages;
    expect(message?.message.segments.map(({ kind }) => kind)).toEqual(["text", "action", "tool-result", "action"]);
  });

  test("what an assistant says is no template", () => {
    checkTree("@Assistant:\n{{ .x }}\n", ["@Assistant", '  text "{{ .x }}"'], "go");
  });
});
