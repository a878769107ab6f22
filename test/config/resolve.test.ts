import { describe, expect, test } from "vitest";
import type { Layer } from "../../server/src/config/operations.js";
import { customProviders, presetNames, resolveConfig, touchedPaths } from "../../server/src/config/resolve.js";
import { layerOf, type Setting } from "./layers.js";

const standard = ["read", "write", "edit", "find", "grep", "ls"];

/** Layers of the user, the project and the document, as many as are given. */
function resolved(...settings: readonly (readonly Setting[])[]) {
  const origins = ["user", "project", "frontmatter"] as const;
  const layers: Layer[] = [];
  for (const [index, each] of settings.entries()) layers.push(layerOf(origins[index] ?? "frontmatter", each, layers));
  return resolveConfig(layers);
}

describe("a value", () => {
  test("is that of the last layer that set it, in that layer the last one", () => {
    const config = resolved(
      [["timeout", 1]],
      [["timeout", 2]],
      [
        ["timeout", 3],
        ["timeout", 4],
      ],
    );
    expect(config.get("parameters.timeout")).toEqual({ value: 4, origin: "frontmatter" });
  });

  test("is the default where nobody set it, and nothing where there is no default", () => {
    expect(resolved().get("parameters.timeout")).toEqual({ value: 600, origin: "default" });
    expect(resolved().get("parameters.temperature")).toBeUndefined();
    expect(resolved().get("nobody")).toBeUndefined();
  });

  test("is nothing once a later layer takes it back, alone or with its section", () => {
    expect(resolved([["timeout", 1]], [["timeout", null]]).get("parameters.timeout")).toBeUndefined();
    expect(resolved([["timeout", 1]], [["parameters", null]]).get("parameters.timeout")).toBeUndefined();
    expect(resolved([["thinking", "low"]], [["thinking", null]]).get("parameters.thinking.level")).toBeUndefined();
    expect(resolved([["timeout", 1]], [["openai", null]]).get("parameters.timeout")?.value).toBe(1);
    expect(
      resolved(
        [["timeout", 1]],
        [
          ["parameters", null],
          ["timeout", 2],
        ],
      ).get("parameters.timeout")?.value,
    ).toBe(2);
  });

  test("of a parameter comes from the table of the chosen provider, whatever layer set it, else from the general ones", () => {
    const config = resolved(
      [["openai", { temperature: 0.1, thinking: "low" }]],
      [
        ["provider", "openai"],
        ["temperature", 1],
      ],
    );
    expect(config.parameter("temperature")?.value).toBe(0.1);
    expect(config.parameter("thinking.level")?.value).toBe("low");
    expect(config.parameter("timeout")?.value).toBe(600);
    expect(resolved([["openai", { temperature: 0.1 }]], [["temperature", 1]]).parameter("temperature")?.value).toBe(1);
  });
});

describe("provider and model", () => {
  test.each<[string, readonly (readonly Setting[])[], string, string | undefined]>([
    ["nothing: the default provider with its default", [], "anthropic", undefined],
    ["a model alone", [[["model", "m"]]], "anthropic", "m"],
    [
      "both in one layer",
      [
        [
          ["provider", "openai"],
          ["model", "m"],
        ],
      ],
      "openai",
      "m",
    ],
    [
      "both in one layer, the model first",
      [
        [
          ["model", "m"],
          ["provider", "openai"],
        ],
      ],
      "openai",
      "m",
    ],
    [
      "another provider in a later layer drops the model",
      [
        [
          ["provider", "openai"],
          ["model", "m"],
        ],
        [["provider", "vertex"]],
      ],
      "vertex",
      undefined,
    ],
    [
      "the same provider in a later layer keeps it",
      [
        [
          ["provider", "openai"],
          ["model", "m"],
        ],
        [["provider", "openai"]],
      ],
      "openai",
      "m",
    ],
    ["a later model belongs to the provider below", [[["provider", "openai"]], [["model", "m"]]], "openai", "m"],
    ["a model that is taken back", [[["model", "m"]], [["model", null]]], "anthropic", undefined],
    ["a provider that is taken back", [[["provider", "openai"]], [["provider", null]]], "anthropic", undefined],
  ])("%s", (_name, settings, provider, model) => {
    const config = resolved(...settings);
    expect(config.provider.value).toBe(provider);
    expect(config.model?.value).toBe(model);
  });
});

describe("a preset as a model", () => {
  const preset: Setting = [
    "presets",
    { $fast: { provider: "openai", model: "mini", parameters: { temperature: 0.1, openai: { reasoning: "low" } } } },
  ];

  test("gives provider, model and parameters, with the layer that chose it as their origin", () => {
    const config = resolved([preset], [], [["model", "$fast"]]);
    expect(config.provider).toEqual({ value: "openai", origin: "frontmatter" });
    expect(config.model).toEqual({ value: "mini", origin: "frontmatter" });
    expect(config.parameter("temperature")).toEqual({ value: 0.1, origin: "frontmatter" });
    expect(config.parameter("reasoning")?.value).toBe("low");
    expect(config.get("model")?.value).toBe("$fast");
  });

  test("counts before lower layers, and after what its own layer and later ones say of parameters", () => {
    expect(resolved([preset, ["temperature", 2]], [["model", "$fast"]]).parameter("temperature")?.value).toBe(0.1);
    expect(
      resolved(
        [preset],
        [
          ["temperature", 1],
          ["model", "$fast"],
        ],
      ).parameter("temperature")?.value,
    ).toBe(1);
    expect(resolved([preset], [["model", "$fast"]], [["temperature", 2]]).parameter("temperature")?.value).toBe(2);
  });

  test("does nothing once another model is chosen", () => {
    const config = resolved([preset, ["model", "$fast"]], [["model", "other"]]);
    expect(config.model?.value).toBe("other");
    expect(config.parameter("temperature")).toBeUndefined();
    expect(config.provider.value).toBe("anthropic");
  });

  test("that does not exist leaves everything as it is", () => {
    const config = resolved([preset], [["model", "$nobody"]]);
    expect(config.provider.value).toBe("anthropic");
    expect(config.model).toBeUndefined();
  });

  test("that names itself or another preset as its model gives no model, and ends", () => {
    const config = resolved([["presets", { $a: { model: "$b" }, $b: { model: "$a" } }]], [["model", "$a"]]);
    expect(typeof config.model?.value === "string" && config.model.value.startsWith("$a")).toBe(false);
  });
});

describe("a list", () => {
  test("is changed by one layer after the other", () => {
    const config = resolved([["tools", ["bash", "ls"]]], [["tools", ["+read", "^find"]]], [["tools", ["!bash"]]]);
    expect(config.get("tools")).toEqual({ value: ["find", "ls", "read"], origin: "frontmatter" });
  });

  test("of bare items forgets what stands below", () => {
    expect(resolved([["tools", ["+bash"]]], [["tools", ["ls"]]]).get("tools")?.value).toEqual(["ls"]);
    expect(resolved([["tools", ["ls"]]], [["tools", []]]).get("tools")?.value).toEqual([]);
  });

  test("that is taken back is the default again", () => {
    expect(resolved([["tools", ["ls"]]], [["tools", null]]).get("tools")?.value).toHaveLength(7);
    expect(resolved([["tools.auto_approve", []]], [["tools.auto_approve", null]]).get("tools.auto_approve")?.value).toEqual(standard);
  });

  test("spreads presets as they are at the end, whoever defines them", () => {
    const list: Setting = ["tools.auto_approve", ["$mine", "!ls"]];
    expect(resolved([list], [["presets", { $mine: { auto_approve: ["ls", "bash"] } }]]).get("tools.auto_approve")?.value).toEqual(["bash"]);
    expect(resolved([list]).get("tools.auto_approve")?.value).toEqual(["$mine"]);
  });

  test("a preset of the name of a built-in one takes its place", () => {
    expect(resolved([["presets", { $standard: { auto_approve: ["bash"] } }]]).get("tools.auto_approve")?.value).toEqual(["bash"]);
  });

  test.each([
    ["itself", { $a: { auto_approve: ["$a", "bash"] } }, ["bash"]],
    ["itself by way of another", { $a: { auto_approve: ["ls", "$b"] }, $b: { auto_approve: ["$a", "bash"] } }, ["ls", "bash"]],
    ["a built-in one", { $a: { auto_approve: ["$readonly", "bash"] } }, ["bash", "read", "find", "grep", "ls"]],
    ["nothing", { $a: { model: "m" } }, []],
  ])("a preset that spreads %s ends", (_name, presets, items) => {
    expect(resolved([["presets", presets]], [["tools.auto_approve", ["$a"]]]).get("tools.auto_approve")?.value).toEqual(items);
  });

  test.each([
    ["all later ones", (index: number) => index + 1],
    ["all", () => 0],
  ])("forty presets that each spread %s end", (_name, from) => {
    const names = Array.from({ length: 40 }, (_, index) => `$p${index}`);
    const presets = Object.fromEntries(
      names.map((name, index) => [name, { auto_approve: [...names.slice(from(index)), `tool:${index}`] }]),
    );
    const value = resolved([["presets", presets]], [["tools.auto_approve", ["$p0"]]]).get("tools.auto_approve")?.value;
    expect(value).toHaveLength(40);
  });

  test("what presets in a circle spread is the same, whichever is asked for first", () => {
    const config = resolved([["presets", { $a: { auto_approve: ["$b", "ls"] }, $b: { auto_approve: ["$a", "bash"] } }]]);
    const first = config.presets("$b");
    expect(config.presets("$a")).toEqual(["ls", "bash"]);
    expect(config.presets("$b")).toEqual(first);
    expect(first).toEqual(["bash", "ls"]);
  });
});

describe("the layers tell", () => {
  test("what they touched, each path once", () => {
    const layer = layerOf("user", [
      ["timeout", 1],
      ["tools", ["+bash"]],
      ["tools", ["+ls"]],
      ["timeout", null],
    ]);
    expect(touchedPaths(layer).sort()).toEqual(["parameters.timeout", "tools"]);
  });

  test("the presets and endpoints that they define, beside the presets that are always there", () => {
    const layer = layerOf("user", [
      ["presets", { $fast: { model: "m" } }],
      ["providers", { local: { key: "K" }, other: { model: "m" } }],
    ]);
    expect(presetNames([layer])).toEqual(["$standard", "$readonly", "$fast"]);
    expect(customProviders([layer])).toEqual(["local", "other"]);
  });
});
