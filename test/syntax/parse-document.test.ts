import { describe, expect, test } from "vitest";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { syntaxProblems } from "../../server/src/syntax/problems.js";
import { checkTree } from "./check-syntax.js";

describe("messages", () => {
  const cases: [string, string, string[]][] = [
    ["an empty text has no messages", "", [""]],
    ["a marker may carry trailing blanks", "@You: \t\nhi", ["@You", '  text "hi"']],
    ["a message may have no line end at all", "@You:", ["@You"]],
    [
      "empty lines at the end are dropped, those at the start stay",
      "@You:\n\na\n\n\n@You:\nb",
      ["@You", '  text "\\na"', "@You", '  text "b"'],
    ],
    ["a line of blanks is not empty", "@You:\na\n  \n\n", ["@You", '  text "a\\n  "']],
    ["lone carriage returns end lines", "@You:\ra\r@Assistant:\rb\r", ["@You", '  text "a"', "@Assistant", '  text "b"']],
    ["line ends may be mixed", "@You:\r\na\n@You:\rb", ["@You", '  text "a"', "@You", '  text "b"']],
    ["text before the first marker belongs to no message", "x {{ y }}\n@You:\nz", ['preamble "x {{ y }}\\n"', "@You", '  text "z"']],
    ["a byte order mark does not hide a marker", "\uFEFF@You:\na", ["bom", "@You", '  text "a"']],
    ["a fence in the preamble hides markers", "```\n@You:\n```\n@You:\na", ['preamble "```\\n@You:\\n```\\n"', "@You", '  text "a"']],
    ["tilde and indented fences hide nothing", "@You:\n~~~\n ```\n@You:\na", ["@You", '  text "~~~\\n ```"', "@You", '  text "a"']],
    [
      "a fence closes with at least as many backticks",
      "@You:\n````\n```\n@You:\n`````\n@You:",
      ["@You", '  text "````\\n```\\n@You:\\n`````"', "@You"],
    ],
    [
      "U+2028 and U+0085 end no line",
      "@You:\u2028\n@You:\na\u0085@You:\u2028",
      ['preamble "@You:\u2028\\n"', "@You", '  text "a\u0085@You:\u2028"', '! role/text-after-marker "@You:"'],
    ],
  ];
  test.each(cases)("%s", (_, text, expected) => checkTree(text, expected));
});

describe("frontmatter", () => {
  const cases: [string, string, string[]][] = [
    ["it may be empty", "```lua\n```\n@You:\n", ['frontmatter lua ""', "@You"]],
    ["it closes at the end of the text too", "```JSON  \n{}\n```", ['frontmatter JSON "{}\\n"']],
    ["exactly three backticks close it", "```lua\n````\n``` x\n```\n", ['frontmatter lua "````\\n``` x\\n"']],
    ["its lines are no markers", "```lua\n@You:\n```\n@You:\na", ['frontmatter lua "@You:\\n"', "@You", '  text "a"']],
    ["four backticks open none", "````lua\n````\n", ['preamble "````lua\\n````\\n"']],
    ["a language of other characters opens none", "```c++\n```\n", ['preamble "```c++\\n```\\n"']],
    [
      "unclosed it is preamble, with one problem",
      "```lua\na\n@You:\nb",
      ['preamble "```lua\\na\\n@You:\\nb"', '! frontmatter/unclosed "```lua"'],
    ],
    [
      "four backticks close the fence but not the frontmatter",
      "```lua\n````\n@You:\nb",
      ['preamble "```lua\\n````\\n"', "@You", '  text "b"', '! frontmatter/unclosed "```lua"'],
    ],
  ];
  test.each(cases)("%s", (_, text, expected) => checkTree(text, expected));
});

describe("roles", () => {
  const cases: [role: string, suggestions: string[] | undefined][] = [
    ["you", ["You"]],
    ["Asistant", ["Assistant"]],
    ["USER", ["You"]],
    ["gpt", ["Assistant"]],
    ["Sys", ["System"]],
    ["Robot", undefined],
  ];
  test.each(cases)("@%s: suggests %j", (role, suggestions) => {
    const [problem] = syntaxProblems(parseDocument(`x\n@${role}:\nhi`));
    expect(problem).toMatchObject({ code: "role/unknown", blocks: false, span: { start: 3, end: 3 + role.length } });
    expect(problem?.suggestions).toEqual(suggestions);
    expect(problem?.data).toEqual(suggestions && { kind: "replace", span: problem?.span, with: suggestions });
  });

  test("known roles have no problem", () => {
    expect(syntaxProblems(parseDocument("@System:\n@You:\n@Assistant:\n"))).toEqual([]);
  });

  test("the message says what to do", () => {
    const [problem] = syntaxProblems(parseDocument("@Asistant:\n"));
    expect(problem?.message).toMatch(/^Unknown role "Asistant": this message is not sent\. Did you mean .Assistant.\?$/);
  });

  const inline: [string, string, string[]][] = [
    ["in a message", "@You:\n@You: hi", ["@You", '  text "@You: hi"', '! role/text-after-marker "@You:"']],
    ["in the preamble", "@System:hi\n@You:\na", ['preamble "@System:hi\\n"', "@You", '  text "a"', '! role/text-after-marker "@System:"']],
    ["not in a fence", "@You:\n```\n@You: hi\n```", ["@You", '  text "```\\n@You: hi\\n```"']],
    ["not of an unknown role", "@You:\n@Robot: hi\n@you: hi", ["@You", '  text "@Robot: hi\\n@you: hi"']],
    ["not when escaped", "@You:\n\\@You: hi", ["@You", '  text "\\\\@You: hi" escapes 1']],
  ];
  test.each(inline)("text after a marker: %s", (_, text, expected) => checkTree(text, expected));

  test("text after a marker blocks and knows its role and marker in the document", () => {
    const [problem] = syntaxProblems(parseDocument("@System:\nx\n@You: hi"));
    expect(problem).toMatchObject({ blocks: true, data: { kind: "split-marker", role: "You", marker: { start: 11, end: 16 } } });
  });
});
