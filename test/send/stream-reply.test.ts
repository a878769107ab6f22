import { describe, expect, test } from "vitest";
import type { StreamEvent } from "../../server/src/providers/provider.js";
import { type ReplyEnd, streamReply } from "../../server/src/send/stream-reply.js";

const usage = { inputTokens: 1, outputTokens: 2 };
const done: StreamEvent = { kind: "done", ending: "complete", usage };
const say = (text: string): StreamEvent => ({ kind: "text", text });

interface Script {
  readonly events: readonly (StreamEvent | Error)[];
  /** The person stops the reply before this event. */
  readonly stopBefore?: number;
}

async function play({ events, stopBefore }: Script): Promise<{ end: ReplyEnd; written: string; progress: readonly number[] }> {
  const abort = new AbortController();
  const progress: number[] = [];
  let written = "";
  async function* stream(): AsyncIterable<StreamEvent> {
    for (const [index, event] of events.entries()) {
      if (index === stopBefore) abort.abort();
      if (abort.signal.aborted) return;
      if (event instanceof Error) throw event;
      yield event;
    }
    if (events.length === stopBefore) abort.abort();
  }
  const end = await streamReply({
    events: stream(),
    text: "@You:\nHi\n",
    lineEnd: "\n",
    signal: abort.signal,
    write: (piece) => {
      written += piece;
    },
    onProgress: (units) => progress.push(units),
  });
  return { end, written, progress };
}

describe("a stream with its final event", () => {
  test("is a complete reply", async () => {
    const { end, written, progress } = await play({ events: [say("Hel"), say("lo"), done] });
    expect(end).toEqual({ state: "done", usage });
    expect(written).toBe("\n@Assistant:\nHello\n\n@You:\n");
    expect(progress).toEqual([3, 5]);
  });

  test("opens its message once, though its first pieces are empty", async () => {
    const { written } = await play({ events: [say(""), say(""), say("Hi"), say(""), done] });
    expect(written).toBe("\n@Assistant:\nHi\n\n@You:\n");
  });

  test("is a complete reply without text when it brings none", async () => {
    expect((await play({ events: [done] })).written).toBe("\n@Assistant:\n\n@You:\n");
  });
});

describe("a stream without its final event", () => {
  test("is a cut-off reply, never a success", async () => {
    const { end, written } = await play({ events: [say("Hel")] });
    expect(end).toEqual({ state: "failed" });
    expect(written).toBe("\n@Assistant:\nHel\n\n<!-- flemma:aborted: Connection closed before the reply was complete. -->\n");
  });

  test("names what it failed with", async () => {
    const { end, written } = await play({ events: [say("Hel"), new Error("No route\nto host -->")] });
    expect(end).toEqual({ state: "failed" });
    expect(written).toBe("\n@Assistant:\nHel\n\n<!-- flemma:aborted: No route to host -->\n");
  });

  test("leaves the document alone when nothing came", async () => {
    expect(await play({ events: [] })).toEqual({ end: { state: "failed" }, written: "", progress: [] });
    expect((await play({ events: [say(""), new Error("x")] })).written).toBe("");
  });
});

describe("a reply that the person stops", () => {
  const events = [say("one\n"), say("```js\n"), say("f()\n@You:"), say("\n")];

  test.each([0, 1, 2, 3, 4])("before event %i keeps what came, and can be sent again", async (stopBefore) => {
    const { end, written } = await play({ events, stopBefore });
    expect(end).toEqual({ state: "cancelled" });
    const came = ["", "one", "one\n```js\n```", "one\n```js\nf()\n@You:\n```", "one\n```js\nf()\n@You:\n```"][stopBefore] ?? "";
    const mark = "\n\n<!-- flemma:aborted: Response interrupted by the user. -->\n";
    expect(written).toBe(came === "" ? "" : `\n@Assistant:\n${came}${mark}`);
  });
});
