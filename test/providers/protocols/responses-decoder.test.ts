import { describe, expect, test } from "vitest";
import { createResponsesDecoder } from "../../../server/src/providers/protocols/responses-decoder.js";
import type { StreamEvent } from "../../../server/src/providers/provider.js";
import { cut, decode, stream, written } from "./decoding.js";

const decoder = () => createResponsesDecoder("openai", (name) => name.replace("__", ":"));
const read = (...events: readonly (object | string)[]): StreamEvent[] => written(decode(decoder(), [stream(...events)]));
const numbered = (events: readonly object[]) => events.map((event, index) => ({ ...event, sequence_number: index, obfuscation: "xyz" }));

const reasoning = (n: number) => ({
  id: `rs_${n}`,
  type: "reasoning",
  summary: [
    { type: "summary_text", text: `thought ${n}` },
    { type: "summary_text", text: "more" },
  ],
  encrypted_content: `enc${n}`,
});
const call = (n: number) => ({ id: `fc_${n}`, type: "function_call", call_id: `call_${n}`, name: "mcp__read", arguments: `{"n": ${n}.0}` });
const message = (n: number, text: string) => ({
  id: `msg_${n}`,
  type: "message",
  content: [{ type: "output_text", text, annotations: [] }],
});
const added = (output_index: number, item: object) => ({ type: "response.output_item.added", output_index, item });
const done = (output_index: number, item: object) => ({ type: "response.output_item.done", output_index, item });
const delta = (output_index: number, piece: string) => ({
  type: "response.output_text.delta",
  output_index,
  item_id: `msg_${output_index}`,
  content_index: 0,
  delta: piece,
});
const counted = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 8,
  output_tokens_details: { reasoning_tokens: 3 },
};
const usage = { inputTokens: 6, outputTokens: 8, thinkingTokens: 3, cacheReadTokens: 4 };
const completed = (more: object = {}) => ({
  type: "response.completed",
  response: { status: "completed", output: [], usage: counted, ...more },
});
const signature = (item: object) => ({ provider: "openai", value: Buffer.from(JSON.stringify(item)).toString("base64") });

const whole = numbered([
  { type: "response.created", response: { status: "in_progress", error: null } },
  added(0, { id: "rs_0", type: "reasoning", summary: [] }),
  { type: "response.reasoning_summary_text.delta", output_index: 0, item_id: "rs_0", delta: "thought 0" },
  done(0, reasoning(0)),
  added(1, { id: "fc_1", type: "function_call", call_id: "call_1", name: "mcp__read", arguments: "" }),
  { type: "response.function_call_arguments.delta", output_index: 1, item_id: "fc_1", delta: '{"n"' },
  done(1, call(1)),
  done(2, reasoning(2)),
  added(3, { id: "msg_3", type: "message", content: [] }),
  delta(3, "Grüße "),
  delta(3, "\u{1f600}"),
  { type: "response.output_text.done", output_index: 3, item_id: "msg_3", content_index: 0, text: "Grüße \u{1f600}" },
  done(3, message(3, "Grüße \u{1f600}")),
  completed({ output: [reasoning(0), call(1), reasoning(2), message(3, "Grüße \u{1f600}")] }),
]);
const reply: StreamEvent[] = [
  { kind: "thinking", content: "thought 0\n\nmore", signature: signature(reasoning(0)) },
  { kind: "tool-use", id: "call_1", name: "mcp:read", json: '{"n": 1.0}' },
  { kind: "thinking", content: "thought 2\n\nmore", signature: signature(reasoning(2)) },
  { kind: "text", text: "Grüße \u{1f600}" },
  { kind: "done", ending: "complete", usage },
];

test("every item of reasoning is a block of its own at its place, signed with the whole item", () => {
  expect(read(...whole)).toEqual(reply);
});

test("however the stream is cut, the reply is the same", () => {
  const text = stream(...whole);
  expect(written(decode(decoder(), [...text]))).toEqual(reply);
  for (let seed = 1; seed <= 50; seed++) expect(written(decode(decoder(), cut(text, seed)))).toEqual(reply);
});

test("events that come twice count once, pieces that say the same again count each time", () => {
  expect(read(...whole.flatMap((event) => [event, event]))).toEqual(reply);
  expect(read(...numbered([{ type: "x" }, delta(0, "ha"), delta(0, "ha"), completed()]))[0]).toEqual({ kind: "text", text: "haha" });
  expect(read(delta(0, "ha"), delta(0, "ha"), completed())[0]).toEqual({ kind: "text", text: "haha" });
});

test("without its last event a reply is not complete", () => {
  for (let count = 0; count < whole.length - 1; count++) {
    expect(read(...whole.slice(0, count)).at(-1)).toMatchObject({ kind: "failed", failure: { kind: "incomplete" } });
  }
  expect(read(...whole.slice(0, 4), "[DONE]").at(-1)).toMatchObject({ kind: "failed", failure: { kind: "incomplete" } });
});

test("a refusal is what the model says", () => {
  const refusal = { type: "response.refusal.delta", output_index: 0, item_id: "msg_0", content_index: 0, delta: "I cannot." };
  expect(
    read(refusal, completed({ output: [{ id: "msg_0", type: "message", content: [{ type: "refusal", refusal: "I cannot." }] }] })),
  ).toEqual([
    { kind: "text", text: "I cannot." },
    { kind: "done", ending: "complete", usage },
  ]);
});

test("text that came in no pieces is taken from what is whole, once", () => {
  const text = { kind: "text", text: "Hi" };
  const end = { kind: "done", ending: "complete", usage };
  expect(read(done(0, message(0, "Hi")), completed({ output: [message(0, "Hi")] }))).toEqual([text, end]);
  expect(read(completed({ output: [message(0, "Hi"), call(1)] }))).toMatchObject([text, { kind: "tool-use", id: "call_1" }, end]);
  const part = { type: "response.output_text.done", output_index: 0, item_id: "msg_0", content_index: 0, text: "Hi" };
  expect(read(part, done(0, message(0, "Hi")), completed())).toEqual([text, end]);
});

test("two messages in a row are two paragraphs", () => {
  expect(read(delta(0, "One."), delta(1, "Two."), completed())[0]).toEqual({ kind: "text", text: "One.\n\nTwo." });
});

test("reasoning that could not be given back is not signed, and empty reasoning is none", () => {
  const bare = { id: "rs_0", type: "reasoning", summary: [{ type: "summary_text", text: "x" }] };
  expect(read(done(0, bare), done(1, { id: "rs_1", type: "reasoning", summary: [] }), completed())).toEqual([
    { kind: "thinking", content: "x" },
    { kind: "done", ending: "complete", usage },
  ]);
});

describe("other ends", () => {
  const incomplete = (reason: string) => ({
    type: "response.incomplete",
    response: { status: "incomplete", incomplete_details: { reason }, usage: counted },
  });

  test("at the limit of tokens a reply is truncated, and what the filter stopped is blocked", () => {
    expect(read(delta(0, "Hi"), incomplete("max_output_tokens")).at(-1)).toEqual({ kind: "done", ending: "truncated", usage });
    expect(read(delta(0, "Hi"), incomplete("content_filter")).at(-1)).toMatchObject({
      kind: "failed",
      failure: { kind: "content-blocked" },
      usage,
    });
  });

  test.each([
    ["rate_limit_exceeded", "rate"],
    ["insufficient_quota", "quota"],
    ["context_length_exceeded", "context-too-long"],
    ["server_error", "server"],
  ])("a reply that failed with %s is told by its kind", (code, kind) => {
    const failed = { type: "response.failed", response: { status: "failed", error: { code, message: "No." } } };
    expect(read(delta(0, "Hi"), failed).at(-1)).toMatchObject({ kind: "failed", failure: { kind, message: `${code} — No.` } });
    const error = { type: "error", code, message: "No.", param: null };
    expect(read(error).at(-1)).toMatchObject({ kind: "failed", failure: { kind, message: `${code} — No.` } });
  });

  test("glued lines fail the reply, unknown events do not", () => {
    expect(read(delta(0, "Hi"), `${JSON.stringify(delta(0, "a"))}${JSON.stringify(delta(0, "b"))}`).at(-1)).toMatchObject({
      kind: "failed",
      failure: { kind: "server" },
    });
    expect(
      read({ type: "response.brand_new" }, delta(0, "Hi"), { type: "keepalive", sequence_number: 3 }, completed({ usage: null })),
    ).toEqual([
      { kind: "text", text: "Hi" },
      { kind: "done", ending: "complete", usage: { inputTokens: 0, outputTokens: 0 } },
    ]);
  });
});
