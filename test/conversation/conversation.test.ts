import { describe, expect, test } from "vitest";
import { conversation } from "../../server/src/conversation/conversation.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

/** System text and turns of a document, as `role@line` and parts. */
function read(text: string): { system: string | undefined; turns: readonly (readonly [string, readonly unknown[]])[] } {
  const { system, messages } = conversation(evaluateText(text, surroundingsOf("/chats")));
  return { system, turns: messages.map(({ role, line, parts }) => [`${role}@${line}`, parts]) };
}

const text = (value: string) => ({ kind: "text", text: value });
const use = (name: string, id: string, input = "{}", language = "json") =>
  `**Tool Use:** \`${name}\` (\`${id}\`)\n\n\`\`\`${language}\n${input}\n\`\`\`\n`;
const result = (id: string, content: string, suffix = "") => `**Tool Result:** \`${id}\`${suffix}\n\n\`\`\`\n${content}\n\`\`\`\n`;

describe("turns", () => {
  test("are the user's and the assistant's, with their lines and in their order", () => {
    const { system, turns } = read("```lua\nx = 1\n```\n@System:\ns {{ x }}\n@You:\na\n@Bot:\nleft out\n@Assistant:\nb {{ x }}\n@You:\n");
    expect(system).toBe("s 1");
    expect(turns).toEqual([
      ["user@6", [text("a")]],
      ["assistant@10", [text("b {{ x }}")]],
      ["user@12", []],
    ]);
  });

  test("are none in an empty document, nor in one without markers", () => {
    expect(read("")).toEqual({ system: undefined, turns: [] });
    expect(read("just text\n")).toEqual({ system: undefined, turns: [] });
  });

  test("of a message that failed have no parts; the others are whole", () => {
    expect(read("@You:\na{% error('x') %}\n@Assistant:\nb\n@You:\nc\n").turns.map(([, parts]) => parts)).toEqual([
      [],
      [text("b")],
      [text("c")],
    ]);
  });

  test("of one role may follow each other: nothing is merged here", () => {
    expect(read("@You:\na\n@You:\nb\n").turns).toEqual([
      ["user@1", [text("a")]],
      ["user@3", [text("b")]],
    ]);
  });

  test("hold text with line ends as LF, and escapes without their backslash", () => {
    expect(read("@You:\r\na\r\n\\@You:\r\n\\\\@You:\r\n\\x\r\n@Assistant:\r\n\\</thinking>\r\nb\r\n").turns).toEqual([
      ["user@1", [text("a\n@You:\n\\@You:\n\\x")]],
      ["assistant@6", [text("</thinking>\nb")]],
    ]);
  });

  test("of the last @System win, and it is trimmed", () => {
    expect(read("@System:\none\n@You:\nx\n@System:\n\n  two\t\n\n").system).toBe("two");
    expect(read("@System:\none\n@System:\n\n").system).toBe("");
  });
});

describe("an assistant's turn", () => {
  test("holds its parts in the order of the document", () => {
    const body = `before\n<thinking a:signature="s1">\none\n</thinking>\nbetween\n${use("bash", "t1", '{ "n": 1 }')}<thinking b:signature="s2"/>\nafter\n`;
    expect(read(`@Assistant:\n${body}`).turns[0]?.[1]).toEqual([
      text("before"),
      { kind: "thinking", content: "one", signature: { provider: "a", value: "s1" } },
      text("between"),
      { kind: "tool_use", id: "t1", name: "bash", input: { n: 1 } },
      { kind: "thinking", content: "", signature: { provider: "b", value: "s2" } },
      text("after"),
    ]);
  });

  test("holds redacted thoughts, and escapes in thoughts without their backslash", () => {
    expect(read("@Assistant:\n<thinking redacted>\nopaque\n</thinking>\n<thinking>\n\\</thinking>\n</thinking>\n").turns[0]?.[1]).toEqual([
      { kind: "thinking", content: "opaque", redacted: true },
      { kind: "thinking", content: "</thinking>" },
    ]);
  });

  test.each([
    ["{}", "json", {}],
    ["[1, null]", "", [1, null]],
    ['{"__proto__": 1}', "JSON", JSON.parse('{"__proto__": 1}')],
    ['"a"', "json", "a"],
  ])("holds the input %s of a tool", (input, language, expected) => {
    expect(read(`@Assistant:\n${use("t", "i", input, language)}`).turns[0]?.[1]).toEqual([
      { kind: "tool_use", id: "i", name: "t", input: expected },
    ]);
  });

  test.each([
    ["another language", "json5"],
    ["code", "lua"],
  ])("never takes input in %s for a tool use", (_, language) => {
    const block = use("t", "i", "{}", language);
    expect(read(`@Assistant:\n${block}`).turns[0]?.[1]).toEqual([text(block.trimEnd())]);
  });

  test("ends with its aborted mark as text, unless tools were used", () => {
    expect(read("@Assistant:\nHel\n\n<!-- flemma:aborted: why -->\n").turns[0]?.[1]).toEqual([text("Hel\n<!-- why -->")]);
    expect(read(`@Assistant:\n${use("t", "i")}\n<!-- flemma:aborted: why -->\n`).turns[0]?.[1]).toEqual([
      { kind: "tool_use", id: "i", name: "t", input: {} },
    ]);
  });
});

describe("a user's turn", () => {
  const asked = `@Assistant:\n${use("bash", "t1")}@You:\n`;

  test("holds results with the tool's name, as data in which nothing runs", () => {
    const content = "{{ 1 + 1 }} {% error('x') %} @./file\n\\@You:\n<thinking>";
    expect(read(`${asked}${result("t1", content)}\n{{ 1 + 1 }}\n`).turns[1]?.[1]).toEqual([
      { kind: "tool_result", tool_use_id: "t1", name: "bash", is_error: false, parts: [text(content)] },
      text("\n2"),
    ]);
  });

  test("holds a result that failed, and an empty one", () => {
    expect(read(asked + result("t1", "no", " (error)")).turns[1]?.[1]).toMatchObject([{ is_error: true, parts: [text("no")] }]);
    expect(read(`${asked}**Tool Result:** \`t1\`\n\`\`\`\n\`\`\`\n`).turns[1]?.[1]).toMatchObject([{ is_error: false, parts: [] }]);
  });

  test.each(["pending", "approved", "rejected", "reject", "denied", "deny", "aborted", "status=denied", "x status='aborted' y"])(
    "holds nothing for the placeholder (%s)",
    (status) => expect(read(`${asked}${result("t1", "x", ` (${status})`)}`).turns[1]?.[1]).toEqual([]),
  );

  test("holds a result whose use is unknown, without a name", () => {
    expect(read(`@You:\n${result("lost", "x")}`).turns[0]?.[1]).toEqual([
      { kind: "tool_result", tool_use_id: "lost", is_error: false, parts: [text("x")] },
    ]);
  });
});
