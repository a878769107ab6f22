import { describe, expect, test } from "vitest";
import { nothingToSend } from "../../server/src/send/prepare.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

/** Where the document says that there is nothing to send; undefined when there is something. */
function refusal(text: string): string | undefined {
  const found = nothingToSend(evaluateText(text, surroundingsOf("/chats")));
  return found && text.slice(found.span.start, found.span.end);
}

const use = "@Assistant:\n**Tool Use:** `a` (`t`)\n```\n{}\n```\n@You:\n**Tool Result:** `t`";

describe("there is something to answer", () => {
  test.each([
    "@You:\nhi\n",
    "@System:\ns\n@You:\n{{ 1 }}\n@System:\nlate\n",
    "@You:\nhi\n@Bot:\nx\n",
    `${use}\n\`\`\`\nx\n\`\`\`\n`,
    `${use} (error)\n\`\`\`\n\`\`\`\n`,
  ])("%j", (text) => {
    expect(refusal(text)).toBeUndefined();
  });
});

describe("there is nothing to answer, and the last turn is marked", () => {
  test.each([
    ["", ""],
    ["@System:\nx\n", ""],
    ["@You:\n", "@You:"],
    ["@You:\n \t\n", "@You:"],
    ["@You:\nhi\n@Assistant:\nyo\n", "@Assistant:"],
    ["@You:\nhi\n@You:\n{{ nil }}\n", "@You:"],
    [`${use} (pending)\n\`\`\`\nx\n\`\`\`\n`, "@You:"],
  ])("%j", (text, marked) => {
    expect(refusal(text)).toBe(marked);
  });
});
