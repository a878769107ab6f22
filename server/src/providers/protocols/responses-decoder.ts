import { failure, reportedFailure } from "../classify.js";
import type { Failure } from "../failure.js";
import type { Ending } from "../provider.js";
import { reportedError } from "../reported-error.js";
import { type Counts, createDecoder, type NameInDocument, type Reply } from "./decoder.js";
import type { Decoder } from "./protocol.js";
import { at, countAt, listAt, textAt } from "./wire-value.js";

/** Decodes a stream of the Responses API, Codex included (spec/providers-and-send.md §1.3). `signature` is the name that its thinking is signed with. */
export function createResponsesDecoder(signature: string, toolName: NameInDocument): Decoder {
  /** The items that were given out. */
  const done = new Set<string>();
  /** The items and parts whose text came in pieces. */
  const streamed = new Set<string>();
  /** The item whose text came last, while nothing else came after it. */
  let textItem: string | undefined;
  let thinkingUnits = 0;
  const calls = new Map<string, { readonly name: string; units: number }>();
  let lastData = "";

  function text(piece: string, place: unknown, reply: Reply): void {
    if (piece === "") return;
    const item = keysOf(place)[0];
    for (const key of [...keysOf(place), partOf(place)]) streamed.add(key);
    // Two messages in a row are two paragraphs.
    if (textItem !== undefined && textItem !== item) reply.text("\n\n");
    textItem = item;
    reply.text(piece);
  }

  function begin(value: unknown, reply: Reply): void {
    if (textAt(value, "item", "type") !== "function_call") return;
    const name = toolName(textAt(value, "item", "name"));
    calls.set(keysOf(value)[0] ?? "", { name, units: 0 });
    reply.progress({ of: "tool-use", name, units: 0 });
  }

  function growCall(value: unknown, reply: Reply): void {
    const call = calls.get(keysOf(value)[0] ?? "");
    if (call === undefined) return;
    call.units += textAt(value, "delta").length;
    reply.progress({ of: "tool-use", name: call.name, units: call.units });
  }

  function finish(value: unknown, reply: Reply): void {
    const item = at(value, "item");
    const keys = keysOf(value);
    if (keys.some((key) => done.has(key))) return;
    for (const key of keys) done.add(key);
    switch (textAt(item, "type")) {
      case "message":
        if (keys.some((key) => streamed.has(key))) return;
        for (const part of listAt(item, "content")) text(textOf(part), value, reply);
        break;
      case "reasoning":
        thinkingUnits = 0;
        if (textAt(item, "encrypted_content") === "" && summaryOf(item) === "") return;
        textItem = undefined;
        reply.thinking(thinkingOf(item, signature));
        break;
      case "function_call":
        textItem = undefined;
        reply.toolUse({
          id: textAt(item, "call_id") || textAt(item, "id"),
          name: toolName(textAt(item, "name")),
          json: textAt(item, "arguments").trim() === "" ? "{}" : textAt(item, "arguments"),
        });
        break;
    }
  }

  function over(value: unknown, reply: Reply): void {
    const response = at(value, "response");
    listAt(response, "output").forEach((item, index) => {
      finish({ item, output_index: index }, reply);
    });
    reply.count(usageOf(at(response, "usage")));
    reply.conclude(endingOf(response));
    reply.close();
  }

  return createDecoder((value, reply, { data, event }) => {
    const sequence = countAt(value, "sequence_number");
    // Numbers tell an event that came twice from one that says the same again.
    if (sequence !== undefined && sequence > 0 && data === lastData) return;
    lastData = data;
    switch (textAt(value, "type") || event) {
      case "response.output_text.delta":
      case "response.refusal.delta":
        text(textAt(value, "delta"), value, reply);
        break;
      case "response.output_text.done":
      case "response.refusal.done":
        if (!streamed.has(partOf(value))) text(textOf(value), value, reply);
        break;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        thinkingUnits += textAt(value, "delta").length;
        reply.progress({ of: "thinking", units: thinkingUnits });
        break;
      case "response.output_item.added":
        begin(value, reply);
        break;
      case "response.function_call_arguments.delta":
        growCall(value, reply);
        break;
      case "response.output_item.done":
        finish(value, reply);
        break;
      case "response.completed":
      case "response.done":
      case "response.incomplete":
        over(value, reply);
        break;
      case "response.failed":
        reply.count(usageOf(at(value, "response", "usage")));
        reply.conclude(
          reportedFailure(reportedError(at(value, "response")) ?? { names: [], message: "The provider could not finish the reply." }),
        );
        reply.close();
        break;
    }
  });
}

/** What an item is known by: its place and its id, of which a server may tell one only. */
function keysOf(value: unknown): string[] {
  const place = countAt(value, "output_index");
  const id = textAt(value, "item_id") || textAt(value, "item", "id");
  return [...(place === undefined ? [] : [`at ${place}`]), ...(id === "" ? [] : [`id ${id}`])];
}

function partOf(value: unknown): string {
  return `${keysOf(value)[0] ?? ""} part ${countAt(value, "content_index") ?? 0}`;
}

function textOf(part: unknown): string {
  return textAt(part, "text") || textAt(part, "refusal");
}

/** The signature is the whole item, by which the provider knows it again; without its encrypted content it would not. */
function thinkingOf(item: unknown, signature: string): Parameters<Reply["thinking"]>[0] {
  const content = summaryOf(item);
  if (textAt(item, "encrypted_content") === "") return { content };
  return { content, signature: { provider: signature, value: Buffer.from(JSON.stringify(item)).toString("base64") } };
}

function summaryOf(item: unknown): string {
  const parts = [...listAt(item, "summary"), ...listAt(item, "content")];
  return parts
    .map((part) => textAt(part, "text"))
    .filter((text) => text !== "")
    .join("\n\n");
}

function endingOf(response: unknown): Ending | Failure {
  const status = textAt(response, "status");
  const reason = textAt(response, "incomplete_details", "reason");
  if (reason === "content_filter") return failure("content-blocked", "The provider stopped the reply (content_filter).");
  return status === "incomplete" || reason !== "" ? "truncated" : "complete";
}

function usageOf(usage: unknown): Counts {
  const cached = countAt(usage, "input_tokens_details", "cached_tokens");
  const input = countAt(usage, "input_tokens");
  return {
    inputTokens: input === undefined ? undefined : Math.max(0, input - (cached ?? 0)),
    outputTokens: countAt(usage, "output_tokens"),
    thinkingTokens: countAt(usage, "output_tokens_details", "reasoning_tokens"),
    cacheReadTokens: cached,
  };
}
