import { failure } from "../classify.js";
import type { Failure } from "../failure.js";
import type { Ending } from "../provider.js";
import { type Counts, createDecoder, type NameInDocument, type Reply } from "./decoder.js";
import type { Decoder } from "./protocol.js";
import { at, countAt, textAt } from "./wire-value.js";

/** A block of content that has begun. */
type Block =
  | { readonly kind: "text" | "other" }
  | { readonly kind: "redacted"; readonly data: string }
  | { readonly kind: "thinking"; content: string; signature: string }
  | { readonly kind: "tool"; readonly id: string; readonly name: string; readonly input: unknown; json: string };

/** Decodes a stream of the Messages API (spec/providers-and-send.md §1.2). `signature` is the name that its thinking is signed with. */
export function createAnthropicDecoder(signature: string, toolName: NameInDocument): Decoder {
  const open = new Map<number, Block>();
  const begun = new Set<number>();
  let stopReason = "";

  function begin(index: number, content: unknown, reply: Reply): void {
    if (begun.has(index)) return;
    begun.add(index);
    const block = blockOf(content);
    open.set(index, block);
    if (block.kind === "text") reply.text(textAt(content, "text"));
    if (block.kind === "tool") reply.progress({ of: "tool-use", name: toolName(block.name), units: 0 });
  }

  function grow(index: number, delta: unknown, reply: Reply): void {
    reply.text(textAt(delta, "text"));
    if (!begun.has(index) && textAt(delta, "type") === "thinking_delta") begin(index, { type: "thinking" }, reply);
    const block = open.get(index);
    if (block?.kind === "thinking") {
      block.content += textAt(delta, "thinking");
      block.signature += textAt(delta, "signature");
      reply.progress({ of: "thinking", units: block.content.length });
    } else if (block?.kind === "tool") {
      block.json += textAt(delta, "partial_json");
      reply.progress({ of: "tool-use", name: toolName(block.name), units: block.json.length });
    }
  }

  function finish(index: number, reply: Reply): void {
    const block = open.get(index);
    open.delete(index);
    if (block?.kind === "redacted") reply.thinking({ content: block.data, redacted: true });
    else if (block?.kind === "thinking") {
      const signed = block.signature !== "" && { signature: { provider: signature, value: block.signature } };
      if (signed || block.content !== "") reply.thinking({ content: block.content, ...signed });
    } else if (block?.kind === "tool") reply.toolUse({ id: block.id, name: toolName(block.name), json: inputOf(block) });
  }

  return createDecoder((value, reply, { event }) => {
    const index = countAt(value, "index") ?? 0;
    switch (textAt(value, "type") || event) {
      case "message_start":
        reply.count(usageOf(at(value, "message", "usage")));
        break;
      case "content_block_start":
        begin(index, at(value, "content_block"), reply);
        break;
      case "content_block_delta":
        grow(index, at(value, "delta"), reply);
        break;
      case "content_block_stop":
        finish(index, reply);
        break;
      case "message_delta":
        stopReason = textAt(value, "delta", "stop_reason") || stopReason;
        reply.count(usageOf(at(value, "usage")));
        break;
      case "message_stop":
        for (const left of [...open.keys()]) finish(left, reply);
        reply.conclude(endingOf(stopReason));
        reply.close();
        break;
    }
  });
}

function blockOf(content: unknown): Block {
  switch (textAt(content, "type")) {
    case "text":
      return { kind: "text" };
    case "thinking":
      return { kind: "thinking", content: textAt(content, "thinking"), signature: textAt(content, "signature") };
    case "redacted_thinking":
      return { kind: "redacted", data: textAt(content, "data") };
    case "tool_use":
      return { kind: "tool", id: textAt(content, "id"), name: textAt(content, "name"), input: at(content, "input"), json: "" };
    default:
      return { kind: "other" };
  }
}

/** The input as it was streamed; gateways that do not stream it give it with the beginning of the block. */
function inputOf({ json, input }: { readonly json: string; readonly input: unknown }): string {
  return json.trim() === "" ? JSON.stringify(input ?? {}) : json;
}

function endingOf(stopReason: string): Ending | Failure {
  switch (stopReason) {
    case "max_tokens":
    case "model_context_window_exceeded":
      return "truncated";
    case "pause_turn":
      return "paused";
    case "refusal":
    case "sensitive":
      return failure("content-blocked", `The provider stopped the reply (${stopReason}).`);
    default:
      return "complete";
  }
}

function usageOf(usage: unknown): Counts {
  return {
    inputTokens: countAt(usage, "input_tokens"),
    outputTokens: countAt(usage, "output_tokens"),
    cacheReadTokens: countAt(usage, "cache_read_input_tokens"),
    cacheWriteTokens: countAt(usage, "cache_creation_input_tokens"),
    longCacheWriteTokens: countAt(usage, "cache_creation", "ephemeral_1h_input_tokens"),
  };
}
