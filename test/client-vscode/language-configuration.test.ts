import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const path = new URL("../../client-vscode/language-configuration.json", import.meta.url);
const { onEnterRules, indentationRules, wordPattern, autoClosingPairs, brackets, surroundingPairs, comments } = JSON.parse(
  readFileSync(path, "utf8"),
);

/** What Enter behind a line adds to the next one. */
function appended(line: string): string {
  const rule = onEnterRules.find(({ beforeText }: { beforeText: string }) => new RegExp(beforeText).test(line));
  return rule?.action.appendText ?? "";
}

describe("Enter", () => {
  test("goes on with a list, a task or a quotation, and ends one at an empty item", () => {
    expect(["- a", "  * b", "- [x] done", "> quoted"].map(appended)).toEqual(["- ", "* ", "- [ ] ", "> "]);
    expect(
      ["- ", "* ", "> ", "- [ ] ", "---", "**bold**", "-- a comment of Lua", "text - with a dash", "@You:"].map(appended).join(""),
    ).toBe("");
  });
});

test("brackets of tags pair, and a tag of code that is opened is closed", () => {
  expect(brackets).toEqual(
    expect.arrayContaining([
      ["{{", "}}"],
      ["{%", "%}"],
    ]),
  );
  expect(autoClosingPairs).toEqual(
    expect.arrayContaining([
      { open: "{", close: "}" },
      { open: "{%", close: " %" },
    ]),
  );
  expect(surroundingPairs).toEqual(
    expect.arrayContaining([
      ["`", "`"],
      ["*", "*"],
    ]),
  );
});

test("a comment is one that is not sent", () => {
  expect(comments).toEqual({ blockComment: ["{% --[[", "]] %}"] });
});

test("words are names and words of prose, without the marks around them", () => {
  const words = "@You: {{ user_name }} größe, it's -1.5 `code`".match(new RegExp(wordPattern, "g"));
  expect(words).toEqual(["You", "user_name", "größe", "it", "s", "-1.5", "code"]);
});

test("blocks of code tags are set in, one tag a line", () => {
  const increases = (line: string): boolean => new RegExp(indentationRules.increaseIndentPattern).test(line);
  const decreases = (line: string): boolean => new RegExp(indentationRules.decreaseIndentPattern).test(line);
  expect(["{% if x then %}", "{%- for i = 1, 2 do -%}", "{% else %}"].map(increases)).toEqual([true, true, true]);
  expect(["{% x = 1 %}", "{{ x }}", "if x then", "{% if x then %}y{% end %}"].map(increases)).toEqual([false, false, false, false]);
  expect(["{% end %}", "  {%- else -%}", "{% until x %}", "{% ending() %}", "end"].map(decreases)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
