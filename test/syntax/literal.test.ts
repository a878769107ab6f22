import { describe, expect, test } from "vitest";
import type { PlacedMessage, Segment } from "../../server/src/syntax/ast.js";
import { fenceContent, literalText, thinkingText } from "../../server/src/syntax/literal.js";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { escapeLine } from "../../server/src/syntax/structure.js";

function render(source: string): string[] {
  const { messages } = parseDocument(source);
  return messages.flatMap(({ start, message }: PlacedMessage) => message.segments.map((segment) => renderSegment(source, start, segment)));
}

function renderSegment(source: string, start: number, segment: Segment): string {
  if (segment.kind === "text") return literalText(source, start, segment);
  if (segment.kind === "thinking") return thinkingText(source, start, segment);
  return segment.kind === "tool-result" ? fenceContent(source, start, segment.fence) : segment.kind;
}

describe("literal text", () => {
  test.each([
    [
      "escapes of every structure are dropped",
      "\\@You:\n\\@You: x\n\\**Tool Use:** `a` (`b`)\n\\</thinking>\n\\<!-- flemma:aborted: x -->",
      ["@You:\n@You: x\n**Tool Use:** `a` (`b`)\n</thinking>\n<!-- flemma:aborted: x -->"],
    ],
    ["one backslash of several is dropped", "\\\\\\@You:", ["\\\\@You:"]],
    ["other backslashes stay", "\\@Yo\n\\n\n x\\@You:", ["\\@Yo\n\\n\n x\\@You:"]],
    ["backslashes in a fence stay", "```\n\\@You:\n```\n\\@You:", ["```\n\\@You:\n```\n@You:"]],
    ["line ends become LF", "a\r\nb\rc\nd\r\n", ["a\nb\nc\nd"]],
    ["each text has its own escapes", "\\@You:\n{{ 1 }}\n\\@You:\n", ["@You:\n", "expression", "\n@You:"]],
    ["tool results stay as they are", "**Tool Result:** `a`\n```\n\\@You:\r\nx\n```", ["\\@You:\nx"]],
  ])("%s", (_, body, expected) => expect(render(`x\n@You:\n${body}`)).toEqual(expected));

  test("thoughts lose their escapes", () => {
    expect(render("@Assistant:\n<thinking>\n\\@You:\r\n```\n\\@You:\n\\</thinking>\n```\n</thinking>")).toEqual([
      "@You:\n```\n\\@You:\n</thinking>\n```",
    ]);
  });

  test.each([
    "@You:",
    "@Robot:  ",
    "@You: x",
    "\\@You:",
    "**Tool Use:** `a` (`b`)",
    "**Tool Result:** `a`",
    "<thinking>",
    '<thinking a:signature="b"/>',
    "</thinking>",
    "<!-- flemma:aborted: x -->",
  ])("an escaped line comes back as it was: %s", (line) => {
    expect(escapeLine(line)).toBe(`\\${line}`);
    expect(render(`@Assistant:\n${escapeLine(line)}`)).toEqual([line]);
  });

  test.each(["a", "", "\\", "\\a", " @You:", "@You"])("a line that needs no escape gets none: %j", (line) =>
    expect(escapeLine(line)).toBe(line),
  );
});
