import { expect, test } from "vitest";
import { modelInfo } from "../../../server/src/providers/catalogue.js";
import { maxTokensFor } from "../../../server/src/providers/models/max-tokens.js";

const opus = modelInfo("anthropic", "claude-opus-4-7");
const kimi = modelInfo("moonshot", "kimi-k2.6");

test.each([
  ["50%", 64_000],
  ["100%", 128_000],
  ["12.5%", 16_000],
  ["0.1%", 1024],
  [undefined, 64_000],
  [null, 64_000],
])("%s of what the model can write is %d", (value, tokens) => {
  expect(maxTokensFor(value, opus)).toEqual({ tokens });
});

test("a share is at least what the model needs", () => {
  expect(maxTokensFor("1%", kimi)).toEqual({ tokens: 16_000 });
});

test.each([
  [1, 1],
  [8000, 8000],
  [128_000, 128_000],
])("the number %d is as it is", (value, tokens) => {
  expect(maxTokensFor(value, opus)).toEqual({ tokens });
});

test("a number that the model does not take becomes the next one that it does, and is told", () => {
  expect(maxTokensFor(200_000, opus)).toEqual({ tokens: 128_000, asked: 200_000 });
  expect(maxTokensFor(100, kimi)).toEqual({ tokens: 16_000, asked: 100 });
});

test("of a model that nobody knows a share is 4000, and a number stays", () => {
  expect(maxTokensFor("50%", undefined)).toEqual({ tokens: 4000 });
  expect(maxTokensFor(999_999, undefined)).toEqual({ tokens: 999_999 });
});
