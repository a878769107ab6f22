import { describe, expect, test } from "vitest";
import { applyEdits } from "../../server/src/base/text-edit.js";
import { rename, renameTarget } from "../../server/src/features/rename.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";
import { atCursor } from "../support/cursor.js";

/** The document after the rename, or why there is none. */
function renamed(marked: string, name: string): string | undefined {
  const { snapshot, offset, text } = atCursor(marked);
  const result = rename(snapshot, offset, name);
  return result?.ok ? applyEdits(text, result.edits) : result?.reason;
}

describe("a rename", () => {
  test("of a local stays in its scope", () => {
    expect(renamed("@You:\n{% local a = 1 do local a = ‸a %}{{ a }}{% end %}{{ a }}\n@You:\n{{ a }}\n", "b")).toBe(
      "@You:\n{% local b = 1 do local a = b %}{{ a }}{% end %}{{ b }}\n@You:\n{{ a }}\n",
    );
  });

  test("of a global reaches frontmatter and all messages", () => {
    expect(renamed("```lua\nx = 1\nfunction f() return x end\n```\n@System:\n{{ ‸x }}\n@You:\n{% x = x .. 1 %}{{ x.x }}\n", "topic")).toBe(
      "```lua\ntopic = 1\nfunction f() return topic end\n```\n@System:\n{{ topic }}\n@You:\n{% topic = topic .. 1 %}{{ topic.x }}\n",
    );
  });

  test("of a function, a parameter and a loop variable", () => {
    expect(renamed("```lua\nfunction f(a) return f(a) end\n```\n@You:\n{{ ‸f(1) }}\n", "g")).toBe(
      "```lua\nfunction g(a) return g(a) end\n```\n@You:\n{{ g(1) }}\n",
    );
    expect(renamed("```lua\nfunction f(a‸) return f(a) end\n```\n", "b")).toBe("```lua\nfunction f(b) return f(b) end\n```\n");
    expect(renamed("@You:\n{% for v in values({}) do %}{{ ‸v }}{% end %}\n", "w")).toBe(
      "@You:\n{% for w in values({}) do %}{{ w }}{% end %}\n",
    );
  });

  test("of a label reaches its jumps, and no variable", () => {
    expect(renamed("@You:\n{% local a = 1 do goto ‸a; ::a:: end ::a:: %}{{ a }}\n", "b")).toBe(
      "@You:\n{% local a = 1 do goto b; ::b:: end ::a:: %}{{ a }}\n",
    );
    expect(renamed("@You:\n{% local a = 1 goto ‸x ::x:: %}{{ a }}\n", "a")).toBe("@You:\n{% local a = 1 goto a ::a:: %}{{ a }}\n");
    expect(renamed("@You:\n{% goto ‸x ::x:: %}\n", "print")).toBe("@You:\n{% goto print ::print:: %}\n");
  });

  test("of a key of YAML frontmatter and its uses, with and without quotes", () => {
    expect(renamed('```yaml\n"a‸": &a\n  a: 1 # a\nc: *a\n```\n@You:\n{{ a.a }}\n', "b")).toBe(
      '```yaml\n"b": &a\n  a: 1 # a\nc: *a\n```\n@You:\n{{ b.a }}\n',
    );
    expect(renamed("```yaml\na: 1\n```\n@You:\n{{ ‸a }}\n", "b")).toBe("```yaml\nb: 1\n```\n@You:\n{{ b }}\n");
  });

  test("of a key of YAML that has a line of its own", () => {
    expect(renamed("```yaml\n? ‸a\n: 1\n? b\n```\n@You:\n{{ a }}\n", "c")).toBe("```yaml\n? c\n: 1\n? b\n```\n@You:\n{{ c }}\n");
    expect(renamed("```yaml\n? a\n: 1\n? ‸b\n```\n@You:\n{{ b }}\n", "c")).toBe("```yaml\n? a\n: 1\n? c\n```\n@You:\n{{ c }}\n");
  });

  test.each([
    "```yaml\na: >\n‸-\n  one\n```\n@You:\nhi\n",
    "```yaml\na:\n‸x\nok: 1\n```\n@You:\nhi\n",
    "```yaml\n‸x\nok: 1\n```\n@You:\nhi\n",
    "```yaml\n‸: 1\n```\n@You:\nhi\n",
    '```yaml\n"‸": 1\n```\n@You:\nhi\n',
    '```json\n{ "‸": 1 }\n```\n@You:\nhi\n',
    '```json\n{ "na‸me" }\n```\n@You:\nhi\n',
  ])("of what is not a key yet is none: %s", (marked) => {
    expect(renamed(marked, "fresh")).toBeUndefined();
  });

  test("of a key of JSON frontmatter and its uses, from either side", () => {
    const wanted = '```json\n{ "b": { "a": 1 } }\n```\n@You:\n{{ b.a }}\n';
    expect(renamed('```json\n{ "a‸": { "a": 1 } }\n```\n@You:\n{{ a.a }}\n', "b")).toBe(wanted);
    expect(renamed('```json\n{ "a": { "a": 1 } }\n```\n@You:\n{{ ‸a.a }}\n', "b")).toBe(wanted);
  });

  test("with letters beyond ASCII and in CRLF text", () => {
    expect(renamed("```lua\r\nx = 1\r\n```\r\n@You:\r\nü {{ ‸x }}\r\n", "größe")).toBe(
      "```lua\r\ngröße = 1\r\n```\r\n@You:\r\nü {{ größe }}\r\n",
    );
  });

  test("to the same name changes nothing", () => {
    expect(renamed("@You:\n{% x = 1 %}{{ ‸x }}\n", "x")).toBe("@You:\n{% x = 1 %}{{ x }}\n");
  });

  test("there and back again is no change", () => {
    const text = "```lua\nx = 1\nlocal y = x\n```\n@You:\n{% local x = x %}{{ x }}\n";
    const once = renamed(text.replace("x = 1", "‸x = 1"), "fresh") as string;
    expect(renamed(once.replace("fresh = 1", "‸fresh = 1"), "x")).toBe(text);
    expect(createSnapshot("u", 1, once).document.messages).toHaveLength(1);
  });
});

describe("a rename is refused", () => {
  test.each([
    ["of the environment", "@You:\n{{ ‸tostring(1) }}\n", "fine", "belongs to the template environment"],
    ["of a keyword", "@You:\n{% ‸if x then end %}\n", "fine", "word of the language"],
    ["of a member", "@You:\n{{ t.‸a }}\n", "fine", "member of a table"],
    ["of self", "@You:\n{% function t:m() return ‸self end %}\n", "fine", "keeps its name"],
    ["to a keyword", "@You:\n{% ‸x = 1 %}\n", "end", "word of the language"],
    ["to goto", "@You:\n{% ‸x = 1 %}\n", "goto", "word of the language"],
    ["to a reserved name", "@You:\n{% ‸x = 1 %}\n", "__filename", "reserved"],
    ["to a name of the environment", "@You:\n{% local ‸x = 1 %}\n", "string", "template environment"],
    ["to no name", "@You:\n{% ‸x = 1 %}\n", "a b", "not a name"],
    ["to no name, behind letters of two units", "@You:\n{% ‸x = 1 %}\n", "😀😀😀 a", "not a name"],
    ["of a label to a keyword", "@You:\n{% goto ‸x ::x:: %}\n", "end", "word of the language"],
    ["of a label to goto", "@You:\n{% goto ‸x ::x:: %}\n", "goto", "word of the language"],
    ["of a label to another of its block", "@You:\n{% goto ‸x ::x:: ::y:: %}\n", "y", "already used on line 2"],
    ["of a label to one that an inner block would reach", "@You:\n{% ::‸x:: do goto x ::y:: end %}\n", "y", "already used on line 2"],
    ["to a number", "@You:\n{% ‸x = 1 %}\n", "1a", "not a name"],
    ["to nothing", "@You:\n{% ‸x = 1 %}\n", "", "not a name"],
    ["to another global", "```lua\nx = 1\ny = 2\n```\n@You:\n{{ ‸x }}\n", "y", "already used on line 3"],
    ["to a name that only a later message reads", "@You:\n{% ‸x = 1 %}\n@You:\n{{ y }}\n", "y", "already used on line 4"],
    ["to a local that would capture it", "@You:\n{% x = 1 do local y = 2 %}{{ ‸x }}{% end %}\n", "y", "already used on line 2"],
    ["of a local that would capture", "@You:\n{% y = 1 local ‸x = 2 %}{{ y }}{{ x }}\n", "y", "already used on line 2"],
    ["to another key of JSON frontmatter", '```json\n{ "‸a": 1, "b": 2 }\n```\n', "b", "already used on line 2"],
  ])("%s", (_, marked, name, reason) => {
    expect(renamed(marked, name)).toContain(reason);
  });

  test("and is nothing where no name stands", () => {
    const { snapshot, offset } = atCursor("@You:\nte‸xt\n");
    expect(renameTarget(snapshot, offset)).toBeUndefined();
    expect(rename(snapshot, offset, "x")).toBeUndefined();
  });

  test("but a name that is free in the scope may be used", () => {
    expect(renamed("@You:\n{% do local y = 1 end local ‸x = 2 %}{{ x }}\n", "y")).toBe(
      "@You:\n{% do local y = 1 end local y = 2 %}{{ y }}\n",
    );
  });
});
