import { describe, expect, test } from "vitest";
import { lateProblems } from "../../server/src/config/late-problems.js";
import { createOptionWriter } from "../../server/src/config/option-writer.js";
import { parseYaml } from "../../server/src/config/parse-yaml.js";
import { providerNames } from "../../server/src/providers/catalogue.js";
import { builtInTools } from "../../server/src/tools/definitions/built-in-tools.js";
import { layerOf } from "./layers.js";

const below = layerOf("user", [
  ["presets", { $fast: { provider: "openai", model: "nobody-knows" } }],
  ["providers", { local: { model: "m" } }],
]);

/** What is said of options in YAML once all layers are known: code, marked text, suggestions. */
function late(source: string, above = layerOf("command line", [])): string[] {
  const writer = createOptionWriter({
    ...{ origin: "frontmatter", by: "document", below: [below], above: [above], providers: providerNames, source },
    tools: builtInTools.map(({ name }) => name),
  });
  const { root } = parseYaml(source);
  if (root !== undefined) writer.write({ path: [], action: "set", node: root });
  return [...lateProblems(writer.layer(), writer.config(), { presets: writer.vocabulary().presets, refused: writer.problems() })].map(
    ({ code, span, suggestions = [] }) => `${code} ‹${source.slice(span.start, span.end)}› ${suggestions.join(", ")}`.trim(),
  );
}

describe("once all layers are known", () => {
  test.each<[string, string[]]>([
    ["model: claude-sonnet-4-6", []],
    ["model: $fast", []],
    ["model: $fsat", ["config/unknown-preset ‹$fsat› $fast"]],
    ["model: $NOBODY", []],
    ["model: my-own-model", ["config/unknown-model ‹my-own-model›"]],
    ["model: gpt-5.4", ["config/unknown-model ‹gpt-5.4›"]],
    ["model: gpt-5.4\nprovider: openai", []],
    ["provider: local\nmodel: whatever", []],
    ["provider: opnai\nmodel: gpt-5.4", []],
    ["provider: opnai\nmodel: $fsat", ["config/unknown-preset ‹$fsat› $fast"]],
    ["provider: echo\nmodel: ecko", ["config/unknown-model ‹ecko› echo"]],
    ["tools: { auto_approve: [$standrd, $fast, +bash, $HOME] }", ["config/unknown-preset ‹$standrd› $standard"]],
    ["tools: { auto_approve: [$one, $two] }", ["config/unknown-preset ‹$one›", "config/unknown-preset ‹$two›"]],
    ["temperature: 1", []],
  ])("%s", (source, problems) => {
    expect(late(source)).toEqual(problems);
  });

  test("nothing is said of a model that something above replaces", () => {
    expect(late("model: my-own-model", layerOf("command line", [["model", "claude-sonnet-4-6"]]))).toEqual([]);
  });

  test("nothing is said of what other layers wrote", () => {
    expect(late("model: $fast")).toEqual([]);
  });
});
