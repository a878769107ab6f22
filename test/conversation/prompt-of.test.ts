import { describe, expect, test } from "vitest";
import type { PromptPart, PromptRules } from "../../server/src/conversation/prompt.js";
import { promptOf } from "../../server/src/conversation/prompt-of.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

const rules: PromptRules = { signature: "anthropic", ids: "plain", foreign: "preserve" };

const use = (id: string, json = "{}", name = "bash") => `**Tool Use:** \`${name}\` (\`${id}\`)\n\n\`\`\`json\n${json}\n\`\`\`\n`;
const result = (id: string, content: string, suffix = "") => `**Tool Result:** \`${id}\`${suffix}\n\n\`\`\`\n${content}\n\`\`\`\n`;
const missing = "No result provided";

/** A part in a few words. */
function told(part: PromptPart): string {
  switch (part.kind) {
    case "text":
      return part.text.trim();
    case "thinking":
      return `thought ${part.content}${part.redacted ? " (redacted)" : ` (${part.signature})`}`;
    case "tool_use":
      return `use ${part.id} ${part.json}`;
    case "tool_result":
      return `result ${part.toolUseId}${part.isError ? " error" : ""}: ${part.parts.map(told).join()}`;
    default:
      return `${part.kind} ${part.filename}`;
  }
}

function prompt(text: string, more: Partial<PromptRules> = {}) {
  return promptOf(evaluateText(text, surroundingsOf("/chats")), { ...rules, ...more });
}

/** The turns of a prompt, as `role: part | part`. */
function turns(text: string, more: Partial<PromptRules> = {}): string[] {
  return prompt(text, more).turns.map(({ role, parts }) => `${role}: ${parts.map(told).join(" | ")}`);
}

/** The warnings of a document as code and place. */
function warnings(text: string): string[] {
  return diagnostics(evaluateText(text, surroundingsOf("/chats"))).map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`);
}

describe("turns", () => {
  test("are those of You and Assistant, and the last @System is the system prompt", () => {
    const text = "@System:\none\n@You:\na\n@Bot:\nb\n@Assistant:\nc\n@System:\n\n two {{ 1 }} \n@You:\nd\n";
    expect(turns(text)).toEqual(["user: a", "assistant: c", "user: d"]);
    expect(prompt(text).system).toBe("two 1");
  });

  test("have no system prompt where it is blank or missing", () => {
    expect(prompt("@System:\nx\n@System:\n \n@You:\na\n").system).toBeUndefined();
    expect(prompt("@You:\na\n").system).toBeUndefined();
  });

  test("of one role stay apart, and empty ones are there: each wire decides", () => {
    expect(turns("@You:\na\n@You:\n\n@Assistant:\n\n@You:\nb\n")).toEqual(["user: a", "user: ", "assistant: ", "user: b"]);
  });

  test("hold structure that was escaped as the text that it is", () => {
    expect(turns("@You:\n\\@You:\n@Assistant:\n\\@Assistant:\n\\**Tool Use:** `a` (`b`)\n@You:\nx\n")).toEqual([
      "user: @You:",
      "assistant: @Assistant:\n**Tool Use:** `a` (`b`)",
      "user: x",
    ]);
  });
});

describe("results of tools", () => {
  test("begin the turn after their uses, in the order of the uses", () => {
    const text = `@Assistant:\n${use("a")}${use("b")}@You:\nfirst\n${result("b", "2")}${result("a", "1", " (error)")}last\n`;
    expect(turns(text)).toEqual(["assistant: use a {} | use b {}", "user: result a error: 1 | result b: 2 | first\nlast"]);
    expect(warnings(text)).toEqual([]);
  });

  test("are errors where there is none, right after the uses", () => {
    const text = `@You:\nhi\n@Assistant:\n${use("a")}@You:\ngo on\n@Assistant:\nok\n@You:\nx\n`;
    expect(turns(text)).toEqual([
      "user: hi",
      "assistant: use a {}",
      `user: result a error: ${missing} | go on`,
      "assistant: ok",
      "user: x",
    ]);
    expect(warnings(text)).toEqual(["tool/missing-result **Tool Use:** `bash` (`a`)"]);
  });

  test("get a turn of their own where the user says nothing next", () => {
    expect(turns(`@Assistant:\n${use("a")}@Assistant:\nagain\n@You:\nx\n`)).toEqual([
      "assistant: use a {}",
      `user: result a error: ${missing}`,
      "assistant: again",
      "user: x",
    ]);
    expect(turns(`@Assistant:\n${use("a")}`)).toEqual(["assistant: use a {}", `user: result a error: ${missing}`]);
  });

  test("stand in the turn after their uses, though another role stands between", () => {
    expect(turns(`@Assistant:\n${use("a")}@Note:\nx\n@You:\n${result("a", "1")}`)).toEqual(["assistant: use a {}", "user: result a: 1"]);
  });

  test("that come later are moved there", () => {
    const text = `@Assistant:\n${use("a")}@You:\nwait\n@Assistant:\nok\n@You:\n${result("a", "late")}now\n`;
    expect(turns(text)).toEqual(["assistant: use a {}", "user: result a: late | wait", "assistant: ok", "user: now"]);
    expect(warnings(text)).toEqual([]);
  });

  test("that are pending are sent once a person has written into them, as render does not", () => {
    const text = `@Assistant:\n${use("a")}@You:\n${result("a", "x", " (pending)")}`;
    expect(turns(text)).toEqual(["assistant: use a {}", "user: result a: x"]);
    expect(warnings(text)).toHaveLength(1);
    const empty = `@Assistant:\n${use("a")}@You:\n${result("a", "", " (pending)")}`;
    expect(turns(empty)).toEqual(["assistant: use a {}", `user: result a error: ${missing}`]);
  });

  test.each(["approved", "rejected", "denied", "aborted"])("that are %s are none yet", (status) => {
    const text = `@Assistant:\n${use("a")}@You:\n${result("a", "x", ` (${status})`)}`;
    expect(turns(text)).toEqual(["assistant: use a {}", `user: result a error: ${missing}`]);
    expect(warnings(text)).toHaveLength(1);
  });

  test("with an id that comes again belong to the use before them", () => {
    const again = `@Assistant:\n${use("s:0")}@You:\n${result("s:0", "1")}@Assistant:\n${use("s:0")}@You:\n${result("s:0", "2")}`;
    expect(turns(again)).toEqual(["assistant: use s_0 {}", "user: result s_0: 1", "assistant: use s_0_2 {}", "user: result s_0_2: 2"]);
    expect(turns(again, { ids: "any" })).toEqual([
      "assistant: use s:0 {}",
      "user: result s:0: 1",
      "assistant: use s:0 {}",
      "user: result s:0: 2",
    ]);
  });

  test("that answer nothing are text, at their place, and told", () => {
    const text = `@Assistant:\nhi\n@You:\nbefore\n${result("x", "out")}after\n`;
    expect(turns(text)).toEqual(["assistant: hi", "user: before\n**Tool Result:** `x`\n\n```\nout\n```\nafter"]);
    expect(warnings(text)).toEqual(["tool/unknown-use **Tool Result:** `x`"]);
  });

  test("that come twice are text the second time, and those before their use too", () => {
    const text = `@You:\n${result("a", "0")}@Assistant:\n${use("a")}@You:\n${result("a", "1")}${result("a", "2")}`;
    expect(turns(text)).toEqual([
      "user: **Tool Result:** `a`\n\n```\n0\n```",
      "assistant: use a {}",
      "user: result a: 1 | **Tool Result:** `a`\n\n```\n2\n```",
    ]);
    expect(warnings(text)).toEqual(["tool/unknown-use **Tool Result:** `a`", "tool/unknown-use **Tool Result:** `a`"]);
  });

  test("that are placeholders for nothing are not sent, and not told", () => {
    const text = `@You:\nx\n${result("a", "0", " (pending)")}`;
    expect(turns(text)).toEqual(["user: x"]);
    expect(warnings(text)).toEqual([]);
  });
});

describe("ids", () => {
  test.each([
    ["toolu_01-A", "toolu_01-A"],
    ["urn:flemma:tool:read:1a", "urn_flemma_tool_read_1a"],
    ["a é😀.", "a"],
    [":", "tool"],
    ["x".repeat(80), "x".repeat(64)],
    [`${"x".repeat(63)}:y`, "x".repeat(63)],
  ])("%s is %s on wires that take plain ones", (id, plain) => {
    expect(turns(`@Assistant:\n${use(id)}`)[0]).toBe(`assistant: use ${plain} {}`);
    expect(turns(`@Assistant:\n${use(id)}`, { ids: "any" })[0]).toBe(`assistant: use ${id} {}`);
  });

  test("that would be the same stay apart, the earlier as it is", () => {
    const text = `@Assistant:\n${use("a:b")}${use("a.b")}${use("a_b_2")}@You:\n${result("a.b", "dot")}${result("a:b", "colon")}`;
    expect(turns(text)).toEqual([
      "assistant: use a_b {} | use a_b_2 {} | use a_b_2_2 {}",
      `user: result a_b: colon | result a_b_2: dot | result a_b_2_2 error: ${missing}`,
    ]);
    const long = `${"x".repeat(64)}1`;
    expect(turns(`@Assistant:\n${use(long)}${use(`${long}2`)}`)[0]).toBe(
      `assistant: use ${"x".repeat(64)} {} | use ${"x".repeat(62)}_2 {}`,
    );
  });

  test("are told apart in one turn on every wire", () => {
    expect(turns(`@Assistant:\n${use("s:0")}${use("s:0")}`, { ids: "any" })[0]).toBe("assistant: use s:0 {} | use s:0_2 {}");
  });
});

describe("thinking", () => {
  const thinking = (tag: string, content: string) => `<thinking${tag}>\n${content}\n</thinking>\n`;

  test("of the provider itself stays where it is, with its signature", () => {
    const text = `@Assistant:\n${thinking(' anthropic:signature="A="', "one")}a\n${thinking(' anthropic:signature="B="', "two")}${use("t")}`;
    expect(turns(text)[0]).toBe("assistant: thought one (A=) | a | thought two (B=) | use t {}");
  });

  test("of others is one text before all that is said", () => {
    const text = `@Assistant:\n${thinking(' anthropic:signature="A="', "own")}a\n${thinking(' openai:signature="x"', "two")}${thinking("", "three")}${thinking("", " ")}b\n`;
    expect(turns(text)[0]).toBe("assistant: thought own (A=) | <thinking>\ntwo\n\nthree\n</thinking> | a | b");
    expect(turns(text, { foreign: "drop" })[0]).toBe("assistant: thought own (A=) | a | b");
  });

  test("of others that is blank is nothing, and alone it is all that is sent", () => {
    expect(turns(`@Assistant:\n${thinking("", " ")}a\n`)[0]).toBe("assistant: a");
    expect(turns(`@Assistant:\n${thinking("", "only")}`)[0]).toBe("assistant: <thinking>\nonly\n</thinking>");
  });

  test("that is redacted is never text", () => {
    expect(turns(`@Assistant:\n${thinking(" redacted", "b3Bh")}a\n`)[0]).toBe("assistant: thought b3Bh (redacted) | a");
  });

  test("without a signature is its own where a wire has none", () => {
    const text = `@Assistant:\n${thinking("", "mine")}${thinking(' anthropic:signature="A="', "theirs")}a\n`;
    const { signature: _, ...unsigned } = rules;
    const [turn] = promptOf(evaluateText(text, surroundingsOf("/chats")), unsigned).turns;
    expect(turn?.parts.map(told)).toEqual(["thought mine (undefined)", "<thinking>\ntheirs\n</thinking>", "a"]);
  });
});

describe("a reply that was cut off", () => {
  const mark = "<!-- flemma:aborted: why -->\n";

  test("says so, in every request that follows", () => {
    const first = `@You:\nq\n@Assistant:\nHalf\n\n${mark}@You:\ngo on\n`;
    expect(turns(first)[1]).toBe("assistant: Half\n<!-- why -->");
    expect(turns(`${first}@Assistant:\nmore\n@You:\nx\n`)[1]).toBe("assistant: Half\n<!-- why -->");
  });

  test("with tool uses leaves that to their results", () => {
    expect(turns(`@Assistant:\nHalf\n${use("a")}\n${mark}`)).toEqual(["assistant: Half | use a {}", `user: result a error: ${missing}`]);
  });
});

test("the input of a tool is the text of the document", () => {
  const json = '{ "n": 12345678901234567890, "f": 1.0,\n  "a": 1, "a": 2 }';
  expect(turns(`@Assistant:\n${use("a", json)}`)[0]).toBe(`assistant: use a ${json}`);
  expect(turns(`@Assistant:\r\n${use("a", json).replaceAll("\n", "\r\n")}`)[0]).toBe(`assistant: use a ${json}`);
});

describe("tools are offered", () => {
  const offered = (text: string): string[] => prompt(text).tools.map(({ name }) => name);
  const lua = (code: string) => `\`\`\`lua\n${code}\n\`\`\`\n@You:\nhi\n`;

  test("where somebody chose them, sorted by name", () => {
    expect(offered(lua('flemma.opt.tools = { "read", "bash" }'))).toEqual(["bash", "read"]);
    expect(offered(lua('flemma.opt.tools:remove("bash")'))).toEqual(["edit", "find", "grep", "ls", "read", "write"]);
    expect(offered(lua("flemma.opt.tools.offer = true"))).toHaveLength(7);
  });

  test("to nobody else", () => {
    expect(offered("@You:\nhi\n")).toEqual([]);
    expect(offered(lua('flemma.opt.tools.auto_approve = { "read" }'))).toEqual([]);
    expect(offered(lua("flemma.opt.tools = {}"))).toEqual([]);
    expect(offered(lua('flemma.opt.tools = { "read" }\nflemma.opt.tools = nil'))).toEqual([]);
  });
});
