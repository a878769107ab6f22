import type { Reply, ReplyPart } from "../reply.js";
import type { Refusal, StreamedEvent, Wire, WireError } from "../wire.js";
import { chatRefusal, chatTurns } from "./chat-completions-rules.js";

const kinds: Readonly<Record<Refusal["kind"], readonly [status: number, type: string]>> = {
  "bad-request": [400, "invalid_request_error"],
  context: [400, "invalid_request_error"],
  authentication: [401, "invalid_authentication_error"],
  permission: [403, "permission_denied_error"],
  "not-found": [404, "resource_not_found_error"],
  "too-large": [413, "invalid_request_error"],
  rate: [429, "rate_limit_reached_error"],
  quota: [429, "exceeded_current_quota_error"],
  server: [500, "server_error"],
  unavailable: [503, "server_error"],
  overloaded: [529, "engine_overloaded_error"],
};

const finishReasons = { complete: "stop", truncated: "length", blocked: "content_filter" };

/** Chat Completions as Moonshot speaks it (spec/providers-and-send.md §1.5). */
export const chatCompletions: Wire = {
  name: "chat-completions",
  accepts: (path) => /\/chat\/completions$/.test(path),
  keyOf: ({ headers }) => headers.authorization?.replace(/^Bearer /, ""),
  refusal: chatRefusal,
  turns: chatTurns,
  stream: events,
  error,
  errorEvent: (refusal) => ({ data: error(refusal).body, role: "noise" }),
};

/** Moonshot has two shapes of errors. */
function error({ kind, message }: Refusal): WireError {
  const [status, type] = kinds[kind];
  const value = status === 404 ? { code: 5, error: type, message, scode: "0x5", status: false } : { error: { message, type } };
  return { status, body: JSON.stringify(value) };
}

function events({ parts, ending = "complete" }: Reply): StreamedEvent[] {
  const calls = parts.filter((part) => part.kind === "tool-use");
  const deltas = parts.flatMap((part) => deltasOf(part, calls.indexOf(part as ReplyPart & { kind: "tool-use" })));
  const finish_reason = calls.length > 0 && ending === "complete" ? "tool_calls" : finishReasons[ending];
  const usage = { prompt_tokens: 24, completion_tokens: 34, total_tokens: 58, cached_tokens: 8 };
  return [
    delta("start", { role: "assistant", content: "" }),
    ...deltas,
    wired("terminal", { choices: [{ index: 0, delta: {}, finish_reason }] }),
    wired("usage", { choices: [], usage }),
    { data: "[DONE]", role: "end" },
  ];
}

function deltasOf(part: ReplyPart, index: number): StreamedEvent[] {
  switch (part.kind) {
    case "text":
      return part.pieces.map((content) => ({ ...delta("text", { content }), text: content }));
    case "thinking":
      return part.pieces.map((reasoning_content) => delta("thinking", { reasoning_content }));
    case "redacted":
      return [];
    case "tool-use": {
      const opening = { index, id: part.id, type: "function", function: { name: part.name, arguments: "" } };
      const rest = part.pieces.map((piece) => ({ index, function: { arguments: piece } }));
      return [opening, ...rest].map((call) => delta("tool", { tool_calls: [call] }));
    }
  }
}

function delta(role: StreamedEvent["role"], delta: object): StreamedEvent {
  return wired(role, { choices: [{ index: 0, delta, finish_reason: null }] });
}

function wired(role: StreamedEvent["role"], members: object): StreamedEvent {
  const base = { id: "chatcmpl-synthetic", object: "chat.completion.chunk", created: 1_790_000_000, model: "synthetic" };
  return { data: JSON.stringify({ ...base, ...members }), role };
}
