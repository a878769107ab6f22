import { expect, test } from "vitest";
import { type FileAnswers, type FileAttachment, noAnswers } from "../../server/src/base/file-answers.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import { sendLimits } from "../../server/src/lua/budget.js";
import { attachmentsToConfirm, doubtfulList } from "../../server/src/send/attachments-to-confirm.js";
import { createSnapshot, type Evaluated } from "../../server/src/workspace/snapshot.js";
import { surroundingsOf } from "../conformance/harness.js";

const file = (more: { isOutside?: boolean; realName?: string } = {}): FileAttachment => ({
  kind: "file",
  size: 1,
  type: "text/plain",
  isText: true,
  isOutside: false,
  realName: "plain.txt",
  ...more,
});

const attachments = new Map([
  ["/chats/plain.txt", file()],
  ["/chats/.env", file({ realName: ".env" })],
  ["/chats/link.txt", file({ realName: "id_rsa" })],
  ["/etc/passwd", file({ isOutside: true, realName: "passwd" })],
]);

function of(text: string): Evaluated {
  const files: FileAnswers = { ...noAnswers, attachments };
  const result = evaluate({ text, surroundings: surroundingsOf("/chats"), limits: sendLimits, files });
  return { snapshot: createSnapshot("file:///chats/a.chat", 1, text), outcome: "done", result, files };
}

test("a person is asked about secrets and about what lies outside, once for each file, links followed", () => {
  expect(doubtfulList(attachmentsToConfirm(of("@You:\n@./plain.txt @./.env @./.env @./link.txt @//etc/passwd\n")))).toBe(
    "/chats/.env (named like a secret)\n/chats/link.txt (named like a secret)\n/etc/passwd (outside of the workspace)",
  );
});

test("nobody is asked about what is not sent", () => {
  const unsent = "@System:\n@./.env\n@System:\nx\n@Robot:\n@./.env\n@Assistant:\n@./.env\n@You:\n{% if false then %}@./.env{% end %}\n";
  expect(attachmentsToConfirm(of(unsent))).toEqual([]);
  expect(attachmentsToConfirm(of("@System:\n@./.env\n@You:\nx\n"))).toHaveLength(1);
});

test("however many warnings a document has, the question is asked", () => {
  expect(attachmentsToConfirm(of(`@You:\n${"@./none ".repeat(3000)}@./.env\n`))).toHaveLength(1);
});
