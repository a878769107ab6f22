import { describe, expect, test } from "vitest";
import { modelInfo } from "../../../server/src/providers/catalogue.js";
import { type ThinkingOptions, type ThinkingSetting, thinkingFor } from "../../../server/src/providers/models/thinking.js";

const off: ThinkingSetting = { kind: "off" };
const silent: ThinkingSetting = { kind: "silent" };
const budget = (tokens: number): ThinkingSetting => ({ kind: "on", budget: tokens });
const effort = (word: string): ThinkingSetting => ({ kind: "on", effort: word });

/** What options come to for a model of the catalogue. */
function thinking(model: string, options: ThinkingOptions): ThinkingSetting {
  const [provider = "", id = ""] = model.split(" ");
  const info = modelInfo(provider, id);
  if (info === undefined) throw new Error(`There is no ${model}.`);
  return thinkingFor(options, { info, measure: provider === "anthropic" || provider === "vertex" ? "budget" : "effort" });
}

describe("a level", () => {
  test.each([
    ["anthropic claude-sonnet-4-5", [1024, 2048, 8192, 16384, 16384]],
    ["vertex gemini-2.5-pro", [128, 2048, 8192, 32768, 32768]],
    ["vertex gemini-2.5-flash", [128, 2048, 8192, 24576, 24576]],
    ["vertex gemini-2.5-flash-lite", [512, 2048, 8192, 24576, 24576]],
  ] as const)("is a budget of %s", (model, tokens) => {
    const levels = ["minimal", "low", "medium", "high", "max"];
    expect(levels.map((level) => thinking(model, { level }))).toEqual(tokens.map(budget));
  });

  test.each([
    ["anthropic claude-opus-4-7", ["low", "low", "medium", "high", "max"]],
    ["anthropic claude-sonnet-4-6", ["low", "low", "medium", "high", "high"]],
    ["openai gpt-5.4", ["low", "low", "medium", "high", "xhigh"]],
    ["openai gpt-5.5-pro", ["medium", "medium", "medium", "high", "xhigh"]],
    ["openai o3", ["low", "low", "medium", "high", "high"]],
    ["codex gpt-5.5", ["low", "low", "medium", "high", "xhigh"]],
    ["vertex gemini-3-flash-preview", ["MINIMAL", "LOW", "MEDIUM", "HIGH", "HIGH"]],
    ["vertex gemini-3.1-pro-preview", ["LOW", "LOW", "MEDIUM", "HIGH", "HIGH"]],
  ] as const)("is a word of %s", (model, words) => {
    const levels = ["minimal", "low", "medium", "high", "max"];
    expect(levels.map((level) => thinking(model, { level }))).toEqual(words.map(effort));
  });

  test("is both of a model that takes both", () => {
    expect(thinking("anthropic claude-opus-4-5", { level: "medium" })).toEqual({ kind: "on", budget: 8192, effort: "medium" });
  });

  test("says only that there is thinking where there is no measure", () => {
    expect(thinking("moonshot kimi-k2.6", { level: "low" })).toEqual({ kind: "on" });
    expect(thinking("moonshot kimi-k2-thinking", { level: "low" })).toEqual({ kind: "on" });
  });
});

describe("a number", () => {
  test.each([
    [1, 1024],
    [5000, 5000],
    [100_000, 100_000],
  ])("%d is a budget of %d, but never less than the model takes", (level, tokens) => {
    expect(thinking("anthropic claude-sonnet-4-5", { level })).toEqual(budget(tokens));
  });

  test("is at most what the model takes", () => {
    expect(thinking("vertex gemini-2.5-flash", { level: 100_000 })).toEqual(budget(24576));
  });

  test.each([
    [256, "LOW"],
    [257, "LOW"],
    [4096, "LOW"],
    [4097, "MEDIUM"],
    [12288, "MEDIUM"],
    [12289, "HIGH"],
    [24576, "HIGH"],
    [24577, "HIGH"],
  ])("%d is the nearest level", (level, word) => {
    expect(thinking("vertex gemini-3.1-pro-preview", { level })).toEqual(effort(word));
    expect(thinking("openai gpt-5.4", { level })).toEqual(effort(level > 24576 ? "xhigh" : word.toLowerCase()));
  });
});

describe("nothing", () => {
  test.each([false, 0])("is said explicitly: %s", (level) => {
    expect(thinking("openai gpt-5.4", { level })).toEqual(off);
    expect(thinking("vertex gemini-2.5-flash", { level })).toEqual(off);
  });

  test.each([undefined, null])("is said at all: %s", (level) => {
    expect(thinking("openai gpt-5.4", { level, isChosen: true })).toEqual(silent);
  });

  test.each(["anthropic claude-3-5-haiku-latest", "openai gpt-4.1", "moonshot kimi-k2-turbo-preview", "echo echo"])(
    "is said to %s, which does not think",
    (model) => {
      for (const options of [{ level: "high", isChosen: true }, { level: false }, { budget: 2000 }, { effort: "low" }])
        expect(thinking(model, options)).toEqual(silent);
    },
  );
});

describe("the provider's own option counts before the level", () => {
  test.each([
    [2000, budget(2000)],
    [10, budget(1024)],
    [0, off],
    [-1, off],
  ])("a budget of %d", (tokens, expected) => {
    expect(thinking("anthropic claude-sonnet-4-5", { level: "high", budget: tokens })).toEqual(expected);
    expect(thinking("anthropic claude-sonnet-4-5", { level: false, budget: tokens })).toEqual(expected);
  });

  test("a budget is the nearest word of a model that takes words", () => {
    expect(thinking("anthropic claude-opus-4-7", { level: "high", budget: 3000 })).toEqual(effort("low"));
  });

  test.each(["low", "xhigh", "max"])("the effort %s, as it is", (word) => {
    expect(thinking("anthropic claude-opus-4-7", { level: "medium", effort: word })).toEqual(effort(word));
    expect(thinking("openai gpt-5.4", { level: false, effort: word })).toEqual(effort(word));
  });

  test("the effort none", () => expect(thinking("openai gpt-5.4", { level: "high", effort: "none" })).toEqual(off));

  test("but no effort for a model that takes budgets alone", () => {
    expect(thinking("anthropic claude-sonnet-4-5", { level: "low", effort: "max" })).toEqual(budget(2048));
  });

  test("and an effort beside the budget of a model that takes both", () => {
    expect(thinking("anthropic claude-opus-4-5", { level: "low", effort: "high" })).toEqual({ kind: "on", budget: 2048, effort: "high" });
  });
});

describe("a model that nobody knows", () => {
  const unknown = (options: ThinkingOptions, measure: "budget" | "effort" = "budget") => thinkingFor(options, { info: undefined, measure });

  test("is told nothing as long as nobody chose", () => {
    expect(unknown({ level: "high", isChosen: false })).toEqual(silent);
    expect(unknown({ level: "high", isChosen: false }, "effort")).toEqual(silent);
  });

  test("gets the usual budget or word where somebody did", () => {
    const levels = ["minimal", "low", "medium", "high", "max"];
    expect(levels.map((level) => unknown({ level, isChosen: true }))).toEqual([128, 2048, 8192, 16384, 32768].map(budget));
    expect(levels.map((level) => unknown({ level, isChosen: true }, "effort"))).toEqual(
      ["minimal", "low", "medium", "high", "high"].map(effort),
    );
    expect(unknown({ budget: 77 })).toEqual(budget(77));
    expect(unknown({ effort: "xhigh" }, "effort")).toEqual(effort("xhigh"));
    expect(unknown({ level: false, isChosen: true })).toEqual(off);
  });
});
