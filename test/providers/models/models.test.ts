import { describe, expect, test } from "vitest";
import type { ModelInfo, Price, Thinking } from "../../../server/src/providers/models/model-info.js";
import { models } from "../../../server/src/providers/models/models.js";

function find(name: string): ModelInfo {
  const model = models.find(({ provider, id }) => `${provider} ${id}` === name);
  if (model === undefined) throw new Error(`There is no ${name}.`);
  return model;
}

/** Fails wherever a price is looked at. */
const noPrice: Price = { input: 0, output: 0 };

describe("the table of spec/providers-and-send.md §1.8", () => {
  test.each<[name: string, price: readonly number[], input: number, output: number]>([
    ["anthropic claude-sonnet-4-6", [3, 15, 0.3, 3.75], 1_000_000, 64_000],
    ["anthropic claude-opus-4-7", [5, 25, 0.5, 6.25], 1_000_000, 128_000],
    ["anthropic claude-opus-4-6", [5, 25, 0.5, 6.25], 1_000_000, 128_000],
    ["anthropic claude-opus-4-5", [5, 25, 0.5, 6.25], 200_000, 64_000],
    ["anthropic claude-sonnet-4-5", [3, 15, 0.3, 3.75], 200_000, 64_000],
    ["anthropic claude-haiku-4-5", [1, 5, 0.1, 1.25], 200_000, 64_000],
    ["openai gpt-5.4", [2.5, 15, 0.25], 922_000, 128_000],
    ["openai gpt-5.5", [5, 30, 0.5], 922_000, 128_000],
    ["openai gpt-5.4-mini", [0.75, 4.5, 0.075], 272_000, 128_000],
    ["openai gpt-5.4-nano", [0.2, 1.25, 0.02], 272_000, 128_000],
    ["openai gpt-5.4-pro", [30, 180, 30], 922_000, 128_000],
    ["openai gpt-5.5-pro", [30, 180, 30], 922_000, 128_000],
    ["vertex gemini-3.1-pro-preview", [2, 12, 0.2], 1_048_576, 65_536],
    ["vertex gemini-3-flash-preview", [0.5, 3, 0.05], 1_048_576, 65_536],
    ["vertex gemini-3.1-flash-lite-preview", [0.25, 1.5, 0.025], 1_048_576, 65_536],
    ["vertex gemini-2.5-pro", [1.25, 10, 0.125], 1_048_576, 65_536],
    ["vertex gemini-2.5-flash", [0.3, 2.5, 0.03], 1_048_576, 65_536],
    ["vertex gemini-2.5-flash-lite", [0.1, 0.4, 0.01], 1_048_576, 65_536],
    ["moonshot kimi-k2.6", [0.95, 4, 0.16], 262_144, 65_536],
    ["moonshot kimi-k2.5", [0.6, 3, 0.1], 262_144, 65_536],
    ["moonshot kimi-k2-thinking", [0.6, 2.5, 0.15], 262_144, 65_536],
    ["moonshot kimi-k2-thinking-turbo", [1.15, 8, 0.15], 262_144, 65_536],
  ])("%s", (name, [input, output, cacheRead, cacheWrite], inputLimit, outputLimit) => {
    const model = find(name);
    const price = { input, output, cacheRead, ...(cacheWrite !== undefined && { cacheWrite }) };
    expect({ price: model.price, inputLimit: model.inputLimit, outputLimit: model.outputLimit }).toEqual({
      price,
      inputLimit,
      outputLimit,
    });
    expect(model.minOutput).toBe(name.startsWith("moonshot") ? 16_000 : undefined);
  });

  test("and the models of the subscription, at list price", () => {
    const codex = models.filter(({ provider }) => provider === "codex");
    const facts = codex.map(({ id, inputLimit, outputLimit, price }) => [id, inputLimit, outputLimit, price?.input]);
    expect(Object.fromEntries(facts.map(([id, ...rest]) => [id, rest]))).toEqual({
      "gpt-5.5": [272_000, 128_000, 5],
      "gpt-5.4": [272_000, 128_000, 2.5],
      "gpt-5.4-mini": [272_000, 128_000, 0.75],
      "gpt-5.3-codex-spark": [128_000, 128_000, 1.75],
    });
  });
});

describe("thinking is asked for", () => {
  const words = { minimal: "low", low: "low", medium: "medium", high: "high", max: "high" };
  const claude = { min: 1024, minimal: 1024, low: 2048, medium: 8192, high: 16_384 };
  test.each<[name: string, thinking: Thinking | undefined]>([
    ["anthropic claude-3-5-haiku-latest", undefined],
    ["anthropic claude-3-7-sonnet-20250219", { kind: "budget", ...claude }],
    ["anthropic claude-haiku-4-5", { kind: "budget", ...claude }],
    ["anthropic claude-sonnet-4-5-20250929", { kind: "budget", ...claude }],
    ["anthropic claude-opus-4-5", { kind: "budget-and-effort", budget: claude, map: words }],
    ["anthropic claude-sonnet-4-6", { kind: "effort", map: words }],
    ["anthropic claude-opus-4-6", { kind: "effort", map: { ...words, max: "max" } }],
    ["anthropic claude-opus-4-7", { kind: "effort", map: { ...words, max: "max" } }],
    ["openai gpt-4.1", undefined],
    ["openai o3", { kind: "effort", map: words }],
    ["openai gpt-5-mini", { kind: "effort", map: { ...words, minimal: "minimal" } }],
    ["openai gpt-5.1", { kind: "effort", map: words }],
    ["openai gpt-5.4", { kind: "effort", map: { ...words, max: "xhigh" } }],
    ["openai gpt-5.5-pro", { kind: "effort", map: { ...words, minimal: "medium", low: "medium", max: "xhigh" } }],
    ["codex gpt-5.5", { kind: "effort", map: { ...words, max: "xhigh" } }],
    ["vertex gemini-2.5-pro", { kind: "budget", min: 128, max: 32_768, minimal: 128, low: 2048, medium: 8192, high: 32_768 }],
    ["vertex gemini-2.5-flash", { kind: "budget", min: 1, max: 24_576, minimal: 128, low: 2048, medium: 8192, high: 24_576 }],
    ["vertex gemini-2.5-flash-lite", { kind: "budget", min: 512, max: 24_576, minimal: 512, low: 2048, medium: 8192, high: 24_576 }],
    [
      "vertex gemini-3-flash-preview",
      { kind: "effort", map: { minimal: "MINIMAL", low: "LOW", medium: "MEDIUM", high: "HIGH", max: "HIGH" } },
    ],
    ["vertex gemini-3.1-pro-preview", { kind: "effort", map: { minimal: "LOW", low: "LOW", medium: "MEDIUM", high: "HIGH", max: "HIGH" } }],
    ["moonshot kimi-k2-thinking", { kind: "forced" }],
    ["moonshot kimi-k2.6", { kind: "optional" }],
    ["moonshot kimi-k2-0905-preview", undefined],
  ])("of %s", (name, thinking) => {
    expect(find(name).thinking).toEqual(thinking);
  });
});

describe("every model", () => {
  test("is there once", () => {
    const names = models.map(({ provider, id }) => `${provider} ${id}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(models)(
    "$provider $id has facts that fit together",
    ({ inputLimit, outputLimit, minOutput = 0, price = noPrice, thinking }) => {
      expect(outputLimit).toBeGreaterThan(minOutput);
      expect(inputLimit).toBeGreaterThanOrEqual(outputLimit);
      expect(price.output).toBeGreaterThan(price.input);
      // A price of zero would be an unknown one: those are left out.
      for (const value of Object.values(price)) expect(value).toBeGreaterThan(0);
      expect(price.cacheRead ?? 0).toBeLessThanOrEqual(price.input);
      const budget = thinking?.kind === "budget" ? thinking : thinking?.kind === "budget-and-effort" ? thinking.budget : undefined;
      const levels = budget ? [budget.min, budget.minimal, budget.low, budget.medium, budget.high, budget.max ?? outputLimit] : [];
      expect(levels).toEqual(levels.toSorted((a, b) => a - b));
    },
  );
});
