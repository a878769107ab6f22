import { describe, expect, test } from "vitest";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { pairTools } from "../../server/src/syntax/tool-pairing.js";

const use = (id: string, name = "bash") => `**Tool Use:** \`${name}\` (\`${id}\`)\n\`\`\`\n{}\n\`\`\`\n`;
const result = (id: string, content: string) => `**Tool Result:** \`${id}\`\n\`\`\`\n${content}\n\`\`\`\n`;

/** Pairs as `id=content`, uses without a result as `id`. */
function pairs(text: string): string[] {
  const document = parseDocument(text);
  return pairTools(document).pairs.map(({ use: { id }, result: answer }) => {
    const placed = document.messages.find(({ message }) => message.segments.some((segment) => segment === answer));
    if (answer === undefined || placed === undefined) return id;
    const { start, end } = answer.fence.content;
    return `${id}=${document.source.slice(placed.start + start, placed.start + end)}`;
  });
}

describe("a tool use", () => {
  test.each([
    ["is answered by the next user message", `@Assistant:\n${use("a")}@You:\n${result("a", "1")}`, ["a=1"]],
    ["has no answer in the same or an earlier one", `@You:\n${result("a", "0")}@Assistant:\n${use("a")}@You:\nx\n`, ["a"]],
    [
      "is answered later when the next one is silent",
      `@Assistant:\n${use("a")}@You:\nx\n@Assistant:\ny\n@You:\n${result("a", "1")}`,
      ["a=1"],
    ],
    [
      "is paired by id, whatever the order",
      `@Assistant:\n${use("a")}${use("b")}@You:\n${result("b", "2")}${result("a", "1")}`,
      ["a=1", "b=2"],
    ],
    ["takes a result that no other use has taken", `@Assistant:\n${use("a")}${use("a")}@You:\n${result("a", "1")}`, ["a=1", "a"]],
    ["is not answered by a system message", `@Assistant:\n${use("a")}@System:\n${result("a", "1")}@You:\nx\n`, ["a"]],
    ["is answered behind a system message", `@Assistant:\n${use("a")}@System:\ns\n@You:\n${result("a", "1")}`, ["a=1"]],
  ])("%s", (_, text, expected) => {
    expect(pairs(text)).toEqual(expected);
  });

  test("with an id that comes again in every turn gets the result of its own turn", () => {
    const text = `@Assistant:\n${use("search:0", "one")}@You:\n${result("search:0", "1")}@Assistant:\n${use("search:0", "two")}@You:\n${result("search:0", "2")}@Assistant:\n${use("search:0", "three")}@You:\nx\n`;
    expect(pairs(text)).toEqual(["search:0=1", "search:0=2", "search:0"]);
    const document = parseDocument(text);
    const tools = pairTools(document);
    const names = tools.pairs.map(({ result: answer }) => answer && tools.nameOf(answer));
    expect(names).toEqual(["one", "two", undefined]);
  });

  test("twice in one message with one id is answered in order", () => {
    const text = `@Assistant:\n${use("a", "one")}${use("a", "two")}@You:\n${result("a", "1")}${result("a", "2")}`;
    const tools = pairTools(parseDocument(text));
    expect(tools.pairs.map(({ use: { name }, result: answer }) => [name, answer && tools.nameOf(answer)])).toEqual([
      ["one", "one"],
      ["two", "two"],
    ]);
  });
});

test("pairs are computed once per document", () => {
  const document = parseDocument(`@Assistant:\n${use("a")}`);
  expect(pairTools(document)).toBe(pairTools(document));
});
