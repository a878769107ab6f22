import { expect, test } from "vitest";
import { MessageType } from "vscode-languageserver";
import { askChoice, askPerson } from "../../server/src/lsp/show-message.js";

type AskedConnection = Parameters<typeof askChoice>[0];

/** A connection whose client answers every question at once. */
function answering(answer: unknown): AskedConnection {
  return { sendRequest: async () => answer } as Partial<AskedConnection> as AskedConnection;
}

test("an answer that is none of those offered is no choice, and neither yes nor no is yes", async () => {
  const asked = askChoice(answering({ title: "Perhaps" }), { type: MessageType.Info, message: "Well?" }, ["Insert"]);
  const allowed = [{ title: "Cancel" }, null, { title: "Yes" }].map((answer) => askPerson(answering(answer), "May I?", "Yes"));
  expect(await asked).toEqual({ canAsk: true });
  expect(await Promise.all(allowed)).toEqual([false, false, true]);
});

test("a client that cannot ask is told apart from a person who does not choose", async () => {
  const refusing = { sendRequest: () => Promise.reject(new Error("no such method")) } as Partial<AskedConnection> as AskedConnection;
  expect(await askChoice(refusing, { type: MessageType.Info, message: "Well?" }, ["Insert"])).toEqual({ canAsk: false });
  expect(await askPerson(refusing, "May I?", "Yes")).toBe(false);
});
