import { describe, expect, test } from "vitest";
import { defaultModels, modelInfo, modelsOf, providerNames, providersWithModel } from "../../server/src/providers/catalogue.js";

test("the providers are the five of the network and echo, each with its default model", () => {
  expect(defaultModels).toEqual({
    anthropic: "claude-sonnet-4-6",
    openai: "gpt-5.4",
    vertex: "gemini-3.1-pro-preview",
    moonshot: "kimi-k2.6",
    codex: "gpt-5.5",
    echo: "echo",
  });
  expect(providerNames).toEqual(["anthropic", "openai", "vertex", "moonshot", "codex", "echo"]);
});

test.each(providerNames)("the default model of %s is in its catalogue", (provider) => {
  expect(modelsOf(provider)).toContain(modelInfo(provider, defaultModels[provider]));
});

describe("a model", () => {
  test("is known by provider and whole name", () => {
    expect(modelInfo("anthropic", "claude-opus-4-7")).toMatchObject({ provider: "anthropic", id: "claude-opus-4-7" });
    expect(modelInfo("openai", "claude-opus-4-7")).toBeUndefined();
    expect(modelInfo("anthropic", "claude-opus-4")).toBeUndefined();
    expect(modelInfo("toString", "toString")).toBeUndefined();
  });

  test("of two providers has the facts of each", () => {
    expect(modelInfo("openai", "gpt-5.5")?.inputLimit).toBe(922_000);
    expect(modelInfo("codex", "gpt-5.5")?.inputLimit).toBe(272_000);
  });

  test("says which providers have it", () => {
    expect(providersWithModel("gpt-5.4")).toEqual(["openai", "codex"]);
    expect(providersWithModel("kimi-k2.6")).toEqual(["moonshot"]);
    expect(providersWithModel("echo")).toEqual(["echo"]);
    expect(providersWithModel("gpt-99")).toEqual([]);
  });
});

test("a provider has its own models only, one that nobody knows has none", () => {
  for (const name of providerNames) expect(new Set(modelsOf(name).map(({ provider }) => provider))).toEqual(new Set([name]));
  expect(modelsOf("my-gateway")).toEqual([]);
});

test("echo costs nothing and takes a prompt of any length", () => {
  expect(modelsOf("echo")).toMatchObject([{ id: "echo", inputLimit: Number.MAX_SAFE_INTEGER, price: { input: 0, output: 0 } }]);
});
