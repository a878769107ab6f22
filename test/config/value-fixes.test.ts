import { expect, test } from "vitest";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { fixes } from "../../server/src/features/fixes.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

/** The faults of frontmatter by their codes, and the titles of their fixes; preferred ones have a star. */
function offered(language: string, code: string): [string, string[]][] {
  const evaluated = evaluateText(`\`\`\`${language}\n${code}\n\`\`\`\n@You:\nhi\n`, surroundingsOf("/chats"));
  return diagnostics(evaluated).map((fault) => [
    fault.code,
    fixes(evaluated.snapshot, fault).map(({ title, preferred }) => (preferred ? `* ${title}` : title)),
  ]);
}

test.each([
  ["an option that a document may not set", "lua", "flemma.opt.templating.modules = {}", "config/not-settable"],
  ["an option that is nobody's", "lua", "flemma.opt.xyzzyxyzzy = 1", "config/unknown-key"],
  [
    "a section of settings that was almost named",
    "lua",
    "flemma.opt.provders = {}",
    "config/unknown-key",
    "Change 'provders' to 'provider'",
  ],
  ["a number where a list is expected", "json", '{ "flemma": { "tools": 1 } }', "config/type"],
  ["a text that is no number", "lua", 'flemma.opt.temperature = "warm"', "config/type"],
  ["a number in quotes that is too large", "lua", 'flemma.opt.temperature = "5"', "config/type"],
  ["a number that JSON does not know", "json", '{ "flemma": { "temperature": "01" } }', "config/type"],
  ["a text that was computed", "lua", 'x = "0.5"\nflemma.opt.temperature = x', "config/type"],
  ["a text with an escape", "lua", 'flemma.opt.temperature = "\\48.5"', "config/type"],
  ["a word of every object", "lua", 'flemma.opt.tools.autopilot = "constructor"', "config/type"],
  ["three operators", "lua", 'flemma.opt.tools = { "+^!bash" }', "config/composed-operator"],
  ["two operators of an unknown tool", "lua", 'flemma.opt.tools = { "+^nothing" }', "config/composed-operator"],
])("nothing unfit is offered for %s", (_, language, code, fault, ...titles) => {
  const [[found, fitting] = ["", []]] = offered(language, code);
  expect(found).toBe(fault);
  expect(fitting.map((title) => title.replace(/^\* /, ""))).toEqual(expect.arrayContaining(titles));
  expect(fitting.join()).not.toContain("'providers'");
  if (titles.length === 0) expect(fitting).toEqual([]);
});

test("a share and a number are both offered where either may be meant, and neither unseen", () => {
  expect(offered("json", '{ "flemma": { "max_tokens": "50" } }')).toEqual([["config/type", ['Change "50" to 50', 'Change "50" to "50%"']]]);
  expect(offered("lua", 'flemma.opt.max_tokens = "8000"')).toEqual([["config/type", ['* Change "8000" to 8000']]]);
});

test("an operator in front of a preset goes, if there is such a preset", () => {
  expect(offered("yaml", 'flemma:\n  tools: ["+$standard"]')).toEqual([
    ["config/composed-operator", ["* Change '+$standard' to '$standard'"]],
  ]);
  expect(offered("yaml", 'flemma:\n  tools: ["+$standrad"]')).toEqual([["config/composed-operator", []]]);
  expect(offered("yaml", 'flemma:\n  tools: ["+$bash"]')).toEqual([["config/composed-operator", ["* Change '+$bash' to '+bash'"]]]);
});

test("either of two operators is offered", () => {
  expect(offered("yaml", 'flemma:\n  tools: ["+^bash"]')).toEqual([
    ["config/composed-operator", ["Change '+^bash' to '+bash'", "Change '+^bash' to '^bash'"]],
  ]);
});
