import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { statusText } = await import(new URL("../../client-vscode/src/status-text.ts", import.meta.url).href);

const status = {
  uri: "file:///a.chat",
  provider: "anthropic",
  model: "m-1",
  thinking: null,
  temperature: null,
  maxTokens: null,
  engine: "lua",
  running: false,
};

test("the status bar shows provider and model", () => {
  expect(statusText(status, undefined)).toEqual({ text: "anthropic/m-1", tooltip: ["anthropic/m-1"] });
  expect(statusText({ ...status, model: "" }, undefined).text).toBe("anthropic");
});

test("the tooltip shows what is set, and what the provider decides is left out", () => {
  const { tooltip } = statusText({ ...status, engine: "go", thinking: false, temperature: 0, maxTokens: "50%" }, undefined);
  expect(tooltip).toEqual(["anthropic/m-1, templates of go", "Thinking: off", "Temperature: 0", "Most tokens: 50%"]);
});

test("a reply that is being written, or waited for, is shown; what an earlier one used is not", () => {
  const usage = { inputTokens: 1, outputTokens: 2 };
  for (const [running, run] of [
    [true, undefined],
    [true, { state: "done", usage }],
    [false, { state: "running" }],
    [false, { state: "waiting" }],
  ] as const) {
    const { text } = statusText({ ...status, running }, run);
    expect(text).toBe("$(sync~spin) anthropic/m-1");
  }
});

test("tokens and cost of the last reply stand behind it, in few digits", () => {
  const shown = (usage: object): string => statusText(status, { state: "done", usage }).text.replace("anthropic/m-1 · ", "");
  expect(shown({ inputTokens: 12, outputTokens: 999 })).toBe("↑12 ↓999");
  expect(shown({ inputTokens: 1000, cacheReadTokens: 200, cacheWriteTokens: 34, outputTokens: 99_950, cost: 0.012345 })).toBe(
    "↑1.2k ↓100k · $0.012",
  );
  expect(shown({ inputTokens: 9949, outputTokens: 9950, cost: 1.239 })).toBe("↑9.9k ↓10k · $1.24");
  expect(shown({ inputTokens: 999_499, outputTokens: 999_500, cost: 0 })).toBe("↑999k ↓1.0M · $0");
  expect(shown({ inputTokens: 1, outputTokens: 1, cost: 0.00001 })).toBe("↑1 ↓1 · <$0.0001");
});

test("the tooltip says how the last reply ended, and what it used in full", () => {
  const usage = { inputTokens: 5, outputTokens: 7, thinkingTokens: 3, cacheReadTokens: 2, isEstimated: true, cost: 0.5 };
  expect(statusText(status, { state: "cancelled", usage }).tooltip.at(-1)).toBe(
    "Last reply: cancelled, 7 tokens sent, 2 of them from the cache, 7 received, 3 of them thinking, all estimated, about $0.5",
  );
  expect(statusText(status, { state: "failed" }).tooltip.at(-1)).toBe("Last reply: failed");
});
