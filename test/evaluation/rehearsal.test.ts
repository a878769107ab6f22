import { expect, test } from "vitest";
import { startEvaluation } from "../../server/src/evaluation/evaluate.js";
import { rehearse } from "../../server/src/evaluation/rehearsal.js";

test("what is rehearsed runs to its end, as documents do, and has the one fault that is meant", () => {
  const { problems, messages, config, asks } = rehearse(startEvaluation);
  expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    expect.stringMatching(/^expression\/undefined-variable: .*missing/),
  ]);
  expect(messages.map((output) => output?.failed)).toEqual([false, false, undefined]);
  expect(JSON.stringify(config)).toContain("1000");
  expect([...asks.facts, ...asks.texts, ...asks.attachments, ...asks.folders]).toEqual([]);
});

test("it is the same each time", () => {
  expect(rehearse(startEvaluation)).toEqual(rehearse(startEvaluation));
});
