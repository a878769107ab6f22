import { expect, test } from "vitest";
import { createStatusLines } from "../../server/src/lsp/status-line.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

const { snapshot, ...rest } = evaluateText("@You:\nx\n", surroundingsOf("/chats"));
const withModel = (model: string) => evaluateText(`\`\`\`lua\nflemma.opt.model = "${model}"\n\`\`\`\n@You:\nx\n`, surroundingsOf("/chats"));

function fixture() {
  const told: unknown[] = [];
  const connection = { sendNotification: async (_: string, line: object) => void told.push(line) };
  return { told, lines: createStatusLines(connection) };
}

test("a line is told when it changes, and never twice", () => {
  const { told, lines } = fixture();
  lines.evaluated({ snapshot, ...rest });
  lines.evaluated({ snapshot, ...rest });
  lines.evaluated(withModel("a"));
  lines.evaluated(withModel("a"));
  lines.running(snapshot.uri, false);
  expect(told).toMatchObject([{ model: "claude-sonnet-4-6", running: false }, { model: "a" }]);
});

test("an evaluation that says nothing of options changes nothing", () => {
  const { told, lines } = fixture();
  lines.running(snapshot.uri, true);
  lines.evaluated({ snapshot, outcome: "crashed" });
  expect(told).toEqual([]);
  lines.evaluated({ snapshot, ...rest });
  lines.evaluated({ snapshot, outcome: "crashed" });
  expect(told).toMatchObject([{ running: true }]);
});

test("a document that was closed and opened again is told anew", () => {
  const { told, lines } = fixture();
  lines.evaluated({ snapshot, ...rest });
  lines.forget(snapshot.uri);
  lines.running(snapshot.uri, false);
  expect(told).toHaveLength(1);
  lines.evaluated({ snapshot, ...rest });
  expect(told).toHaveLength(2);
});
