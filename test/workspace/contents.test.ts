import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FileAttachment } from "../../server/src/base/file-answers.js";
import { conversation } from "../../server/src/conversation/conversation.js";
import type { EmittedFile } from "../../server/src/engines/engine.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { Isolate } from "../../server/src/evaluation/isolate.js";
import type { MessageOutput } from "../../server/src/evaluation/types.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { readContents } from "../../server/src/workspace/contents.js";
import { attachmentOf } from "../../server/src/workspace/file-type.js";
import type { Host } from "../../server/src/workspace/host.js";
import { createService } from "../../server/src/workspace/service.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";
import { blindHost } from "../support/hosts.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
const emits = (...files: readonly EmittedFile[]): MessageOutput => ({
  failed: false,
  pieces: files.map((file) => ({ kind: "file", file, literal: "", span: { start: 0, end: 1 } })),
  values: [],
});
const asText = (path: string): EmittedFile => ({ path, type: "text/plain", kind: "text_file" });
const asImage = (path: string): EmittedFile => ({ path, type: "image/png", kind: "image" });
const told = (path: string, content: Uint8Array): [string, FileAttachment] => [path, attachmentOf(path, content, { isOutside: false })];

describe("what files hold", () => {
  const content = bytes("\ufeffa\r\nä");
  const known = new Map([told("/a", content)]);

  test("is read once for each file, as text where it is attached as text", async () => {
    const read: string[] = [];
    const host = {
      async content(path: string): Promise<Uint8Array> {
        read.push(path);
        return content;
      },
    };
    const found = await readContents(host, [emits(asText("/a"), asText("/a")), undefined, emits(asText("/a"))], known);
    expect(read).toEqual(["/a"]);
    expect([...found]).toEqual([["/a", { size: 8, sha256: sha256(content), text: "a\r\nä" }]]);
  });

  test("is kept as bytes where it is attached as something else, and as both where it is both", async () => {
    const host = { content: async () => content };
    expect((await readContents(host, [emits(asImage("/a"))], known)).get("/a")).toEqual({
      size: 8,
      sha256: sha256(content),
      bytes: content,
    });
    const both = (await readContents(host, [emits(asImage("/a"), asText("/a"))], known)).get("/a");
    expect(both).toMatchObject({ text: "a\r\nä", bytes: content });
  });

  test("is left out when it is not any more what was told of it", async () => {
    const of = (now: Uint8Array | undefined) => readContents({ content: async () => now }, [emits(asText("/a"))], known);
    expect((await of(undefined)).size).toBe(0);
    expect((await of(bytes("longer than before"))).size).toBe(0);
    expect((await of(new Uint8Array(8))).size).toBe(0);
    expect((await readContents({ content: async () => content }, [emits(asText("/b"))], known)).size).toBe(0);
  });
});

/** A service over files of this test's making; evaluations run in this process. */
function world(content: () => Uint8Array | undefined) {
  const host: Host = {
    ...blindHost,
    attachment: async (path) => attachmentOf(path, bytes("hello\n"), { isOutside: false }),
    content: async () => content(),
  };
  const isolate: Isolate = {
    run: async (request) => ({ kind: "done", result: evaluate(request) }),
    onFault() {},
    warm() {},
    dispose() {},
  };
  return createService(host, isolate);
}

const snapshot = createSnapshot("file:///w/a.chat", 1, "@System:\n@./s.txt\n@You:\nsee @./a.txt\n");

describe("an evaluation through the service", () => {
  test("has what the files hold", async () => {
    const evaluated = await world(() => bytes("hello\n")).evaluate(snapshot, { mode: "send" });
    if (evaluated === undefined) throw new Error("superseded");
    expect(conversation(evaluated)).toEqual({
      system: "hello",
      messages: [
        {
          role: "user",
          line: 3,
          index: 1,
          parts: [
            { kind: "text", text: "see " },
            { kind: "text_file", filename: "a.txt", mime_type: "text/plain", bytes: 6, sha256: sha256(bytes("hello\n")), text: "hello\n" },
          ],
        },
      ],
    });
    expect(diagnostics(evaluated)).toEqual([]);
  });

  test("reads nothing when the output is left out", async () => {
    let count = 0;
    const evaluated = await world(() => {
      count++;
      return undefined;
    }).evaluate(snapshot, { omitOutput: true });
    expect([count, evaluated?.contents]).toEqual([0, undefined]);
  });

  test.each([
    ["went away", undefined],
    ["changed", bytes("something else\n")],
  ])("is refused where a file %s meanwhile: its text stays, and an error stands there", async (_, now) => {
    const evaluated = await world(() => now).evaluate(snapshot, { mode: "send" });
    if (evaluated === undefined) throw new Error("superseded");
    const found = diagnostics(evaluated).map(({ code, span, blocks }) => [code, snapshot.text.text.slice(span.start, span.end), blocks]);
    expect(found).toEqual([
      ["file/changed", "@./s.txt", true],
      ["file/changed", "@./a.txt", true],
    ]);
    expect(conversation(evaluated)).toMatchObject({ system: "@./s.txt", messages: [{ parts: [{ kind: "text", text: "see @./a.txt" }] }] });
  });
});
