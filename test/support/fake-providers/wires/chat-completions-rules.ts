import {
  anything,
  decimal,
  dictionary,
  either,
  flag,
  integer,
  list,
  matching,
  type Problem,
  record,
  tagged,
  text,
  textOr,
} from "../shape.js";
import type { Received, Refusal, SentPart, SentTurn } from "../wire.js";

/** A message; its members are checked by the shapes below. */
interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[];
  readonly tool_call_id?: string;
}

const name = matching(/^[a-zA-Z0-9_-]{1,64}$/);
const url = matching(/^data:image\/[\w.+-]+;base64,[A-Za-z0-9+/]+=*$/);
const content = list(
  tagged("type", {
    text: record({ type: anything, text }),
    image_url: record({ type: anything, image_url: record({ url }, { detail: either("auto", "low", "high") }) }),
  }),
  1,
);
const call = record({ id: matching(/./), type: either("function"), function: record({ name, arguments: text }) });
const message = tagged("role", {
  system: record({ role: anything, content: text }),
  user: record({ role: anything, content: textOr(content) }, { name }),
  assistant: record(
    { role: anything },
    { content: (value, path) => (value === null ? undefined : text(value, path)), reasoning_content: text, tool_calls: list(call, 1) },
  ),
  tool: record({ role: anything, content: text, tool_call_id: matching(/./) }, { name: text }),
});
const body = record(
  { model: matching(/./), messages: list(message, 1) },
  {
    stream: flag,
    stream_options: record({ include_usage: flag }),
    max_tokens: integer(1),
    max_completion_tokens: integer(1),
    temperature: decimal(0, 2),
    top_p: decimal(0, 1),
    tools: list(
      record({ type: either("function"), function: record({ name }, { description: text, parameters: dictionary, strict: flag }) }),
    ),
    tool_choice: either("auto", "none", "required"),
    thinking: record({ type: either("enabled", "disabled") }),
    reasoning_effort: text,
    prompt_cache_key: text,
  },
);

/** Why Moonshot, and the strictest servers that speak the same wire, would refuse a request. */
export function chatRefusal(request: Received): Refusal | undefined {
  const { authorization } = request.headers;
  if (authorization !== undefined && !/^Bearer \S+$/.test(authorization))
    return { kind: "authentication", message: "Invalid Authentication" };
  const problem = body(request.body, []);
  if (problem !== undefined) return bad(worded(problem));
  const fault = parameterFault(request.body) ?? messagesFault(request.body);
  return fault === undefined ? undefined : bad(fault);
}

function bad(message: string): Refusal {
  return { kind: "bad-request", message: `Invalid request: ${message}` };
}

function worded({ kind, path, expected }: Problem): string {
  const place = path.join(".");
  if (kind === "missing") return `missing required parameter: '${place}'`;
  return kind === "unknown" ? `unrecognized request argument supplied: ${place}` : `${place} must be ${expected}`;
}

function parameterFault({
  model,
  stream,
  stream_options,
  tools,
  tool_choice,
  thinking,
  temperature,
}: Received["body"]): string | undefined {
  if (stream_options !== undefined && stream !== true) return "'stream_options' is only allowed when 'stream' is enabled";
  if (tool_choice !== undefined && tools === undefined) return "'tool_choice' is only allowed when 'tools' are specified";
  if (!/^kimi-k2/.test(String(model)) || temperature === undefined) return undefined;
  const mode = (thinking as { type?: string } | undefined)?.type;
  const only = mode === "disabled" ? 0.6 : /thinking/.test(String(model)) || mode === "enabled" ? 1 : temperature;
  return temperature === only ? undefined : `invalid temperature: only ${only} is allowed for this model`;
}

function messagesFault({ messages, thinking }: Received["body"]): string | undefined {
  const list = messages as readonly Message[];
  const thinks = (thinking as { type?: string } | undefined)?.type === "enabled";
  const ids = new Set<string>();
  for (const [index, message] of list.entries()) {
    const fault = orderFault(list, index) ?? contentFault(message, index, thinks);
    if (fault !== undefined) return fault;
    if (message.role === "assistant") ids.clear();
    for (const { id } of message.tool_calls ?? []) {
      if (ids.has(id)) return `tool_call_id ${id} is duplicated`;
      ids.add(id);
    }
  }
  return list.at(-1)?.role === "assistant" ? "the last message must come from the user or a tool" : undefined;
}

/** Templates of open models take user and assistant in turns, and tools only as answers to calls. */
function orderFault(messages: readonly Message[], index: number): string | undefined {
  const { role, tool_call_id, tool_calls } = messages[index] as Message;
  if (role === "system" && index > 0) return "System message must be at the beginning.";
  const before = messages
    .slice(0, index)
    .filter(({ role }) => role === "user" || role === "assistant")
    .at(-1);
  if (role === "tool") {
    const last = messages.slice(0, index).findLast(({ role }) => role !== "tool");
    const isAnswer = last?.tool_calls?.some(({ id }) => id === tool_call_id);
    return isAnswer ? undefined : `tool_call_id ${tool_call_id} is not found`;
  }
  if (tool_calls !== undefined) {
    const rest = messages.slice(index + 1);
    const end = rest.findIndex(({ role }) => role !== "tool");
    const answers = rest.slice(0, end < 0 ? rest.length : end).map(({ tool_call_id }) => tool_call_id);
    const open = tool_calls.filter(({ id }) => !answers.includes(id)).map(({ id }) => id);
    if (open.length > 0)
      return `an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`;
    if (answers.length > tool_calls.length) return `tool_call_id ${answers.at(-1)} is answered twice`;
  }
  const isAfterTool = messages[index - 1]?.role === "tool";
  if (role === before?.role && !isAfterTool) return "Conversation roles must alternate user/assistant/user/assistant/...";
  return before === undefined && role === "assistant" ? "Conversation roles must alternate user/assistant/user/assistant/..." : undefined;
}

function contentFault({ role, content, tool_calls, reasoning_content }: Message, index: number, thinks: boolean): string | undefined {
  const isEmpty = content === undefined || content === null || (typeof content === "string" && content.trim() === "");
  if (isEmpty && tool_calls === undefined && role !== "tool")
    return `the message at position ${index} with role '${role}' must not be empty`;
  return thinks && tool_calls !== undefined && reasoning_content === undefined
    ? `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`
    : undefined;
}

/** The turns of a valid request: the answers of tools and the message behind them are one turn. */
export function chatTurns({ body }: Received): SentTurn[] {
  const turns: { role: SentTurn["role"]; parts: SentPart[] }[] = [];
  for (const message of body.messages as readonly Message[]) {
    const role = message.role === "tool" ? "user" : message.role;
    if (turns.at(-1)?.role !== role) turns.push({ role, parts: [] });
    turns.at(-1)?.parts.push(...partsOf(message));
  }
  return turns;
}

function partsOf({ role, content, reasoning_content, tool_calls = [], tool_call_id = "" }: Message): SentPart[] {
  const texts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  if (role === "tool") return [{ kind: "tool-result", id: tool_call_id, text: texts.map(({ text }) => text).join("") }];
  return [
    ...(reasoning_content ? [{ kind: "thinking" as const, text: reasoning_content }] : []),
    ...texts.map(({ type, text = "" }): SentPart => (type === "text" ? { kind: "text", text } : { kind: "file", mimeType: type })),
    ...tool_calls.map((call): SentPart => ({ kind: "tool-use", id: call.id, name: call.function.name, json: call.function.arguments })),
  ];
}
