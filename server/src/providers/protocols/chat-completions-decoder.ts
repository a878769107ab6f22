import { failure } from "../classify.js";
import type { Failure } from "../failure.js";
import type { Ending } from "../provider.js";
import { type Counts, createDecoder, type NameInDocument, type Reply } from "./decoder.js";
import type { Decoder } from "./protocol.js";
import { at, countAt, listAt, textAt } from "./wire-value.js";

/** A use of a tool that grows. */
interface Call {
  readonly place: number;
  id: string;
  name: string;
  json: string;
}

/** Decodes a stream of Chat Completions, as Moonshot and all OpenAI-compatible endpoints send it (spec/providers-and-send.md §1.5). */
export function createChatCompletionsDecoder(toolName: NameInDocument): Decoder {
  let thought = "";
  let calls: Call[] = [];

  function think(reply: Reply): void {
    if (thought !== "") reply.thinking({ content: thought });
    thought = "";
  }

  function grow(delta: unknown, reply: Reply): void {
    const piece = textAt(delta, "reasoning_content") || textAt(delta, "reasoning");
    if (piece !== "") {
      thought += piece;
      reply.progress({ of: "thinking", units: thought.length });
    }
    for (const text of [contentOf(delta), textAt(delta, "refusal")]) {
      if (text === "") continue;
      think(reply);
      reply.text(text);
    }
    for (const piece of listAt(delta, "tool_calls")) growCall(piece, reply);
  }

  function growCall(piece: unknown, reply: Reply): void {
    const id = textAt(piece, "id");
    const call = callOf(piece, id);
    if (call.id === "") call.id = id;
    if (call.name === "") call.name = textAt(piece, "function", "name");
    const json = at(piece, "function", "arguments");
    call.json += typeof json === "object" && json !== null ? JSON.stringify(json) : textAt(piece, "function", "arguments");
    reply.progress({ of: "tool-use", name: toolName(call.name), units: call.json.length });
  }

  /** Servers that count no calls tell a new one by its id. */
  function callOf(piece: unknown, id: string): Call {
    const place =
      countAt(piece, "index") ?? (id === "" ? calls.at(-1)?.place : calls.find((call) => call.id === id)?.place) ?? calls.length;
    const found = calls.findLast((call) => call.place === place);
    if (found !== undefined && (id === "" || found.id === "" || found.id === id)) return found;
    const call: Call = { place, id, name: "", json: "" };
    calls.push(call);
    return call;
  }

  function finish(reason: string, reply: Reply): void {
    think(reply);
    const how = endingOf(reason);
    if (typeof how === "string") {
      for (const { id, name, json } of calls.sort((a, b) => a.place - b.place)) {
        reply.toolUse({ id: id || `call_${crypto.randomUUID()}`, name: toolName(name), json: json.trim() === "" ? "{}" : json });
      }
    }
    calls = [];
    reply.conclude(how);
  }

  return createDecoder((value, reply) => {
    const choice = at(value, "choices", 0);
    if ((countAt(choice, "index") ?? 0) === 0) grow(at(choice, "delta"), reply);
    for (const usage of [at(value, "usage"), at(choice, "usage"), at(value, "x_groq", "usage")]) reply.count(usageOf(usage));
    const reason = textAt(choice, "finish_reason");
    if (reason !== "") finish(reason, reply);
  });
}

/** Some servers send a list of parts instead of a string. */
function contentOf(delta: unknown): string {
  const parts = listAt(delta, "content").map((part) => textAt(part, "text"));
  return textAt(delta, "content") + parts.join("");
}

function endingOf(reason: string): Ending | Failure {
  switch (reason) {
    case "length":
      return "truncated";
    case "content_filter":
    case "sensitive":
    case "refusal":
    case "safety":
      return failure("content-blocked", `The provider stopped the reply (${reason}).`);
    case "insufficient_system_resource":
      return failure("overload", `The provider stopped the reply (${reason}).`);
    case "error":
    case "network_error":
      return failure("server", `The provider stopped the reply (${reason}).`);
    default:
      return "complete";
  }
}

function usageOf(usage: unknown): Counts {
  const cached = countAt(usage, "cached_tokens") ?? countAt(usage, "prompt_tokens_details", "cached_tokens");
  const prompt = countAt(usage, "prompt_tokens");
  return {
    inputTokens: prompt === undefined ? undefined : Math.max(0, prompt - (cached ?? 0)),
    outputTokens: countAt(usage, "completion_tokens"),
    thinkingTokens: countAt(usage, "completion_tokens_details", "reasoning_tokens"),
    cacheReadTokens: cached,
  };
}
