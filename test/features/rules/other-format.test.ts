import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { diagnostics, interimDiagnostics } from "../../../server/src/features/diagnostics.js";
import { fixAll, fixes } from "../../../server/src/features/fixes.js";
import { parseDocument } from "../../../server/src/syntax/parse-document.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";

const evaluated = (text: string) => evaluateText(text, surroundingsOf("/chats"));

const foreign =
  'system: You are {{ a poet }}.\n\nuser: Look:\n```\n{% if\n\nassistant:\n@./missing.md <thinking>\n\n@gpt says: "no"\nuser: Bye.\n';

function converted(text: string): string {
  const state = evaluated(text);
  const [diagnostic] = diagnostics(state);
  const [fix] = diagnostic ? fixes(state.snapshot, diagnostic) : [];
  return applyEdits(text, fix?.edits ?? []);
}

describe("a chat of another program", () => {
  test("is told once what this server reads, and nothing else is said of it", () => {
    const all = diagnostics(evaluated(foreign));
    expect(all).toMatchObject([{ code: "document/other-format", severity: "information", blocks: false, span: { start: 0, end: 7 } }]);
    expect(all[0]?.message).toBe(
      'This looks like a chat of another program, with "system:" as a role line. Here a role is a line of its own: "@System:", "@You:" or "@Assistant:". Convert the role lines, or set the option otherFormats to "ignore" to leave such files alone.',
    );
  });

  test("is not talked about before its options are known", () => {
    expect(interimDiagnostics(evaluated(foreign).snapshot, [])).toEqual([]);
  });

  test.each([
    ["system: be brief\nuser:\nhi\nassistant: hello", "@System:\nbe brief\n@You:\nhi\n@Assistant:\nhello"],
    ["USER:  hi \r\nAI:\t\r\nhello\r\n", "@You:\r\nhi \r\n@Assistant:\r\nhello\r\n"],
    ["\uFEFFuser: é 🎈\nbot: e\u0301", "\uFEFF@You:\né 🎈\n@Assistant:\ne\u0301"],
    ["## User\nhi\n## Assistant\nhello", "@You:\nhi\n@Assistant:\nhello"],
    [">>> user\nhi\n<<< assistant\nhello", "@You:\nhi\n@Assistant:\nhello"],
    ["<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\nhello<|im_end|>\n", "@You:\nhi\n@Assistant:\nhello\n"],
    ["💬: hi\n🤖:[Helper] hello\n", "@You:\nhi\n@Assistant:\nhello\n"],
    ["**User**\r\n\r\nhi\r\n**Assistant**\r\nhello", "@You:\r\n\r\nhi\r\n@Assistant:\r\nhello"],
    ["You said:\nhi\nChatGPT said:\nhello", "@You:\nhi\n@Assistant:\nhello"],
    ["👤 User: hi\n🤖 Assistant: hello", "@You:\nhi\n@Assistant:\nhello"],
    ["**User:** hi\n**Assistant:** hello", "@You:\nhi\n@Assistant:\nhello"],
  ])("%j becomes %j by the quick fix", (text, expected) => {
    expect(converted(text)).toBe(expected);
  });

  test("is a document like any other once it is converted", () => {
    const text = converted(foreign);
    expect(parseDocument(text).messages.map(({ message }) => message.role)).toEqual(["System", "You"]);
    const codes = diagnostics(evaluated(text)).map(({ code }) => code);
    expect(codes).toContain("document/unclosed-fence");
    expect(codes).not.toContain("document/other-format");
  });

  test("is never converted by a fix of all faults", () => {
    const state = evaluated(foreign);
    expect(fixAll(state.snapshot, diagnostics(state))).toEqual([]);
  });
});
