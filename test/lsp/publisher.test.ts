import { describe, expect, test } from "vitest";
import type { Connection, Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver";
import { createDocuments } from "../../server/src/lsp/documents.js";
import { createPublisher } from "../../server/src/lsp/publisher.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

const uri = "file:///a.chat";

/** A publisher of one open document that was evaluated once. */
function published(text: string) {
  const sent: PublishDiagnosticsParams[] = [];
  const connection = { sendDiagnostics: async (params: PublishDiagnosticsParams) => void sent.push(params) };
  const client = { encoding: "utf-16", pullsDiagnostics: false, canRefreshDiagnostics: false } as const;
  // Without refreshes, publishing needs nothing else of the library's overloaded connection.
  const publisher = createPublisher(connection as unknown as Connection, client);
  const documents = createDocuments(() => "utf-16");
  const document = documents.open(uri, 1, text);
  publisher.publish({ ...evaluateText(text, surroundingsOf("/chats")), snapshot: document.snapshot });
  let version = 1;
  return {
    publisher,
    /** Replaces words in one change each; gives the words that are marked before the next evaluation. */
    change(...changes: readonly (readonly [string, string])[]): string[] {
      for (const [from, to] of changes) {
        const before = document.snapshot.text.text;
        const edits = documents.change(uri, ++version, [{ text: before.replace(from, to) }]);
        publisher.changed(uri, edits ?? []);
      }
      publisher.publishInterim(document.snapshot);
      return words(document.snapshot.text.text, sent.at(-1)?.diagnostics ?? []);
    },
    last: () => sent.at(-1),
    sent,
    document,
  };
}

function words(text: string, diagnostics: readonly Diagnostic[]): string[] {
  const lines = text.split("\n");
  return diagnostics.map(({ range: { start, end } }) => lines[start.line]?.slice(start.character, end.character) ?? "");
}

const text = "@You:\n{{ aaa }}\nplain\n{{ bbb }}\n{{ ccc }}\n";

test("what was found stays at its words through any number of edits, and goes only where the text was edited", () => {
  expect(published(text).change()).toEqual(["aaa", "bbb", "ccc"]);
  expect(published(text).change(["@You", "@System:\nx\n@You"], ["plain", "other\nlines"])).toEqual(["aaa", "bbb", "ccc"]);
  expect(published(text).change(["aaa", "aa"], ["ccc", "cccc"])).toEqual(["bbb"]);
  expect(published(text).change(["aaa", ""], ["bbb", "b"], ["ccc", "c"])).toEqual([]);
});

test("what is known of a closed document is forgotten", () => {
  const { publisher, last, document } = published(text);
  publisher.clear(uri);
  expect(last()).toEqual({ uri, diagnostics: [] });
  expect(publisher.interim(document.snapshot)).toEqual([]);
});

test("the same diagnostics of the same text are sent once, and those of another evaluation of it when they differ", () => {
  const { publisher, sent, document } = published(text);
  const again = (source: string) => publisher.publish({ ...evaluateText(source, surroundingsOf("/chats")), snapshot: document.snapshot });
  again(text);
  expect(sent).toHaveLength(1);
  again(text.replace("aaa", "1"));
  expect(sent).toHaveLength(2);
  again(text);
  expect(sent.map(({ diagnostics }) => diagnostics.length)).toEqual([3, 2, 3]);
});

describe("while a reply is written below the text", () => {
  test("nothing is said of what it has so far, and what is known above stays, though it ends where the reply begins", () => {
    const { publisher, change, document } = published("@You:\n{{ aaa }}\n@./gone.txt");
    publisher.replyFrom(uri, document.snapshot.text.text.length);
    expect(change(["gone.txt", "gone.txt\n\n@Assistant:\n```js\nx"])).toEqual(["aaa", "@./gone.txt"]);
    expect(change(["js\nx", "js\nxy\n@Nobody:\n"])).toEqual(["aaa", "@./gone.txt"]);
    publisher.replyFrom(uri, undefined);
    expect(change()).toEqual(["aaa", "@./gone.txt", "```js"]);
  });

  test("what the person changes above is followed as ever", () => {
    const { publisher, change, document } = published("@You:\n{{ aaa }}\n{{ bbb }}\n");
    publisher.replyFrom(uri, document.snapshot.text.text.length);
    expect(change(["{{ bbb }}\n", "{{ bbb }}\n\n@Assistant:\n```js\n"], ["@You", "@System:\nx\n@You"])).toEqual(["aaa", "bbb"]);
    expect(change(["aaa", "aa"], ["```js", "```js\nx"])).toEqual(["bbb"]);
  });
});
