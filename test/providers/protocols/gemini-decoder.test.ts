import { expect, test } from "vitest";
import { createGeminiDecoder } from "../../../server/src/providers/protocols/gemini-decoder.js";
import type { StreamEvent } from "../../../server/src/providers/provider.js";
import { cut, decode, stream, written } from "./decoding.js";

const decoder = () => createGeminiDecoder("vertex", (name) => name.replace("__", ":"));
const read = (...events: readonly object[]): StreamEvent[] => written(decode(decoder(), [stream(...events)]));

const chunk = (parts: readonly object[], more: object = {}) => ({ candidates: [{ index: 0, content: { role: "model", parts }, ...more }] });
const usageMetadata = { promptTokenCount: 20, cachedContentTokenCount: 8, candidatesTokenCount: 5, thoughtsTokenCount: 3 };
const usage = { inputTokens: 12, outputTokens: 8, thinkingTokens: 3, cacheReadTokens: 8 };
const finish = (finishReason: string, parts: readonly object[] = []) => ({ ...chunk(parts, { finishReason }), usageMetadata });
const thinking = (content: string, value: string) => ({ kind: "thinking", content, signature: { provider: "vertex", value } });
const done = { kind: "done", ending: "complete", usage };
const id = (name: string) => expect.stringMatching(new RegExp(`^urn:flemma:tool:${name}:[0-9a-f]{16}$`));

test("signatures stay with their parts: before a use of a tool, after the text that had begun", () => {
  const events = [
    chunk([{ text: "I think ", thought: true }]),
    chunk([{ text: "so.", thought: true }]),
    chunk([{ text: "Grüße " }]),
    chunk([{ text: "\u{1f600}" }]),
    chunk([{ text: "", thoughtSignature: "TEXT" }]),
    chunk([{ functionCall: { name: "mcp__read", args: { path: "a.md" } }, thoughtSignature: "CALL" }, { functionCall: { name: "now" } }]),
    finish("STOP"),
  ];
  const reply = [
    thinking("I think so.", ""),
    { kind: "text", text: "Grüße \u{1f600}" },
    thinking("", "TEXT"),
    thinking("", "CALL"),
    { kind: "tool-use", id: id("mcp__read"), name: "mcp:read", json: '{"path":"a.md"}' },
    { kind: "tool-use", id: id("now"), name: "now", json: "{}" },
    done,
  ];
  expect(read(...events)).toEqual(reply);
  const text = stream(...events);
  expect(written(decode(decoder(), [...text]))).toEqual(reply);
  for (let seed = 1; seed <= 50; seed++) expect(written(decode(decoder(), cut(text, seed)))).toEqual(reply);
});

test("thinking right before a use of a tool has its signature", () => {
  const events = read(chunk([{ text: "Hm.", thought: true }]), finish("STOP", [{ functionCall: { name: "now" }, thoughtSignature: "S" }]));
  expect(events).toEqual([thinking("Hm.", "S"), { kind: "tool-use", id: id("now"), name: "now", json: "{}" }, done]);
});

test("a thought that is signed itself keeps its signature, and thinking without text after it is not lost", () => {
  expect(read(chunk([{ text: "a", thought: true, thoughtSignature: "S" }]), chunk([{ text: "b", thought: true }]), finish("STOP"))).toEqual(
    [thinking("a", "S"), thinking("b", ""), done],
  );
});

test("white space between texts is kept, before all of them it starts nothing", () => {
  expect(read(chunk([{ text: "a" }]), chunk([{ text: "\n" }]), chunk([{ text: "\n" }]), finish("STOP", [{ text: "b" }]))[0]).toEqual({
    kind: "text",
    text: "a\n\nb",
  });
  expect(read(chunk([{ text: "\n" }]), finish("STOP"))).toEqual([done]);
});

test("a last chunk that comes twice counts once", () => {
  const last = finish("STOP", [{ text: "!", thoughtSignature: "S" }]);
  expect(read(chunk([{ text: "Hi" }]), last, last)).toEqual([{ kind: "text", text: "Hi!" }, thinking("", "S"), done]);
});

test("two uses of one tool have different ids", () => {
  const [a, b] = read(finish("STOP", [{ functionCall: { name: "now" } }, { functionCall: { name: "now" } }]));
  expect(a?.kind === "tool-use" && b?.kind === "tool-use" && a.id !== b.id).toBe(true);
});

test("the id of a tool use cannot end its own heading", () => {
  expect(read(finish("STOP", [{ functionCall: { name: "a`)b" } }]))[0]).toMatchObject({ id: id("a__b") });
});

test.each([
  ["MAX_TOKENS", { kind: "done", ending: "truncated", usage }],
  ["SAFETY", { kind: "failed", failure: { kind: "content-blocked", message: "The provider stopped the reply (SAFETY)." }, usage }],
  ["PROHIBITED_CONTENT", { kind: "failed", failure: { kind: "content-blocked" } }],
  ["MALFORMED_FUNCTION_CALL", { kind: "failed", failure: { kind: "server" } }],
])("a reply that finishes for %s ends so", (reason, end) => {
  expect(read(chunk([{ text: "Hi" }]), finish(reason)).at(-1)).toMatchObject(end);
});

test("a prompt that is blocked is told, with the reason", () => {
  expect(
    read({ promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "No." }, usageMetadata: { promptTokenCount: 4 } }),
  ).toMatchObject([{ kind: "failed", failure: { kind: "content-blocked", message: "The provider blocked the prompt (SAFETY): No." } }]);
});

test("usage may come after the end, or never", () => {
  const late = read(chunk([{ text: "Hi" }], { finishReason: "STOP" }), { usageMetadata });
  expect(late.at(-1)).toEqual(done);
  expect(read(chunk([{ text: "Hi" }], { finishReason: "STOP" })).at(-1)).toMatchObject({ usage: { inputTokens: 0, outputTokens: 0 } });
});

test("without a reason to finish a reply is not complete", () => {
  expect(read(chunk([{ text: "Hi" }]), chunk([{ text: "!" }], { finishReason: "FINISH_REASON_UNSPECIFIED" })).at(-1)).toMatchObject({
    kind: "failed",
    failure: { kind: "incomplete" },
  });
  expect(read().at(-1)).toMatchObject({ kind: "failed", failure: { kind: "incomplete" } });
});

test("an error in the stream fails the reply, alone or in a list", () => {
  const error = { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } };
  for (const told of [error, [error]]) {
    expect(read(chunk([{ text: "Hi" }]), told).at(-1)).toMatchObject({
      kind: "failed",
      failure: { kind: "overload", status: 503, message: "The model is overloaded. (Status: UNAVAILABLE)" },
    });
  }
});

test("unknown parts, empty candidates and null members change nothing", () => {
  const odd = [
    { candidates: [] },
    { candidates: null },
    chunk([{ brandNew: 1 }, { text: null }, { inlineData: {} }]),
    chunk([{ text: "Hi" }]),
    finish("STOP"),
  ];
  expect(read(...odd)).toEqual([{ kind: "text", text: "Hi" }, done]);
});
