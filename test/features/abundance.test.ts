import { describe, expect, test } from "vitest";
import { documentSymbols, documentSymbolsInSteps } from "../../server/src/features/document-symbols.js";
import { folds, foldsInSteps } from "../../server/src/features/folding.js";
import { inlayHints } from "../../server/src/features/inlay-hints.js";
import { preview } from "../../server/src/features/preview.js";
import { semanticTokens, semanticTokensInSteps } from "../../server/src/features/semantic-tokens.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

const snapshot = (text: string) => createSnapshot("file:///a.chat", 1, text);
const evaluated = (text: string) => evaluateText(text, surroundingsOf("/chats"));
const typesOf = (text: string) => new Set(semanticTokens(snapshot(text)).map(({ type }) => type));

describe("of documents with more than anybody wrote", () => {
  test("code has its tokens up to 20,000 tags, and none beyond", () => {
    expect(typesOf(`@You:\n${"{{1}}".repeat(20_000)}`)).toEqual(new Set(["class", "macro", "number"]));
    expect(typesOf(`@You:\n${"{{1}}".repeat(20_001)}`)).toEqual(new Set(["class"]));
  });

  test("a very long program has no tokens either", () => {
    expect(typesOf(`@You:\n{% ${"x = 1 ".repeat(50_000)} %}`)).toEqual(new Set(["class"]));
  });

  test("the outline holds the first 5,000 messages", () => {
    expect(documentSymbols(snapshot("@You:\na\n".repeat(5001))).length).toBe(5000);
  });

  test("the first ten thousand folds are there, in the order of the text", () => {
    const found = folds(snapshot("@You:\na\nb\n".repeat(10_001)));
    expect(found.length).toBe(10_000);
    expect(found.at(-1)).toEqual({ startLine: 29_997, endLine: 29_999, kind: "region" });
  });

  test.each([
    ["outline", documentSymbolsInSteps],
    ["folds", foldsInSteps],
    ["tokens", semanticTokensInSteps],
  ])("the %s of many messages are made in many steps", (_name, inSteps) => {
    const long = snapshot("@You:\na\nb {{ 1 }}\n".repeat(4000));
    let count = 0;
    for (const steps = inSteps(long); !steps.next().done; ) count++;
    expect(count).toBeGreaterThanOrEqual(8);
  });

  test("of the references of one message the first fifty thousand have tokens", () => {
    expect(semanticTokens(snapshot(`@You:\n${"@./a ".repeat(60_000)}`)).length).toBe(50_000);
  });

  test("a thousand expressions have their values beside them", () => {
    const text = `@You:\n${"{{ 1 }}".repeat(1500)}`;
    expect(inlayHints(evaluated(text), { start: 0, end: text.length }).length).toBe(1000);
  });

  test("the preview holds all of the text, and its map covers it with ten thousand stretches", () => {
    const text = "@You:\n{{ 1 }}\n@Assistant:\na\n".repeat(3000);
    const found = preview(evaluated(text));
    expect(found?.markdown.match(/^1$/gm)?.length).toBe(3000);
    expect(found?.map.length).toBe(10_000);
    expect(found?.map.at(-1)?.span.end).toBeGreaterThan(text.length - 5);
    expect(found?.map.every(({ start }, index) => index === 0 || start >= (found.map[index - 1]?.end ?? 0))).toBe(true);
  });
});
