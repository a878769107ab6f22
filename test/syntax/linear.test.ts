import { expect, test } from "vitest";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { printDocument } from "../../server/src/syntax/print.js";

/** Long enough that anything quadratic runs into the time limit of the test. */
const size = 300_000;

function fill(part: string): string {
  return part.repeat(Math.ceil(size / part.length));
}

const use = "**Tool Use:** `a` (`b`)";
const result = "**Tool Result:** `a`";

test.each([
  fill("@You:\n"),
  `@You:\n@${fill("a")}`,
  `@You:\n@You:${fill(" ")}x`,
  `@You:\n${fill("@You: x\n")}`,
  `@You:\r${fill("a\r")}`,
  `@You:\n${fill("\n")}`,
  `@You:\n${fill("```\n")}`,
  `@You:\n${fill("`")}`,
  `\`\`\`lua\n${fill("``` x\n")}`,
  `@Assistant:\n**Tool Use:**${fill(" ")}`,
  `@Assistant:\n${fill(`${use}\n`)}`,
  `@Assistant:\n${use}\n\`\`\`\n${fill("[")}\n\`\`\``,
  `@You:\n${result} (${fill(") ")}`,
  `@You:\n${result} (${fill("'\\")})\n\`\`\`\nx\n\`\`\``,
  `@You:\n${fill(`${result}\n\`\`\`\nx\n\`\`\`\n`)}{{`,
  `@Assistant:\n<thinking${fill(" ")}`,
  `@Assistant:\n${fill("<thinking>\n")}`,
  `@Assistant:\n${fill("<thinking>\n</thinking>\n")}`,
  `@Assistant:\n<thinking>\n${fill("@You: x\n\\@You:\n")}</thinking>`,
  `@Assistant:\n<!-- flemma:aborted: a${fill(" ")}x-->`,
  `@You:\n${fill("\\")}`,
  `@You:\n${fill("{{ a }}")}`,
  `@You:\n${fill("{{")}`,
  `@You:\n{{${fill("[=")}`,
  `@You:\n{{${fill("--")}`,
  `@You:\n{{${fill("'")}`,
  `@You:\n${fill("@./")}`,
  `@You:\n@./a${fill('"')}`,
  `@You:\n${fill("@./a;k='")}`,
  `@You:\n${fill("@./a;b=c;")}`,
  `@You:\n@./a${fill(";a")}`,
  `@You:\n${fill(`${result} error\n\`\`\`\na\n\`\`\`\n`)}`,
  `@You:\n${result} a${fill(" ")}b${fill(" ")}\n\`\`\`\n\`\`\``,
  `@You:\n${fill(`${result} error\n`)}${fill("\n")}`,
  `@You:\n${fill("```\n@You:\n```\n")}\`\`\`\n`,
  `@You:\n\`\`\`\n${fill(" ")}\`\``,
  `@Assistant:\n<thinking>\n${fill("```\n@You:\n```\n")}`,
  `@Assistant:\n<thinking>\n${fill(" ")}`,
  `@Assistant:\n<thinking>\n${fill(" ")}</thinking>${fill("\u00a0")}`,
  `@Assistant:\n<thinking>\na${fill(" ")}b</thinking>${fill(" ")}c`,
])("long text %# is parsed and printed", (text) => {
  const document = parseDocument(text);
  expect(printDocument(document) === text).toBe(true);
  expect(parseDocument(text, document).messages.every(({ message }, index) => message === document.messages[index]?.message)).toBe(true);
});
