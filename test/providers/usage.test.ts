import { expect, test } from "vitest";
import { modelInfo } from "../../server/src/providers/catalogue.js";
import type { ModelInfo } from "../../server/src/providers/models/model-info.js";
import type { Usage } from "../../server/src/providers/provider.js";
import { estimateCost, settledUsage } from "../../server/src/providers/usage.js";

const million = 1_000_000;
const none = { inputTokens: 0, outputTokens: 0 };
const sonnet = modelInfo("anthropic", "claude-sonnet-4-6") as ModelInfo;

test.each<[what: string, usage: Usage, cost: number]>([
  ["input", { ...none, inputTokens: million }, 3],
  ["output, thinking included", { ...none, outputTokens: million, thinkingTokens: million / 2 }, 15],
  ["reading a cache", { ...none, cacheReadTokens: million }, 0.3],
  ["writing a cache", { ...none, cacheWriteTokens: million }, 3.75],
  ["writing a cache that is kept long", { ...none, cacheWriteTokens: million, longCacheWriteTokens: million }, 6],
  ["both kinds of caches", { ...none, cacheWriteTokens: million, longCacheWriteTokens: million / 2 }, 1.875 + 3],
  [
    "all together",
    { inputTokens: 1000, outputTokens: 2000, cacheReadTokens: 10_000, cacheWriteTokens: 4000 },
    0.003 + 0.03 + 0.003 + 0.015,
  ],
])("%s costs by its own price", (_, usage, cost) => {
  expect(estimateCost(usage, sonnet)).toBeCloseTo(cost, 10);
});

test("a cache without a price of its own costs what input costs", () => {
  const price = { input: 2, output: 8 };
  expect(estimateCost({ ...none, cacheReadTokens: million, cacheWriteTokens: million }, { price })).toBe(4);
});

test("what the provider counts is not estimated, whatever it counts", () => {
  const sent = { body: "x".repeat(400), units: 80, isLong: false };
  expect(settledUsage(none, sent)).toEqual({ inputTokens: 100, outputTokens: 20, isEstimated: true });
  for (const usage of [
    { ...none, cacheReadTokens: 1 },
    { ...none, outputTokens: 1 },
  ])
    expect(settledUsage(usage, sent)).toEqual(usage);
});

test("caches count as long where they were asked for and the provider does not tell them apart", () => {
  const usage = { ...none, cacheWriteTokens: 10 };
  expect(settledUsage(usage, { body: "", units: 0, isLong: true })).toEqual({ ...usage, longCacheWriteTokens: 10 });
  expect(settledUsage(usage, { body: "", units: 0, isLong: false })).toEqual(usage);
  const told = { ...usage, longCacheWriteTokens: 0 };
  expect(settledUsage(told, { body: "", units: 0, isLong: true })).toEqual(told);
});
