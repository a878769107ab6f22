import { describe, expect, test } from "vitest";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

/** The hints of a document whose frontmatter is this Lua, as the place and the message. */
function hints(code: string): string[] {
  const text = `\`\`\`lua\n${code}\n\`\`\`\n@You:\nhi\n`;
  return diagnostics(evaluateText(text, surroundingsOf("/chats"))).map(({ code, severity, span, message }) => {
    expect([code, severity]).toEqual(["config/adjusted", "hint"]);
    return `${text.slice(span.start, span.end)}: ${message}`;
  });
}

describe("a value that the model does not take is told where it is written", () => {
  test.each([
    ["flemma.opt.max_tokens = 999999", "999999: claude-sonnet-4-6 takes at most 64000 tokens"],
    ['flemma.opt.provider = "moonshot"\nflemma.opt.moonshot.max_tokens = 5', "5: kimi-k2.6 takes at least 16000 tokens"],
    ["flemma.opt.thinking = false\nflemma.opt.temperature = 1.5", "1.5: claude-sonnet-4-6 takes no temperature of 1.5: 1 is sent instead."],
    ['flemma.opt.provider = "moonshot"\nflemma.opt.temperature = 0.5', "0.5: kimi-k2.6 takes no temperature of 0.5: 1 is sent instead."],
  ])("%s", (code, told) => {
    expect(hints(code)).toEqual([expect.stringContaining(told)]);
  });
});

describe("nothing is told of", () => {
  test.each([
    ["a limit that is a share", 'flemma.opt.max_tokens = "100%"'],
    ["a limit that fits", "flemma.opt.max_tokens = 64000"],
    ["a temperature that is left out while the model thinks", "flemma.opt.temperature = 0.3"],
    ["a temperature that is taken", "flemma.opt.thinking = false\nflemma.opt.temperature = 0.3"],
    ["the temperature that a model has anyway", 'flemma.opt.provider = "moonshot"\nflemma.opt.temperature = 1'],
    [
      "a model of OpenAI's that does not reason now",
      'flemma.opt.provider = "openai"\nflemma.opt.openai.reasoning = "none"\nflemma.opt.temperature = 1',
    ],
    ["a general value where the provider's own counts", "flemma.opt.max_tokens = 999999\nflemma.opt.anthropic.max_tokens = 5000"],
    ["a provider that answers not", "flemma.opt.openai.max_tokens = 99999999"],
  ])("%s", (_, code) => {
    expect(hints(code)).toEqual([]);
  });
});
