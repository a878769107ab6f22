import { expect, test } from "vitest";
import { type UsageReport, usageReport, usageText } from "../../server/src/send/usage-report.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

test.each<[UsageReport, string]>([
  [{ inputTokens: 4, outputTokens: 1204 }, "4 tokens in, 1,204 out"],
  [{ inputTokens: 4, outputTokens: 1, isEstimated: true }, "about 4 tokens in, 1 out"],
  [
    { inputTokens: 204, outputTokens: 340, cacheReadTokens: 1000, cacheWriteTokens: 50, cost: 0.01234 },
    "1,254 tokens in (1,000 from the cache, 50 into it), 340 out, about $0.012",
  ],
  [{ inputTokens: 1, outputTokens: 1, cost: 0 }, "1 tokens in, 1 out"],
  [{ inputTokens: 1, outputTokens: 1, cost: 0.5 }, "1 tokens in, 1 out, about $0.50"],
  [{ inputTokens: 1, outputTokens: 1, cost: 0.000_012 }, "1 tokens in, 1 out, about $0.000012"],
  [{ inputTokens: 1, outputTokens: 1, cost: 12.3456 }, "1 tokens in, 1 out, about $12.35"],
])("%j reads %j", (report, text) => {
  expect(usageText(report)).toBe(text);
});

const usage = { inputTokens: 1_000_000, outputTokens: 0 };
const sentWith = (options: string) => evaluateText(`\`\`\`lua\n${options}\n\`\`\`\n@You:\nhi\n`, surroundingsOf("/chats"));

test("a reply of a model whose price is known has a cost, and no other", () => {
  expect(usageReport(sentWith('flemma.opt.model = "claude-sonnet-4-6"'), usage).cost).toBeGreaterThan(0);
  expect(usageReport(sentWith('flemma.opt.model = "claude-of-tomorrow"'), usage)).toEqual(usage);
  const { snapshot } = sentWith("");
  expect(usageReport({ snapshot, outcome: "crashed" }, usage)).toEqual(usage);
});
