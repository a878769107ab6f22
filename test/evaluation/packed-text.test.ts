import fc from "fast-check";
import { expect, test } from "vitest";
import { createTextPacker, createTextUnpacker } from "../../server/src/evaluation/packed-text.js";

test("a process knows every text it was told of, short or long, like the one before or not", () => {
  const part = fc.constantFrom("words ".repeat(5000), "é\r\n😀".repeat(6000), "@You:\n{{ 1 }}\n", "\uD83D", "\uDE00", "");
  const texts = fc.array(
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join("")),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(texts, (all) => {
      const [pack, unpack] = [createTextPacker(), createTextUnpacker()];
      for (const text of all) expect(unpack(structuredClone(pack(text))) === text).toBe(true);
    }),
  );
});

test("of a long text that changed a little, only what changed goes over, to each process that knows it", () => {
  const [first, second] = [createTextPacker(), createTextPacker()];
  const text = "some words\n".repeat(10_000);
  const units = (packed: unknown): number => JSON.stringify(packed).length;
  expect(units(first(text))).toBeGreaterThan(100_000);
  expect(units(first(`${text}more`))).toBeLessThan(100);
  expect(units(first(`${text}more`))).toBeLessThan(100);
  expect(units(second(text))).toBeGreaterThan(100_000);
});
