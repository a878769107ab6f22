import { describe, expect, test } from "vitest";
import { createAnthropicDecoder } from "../../../server/src/providers/protocols/anthropic-decoder.js";
import type { StreamEvent } from "../../../server/src/providers/provider.js";
import { cut, decode, named, stream, written } from "./decoding.js";

const decoder = () => createAnthropicDecoder("anthropic", (name) => name.replace("__", ":"));
const read = (text: string): StreamEvent[] => written(decode(decoder(), [text]));

const begin = { type: "message_start", message: { usage: { input_tokens: 7, cache_read_input_tokens: 5, output_tokens: 1 } } };
const block = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
const delta = (index: number, of: object) => ({ type: "content_block_delta", index, delta: of });
const text = (index: number, piece: string) => delta(index, { type: "text_delta", text: piece });
const thinking = (index: number, piece: string) => delta(index, { type: "thinking_delta", thinking: piece });
const signed = (index: number, signature: string) => delta(index, { type: "signature_delta", signature });
const json = (index: number, piece: string) => delta(index, { type: "input_json_delta", partial_json: piece });
const stop = (index: number) => ({ type: "content_block_stop", index });
const over = (stop_reason: string) => [
  { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];
const usage = { inputTokens: 7, outputTokens: 9, cacheReadTokens: 5 };

const interleaved = named(
  begin,
  { type: "ping" },
  block(0, { type: "thinking", thinking: "", signature: "" }),
  thinking(0, "first "),
  thinking(0, "thought"),
  signed(0, "SIG="),
  stop(0),
  block(1, { type: "redacted_thinking", data: "opaque" }),
  stop(1),
  block(2, { type: "text", text: "" }),
  text(2, "Grüße "),
  text(2, "\u{1f600}"),
  stop(2),
  block(3, { type: "tool_use", id: "toolu_1", name: "mcp__read", input: {} }),
  json(3, '{"path": "a'),
  json(3, '.md", "n": 1.0}'),
  stop(3),
  block(4, { type: "thinking", thinking: "", signature: "" }),
  thinking(4, "second"),
  signed(4, "SIG2"),
  stop(4),
  block(5, { type: "tool_use", id: "toolu_2", name: "now", input: {} }),
  stop(5),
  ...over("tool_use"),
);
const parts: StreamEvent[] = [
  { kind: "thinking", content: "first thought", signature: { provider: "anthropic", value: "SIG=" } },
  { kind: "thinking", content: "opaque", redacted: true },
  { kind: "text", text: "Grüße \u{1f600}" },
  { kind: "tool-use", id: "toolu_1", name: "mcp:read", json: '{"path": "a.md", "n": 1.0}' },
  { kind: "thinking", content: "second", signature: { provider: "anthropic", value: "SIG2" } },
  { kind: "tool-use", id: "toolu_2", name: "now", json: "{}" },
];
const done: StreamEvent = { kind: "done", ending: "complete", usage };

test("blocks come in the order of the wire, each thinking with its own signature, each tool use with the JSON as it was written", () => {
  expect(read(interleaved)).toEqual([...parts, done]);
});

test("however the stream is cut, with whatever line ends, the reply is the same", () => {
  expect(written(decode(decoder(), [...interleaved]))).toEqual([...parts, done]);
  for (let seed = 1; seed <= 50; seed++) expect(written(decode(decoder(), cut(interleaved, seed)))).toEqual([...parts, done]);
  const hard = `: a comment\n${interleaved}`.replaceAll("\n", "\r\n");
  expect(written(decode(decoder(), [...hard]))).toEqual([...parts, done]);
});

test("wherever the stream ends early, the reply is not complete, and nothing that was finished is lost", () => {
  const whole = written(decode(decoder(), [interleaved]));
  const lines = interleaved.split("\n\n");
  for (let count = 0; count < lines.length - 1; count++) {
    const events = written(decode(decoder(), [`${lines.slice(0, count).join("\n\n")}\n\n`]));
    expect(events.at(-1)).toMatchObject({ kind: "failed", failure: { kind: "incomplete" } });
    for (const [index, event] of events.slice(0, -1).entries()) {
      const full = whole[index];
      if (event.kind === "text" && full?.kind === "text") expect(full.text.startsWith(event.text)).toBe(true);
      else expect(event).toEqual(full);
    }
  }
});

test("what grows is told while it grows", () => {
  const progress = decode(decoder(), [interleaved]).filter(({ kind }) => kind === "progress");
  expect(progress).toContainEqual({ kind: "progress", of: "thinking", units: 13 });
  expect(progress).toContainEqual({ kind: "progress", of: "tool-use", name: "mcp:read", units: 26 });
});

test("white space before thinking starts no reply, but stays before text", () => {
  const blank = [block(0, { type: "text", text: "" }), text(0, "\n"), text(0, "\n"), stop(0)];
  const thought = [block(1, { type: "thinking", thinking: "" }), thinking(1, "x"), signed(1, "S"), stop(1)];
  expect(read(named(begin, ...blank, ...thought, ...over("end_turn")))[0]).toMatchObject({ kind: "thinking", content: "x" });
  expect(read(named(begin, ...blank, ...over("end_turn")))).toEqual([done]);
  expect(read(named(begin, block(0, { type: "text", text: "\n" }), text(0, "\nHi"), ...over("end_turn")))[0]).toEqual({
    kind: "text",
    text: "\n\nHi",
  });
});

test.each([
  ["end_turn", { kind: "done", ending: "complete" }],
  ["stop_sequence", { kind: "done", ending: "complete" }],
  ["max_tokens", { kind: "done", ending: "truncated" }],
  ["pause_turn", { kind: "done", ending: "paused" }],
  ["refusal", { kind: "failed", failure: { kind: "content-blocked" }, usage }],
])("a reply that stops for %s ends so", (reason, end) => {
  expect(read(named(begin, text(0, "Hi"), ...over(reason))).at(-1)).toMatchObject(end);
});

describe("what a server should not send", () => {
  test("a tool's input that is no JSON is kept as it is", () => {
    const call = [block(0, { type: "tool_use", id: "a", name: "b", input: {} }), json(0, '{"path": "a'), stop(0)];
    expect(read(named(begin, ...call, ...over("max_tokens")))[0]).toEqual({ kind: "tool-use", id: "a", name: "b", json: '{"path": "a' });
  });

  test("events that come twice, unknown events and blocks, null deltas and places out of order change nothing", () => {
    const odd = named(
      begin,
      begin,
      block(1, { type: "text", text: "" }),
      block(1, { type: "text", text: "" }),
      { type: "content_block_delta", index: 1, delta: null } as never,
      { type: "brand_new", index: 1 } as never,
      text(1, "Hi"),
      stop(1),
      stop(1),
      block(0, { type: "server_thing", text: "no" }),
      stop(0),
      stop(8),
      ...over("end_turn"),
      ...over("end_turn"),
      text(1, "late"),
    );
    expect(read(odd)).toEqual([{ kind: "text", text: "Hi" }, done]);
  });

  test("text without the beginning of its block is text all the same", () => {
    expect(read(named(begin, text(3, "Hi"), ...over("end_turn")))[0]).toEqual({ kind: "text", text: "Hi" });
  });

  test("blocks that never stop are finished with the message", () => {
    const open = [block(0, { type: "thinking", thinking: "" }), thinking(0, "x"), signed(0, "S")];
    expect(read(named(begin, ...open, ...over("end_turn")))[0]).toMatchObject({ kind: "thinking", signature: { value: "S" } });
  });

  test("no usage at all is no failure, and usage that comes twice counts once", () => {
    expect(read(named(text(0, "Hi"), { type: "message_stop" })).at(-1)).toEqual({
      kind: "done",
      ending: "complete",
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect(read(named(begin, begin, text(0, "Hi"), ...over("end_turn"))).at(-1)).toEqual(done);
  });

  test("an error in the stream fails the reply in the provider's words", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    expect(read(named(begin, text(0, "Hi"), error, text(0, "more")))).toMatchObject([
      { kind: "text", text: "Hi" },
      { kind: "failed", failure: { kind: "overload", message: "overloaded_error — Overloaded." } },
    ]);
  });

  test.each(["{", "hello", '{"type":"ping"}{"type":"ping"}', "<html>"])("data that is no JSON (%s) fails the reply", (data) => {
    const events = read(named(begin, text(0, "Hi")) + stream(data) + named(...over("end_turn")));
    expect(events).toMatchObject([
      { kind: "text", text: "Hi" },
      { kind: "failed", failure: { kind: "server" } },
    ]);
  });
});

test("what is kept for an hour is counted apart", () => {
  const creation = { cache_creation_input_tokens: 30, cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 } };
  const events = read(named({ type: "message_start", message: { usage: creation } } as never, text(0, "Hi"), ...over("end_turn")));
  expect(events.at(-1)).toMatchObject({ usage: { cacheWriteTokens: 30, longCacheWriteTokens: 20 } });
});

test("a hundred thousand tiny pieces and one of 20 MB cost what their length costs", () => {
  const many = named(
    begin,
    block(0, { type: "thinking", thinking: "" }),
    ...Array.from({ length: 100_000 }, () => thinking(0, "x")),
    stop(0),
    ...over("end_turn"),
  );
  expect(decode(decoder(), cut(many, 3))).toHaveLength(100_002);
  const [huge] = read(named(begin, text(0, "y".repeat(20 * 2 ** 20)), ...over("end_turn")));
  expect(huge?.kind === "text" && huge.text.length).toBe(20 * 2 ** 20);
});
