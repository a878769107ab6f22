import { expect, test } from "vitest";
import { providerNames } from "../../server/src/providers/catalogue.js";
import { fileSupport, providerSupport } from "../../server/src/providers/support.js";

test.each([
  ["anthropic", "text_file image pdf"],
  ["openai", "text_file image pdf"],
  ["vertex", "text_file image pdf"],
  ["moonshot", "text_file image"],
  ["codex", "text_file image pdf"],
  ["echo", "text_file image pdf"],
])("%s takes %s", (provider, kinds) => {
  expect(Object.keys(fileSupport(provider, undefined).takes).join(" ")).toBe(kinds);
});

test("every built-in provider is in the table", () => {
  expect(Object.keys(providerSupport).sort()).toEqual([...providerNames].sort());
});

test.each([
  ["anthropic", true],
  ["openai", true],
  ["vertex", true],
  ["chat-completions", false],
  [undefined, false],
  ["constructor", false],
])("an endpoint of one's own that speaks %s takes PDFs: %s", (kind, takesPdf) => {
  const { name, takes } = fileSupport("my-endpoint", kind);
  expect([name, takes.pdf !== undefined, takes.text_file !== undefined]).toEqual(["my-endpoint", takesPdf, true]);
});
