import { expect, test } from "vitest";
import { diagnostic, sketch } from "../../server/src/base/diagnostic.js";
import { createCrowd } from "../../server/src/engines/crowd.js";
import { createRepeats } from "../../server/src/engines/lua/repeats.js";
import { LuaError } from "../../server/src/lua/errors.js";

const warning = (start: number, code: "expression/runtime" | "expression/syntax" = "expression/runtime") =>
  diagnostic(code, { start, end: start + 1 }, "It failed.");
const error = (start: number) => diagnostic("template/runtime", { start, end: start + 1 }, "It failed.");

test("faults are kept as long as there are few before them", () => {
  const crowd = createCrowd();
  for (let start = 0; start <= 2000; start++) expect(crowd.passes(warning(start))).toBe(false);
  expect(crowd.tally()).toBeUndefined();
});

test("a fault behind two thousand of its kind is counted and not kept, one before the last of them is kept", () => {
  const crowd = createCrowd();
  for (let start = 0; start <= 2000; start++) crowd.passes(warning(2 * start));
  expect(crowd.passes(warning(5000))).toBe(true);
  expect(crowd.passes(warning(3999))).toBe(false);
  expect(crowd.passes(warning(4000))).toBe(false);
  expect(crowd.tally()).toEqual({ errors: 0, warnings: 1, notes: 0, blocking: 0 });
});

test("what blocks is no crowd together with what does not", () => {
  const crowd = createCrowd();
  for (let start = 0; start <= 2000; start++) crowd.passes(warning(start));
  expect(crowd.passes(error(9000))).toBe(false);
});

test("a fault that is passed over is counted once, however often it is there, and each other fault of its tag as well", () => {
  const crowd = createCrowd();
  const repeats = createRepeats(crowd);
  for (let tag = 0; tag <= 2000; tag++) repeats.add(tag, undefined, { describe: () => warning(tag) });
  for (let round = 0; round < 3; round++) repeats.add(2001, undefined, { describe: () => warning(2001) });
  expect(crowd.tally()?.warnings).toBe(1);
  repeats.add(2001, new LuaError("a", "a"), { describe: () => warning(2001) });
  expect(crowd.tally()?.warnings).toBe(1);
  repeats.add(2001, new LuaError("b", "b"), { describe: () => warning(2001, "expression/syntax") });
  expect(crowd.tally()?.warnings).toBe(2);
  expect(repeats.list()).toHaveLength(2001);
});

test("of a fault that is passed over, a sketch is enough, and one that is kept is described", () => {
  const crowd = createCrowd();
  const repeats = createRepeats(crowd);
  let described = 0;
  const fault = (tag: number) => ({
    describe: () => {
      described++;
      return warning(tag);
    },
    sketch: () => sketch("expression/runtime", { start: tag, end: tag + 1 }),
  });
  for (let round = 0; round < 2; round++) for (let tag = 0; tag <= 3000; tag++) repeats.add(tag, undefined, fault(tag));
  expect(described).toBe(2001);
  expect(repeats.list()).toHaveLength(2001);
  expect(crowd.tally()).toEqual({ errors: 0, warnings: 1000, notes: 0, blocking: 0 });
});
