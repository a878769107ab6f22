import type { Refusal, StreamedEvent, Wire, WireName } from "./wire.js";

type Edit = (events: readonly StreamedEvent[], wire: Wire) => readonly StreamedEvent[];
type Json = { [member: string]: unknown };

/** Sends every event of a role twice. */
export function duplicated(role: StreamedEvent["role"]): Edit {
  return (events) => events.flatMap((event) => (event.role === role ? [event, { ...event, text: "" }] : [event]));
}

/** Sends every piece of text twice where a number tells that it is the same one. */
export const duplicatedText: Edit = (events) =>
  events.flatMap((event) => (event.role === "text" && /"sequence_number":/.test(event.data) ? [event, { ...event, text: "" }] : [event]));

/** Puts an error into the stream: before everything, behind the first text, or where the terminal event would be. */
export function withError(place: "first" | "middle" | "last", refusal: Refusal): Edit {
  return (events, wire) => {
    const index = {
      first: 0,
      middle: events.findIndex(({ role }) => role === "text") + 1,
      last: events.findIndex(({ role }) => role === "terminal"),
    }[place];
    return [...events.slice(0, index), wire.errorEvent(refusal)];
  };
}

/** Puts what keeps a connection alive between all events. */
export const surrounded: Edit = (events, { name }) => {
  const ping: StreamedEvent = name === "anthropic" ? { event: "ping", data: '{"type": "ping"}', role: "noise" } : noise(name, {});
  return events.flatMap((event) => [ping, event]);
};

/** Numbers blocks, items and calls downwards, with gaps. */
export const outOfOrder: Edit = (events, { name }) =>
  events.map((event) => {
    // A choice of Chat Completions is always the first; the calls in it have numbers of their own, by which they are ordered.
    const from = name === "chat-completions" ? event.data.indexOf('"tool_calls"') : 0;
    if (from < 0) return event;
    const renumbered = event.data
      .slice(from)
      .replace(
        /"(index|output_index)":(\d+)/g,
        (_, key, digits) => `"${key}":${from > 0 ? 3 + 2 * Number(digits) : 40 - 2 * Number(digits)}`,
      );
    return { ...event, data: event.data.slice(0, from) + renumbered };
  });

/** Puts events and blocks that nobody knows between the others. */
export const unknownThings: Edit = (events, { name }) => {
  const start = events.findIndex(({ role }) => role === "start") + 1;
  return events.toSpliced(start, 0, ...strange[name].map((value) => noise(name, value)));
};

const strange: Readonly<Record<WireName, readonly Json[]>> = {
  anthropic: [
    { type: "surprise", value: 1 },
    { type: "content_block_start", index: 90, content_block: { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} } },
    { type: "content_block_delta", index: 90, delta: { type: "surprise_delta", surprise: "x" } },
    { type: "content_block_delta", index: 0, delta: { type: "citations_delta", citation: {} } },
    { type: "content_block_stop", index: 90 },
  ],
  responses: [
    { type: "response.surprise", value: 1 },
    { type: "response.output_item.added", output_index: 90, item: { type: "web_search_call", id: "ws_1", status: "in_progress" } },
    { type: "response.output_item.done", output_index: 90, item: { type: "web_search_call", id: "ws_1", status: "completed" } },
  ],
  codex: [{ type: "codex.rate_limits", rate_limits: {} }],
  gemini: [{ candidates: [{ content: { role: "model", parts: [{ surprise: 1 }] } }] }, { candidates: [] }, { surprise: true }],
  "chat-completions": [{ choices: [{ index: 0, delta: { surprise: "x" }, finish_reason: null }] }, { choices: [] }, { surprise: true }],
};

/** Empty values where text or an object is expected. */
export const nullDeltas: Edit = (events, { name }) => {
  const first = events.findIndex(({ role }) => role === "text");
  return events.toSpliced(first + 1, 0, ...nulls[name].map((value) => noise(name, value)));
};

const nulls: Readonly<Record<WireName, readonly Json[]>> = {
  anthropic: [
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: null } },
    { type: "content_block_delta", index: 1, delta: null },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta" } },
  ],
  responses: [{ type: "response.output_text.delta", item_id: "msg_1_synthetic", output_index: 1, content_index: 0, delta: null }],
  codex: [{ type: "response.output_text.delta", item_id: "msg_1_synthetic", output_index: 1, content_index: 0, delta: null }],
  gemini: [
    { candidates: [{ content: { role: "model", parts: null } }] },
    { candidates: [{ content: null }] },
    { candidates: null },
    { candidates: [{ content: { role: "model", parts: [{ text: null }] } }] },
  ],
  "chat-completions": [
    { choices: [{ index: 0, delta: { content: null, reasoning_content: null, tool_calls: null }, finish_reason: null }] },
    { choices: [{ index: 0, delta: null, finish_reason: null }] },
    { choices: null },
  ],
};

/** Takes every figure of what was used away. */
export const withoutUsage: Edit = (events) =>
  events
    .filter(({ role, data }) => role !== "usage" || !data.includes('"choices"'))
    .map((event) => edited(event, (value) => removed(value, ["usage", "usageMetadata"]) as Json));

/** Tells what was used twice, the second time in another place where the wire has one. */
export const usageTwice: Edit = (events) =>
  events.flatMap((event) => {
    if (event.role === "usage") return [event, event];
    if (event.role !== "terminal" || !event.data.includes('"choices"')) return [event];
    const usage = { prompt_tokens: 24, completion_tokens: 34, total_tokens: 58, cached_tokens: 8 };
    return [edited(event, (value) => ({ ...value, usage, choices: (value.choices as Json[]).map((choice) => ({ ...choice, usage })) }))];
  });

function noise(name: WireName, value: Json): StreamedEvent {
  const type = value.type;
  const isNamed = name !== "gemini" && name !== "chat-completions" && typeof type === "string";
  return { data: JSON.stringify(value), role: "noise", ...(isNamed && { event: type }) };
}

/** Numbers in tools' inputs would not survive, so only events without them are parsed. */
function edited(event: StreamedEvent, edit: (value: Json) => Json): StreamedEvent {
  return event.role === "tool" || event.data === "[DONE]"
    ? event
    : { ...event, data: JSON.stringify(edit(JSON.parse(event.data) as Json)) };
}

function removed(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => removed(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (names.includes(name) ? [] : [[name, removed(member, names)]])),
  );
}
