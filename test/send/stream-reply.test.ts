import { describe, expect, test } from "vitest";
import type { StreamEvent } from "../../server/src/providers/provider.js";
import { incomplete, type ReplyEnd, streamReply } from "../../server/src/send/stream-reply.js";

const usage = { inputTokens: 1, outputTokens: 2 };
const done: StreamEvent = { kind: "done", ending: "complete", usage };
const say = (text: string): StreamEvent => ({ kind: "text", text });

interface Script {
  readonly events: readonly (StreamEvent | Error)[];
  /** The person stops the reply before this event. */
  readonly stopBefore?: number;
}

interface Played {
  readonly end: ReplyEnd;
  readonly written: string;
  readonly told: readonly StreamEvent[];
  /** The document text at every piece, cut off there. */
  readonly cutOff: readonly string[];
}

async function play({ events, stopBefore }: Script): Promise<Played> {
  const abort = new AbortController();
  const told: StreamEvent[] = [];
  const cutOff: string[] = [];
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
    write: (piece, mark) => {
      expect(piece).not.toBe("");
      written += piece;
      cutOff.push(written + mark());
    },
    onEvent: (event) => told.push(event),
  });
  return { end, written, told, cutOff };
}

describe("a stream with its final event", () => {
  test("is a complete reply", async () => {
    const events = [say("Hel"), say("lo"), done];
    const { end, written, told } = await play({ events });
    expect(end).toEqual({ state: "done", ending: "complete", usage });
    expect(written).toBe("\n@Assistant:\nHello\n\n@You:\n");
    expect(told).toEqual(events);
  });

  test("opens its message once, though its first pieces are empty", async () => {
    const { written } = await play({ events: [say(""), say(""), say("Hi"), say(""), done] });
    expect(written).toBe("\n@Assistant:\nHi\n\n@You:\n");
  });

  test("is a complete reply without text when it brings none", async () => {
    expect((await play({ events: [done] })).written).toBe("\n@Assistant:\n\n@You:\n");
  });
});

test("at every piece it is known what would make a cut-off reply of it", async () => {
  const mark = `<!-- flemma:aborted: ${incomplete.message} -->\n`;
  const { cutOff, written } = await play({ events: [say("```\na"), say("b"), done] });
  expect(cutOff).toEqual([`\n@Assistant:\n\`\`\`\na\n\`\`\`\n\n${mark}`, `\n@Assistant:\n\`\`\`\nab\n\`\`\`\n\n${mark}`, written]);
});

describe("a stream that fails", () => {
  const failure = { kind: "overload", message: "Overloaded.", advice: "Wait a minute, then send again.", status: 529 } as const;

  test("tells its failure, and what was used; what came is marked with it", async () => {
    const { end, written } = await play({ events: [say("Hel"), { kind: "failed", failure, usage }] });
    expect(end).toEqual({ state: "failed", failure, usage });
    expect(written).toBe("\n@Assistant:\nHel\n\n<!-- flemma:aborted: Overloaded. -->\n");
  });

  test("before anything came leaves the document alone", async () => {
    const { end, written } = await play({ events: [say("\n"), { kind: "failed", failure }] });
    expect(end).toEqual({ state: "failed", failure });
    expect(written).toBe("");
  });

  test("brings nothing after its end", async () => {
    expect((await play({ events: [{ kind: "failed", failure }, say("late")] })).written).toBe("");
    expect((await play({ events: [done, say("late")] })).written).toBe("\n@Assistant:\n\n@You:\n");
  });
});

describe("a stream without its final event", () => {
  test("is a cut-off reply, never a success", async () => {
    const { end, written } = await play({ events: [say("Hel")] });
    expect(end).toEqual({ state: "failed", failure: incomplete });
    expect(written).toBe("\n@Assistant:\nHel\n\n<!-- flemma:aborted: Connection closed before the reply was complete. -->\n");
  });

  test("names what it failed with", async () => {
    const { end, written } = await play({ events: [say("Hel"), new Error("No route\nto host -->")] });
    expect(end).toMatchObject({ state: "failed", failure: { kind: "network", message: "No route\nto host -->" } });
    expect(written).toBe("\n@Assistant:\nHel\n\n<!-- flemma:aborted: No route to host -->\n");
  });

  test("leaves the document alone when nothing came", async () => {
    expect(await play({ events: [] })).toMatchObject({ end: { state: "failed", failure: incomplete }, written: "" });
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

test("a stream that never ends by itself ends with the person's wish, and is given up", async () => {
  const abort = new AbortController();
  let isGivenUp = false;
  const events: AsyncIterable<StreamEvent> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: async () => {
        isGivenUp = true;
        return { done: true, value: undefined };
      },
    }),
  };
  const end = streamReply({ events, text: "", lineEnd: "\n", signal: abort.signal, write: () => {} });
  abort.abort();
  expect(await end).toEqual({ state: "cancelled" });
  expect(isGivenUp).toBe(true);
});
