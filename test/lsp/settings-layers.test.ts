import { describe, expect, test } from "vitest";
import type { OutsideLayer } from "../../server/src/evaluation/outside-options.js";
import { folderLayer, userLayer, withoutNulls } from "../../server/src/lsp/settings-layers.js";

/** What a layer sets, by path. */
function written({ layer }: OutsideLayer): Record<string, unknown> {
  return Object.fromEntries(
    layer.operations.map((operation) => [operation.path, operation.kind === "set" ? operation.value : operation.kind]),
  );
}

describe("the settings of a person", () => {
  test("are options; null is not set, and what is about the editor is none", () => {
    const section = { model: "m", provider: null, parameters: { temperature: null, timeout: 5 }, inlayHints: "always", tools: ["!bash"] };
    expect(written(userLayer(section))).toEqual({ model: "m", "parameters.timeout": 5, tools: "list" });
    expect(userLayer(section).problems).toEqual([]);
  });

  test("may choose what is the default anyway", () => {
    const section = { provider: "anthropic", parameters: { timeout: 600 }, tools: { auto_approve: ["$standard"] } };
    expect(written(userLayer(section))).toEqual({ provider: "anthropic", "parameters.timeout": 600, "tools.auto_approve": "list" });
  });

  test.each([undefined, null, 3, "x", [1], true])("that are %j say nothing", (section) => {
    expect(userLayer(section)).toMatchObject({ layer: { origin: "user", operations: [] }, problems: [] });
  });

  test("may define a provider behind its choice", () => {
    const { problems, ...layer } = userLayer({ provider: "mine", providers: { mine: { base_url: "u" } } });
    expect(problems).toEqual([]);
    expect(written({ problems, ...layer })).toEqual({ "providers.mine.base_url": "u", provider: "mine" });
  });

  test("that are wrong in several places have a problem for each, and models that nobody knows are none", () => {
    const { problems } = userLayer({ a: 1, b: 2, temperature: "x", timeout: "y", model: "brand-new" });
    expect(problems.map(({ code }) => code)).toEqual(["config/unknown-key", "config/unknown-key", "config/type", "config/type"]);
  });
});

describe("the settings of a workspace folder", () => {
  const personal = { model: "m", parameters: { temperature: 1, timeout: 5 }, tools: ["read"] };
  const { layer: user } = userLayer(personal);

  test("are what differs from those of the person", () => {
    const section = { model: "m", parameters: { temperature: 2, timeout: 5 }, tools: ["read", "ls"], thinking: "low" };
    expect(written(folderLayer(section, personal, user))).toEqual({
      "parameters.temperature": 2,
      tools: "list",
      "parameters.thinking.level": "low",
    });
  });

  test("are nothing when they are the same, or none", () => {
    for (const section of [personal, null, undefined, {}]) expect(folderLayer(section, personal, user).layer.operations).toEqual([]);
  });

  test("know the person's providers, and cannot define any", () => {
    const own = { providers: { mine: { base_url: "u" } } };
    const { layer } = userLayer(own);
    expect(written(folderLayer({ ...own, provider: "mine" }, own, layer))).toEqual({ provider: "mine" });
    const { problems, ...rest } = folderLayer({ providers: { evil: { base_url: "u" } } }, own, layer);
    expect(problems.map(({ code }) => code)).toEqual(["config/not-settable"]);
    expect(rest.layer.operations).toEqual([]);
  });
});

test("nulls go at every depth of objects, and stay in lists", () => {
  expect(withoutNulls({ a: null, b: { c: null, d: [null, { e: null }] } })).toEqual({ b: { d: [null, { e: null }] } });
});
