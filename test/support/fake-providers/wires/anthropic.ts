import type { Ledger } from "../ledger.js";
import type { Reply, ReplyPart } from "../reply.js";
import type { Refusal, StreamedEvent, Wire, WireError } from "../wire.js";
import { anthropicRefusal, anthropicTurns } from "./anthropic-rules.js";

const kinds: Readonly<Record<Refusal["kind"], readonly [status: number, type: string]>> = {
  "bad-request": [400, "invalid_request_error"],
  context: [400, "invalid_request_error"],
  authentication: [401, "authentication_error"],
  permission: [403, "permission_error"],
  "not-found": [404, "not_found_error"],
  "too-large": [413, "request_too_large"],
  rate: [429, "rate_limit_error"],
  quota: [400, "invalid_request_error"],
  server: [500, "api_error"],
  unavailable: [503, "api_error"],
  overloaded: [529, "overloaded_error"],
};

const stopReasons = { complete: "end_turn", truncated: "max_tokens", blocked: "refusal" };

/** Anthropic's Messages API (spec/providers-and-send.md §1.2). */
export const anthropic: Wire = {
  name: "anthropic",
  accepts: (path) => /\/v1\/messages$/.test(path),
  keyOf: ({ headers }) => headers["x-api-key"],
  refusal: anthropicRefusal,
  turns: anthropicTurns,
  stream: events,
  error,
  errorEvent: (refusal) => ({ event: "error", data: error(refusal).body, role: "noise" }),
};

function error({ kind, message }: Refusal): WireError {
  const [status, type] = kinds[kind];
  const body = JSON.stringify({ type: "error", error: { type, message }, request_id: "req_011synthetic" });
  return { status, body };
}

function events({ parts, ending = "complete" }: Reply, ledger: Ledger): StreamedEvent[] {
  const usage = { input_tokens: 12, cache_creation_input_tokens: 4, cache_read_input_tokens: 8, output_tokens: 1 };
  const message = {
    id: "msg_synthetic",
    type: "message",
    role: "assistant",
    model: "synthetic",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const stop_reason = parts.some(({ kind }) => kind === "tool-use") && ending === "complete" ? "tool_use" : stopReasons[ending];
  return [
    wired("start", { type: "message_start", message }),
    ...parts.flatMap((part, index) => [...block(part, index, ledger), ...(index === 0 ? [wired("noise", { type: "ping" })] : [])]),
    wired("usage", { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 34 } }),
    wired("terminal", { type: "message_stop" }),
  ];
}

function block(part: ReplyPart, index: number, ledger: Ledger): StreamedEvent[] {
  const delta = (role: StreamedEvent["role"], delta: object, text?: string) =>
    wired(role, { type: "content_block_delta", index, delta }, text);
  const between = (content_block: object, deltas: readonly StreamedEvent[]) => [
    wired("frame", { type: "content_block_start", index, content_block }),
    ...deltas,
    wired("frame", { type: "content_block_stop", index }),
  ];
  switch (part.kind) {
    case "text":
      return between(
        { type: "text", text: "" },
        part.pieces.map((text) => delta("text", { type: "text_delta", text }, text)),
      );
    case "thinking": {
      const signature = ledger.sign({ kind: "thinking", of: part.pieces.join("") });
      const pieces = part.pieces.map((thinking) => delta("thinking", { type: "thinking_delta", thinking }));
      return between({ type: "thinking", thinking: "", signature: "" }, [
        ...pieces,
        delta("thinking", { type: "signature_delta", signature }),
      ]);
    }
    case "redacted":
      ledger.enter(part.data, { kind: "redacted", of: "" });
      return between({ type: "redacted_thinking", data: part.data }, []);
    case "tool-use": {
      const pieces = ["", ...part.pieces].map((partial_json) => delta("tool", { type: "input_json_delta", partial_json }));
      return between({ type: "tool_use", id: part.id, name: part.name, input: {} }, pieces);
    }
  }
}

/** The real server pads its JSON with blanks before the last brace. */
function wired(
  role: StreamedEvent["role"],
  value: { readonly type: string; readonly [member: string]: unknown },
  text?: string,
): StreamedEvent {
  const json = JSON.stringify(value);
  const padding = " ".repeat(json.length % 7);
  return { event: value.type, data: `${json.slice(0, -1)}${padding}}`, role, ...(text !== undefined && { text }) };
}
