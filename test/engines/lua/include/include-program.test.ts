import { expect, test } from "vitest";
import { includeProgram } from "../../../../server/src/engines/lua/include/include-program.js";

const words = (count: number): string => "words ".repeat(count);
const tags = (count: number): string => "{{ 1 }}".repeat(count);
const isKept = (path: string, text: string): boolean => {
  const first = includeProgram(path, text);
  return includeProgram(path, text) === first;
};

test("a file is parsed once as long as its text is the same", () => {
  const first = includeProgram("/a", tags(3));
  expect(includeProgram("/a", tags(3))).toBe(first);
  expect(includeProgram("/a", tags(4))).not.toBe(first);
  expect(includeProgram("/b", tags(4))).not.toBe(includeProgram("/a", tags(4)));
});

test("what takes very much memory is not kept: a tag takes more than its text", () => {
  expect(isKept("/words", words(500_000))).toBe(true);
  expect(isKept("/tags", tags(10_000))).toBe(true);
  expect(isKept("/many-tags", tags(30_000))).toBe(false);
});

test("of many files those that were used last are kept", () => {
  const first = includeProgram("/first", tags(10));
  const second = includeProgram("/second", tags(10));
  for (let file = 0; file < 20; file++) {
    includeProgram(`/large-${file}`, tags(2000));
    expect(includeProgram("/first", tags(10))).toBe(first);
  }
  expect(includeProgram("/second", tags(10))).not.toBe(second);
});
