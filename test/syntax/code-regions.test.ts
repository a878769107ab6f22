import { describe, expect, test } from "vitest";
import { codeRegions } from "../../server/src/syntax/code-regions.js";
import { rendered } from "../engines/go/support.js";

/** The text with every code region in brackets. */
function marked(text: string): string {
  let result = "";
  let done = 0;
  for (const { start, end } of codeRegions(text)) {
    result += `${text.slice(done, start)}⟦${text.slice(start, end)}⟧`;
    done = end;
  }
  return result + text.slice(done);
}

function check(...texts: readonly string[]): void {
  for (const text of texts) expect(marked(text.replace(/[⟦⟧]/g, ""))).toBe(text);
}

describe("fenced blocks", () => {
  test("three or more backticks or tildes, closed by a fence at least as long", () => {
    check("a\n⟦```go\n{{x}}\n```\n⟧b", "⟦~~~\n``` {{x}}\n~~~~\n⟧b", "⟦````\n```\n{{x}}\n````⟧");
  });

  test("indented by at most three blanks", () => {
    check("⟦   ```\n{{x}}\n   ```\n⟧b", "    ⟦```\n{{x}}\n    ```⟧\nb");
  });

  test("without an end they reach to the end of the text", () => {
    check("a\n⟦```\n{{x}}\n\nb⟧", "⟦~~~\n```\n{{x}}⟧");
  });

  test("no backtick in the words behind the fence, and none behind the closing one", () => {
    check("⟦```a```⟧ {{x}}\nb", "⟦```\n{{x}}\n``` a\n{{y}}\n```\n⟧b", "⟦~~~ a`b\n{{x}}\n~~~\n⟧b");
  });

  test("lines may end in CRLF", () => {
    check("⟦```\r\n{{x}}\r\n```\r\n⟧b");
  });
});

describe("inline spans", () => {
  test("a run of backticks closed by a run of the same length", () => {
    check("a ⟦`{{x}}`⟧ b ⟦``{{y}} ` ``⟧ c", "a ` {{x}}", "a `` {{x}} ` b", "⟦`a\n{{x}}`⟧");
  });

  test("they end with their paragraph", () => {
    check("it`s {{x}}\n\nit`s {{y}}", "a ` b\n⟦```\n{{x}}\n```\n⟧c ` {{y}}");
  });
});

describe("templates with code", () => {
  test("actions in code print as they are written; those outside of it run", () => {
    const text = "{{.a}} `{{.a}}`\n```\n{{ if }}\n```\n{{.a}}\n";
    expect(rendered(text, { a: 1 })).toBe("1 `{{.a}}`\n```\n{{ if }}\n```\n1\n");
  });

  test("places are those of the original text", () => {
    expect(rendered("`{{ if }}` é\n```\n{{\n```\n `{{`{{ foo }}")).toBe('Parse 5:9: function "foo" not defined');
  });

  test("raw strings in actions are no code that hides the end of their action", () => {
    expect(rendered("{{ print `a` }}{{ print `}}` }}|{{ `{{` }}")).toBe("a}}|{{");
  });

  test("trimming reaches up to code, not into it", () => {
    expect(rendered("`{{x}}` {{- 1 -}} `{{y}}`")).toBe("`{{x}}`1`{{y}}`");
  });
});
