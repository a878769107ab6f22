import { expect, test } from "vitest";
import { conversation } from "../../../server/src/conversation/conversation.js";
import type { EvaluationRequest } from "../../../server/src/evaluation/types.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { evaluateText, surroundingsOf } from "../harness.js";

const broken = "```lua\nname = 'Ann\n```\n@You:\nHi {{ name }}, {{ nmae }}";

function seen(text: string, more: Partial<EvaluationRequest> = {}): { texts: unknown; codes: readonly string[] } {
  const evaluated = evaluateText(text, surroundingsOf("/chats"), more);
  const texts = conversation(evaluated).messages.map(({ parts }) => parts);
  return { texts, codes: diagnostics(evaluated).map(({ code }) => code) };
}

test("broken frontmatter keeps the last good variables for everything passive, and reports its own error at once", () => {
  expect(seen(broken, { lastGood: { language: "lua", code: "name = 'Ann'\n" } })).toEqual({
    texts: [[{ kind: "text", text: "Hi Ann, {{ nmae }}" }]],
    codes: ["frontmatter/syntax", "expression/undefined-variable"],
  });
});

test("a send knows no stale frontmatter", () => {
  expect(seen(broken)).toEqual({ texts: [[{ kind: "text", text: "Hi {{ name }}, {{ nmae }}" }]], codes: ["frontmatter/syntax"] });
});

test("evaluating an unchanged document again gives an unchanged result, random numbers and clock included", () => {
  const text = "@You:\n{{ math.random() }} {{ math.random(1, 1000000) }} {{ os.time() }} {{ os.clock() }} {{ tostring({}) }}";
  expect(seen(text)).toEqual(seen(text));
});
