import { describe, expect, test } from "vitest";
import { type Decision, decideApproval, type Policy } from "../../server/src/tools/approval.js";

const list = (...names: readonly string[]): Policy => ({ kind: "list", names });
const answer = (value: boolean | "deny" | undefined): Policy => ({ kind: "answer", value });

/** Expects the decision about `bash` under these policies, highest first. */
function check(policies: readonly Policy[], decision: Decision): void {
  expect(decideApproval({ tool: "bash", policies })).toBe(decision);
}

describe("one policy", () => {
  test("a list approves what it holds and nothing else", () => {
    check([list("read", "bash")], "approve");
    check([list("read")], "require_approval");
    check([list()], "require_approval");
  });

  test("a list compares whole names", () => {
    check([list("BASH", "bas", "bash2", "server:bash", "$standard", "*")], "require_approval");
  });

  test("a function approves by true, asks by false and denies by its word", () => {
    check([answer(true)], "approve");
    check([answer(false)], "require_approval");
    check([answer("deny")], "deny");
  });
});

describe("several policies", () => {
  test("a function that says nothing leaves it to the next", () => {
    check([answer(undefined), list("bash")], "approve");
    check([answer(undefined), answer(undefined), answer("deny")], "deny");
  });

  test.each<[Policy, Decision]>([
    [answer(false), "require_approval"],
    [answer("deny"), "deny"],
    [answer(true), "approve"],
  ])("the answer %o is final", (first, decision) => {
    for (const next of [answer(true), answer(false), answer("deny"), list("bash"), list()]) check([first, next], decision);
  });

  test("a list is final, also about tools it does not hold", () => {
    check([list("read"), answer(true)], "require_approval");
    check([list("read"), list("bash")], "require_approval");
    check([list("bash"), answer("deny")], "approve");
  });
});

test("where nothing is said a person is asked", () => {
  check([], "require_approval");
  check([answer(undefined)], "require_approval");
});
