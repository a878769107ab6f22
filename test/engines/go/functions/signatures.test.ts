import { expect, test } from "vitest";
import { functionSignatures } from "../../../../server/src/engines/go/functions/signatures.js";
import { standardFunctions } from "../../../../server/src/engines/go/functions/standard.js";

test("every function that can be called has a signature, and no other", () => {
  expect([...functionSignatures.keys()].sort()).toEqual([...standardFunctions.keys(), "file"].sort());
});

test("a signature takes as many arguments as its function", () => {
  for (const [name, { args, variadic }] of standardFunctions) {
    const { parameters } = functionSignatures.get(name) ?? { parameters: [] };
    const repeats = parameters.some((parameter) => parameter.endsWith("…"));
    // These take fewer or more than people should give them.
    if (["default", "dig", "round"].includes(name)) continue;
    expect(repeats, name).toBe(variadic);
    if (!variadic) expect(parameters.length, name).toBe(args.length);
  }
});

test("only what nobody else has is not portable", () => {
  const own = [...functionSignatures.values()].filter(({ isPortable }) => !isPortable).map(({ name }) => name);
  expect(own).toEqual(["embed", "include", "file"]);
});

test("every signature says what the function does in one sentence", () => {
  for (const { name, doc, signature } of functionSignatures.values()) {
    expect(doc, name).toMatch(/\S\.$/);
    expect(signature.split(" ")[0]).toBe(name);
  }
});
