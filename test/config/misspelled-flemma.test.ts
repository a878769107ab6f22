import { expect, test } from "vitest";
import { misspelledFlemma } from "../../server/src/config/misspelled-flemma.js";
import { parseData } from "../../server/src/config/parse-data.js";
import { providerNames } from "../../server/src/providers/catalogue.js";

const vocabulary = { providers: providerNames, tools: ["bash"], presets: [] };

function found(code: string): string[] {
  const root = parseData("yaml", code)?.root;
  if (root === undefined) throw new Error("this is no mapping");
  return [...misspelledFlemma(root, code, vocabulary)].map(({ span, message }) => `${code.slice(span.start, span.end)}: ${message}`);
}

test.each(["flema", "Flemma", "flemmma", "felmma"])("options under '%s' do not count, and that is told", (name) => {
  expect(found(`${name}: {tools: [bash]}`)).toEqual([`${name}: '${name}' is a variable: its options do not count. Did you mean 'flemma'?`]);
});

test.each([
  "flemma: {tools: [bash]}",
  "flema: {people: 3}",
  "flema: 3",
  "flema: {}",
  "lemma: {text: x}",
  "settings: {tools: [bash]}",
  "flema: [tools]",
])("%s is no such fault", (code) => {
  expect(found(code)).toEqual([]);
});
