import { describe, expect, test } from "vitest";
import type { Conversation } from "../../server/src/conversation/conversation.js";
import type { Part } from "../../server/src/conversation/parts.js";
import { echo } from "../../server/src/providers/echo.js";
import type { StreamEvent } from "../../server/src/providers/provider.js";

const text = (value: string): Part => ({ kind: "text", text: value });
const user = (...parts: readonly Part[]): Conversation["messages"][number] => ({ role: "user", line: 1, index: 0, parts });
const assistant = (...parts: readonly Part[]): Conversation["messages"][number] => ({ role: "assistant", line: 1, index: 0, parts });

async function play(prompt: Conversation, stopAfter = Number.POSITIVE_INFINITY): Promise<{ events: StreamEvent[]; said: string }> {
  const abort = new AbortController();
  const events: StreamEvent[] = [];
  for await (const event of echo(prompt, abort.signal, 0)) {
    events.push(event);
    if (events.length >= stopAfter) abort.abort();
  }
  return { events, said: events.map((event) => (event.kind === "text" ? event.text : "")).join("") };
}

describe("echo", () => {
  test("says what a model would have been given, turn by turn, and ends with usage", async () => {
    const { events, said } = await play({
      system: "Be kind.",
      messages: [user(text("a  b\n\nc ")), assistant(text("d")), user(text("e"))],
    });
    expect(said).toBe("[system]\nBe kind.\n\n[user]\na  b\n\nc \n\n[assistant]\nd\n\n[user]\ne");
    expect(events.at(-1)).toEqual({
      kind: "done",
      ending: "complete",
      usage: { inputTokens: Math.ceil(said.length / 4), outputTokens: Math.ceil(said.length / 4) },
    });
    expect(events.slice(0, -1).every((event) => event.kind === "text" && event.text !== "")).toBe(true);
  });

  test("leaves out a system text that is none", async () => {
    for (const system of [undefined, ""]) expect((await play({ system, messages: [user(text("x"))] })).said).toBe("[user]\nx");
  });

  test("says what is in a text file, and names images and PDFs", async () => {
    const facts = { mime_type: "text/plain", bytes: 3, sha256: "0" };
    const image = { ...facts, kind: "image", filename: "p.png", mime_type: "image/png" } as const;
    const { said } = await play({
      system: undefined,
      messages: [user(text("see"), { ...facts, kind: "text_file", filename: "a.txt", text: "abc" }, image)],
    });
    expect(said).toBe("[user]\nsee\n(file a.txt, text/plain)\nabc\n(image p.png, image/png, 3 bytes)");
  });

  test("says parts that are no text in words", async () => {
    const { said } = await play({
      system: undefined,
      messages: [
        assistant(
          { kind: "thinking", content: "hm" },
          { kind: "thinking", content: "secret", redacted: true },
          { kind: "tool_use", id: "t", name: "bash", input: { a: [1] } },
        ),
        user({ kind: "tool_result", tool_use_id: "t", is_error: true, parts: [text("no")] }),
      ],
    });
    expect(said).toBe('[assistant]\n(thinking: hm)\n(thinking: redacted)\n(tool use bash {"a":[1]})\n\n[user]\n(tool result t, error: no)');
  });

  test("of a long prompt comes in few pieces, none cut inside a word", async () => {
    const long = "wörd😀 ".repeat(5000);
    const { events, said } = await play({ system: undefined, messages: [user(text(long))] });
    expect(said).toBe(`[user]\n${long}`);
    expect(events.length).toBeLessThan(210);
    for (const event of events.slice(1, -2)) if (event.kind === "text") expect(event.text).toMatch(/😀\s*$/);
  });

  test("that is stopped ends without usage", async () => {
    const { events } = await play({ system: undefined, messages: [user(text("a b c d"))] }, 2);
    expect(events.map(({ kind }) => kind)).toEqual(["text", "text"]);
  });
});
