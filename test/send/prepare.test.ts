import { describe, expect, test } from "vitest";
import { nothingToSend, sendFaults } from "../../server/src/send/prepare.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";
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
    `${use} (pending)\n\`\`\`\nfilled in\n\`\`\`\n`,
  ])("%j", (text) => {
    expect(refusal(text)).toBeUndefined();
  });
});

test("of a turn that failed, or was not evaluated, nothing is said", () => {
  expect(refusal("@You:\nhi{% error('x') %}\n")).toBeUndefined();
  const snapshot = createSnapshot("file:///a.chat", 1, "@You:\nhi\n");
  expect(nothingToSend({ snapshot, outcome: "timed-out" })).toBeUndefined();
  expect(nothingToSend({ snapshot: createSnapshot("file:///a.chat", 1, "@Assistant:\nhi\n"), outcome: "timed-out" })).toBeDefined();
});

describe("there is nothing to answer, and the last turn is marked", () => {
  test.each([
    ["", ""],
    ["@System:\nx\n", ""],
    ["@You:\n", "@You:"],
    ["@You:\n \t\n", "@You:"],
    ["@You:\nhi\n@Assistant:\nyo\n", "@Assistant:"],
    ["@You:\nhi\n@You:\n{{ nil }}\n", "@You:"],
    [`${use} (pending)\n\`\`\`\n\`\`\`\n`, "@You:"],
    [`${use} (rejected)\n\`\`\`\nx\n\`\`\`\n`, "@You:"],
  ])("%j", (text, marked) => {
    expect(refusal(text)).toBe(marked);
  });
});

test("what the provider lacks is told beside it", () => {
  const text = "```lua\nflemma.opt.provider = 'vertex'\n```\n";
  expect(sendFaults(evaluateText(text, surroundingsOf("/chats"))).map(({ code }) => code)).toEqual([
    "document/nothing-to-send",
    "provider/incomplete",
  ]);
});
