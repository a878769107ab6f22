import { expect, test } from "vitest";
import { noAnswers } from "../../server/src/base/file-answers.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { Isolate } from "../../server/src/evaluation/isolate.js";
import type { EvaluationRequest } from "../../server/src/evaluation/types.js";
import { sendLimits } from "../../server/src/lua/budget.js";
import { answersOf } from "../../server/src/workspace/answer.js";
import type { Host } from "../../server/src/workspace/host.js";
import { runAnswered } from "../../server/src/workspace/run-answered.js";
import { surroundingsOf } from "../conformance/harness.js";
import { blindHost } from "../support/hosts.js";

const request: EvaluationRequest = {
  text: '@You:\n{{ include("1.md") }}\n',
  surroundings: surroundingsOf("/chats"),
  limits: sendLimits,
  files: noAnswers,
};

/** Evaluates in this process, and counts the runs, each of which takes `ms` of itself. */
function counting(ms: number): { isolate: Isolate; runs(): number } {
  let runs = 0;
  const isolate: Isolate = {
    async run(request) {
      runs++;
      return { kind: "done", result: evaluate(request), tookMs: ms };
    },
    onFault() {},
    warm() {},
    dispose() {},
  };
  return { isolate, runs: () => runs };
}

/** Runs a document that includes the first of a chain of files; each run takes `ms` of itself, and the patience is one second. */
async function chain(length: number, ms: number): Promise<{ kind: string; runs: number }> {
  const { isolate, runs } = counting(ms);
  const host: Host = {
    ...blindHost,
    async text(path) {
      const number = Number(/\d+/.exec(path)?.[0]);
      return { kind: "text", text: number === length ? "end" : `{{ include("${number + 1}.md") }}` };
    },
  };
  const { kind } = await runAnswered({ host, isolate }, { request, files: answersOf(), patience: 1000 });
  return { kind, runs: runs() };
}

test("a run is repeated until it has no questions left", async () => {
  expect(await chain(12, 10)).toEqual({ kind: "done", runs: 13 });
});

test("a run that asks on and on has timed out", async () => {
  expect(await chain(12, 300)).toEqual({ kind: "timed-out", runs: 4 });
});

test("the names in the folder of a missing file come with the answer that it is missing", async () => {
  const { isolate, runs } = counting(1);
  const host: Host = { ...blindHost, text: async () => ({ kind: "missing" }), folder: async () => ["2.md"] };
  const outcome = await runAnswered({ host, isolate }, { request, files: answersOf(), patience: 1000 });
  expect(outcome.kind === "done" && outcome.result.problems[0]?.suggestions).toEqual(["2.md"]);
  expect(runs()).toBe(2);
});
