import { describe, expect, test } from "vitest";
import { createChatCompletionsDecoder } from "../../../server/src/providers/protocols/chat-completions-decoder.js";
import type { StreamEvent } from "../../../server/src/providers/provider.js";
import { cut, decode, stream, written } from "./decoding.js";

const decoder = () => createChatCompletionsDecoder((name) => name.replace("__", ":"));
const read = (...events: readonly (object | string)[]): StreamEvent[] => written(decode(decoder(), [stream(...events)]));

const chunk = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta, finish_reason: null, ...more }] });
const finish = (finish_reason: string) => chunk({}, { finish_reason });
const counted = { prompt_tokens: 10, completion_tokens: 6, prompt_tokens_details: { cached_tokens: 4 } };
const usage = { inputTokens: 6, outputTokens: 6, cacheReadTokens: 4 };
const call = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] });
const done = { kind: "done", ending: "complete", usage };

const whole = [
  chunk({ role: "assistant", content: "" }),
  chunk({ reasoning_content: "think " }),
  chunk({ reasoning_content: "hard" }),
  chunk({ content: "Grüße " }),
  chunk({ content: "\u{1f600}" }),
  call(0, { id: "read:0", type: "function", function: { name: "mcp__read", arguments: "" } }),
  call(1, { id: "now:1", type: "function", function: { name: "now", arguments: "" } }),
  call(0, { function: { arguments: '{"n": ' } }),
  call(0, { function: { arguments: "1.0}" } }),
  finish("tool_calls"),
  { choices: [], usage: counted },
  "[DONE]",
];
const reply: StreamEvent[] = [
  { kind: "thinking", content: "think hard" },
  { kind: "text", text: "Grüße \u{1f600}" },
  { kind: "tool-use", id: "read:0", name: "mcp:read", json: '{"n": 1.0}' },
  { kind: "tool-use", id: "now:1", name: "now", json: "{}" },
  { kind: "done", ending: "complete", usage },
];

test("thinking stands before what it led to, tool uses come whole and in the order of their places", () => {
  expect(read(...whole)).toEqual(reply);
});

test("however the stream is cut, the reply is the same", () => {
  const text = stream(...whole);
  expect(written(decode(decoder(), [...text]))).toEqual(reply);
  for (let seed = 1; seed <= 50; seed++) expect(written(decode(decoder(), cut(text, seed)))).toEqual(reply);
});

test("without a reason to finish a reply is not complete, [DONE] or not", () => {
  for (let count = 0; count < 9; count++) {
    expect(read(...whole.slice(0, count)).at(-1)).toMatchObject({ kind: "failed", failure: { kind: "incomplete" } });
    expect(read(...whole.slice(0, count), "[DONE]").at(-1)).toMatchObject({ kind: "failed", failure: { kind: "incomplete" } });
  }
});

test("what follows the reason to finish is not waited for in vain", () => {
  const of = decoder();
  expect(of.isOver()).toBe(false);
  for (const event of [chunk({ content: "Hi" }), finish("stop")]) of.push({ data: JSON.stringify(event) });
  expect(of.isOver()).toBe(true);
  expect(of.end()).toEqual([{ kind: "done", ending: "complete", usage: { inputTokens: 0, outputTokens: 0 } }]);
  expect(of.end()).toEqual([]);
});

test.each([
  ["at the end", [chunk({ content: "Hi" }), finish("stop"), { choices: [], usage: counted }]],
  ["with the reason to finish", [chunk({ content: "Hi" }), { ...finish("stop"), usage: counted }]],
  ["in the choice", [chunk({ content: "Hi" }), chunk({}, { finish_reason: "stop", usage: counted })]],
  ["twice", [{ ...chunk({ content: "Hi" }), usage: counted }, finish("stop"), { choices: [], usage: counted }]],
  [
    "by Moonshot's name for the cache",
    [chunk({ content: "Hi" }), { ...finish("stop"), usage: { prompt_tokens: 10, completion_tokens: 6, cached_tokens: 4 } }],
  ],
])("usage is found %s", (_, events) => {
  expect(read(...events, "[DONE]").at(-1)).toEqual(done);
});

test("the limit of tokens truncates the reply; the uses of tools it had are kept as they are", () => {
  const events = read(
    call(0, { id: "a", function: { name: "read", arguments: '{"path":"a"}' } }),
    call(1, { id: "b", function: { name: "read", arguments: '{"path":' } }),
    finish("length"),
  );
  expect(events).toMatchObject([
    { kind: "tool-use", id: "a", json: '{"path":"a"}' },
    { kind: "tool-use", id: "b", json: '{"path":' },
    { kind: "done", ending: "truncated" },
  ]);
});

test("what a filter stopped is blocked, and uses of tools in it are none", () => {
  expect(
    read(chunk({ content: "Hi" }), call(0, { id: "a", function: { name: "read", arguments: "{" } }), finish("content_filter")),
  ).toMatchObject([
    { kind: "text", text: "Hi" },
    { kind: "failed", failure: { kind: "content-blocked" } },
  ]);
});

describe("servers that do it their own way", () => {
  test("thinking goes by another name, and comes more than once", () => {
    expect(read(chunk({ reasoning: "a" }), chunk({ content: "b" }), chunk({ reasoning: "c" }), finish("stop"))).toMatchObject([
      { kind: "thinking", content: "a" },
      { kind: "text", text: "b" },
      { kind: "thinking", content: "c" },
      { kind: "done" },
    ]);
  });

  test("tool uses have no place, no id, or all the same place", () => {
    const unplaced = (id: string) => chunk({ tool_calls: [{ id, function: { name: id, arguments: "{}" } }] });
    expect(read(unplaced("a"), unplaced("b"), finish("stop"))).toMatchObject([{ id: "a" }, { id: "b" }, { kind: "done" }]);
    const same = (id: string) => call(0, { id, function: { name: id, arguments: { x: 1 } } });
    expect(read(same("a"), same("b"), finish("stop"))).toMatchObject([{ id: "a", json: '{"x":1}' }, { id: "b" }, { kind: "done" }]);
    expect(read(call(0, { function: { name: "a", arguments: "{}" } }), finish("stop"))[0]).toMatchObject({
      id: expect.stringMatching(/^call_./),
    });
  });

  test("the content is a list, a refusal is text, other choices are not ours", () => {
    expect(
      read(
        chunk({ content: [{ type: "text", text: "a" }] }),
        chunk({ refusal: "b" }),
        chunk({ content: "no" }, { index: 1 }),
        finish("stop"),
      )[0],
    ).toEqual({
      kind: "text",
      text: "ab",
    });
  });

  test("null members, empty choices and comments change nothing", () => {
    expect(
      read(
        { choices: null },
        { choices: [] },
        chunk({ content: null, tool_calls: null }),
        { choices: [null] },
        chunk({ content: "Hi" }),
        finish("eos"),
      ),
    ).toMatchObject([
      { kind: "text", text: "Hi" },
      { kind: "done", ending: "complete" },
    ]);
  });
});

test("an error in the stream fails the reply, in whatever shape", () => {
  const shapes = [
    { error: { message: "Too many", type: "rate_limit_reached_error" } },
    { error: { message: "Too many requests", code: 429 } },
    { code: 5, error: "rate limit", message: "Too many", scode: "0x5", status: false },
  ];
  for (const shape of shapes)
    expect(read(chunk({ content: "Hi" }), shape).at(-1)).toMatchObject({ kind: "failed", failure: { kind: "rate" } });
});
