import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { otherFormat } from "../../server/src/syntax/other-format.js";
import { chatText } from "./generators.js";

/** The role lines that are found, as `line role`, with `+` where text follows. */
function rolesOf(text: string): string[] {
  const roles = otherFormat(text)?.roles ?? [];
  const lineOf = (offset: number) => text.slice(0, offset).split(/\r\n|\r|\n/).length;
  return roles.map(({ marker, role, hasText }) => `${lineOf(marker.start)} ${role}${hasText ? "+" : ""}`);
}

describe("a chat of another program", () => {
  test.each([
    ["lower case", "system: be brief\n\nuser:\nhi\n\nassistant: hello\nuser: bye", ["1 System+", "3 You", "6 Assistant+", "7 You+"]],
    ["capitals", "SYSTEM:\nbe brief\nUSER:\nhi\n", ["1 System", "3 You"]],
    ["names", "Human: hi\n\nAI: hello\n", ["1 You+", "3 Assistant+"]],
    ["bold", "**User:** hi\n\n**Assistant**: hello\n", ["1 You+", "3 Assistant+"]],
    ["bold, without a colon", "**User**\n\nhi\n\n**Assistant**\nhello\n", ["1 You", "5 Assistant"]],
    [
      "names of products",
      "You: hi\nChatGPT: hello\nGemini: hello\nCopilot: hello\n",
      ["1 You+", "2 Assistant+", "3 Assistant+", "4 Assistant+"],
    ],
    ["words of a page", "You said:\nhi\n\nChatGPT said:\nhello\n", ["1 You", "4 Assistant"]],
    ["pictures before names", "👤 User: hi\n🤖 **Assistant:** hello\n🙋‍♀️ User: none\n", ["1 You+", "2 Assistant+"]],
    ["headings", "# topic\n\n## User\nhi\n\n## Assistant:\nhello\n", ["3 You", "6 Assistant"]],
    ["arrows", ">>> system\nbe brief\n>>> user\nhi\n<<< assistant\nhello\n", ["1 System", "3 You", "5 Assistant"]],
    ["marks of a template", "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\nhello<|im_end|>\n", ["1 You", "3 Assistant"]],
    ["marks around the role", "<|user|>\nhi<|end|>\n<|assistant|>\nhello<|end|>\n", ["1 You", "3 Assistant"]],
    ["marks of a header", "<|start_header_id|>user<|end_header_id|>\n\nhi<|eot_id|>", ["1 You"]],
    ["brackets", "[system]\nbe brief\n\n[USER]\nhi\n", ["1 System", "4 You"]],
    ["pictures", "# topic: ships\n- file: x\n---\n\n💬: hi\n\n🤖:[Helper] \nhello\n", ["5 You+", "7 Assistant"]],
    ["one turn", "user: hi", ["1 You+"]],
    ["the beginning of one", "\n\nSystem:\n", ["3 System"]],
    ["line ends of Windows", "user:\r\nhi\r\nassistant: hello\r\n", ["1 You", "3 Assistant+"]],
    ["a mark of the byte order", "\uFEFFuser: hi", ["1 You+"]],
    ["mentions", "user: ask @gpt: now\nassistant: yes", ["1 You+", "2 Assistant+"]],
  ])("in %s", (_, text, roles) => {
    expect(rolesOf(text)).toEqual(roles);
  });

  test("has no roles in its code", () => {
    const text = "user: look\n```yaml\nuser: root\nassistant: none\n```\nassistant: I see\n```\nuser: open\n";
    expect(rolesOf(text)).toEqual(["1 You+", "6 Assistant+", "8 You+"]);
  });
});

test("a header in YAML holds no roles, and takes none away", () => {
  expect(rolesOf("---\nmodel: x\nuser: me\n---\nuser:\nhello\nassistant:\nx\n")).toEqual(["5 You", "7 Assistant"]);
  expect(rolesOf("---\r\nmodel: x\r\n---\r\n\r\n# User\r\nhi\r\n# Assistant\r\nhello\r\n")).toEqual(["5 You", "7 Assistant"]);
  expect(rolesOf("---\nmodel: x\n---\nuser: hi\n")).toEqual(["4 You+"]);
  expect(otherFormat("---\nuser: me\nmodel: x\n---\nA note.\n")).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["plain text", "Just a note.\nNote: remember the milk.\n"],
  ["one word with a colon in the middle", "A list:\nuser: root\nhost: example\n"],
  ["what begins with an answer", "Model: T\nYear: 1908\n"],
  ["a document", "@System:\nBe brief.\n\n@You:\nuser: root\nassistant: none\n"],
  ["a document with text above it", "user: x\nassistant: y\n\n@You:\nhi\n"],
  ["roles that are misspelled", "@Yuo:\nuser: x\nassistant: y\n"],
  ["roles of other names", "@user:\nuser: x\nassistant: y\n"],
  ["a role with text on its line", "@You: user: x\nassistant: y\n"],
  ["a document that has frontmatter alone", "```lua\nx = 1\n```\nuser: x\nassistant: y\n"],
  ["roles in code alone", "```\nuser: x\nassistant: y\n```\n"],
  ["indented lines", "  user: x\n  assistant: y\n"],
  ["words with something before the colon", "user (root): x\nassistant-1: y\n"],
  ["JSON", '[\n  {"role": "user",\n  "content": "hi"}\n]\n'],
  ["bold words in prose", "**Note** that\n**User** is a word\nHe said:\n"],
  ["addresses", "user:pass@example\nassistant:x\n"],
])("%s is none", (_, text) => {
  expect(otherFormat(text)).toBeUndefined();
});

test("no document of this server is one", () => {
  fc.assert(
    fc.property(chatText, (text) => {
      if (/^@(?:System|You|Assistant):/m.test(text)) expect(otherFormat(text)).toBeUndefined();
    }),
  );
});

describe("a text that is made to take long is read at once", () => {
  test.each([
    ["blanks", `## user${" ".repeat(300_000)}x\n`, 0],
    ["blanks before a name", `##${" ".repeat(300_000)}user\n`, 1],
    ["backticks", `${"`".repeat(300_000)}x\n`, 0],
    ["stars", "*".repeat(300_000), 0],
    ["pictures", `${"👤".repeat(200_000)}user\n`, 0],
    ["stars before a name", `${"**".repeat(150_000)}user**\n`, 0],
    ["brackets", `🤖:${"[".repeat(300_000)}`, 0],
    ["role lines", "user: a\n".repeat(40_000), 40_000],
    ["fences", "```\n".repeat(80_000), 0],
    ["an open header", `---\n${"user: a\nai: b\n".repeat(20_000)}`, 40_000],
    ["dashes", "---\n".repeat(80_000), 0],
    ["blanks in a header", `---\n${" ".repeat(300_000)}x`, 0],
  ])("%s", { timeout: 5000 }, (_, text, count) => {
    expect(otherFormat(text)?.roles.length ?? 0).toBe(count);
  });
});
