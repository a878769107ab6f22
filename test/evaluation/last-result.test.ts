import { beforeEach, expect, test } from "vitest";
import { noAnswers } from "../../server/src/base/file-answers.js";
import { evaluate, startEvaluation } from "../../server/src/evaluation/evaluate.js";
import { startRemembering } from "../../server/src/evaluation/last-result.js";
import type { EvaluationRequest, EvaluationResult } from "../../server/src/evaluation/types.js";
import { passiveLimits } from "../../server/src/lua/budget.js";
import { surroundingsOf } from "../conformance/harness.js";

const text = `@You:\n{{ 6 * 7 }} {{ missing }}\n${"words\n".repeat(20_000)}`;
let runs = 0;
let start = startRemembering(startEvaluation);

beforeEach(() => {
  runs = 0;
  start = startRemembering((request, clock) => {
    runs++;
    return startEvaluation(request, clock);
  });
});

function request(more: Partial<EvaluationRequest> = {}): EvaluationRequest {
  return { text, surroundings: surroundingsOf("/chats"), limits: passiveLimits, files: noAnswers, ...more };
}

function resultOf(more: Partial<EvaluationRequest> = {}): EvaluationResult {
  const run = start(request(more));
  while (run.step());
  return run.result();
}

test("what a long text renders to is known once its diagnostics are", () => {
  expect(resultOf({ omitOutput: true })).toEqual(evaluate(request({ omitOutput: true })));
  expect(resultOf({ omitOutput: true, omitValues: true })).toEqual(evaluate(request({ omitOutput: true })));
  expect(resultOf()).toEqual(evaluate(request()));
  expect(runs).toBe(1);
});

test("so are the diagnostics once it was rendered, but not the values that were left out", () => {
  expect(resultOf({ omitValues: true })).toEqual(evaluate(request({ omitValues: true })));
  expect(resultOf({ omitOutput: true })).toEqual(evaluate(request({ omitOutput: true })));
  expect(runs).toBe(1);
  expect(resultOf()).toEqual(evaluate(request()));
  expect(runs).toBe(2);
});

const facts = new Map([["/a", { readable: true, isFolder: false }]]);

test.each<[string, Partial<EvaluationRequest>]>([
  ["another text", { text: `${text}x` }],
  ["another seed", { surroundings: { ...surroundingsOf("/chats"), seed: 77 } }],
  ["a probe", { probe: 9 }],
  ["variables", { variables: { missing: 1 } }],
  ["an answer about a file", { files: { ...noAnswers, facts } }],
])("%s is evaluated anew", (_, more) => {
  resultOf();
  expect(resultOf(more)).toEqual(evaluate(request(more)));
  expect(runs).toBe(2);
});

test("a result with questions is not remembered", () => {
  const asking = `{{ vim.fn.filereadable("/a") }}`;
  const first = resultOf({ text: text + asking });
  expect(first.asks.facts).toEqual(["/a"]);
  resultOf({ text: text + asking });
  expect(runs).toBe(2);
});

test("a short text is evaluated every time", () => {
  resultOf({ text: "@You:\n{{ 1 }}\n" });
  resultOf({ text: "@You:\n{{ 1 }}\n" });
  expect(runs).toBe(2);
});
