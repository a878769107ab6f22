import { expect, test } from "vitest";
import { type FileAnswers, type FileText, noAnswers } from "../../server/src/base/file-answers.js";
import { createPacker, createUnpacker } from "../../server/src/evaluation/packed-files.js";

const text = (content: string): FileText => ({ kind: "text", text: content });
const texts = (entries: Record<string, FileText>): FileAnswers => ({ ...noAnswers, texts: new Map(Object.entries(entries)) });

test("a process knows what it was told, whatever part of it goes over", () => {
  const [pack, unpack] = [createPacker(), createUnpacker()];
  const [one, two] = [text("1"), text("2")];
  const all: FileAnswers = {
    facts: new Map([["/a", { readable: true, isFolder: false }]]),
    texts: new Map([["/a", one]]),
    attachments: new Map([["/a", { kind: "missing" }]]),
    folders: new Map([
      ["/", ["a"]],
      ["/none", undefined],
    ]),
  };
  const over = (files: FileAnswers) => unpack(structuredClone(pack(files)));
  expect(over(all)).toEqual(all);
  expect(over(all)).toEqual(all);
  for (const files of [texts({ "/a": one, "/b": one }), texts({ "/a": two }), texts({ "/b": one }), noAnswers])
    expect(over(files)).toEqual(files);
});

test("an answer goes over once to each process", () => {
  const [first, second] = [createPacker(), createPacker()];
  const large = texts({ "/a": text("x".repeat(100_000)) });
  const bytes = (packed: unknown): number => JSON.stringify(packed).length;
  expect(bytes(first(large))).toBeGreaterThan(100_000);
  expect(bytes(first(large))).toBeLessThan(200);
  expect(bytes(second(large))).toBeGreaterThan(100_000);
  expect(bytes(first(texts({ "/a": text("other") })))).toBeLessThan(250);
});

test("a process that was told very much begins anew, and misses nothing", () => {
  const [pack, unpack] = [createPacker(), createUnpacker()];
  const many = Array.from({ length: 50 }, (_, index) => texts({ "/same": text("same"), [`/${index}`]: text("x".repeat(1_000_000)) }));
  const isNew = many.map((files) => {
    const packed = pack(files);
    expect(unpack(packed)).toEqual(files);
    return packed.isNew;
  });
  expect(isNew.filter(Boolean)).toHaveLength(1);
});
