import { describe, expect, test } from "vitest";
import { diagnostic } from "../../server/src/base/diagnostic.js";
import { createRefusals } from "../../server/src/config/refusals.js";

const fault = (message: string, start = 0) => diagnostic("config/type", { start, end: start + 3 }, message);

function told(...writes: readonly (readonly ReturnType<typeof fault>[])[]): string[] {
  const refusals = createRefusals();
  for (const problems of writes) refusals.add(problems);
  return refusals.list().map(({ message }) => message);
}

describe("what is refused", () => {
  test("again and again, in whatever words, is told once with its count", () => {
    expect(told([fault("Not 3.")], [fault("Not 4.")], [fault("Not 5.")])).toEqual(["Not 3. (3 times)"]);
  });

  test("of one write is told fault by fault, also where one expression gave them all", () => {
    expect(told([fault("a"), fault("b")])).toEqual(["a", "b"]);
    expect(told([fault("a"), fault("b")], [fault("c"), fault("d")])).toEqual(["a (2 times)", "b (2 times)"]);
  });

  test("in the same words at the same place in one write is one fault", () => {
    expect(told([fault("a"), fault("a"), fault("b")])).toEqual(["a", "b"]);
  });

  test("at different places are different faults", () => {
    expect(told([fault("a")], [fault("a", 5)])).toEqual(["a", "a"]);
  });

  test("never is nothing", () => {
    expect(told()).toEqual([]);
  });
});
