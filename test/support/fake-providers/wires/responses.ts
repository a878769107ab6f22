import { createHash } from "node:crypto";
import type { Ledger } from "../ledger.js";
import type { Reply, ReplyPart } from "../reply.js";
import type { Refusal, StreamedEvent, Wire, WireError } from "../wire.js";
import { responsesRefusal, responsesTurns } from "./responses-rules.js";

const kinds: Readonly<Record<Refusal["kind"], readonly [status: number, type: string, code: string | null]>> = {
  "bad-request": [400, "invalid_request_error", null],
  context: [400, "invalid_request_error", "context_length_exceeded"],
  authentication: [401, "invalid_request_error", "invalid_api_key"],
  permission: [403, "invalid_request_error", "unsupported_country_region_territory"],
  "not-found": [404, "invalid_request_error", "model_not_found"],
  "too-large": [413, "invalid_request_error", null],
  rate: [429, "requests", "rate_limit_exceeded"],
  quota: [429, "insufficient_quota", "insufficient_quota"],
  server: [500, "server_error", "server_error"],
  unavailable: [503, "server_error", "server_error"],
  overloaded: [529, "server_error", "server_is_overloaded"],
};

/** OpenAI's Responses API (spec/providers-and-send.md §1.3). */
export const responses: Wire = {
  name: "responses",
  accepts: (path) => /\/v1\/responses$/.test(path),
  keyOf: ({ headers }) => headers.authorization?.replace(/^Bearer /, ""),
  refusal: responsesRefusal,
  turns: responsesTurns,
  stream: responsesEvents,
  error: responsesError,
  errorEvent: responsesErrorEvent,
};

/** A refusal in the shape of this wire. */
export function responsesError({ kind, message, param = "" }: Refusal): WireError {
  const [status, type, code] = kinds[kind];
  return { status, body: JSON.stringify({ error: { message, type, param: param || null, code } }, null, 2) };
}

/** An error in the middle of a stream. */
function responsesErrorEvent({ kind, message }: Refusal): StreamedEvent {
  const [, , code] = kinds[kind];
  return { event: "error", data: JSON.stringify({ type: "error", code, message, param: null, sequence_number: 99_999 }), role: "noise" };
}

/** A reply as the events of this wire, numbered, with padding that hides the length of what is said. */
function responsesEvents({ parts, ending = "complete" }: Reply, ledger: Ledger): StreamedEvent[] {
  const response = { id: "resp_synthetic", object: "response", status: "in_progress", output: [], usage: null };
  const items = parts.filter(({ kind }) => kind !== "redacted");
  const outputs = items.map((part, index) => item(part, index, ledger));
  const usage = {
    input_tokens: 24,
    input_tokens_details: { cached_tokens: 8 },
    output_tokens: 34,
    output_tokens_details: { reasoning_tokens: 10 },
    total_tokens: 58,
  };
  const reason = ending === "truncated" ? "max_output_tokens" : "content_filter";
  const last = ending === "complete" ? { status: "completed" } : { status: "incomplete", incomplete_details: { reason } };
  const unnumbered: readonly Draft[] = [
    { role: "start", value: { type: "response.created", response } },
    { role: "noise", value: { type: "response.in_progress", response } },
    ...outputs.flatMap(({ drafts }) => drafts),
    {
      role: "terminal",
      value: { type: `response.${last.status}`, response: { ...response, ...last, output: outputs.map(({ done }) => done), usage } },
    },
  ];
  return unnumbered.map(({ role, value, text }, sequence_number) => ({
    event: value.type,
    data: JSON.stringify({ ...value, sequence_number, ...("delta" in value && { obfuscation: "q3Zx".repeat(1 + (sequence_number % 4)) }) }),
    role,
    ...(text !== undefined && { text }),
  }));
}

interface Draft {
  readonly role: StreamedEvent["role"];
  readonly value: { readonly type: string; readonly [member: string]: unknown };
  readonly text?: string;
}

function item(part: ReplyPart, output_index: number, ledger: Ledger): { readonly done: object; readonly drafts: readonly Draft[] } {
  const around = (begun: object, done: object, between: readonly Draft[]) => ({
    done,
    drafts: [
      { role: "frame" as const, value: { type: "response.output_item.added", output_index, item: begun } },
      ...between,
      {
        role: part.kind === "tool-use" ? ("tool" as const) : ("frame" as const),
        value: { type: "response.output_item.done", output_index, item: done },
      },
    ],
  });
  switch (part.kind) {
    case "thinking":
      return reasoning(part.pieces, output_index, ledger, around);
    case "tool-use": {
      const item_id = `fc_${output_index}_synthetic`;
      const whole = part.pieces.join("");
      const call = { id: item_id, type: "function_call", call_id: part.id, name: part.name };
      return around({ ...call, arguments: "", status: "in_progress" }, { ...call, arguments: whole, status: "completed" }, [
        ...part.pieces.map((delta) => ({
          role: "tool" as const,
          value: { type: "response.function_call_arguments.delta", item_id, output_index, delta },
        })),
        { role: "tool", value: { type: "response.function_call_arguments.done", item_id, output_index, arguments: whole } },
      ]);
    }
    default: {
      const pieces = part.kind === "text" ? part.pieces : [];
      const item_id = `msg_${output_index}_synthetic`;
      const place = { item_id, output_index, content_index: 0 };
      const text = { type: "output_text", text: pieces.join(""), annotations: [], logprobs: [] };
      const begun = { id: item_id, type: "message", role: "assistant", content: [], status: "in_progress" };
      return around(begun, { ...begun, content: [text], status: "completed" }, [
        { role: "frame", value: { type: "response.content_part.added", ...place, part: { ...text, text: "" } } },
        ...pieces.map((delta) => ({
          role: "text" as const,
          text: delta,
          value: { type: "response.output_text.delta", ...place, delta, logprobs: [] },
        })),
        { role: "frame", value: { type: "response.output_text.done", ...place, text: text.text, logprobs: [] } },
        { role: "frame", value: { type: "response.content_part.done", ...place, part: text } },
      ]);
    }
  }
}

function reasoning<Made>(
  pieces: readonly string[],
  output_index: number,
  ledger: Ledger,
  around: (begun: object, done: object, between: readonly Draft[]) => Made,
): Made {
  const text = pieces.join("");
  const id = `rs_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
  const summary = text === "" ? [] : [{ type: "summary_text", text }];
  const encrypted_content = ledger.sign({ kind: "reasoning", of: JSON.stringify([id, summary]) });
  const place = { item_id: id, output_index, summary_index: 0 };
  const deltas = pieces.map((delta) => ({
    role: "thinking" as const,
    value: { type: "response.reasoning_summary_text.delta", ...place, delta },
  }));
  const [part] = summary;
  const between: readonly Draft[] =
    part === undefined
      ? []
      : [
          { role: "frame", value: { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } } },
          ...deltas,
          { role: "frame", value: { type: "response.reasoning_summary_text.done", ...place, text } },
          { role: "frame", value: { type: "response.reasoning_summary_part.done", ...place, part } },
        ];
  const begun = { id, type: "reasoning", summary: [] };
  return around({ ...begun, encrypted_content: "" }, { ...begun, encrypted_content, summary }, between);
}
