import { describe, expect, test } from "vitest";
import { addedModels } from "../../server/src/config/added-models.js";
import { resolveConfig } from "../../server/src/config/resolve.js";
import { readOutsideLayer } from "../../server/src/evaluation/outside-options.js";
import { modelInfo, modelsOf } from "../../server/src/providers/catalogue.js";

function added(providers: object) {
  const { layer, problems } = readOutsideLayer({ origin: "user", by: "user", below: [] }, JSON.stringify({ providers }));
  return { models: addedModels(resolveConfig([layer])), problems: problems.map(({ code, message }) => `${code} ${message}`) };
}

describe("models of settings", () => {
  test("are those of the provider they are written for, whatever their names", () => {
    const price = { input: 1, output: 2, cache_read: 0.1 };
    const { models, problems } = added({
      gateway: { models: { "vendor/m-1.5:large": { input_limit: 1000, output_limit: 500, min_output: 10, thinking: "effort", price } } },
    });
    expect(problems).toEqual([]);
    expect(models).toEqual([
      {
        id: "vendor/m-1.5:large",
        provider: "gateway",
        inputLimit: 1000,
        outputLimit: 500,
        minOutput: 10,
        price: { input: 1, output: 2, cacheRead: 0.1 },
        thinking: { kind: "effort", map: { minimal: "low", low: "low", medium: "medium", high: "high", max: "high" } },
      },
    ]);
  });

  test("have no price that nobody told, and limits that limit nothing", () => {
    const [model] = added({ local: { models: { m: { thinking: "none" } } } }).models;
    expect(model).toEqual({ id: "m", provider: "local", inputLimit: Number.MAX_SAFE_INTEGER, outputLimit: 8000 });
  });

  test("of the catalogue keep what is not said", () => {
    const known = modelInfo("anthropic", "claude-opus-4-7");
    const { models } = added({ anthropic: { models: { "claude-opus-4-7": { output_limit: 1000, price: { output: 1 } } } } });
    expect(models).toEqual([{ ...known, outputLimit: 1000, price: { ...known?.price, output: 1 } }]);
    expect(modelInfo("anthropic", "claude-opus-4-7", models)?.outputLimit).toBe(1000);
    expect(modelsOf("anthropic", models).filter(({ id }) => id === "claude-opus-4-7")).toEqual(models);
  });

  test("are checked at their exact place, and what is wrong has no effect", () => {
    const { models, problems } = added({ local: { models: { m: { output_limit: 0, thinking: "much", prize: 1 }, n: 1 } } });
    expect(models).toEqual([]);
    expect(problems).toEqual([
      expect.stringMatching(/^config\/type .*output_limit/),
      expect.stringMatching(/^config\/type .*thinking/),
      expect.stringMatching(/^config\/unknown-key .*'prize'.*price/),
      expect.stringMatching(/^config\/type .*models\.n/),
    ]);
  });

  test("are none where settings add none", () => {
    expect(addedModels(resolveConfig([]))).toEqual([]);
  });
});
