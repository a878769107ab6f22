import type { Issued, Ledger } from "../ledger.js";
import {
  anything,
  decimal,
  dictionary,
  either,
  flag,
  integer,
  isObject,
  list,
  matching,
  type Problem,
  record,
  tagged,
  text,
  textOr,
} from "../shape.js";
import type { Received, Refusal, SentPart, SentTurn } from "../wire.js";

/** A block of a message; its members are checked by the shapes below. */
interface Block {
  readonly type: string;
  readonly [name: string]: unknown;
}

interface Message {
  readonly role: "user" | "assistant";
  readonly content: string | readonly Block[];
}

const cacheControl = record({ type: either("ephemeral") }, { ttl: either("5m", "1h") });
const cached = { cache_control: cacheControl };
const base64 = matching(/^[A-Za-z0-9+/]+=*$/);
const imageTypes = either("image/jpeg", "image/png", "image/gif", "image/webp");
const image = record({ type: anything, source: record({ type: either("base64"), media_type: imageTypes, data: base64 }) }, cached);
const pdf = record({ type: either("base64"), media_type: either("application/pdf"), data: base64 });
const document = record({ type: anything, source: pdf }, { title: text, context: text, citations: dictionary, ...cached });
const textBlock = record({ type: anything, text }, cached);
const toolId = matching(/^[a-zA-Z0-9_-]+$/);
const toolName = matching(/^[a-zA-Z0-9_-]{1,128}$/);
const block = tagged("type", {
  text: textBlock,
  image,
  document,
  thinking: record({ type: anything, thinking: text, signature: text }),
  redacted_thinking: record({ type: anything, data: text }),
  tool_use: record({ type: anything, id: toolId, name: toolName, input: dictionary }, cached),
  tool_result: record(
    { type: anything, tool_use_id: toolId },
    { content: textOr(list(tagged("type", { text: textBlock, image, document }))), is_error: flag, ...cached },
  ),
});
const thinking = tagged("type", {
  enabled: record({ type: anything, budget_tokens: integer(1024) }, { display: either("summarized", "omitted") }),
  adaptive: record({ type: anything }, { display: either("summarized", "omitted") }),
  disabled: record({ type: anything }),
});
const body = record(
  {
    model: matching(/./),
    max_tokens: integer(1),
    messages: list(record({ role: either("user", "assistant"), content: textOr(list(block)) }), 1),
  },
  {
    stream: flag,
    system: textOr(list(textBlock)),
    temperature: decimal(0, 1),
    tools: list(
      record(
        { name: toolName, input_schema: dictionary },
        { description: text, type: either("custom"), eager_input_streaming: flag, ...cached },
      ),
    ),
    tool_choice: record({ type: either("auto", "any", "none") }, { disable_parallel_tool_use: flag }),
    thinking,
    output_config: record({}, { effort: either("low", "medium", "high", "xhigh", "max") }),
    cache_control: cacheControl,
    stop_sequences: list(text),
    metadata: dictionary,
    top_p: decimal(0, 1),
    top_k: integer(0),
    service_tier: text,
  },
);

/** Why the Messages API would refuse a request. */
export function anthropicRefusal(request: Received, ledger: Ledger): Refusal | undefined {
  if (request.headers["x-api-key"] === undefined) return { kind: "authentication", message: "x-api-key header is required" };
  if (request.headers["anthropic-version"] !== "2023-06-01") return bad("anthropic-version: header is required");
  const problem = body(request.body, []);
  if (problem !== undefined) return bad(worded(problem));
  const message = parameterFault(request.body) ?? messagesFault(request.body, ledger);
  return message === undefined ? undefined : bad(message);
}

function bad(message: string): Refusal {
  return { kind: "bad-request", message };
}

function worded({ kind, path, expected }: Problem): string {
  const place = path.join(".");
  if (kind === "missing") return `${place}: Field required`;
  return kind === "unknown" ? `${place}: Extra inputs are not permitted` : `${place}: Input should be ${expected}`;
}

function parameterFault(parameters: Received["body"]): string | undefined {
  const { max_tokens, temperature, thinking, tools, tool_choice } = parameters;
  const thinks = isObject(thinking) && thinking.type !== "disabled";
  if (isObject(thinking) && Number(thinking.budget_tokens) >= Number(max_tokens))
    return "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation";
  if (thinks && temperature !== undefined && temperature !== 1)
    return "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.";
  if (tool_choice !== undefined && tools === undefined) return "tool_choice: tool_choice may only be specified while providing tools";
  const names = (tools as { name: string }[] | undefined)?.map(({ name }) => name) ?? [];
  if (new Set(names).size < names.length) return "tools: Tool names must be unique.";
  const breakpoints = countBreakpoints(parameters);
  return breakpoints > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${breakpoints}.` : undefined;
}

function countBreakpoints(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countBreakpoints(item), 0);
  if (!isObject(value)) return 0;
  const own = "cache_control" in value ? 1 : 0;
  return Object.entries(value).reduce((sum, [name, member]) => sum + (name === "input" ? 0 : countBreakpoints(member)), own);
}

function messagesFault(parameters: Received["body"], ledger: Ledger): string | undefined {
  const { messages, system, thinking } = parameters as {
    messages: readonly Message[];
    system?: string | Block[];
    thinking?: { type: string };
  };
  if (messages[0]?.role !== "user") return 'messages: first message must use the "user" role';
  if (messages.at(-1)?.role === "assistant")
    return "This model does not support assistant message prefill. The conversation must end with a user message.";
  if (Array.isArray(system) && system.some((part) => part.text === "")) return "system: text content blocks must be non-empty";
  const ids = messages.flatMap(blocksOf).flatMap(({ type, id }) => (type === "tool_use" ? [id] : []));
  for (const [index, message] of merged(messages).entries()) {
    const fault = contentFault(message, index) ?? pairingFault(merged(messages), index) ?? thinkingFault(message, index, ledger);
    if (fault !== undefined) return fault;
  }
  if (new Set(ids).size < ids.length) return "messages: `tool_use` ids must be unique";
  return thinking?.type === "enabled" ? openingFault(messages) : undefined;
}

function blocksOf({ content }: Message): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Neighbours of one role count as one message. */
function merged(messages: readonly Message[]): Message[] {
  const turns: Message[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.role !== message.role) turns.push(message);
    else turns[turns.length - 1] = { role: last.role, content: [...blocksOf(last), ...blocksOf(message)] };
  }
  return turns;
}

function contentFault(message: Message, index: number): string | undefined {
  const blocks = blocksOf(message);
  if (blocks.length === 0)
    return `messages.${index}: all messages must have non-empty content except for the optional final assistant message`;
  const texts = blocks.flatMap((block) =>
    block.type === "tool_result" && Array.isArray(block.content) ? [block, ...block.content] : [block],
  );
  for (const block of texts) {
    if (block.type !== "text") continue;
    if (block.text === "") return `messages.${index}: text content blocks must be non-empty`;
    if (String(block.text).trim() === "") return `messages.${index}: text content blocks must contain non-whitespace text`;
  }
  if (message.role === "assistant" && blocks.at(-1)?.type === "thinking")
    return `messages.${index}: The final block in an assistant message cannot be \`thinking\`.`;
  const stray = blocks.find(({ type }) => !allowed[message.role].includes(type));
  return stray && `messages.${index}.content: \`${stray.type}\` blocks are not permitted in ${message.role} messages`;
}

const allowed = {
  user: ["text", "image", "document", "tool_result"],
  assistant: ["text", "thinking", "redacted_thinking", "tool_use"],
};

/** Every use has its result at the beginning of the next message, and every result its use in the one before. */
function pairingFault(messages: readonly Message[], index: number): string | undefined {
  const message = messages[index] as Message;
  if (message.role === "assistant") {
    const next = messages[index + 1];
    const blocks = next === undefined ? [] : blocksOf(next);
    const firstOther = blocks.findIndex(({ type }) => type !== "tool_result");
    const answered = blocks.slice(0, firstOther < 0 ? blocks.length : firstOther).map((block) => block.tool_use_id);
    const open = blocksOf(message).filter(({ type, id }) => type === "tool_use" && !answered.includes(id));
    return open.length === 0
      ? undefined
      : `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.map(({ id }) => id).join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
  }
  const before = messages[index - 1];
  const uses = before === undefined ? [] : blocksOf(before).flatMap(({ type, id }) => (type === "tool_use" ? [id] : []));
  const results = blocksOf(message).flatMap(({ type, tool_use_id }) => (type === "tool_result" ? [tool_use_id] : []));
  const stray = results.find((id) => !uses.includes(id));
  if (stray !== undefined)
    return `messages.${index}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
  const twice = results.find((id, place) => results.indexOf(id) !== place);
  return twice === undefined
    ? undefined
    : `messages.${index}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`;
}

/** What was issued comes back as it was: signature, text, and in its order. */
function thinkingFault(message: Message, index: number, ledger: Ledger): string | undefined {
  for (const [place, block] of blocksOf(message).entries()) {
    if (block.type !== "thinking" && block.type !== "redacted_thinking") continue;
    const isRedacted = block.type === "redacted_thinking";
    const issued: Issued | undefined = ledger.find(String(isRedacted ? block.data : block.signature));
    const what = isRedacted ? "data" : "signature";
    if (issued?.kind !== (isRedacted ? "redacted" : "thinking"))
      return `messages.${index}.content.${place}: Invalid \`${what}\` in \`${block.type}\` block`;
    if (!isRedacted && issued.of.trim() !== String(block.thinking).trim())
      return `messages.${index}.content.${place}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`;
  }
  return undefined;
}

/** With a budget of thinking, the turn whose tools are being answered begins with thinking. */
function openingFault(messages: readonly Message[]): string | undefined {
  const last = messages.at(-1);
  const before = messages.at(-2);
  if (last === undefined || before === undefined || !blocksOf(last).some(({ type }) => type === "tool_result")) return undefined;
  const [opening] = blocksOf(before);
  if (opening === undefined || /thinking$/.test(opening.type)) return undefined;
  return `messages.${messages.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${opening.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`;
}

/** The turns of a valid request, the system prompt first. */
export function anthropicTurns({ body }: Received): SentTurn[] {
  const { system, messages } = body as { system?: string | Block[]; messages: readonly Message[] };
  const prompt = typeof system === "string" ? system : (system ?? []).map((part) => part.text).join("\n");
  const turns = messages.map((message): SentTurn => ({ role: message.role, parts: blocksOf(message).map(partOf) }));
  return prompt === "" ? turns : [{ role: "system", parts: [{ kind: "text", text: prompt }] }, ...turns];
}

function partOf(block: Block): SentPart {
  const { type, id, name, input, signature, data, source, tool_use_id, content } = block;
  switch (type) {
    case "text":
      return { kind: "text", text: String(block.text) };
    case "thinking":
      return { kind: "thinking", text: String(block.thinking), signature: String(signature) };
    case "redacted_thinking":
      return { kind: "thinking", text: "", signature: String(data) };
    case "tool_use":
      return { kind: "tool-use", id: String(id), name: String(name), json: JSON.stringify(input) };
    case "tool_result":
      return { kind: "tool-result", id: String(tool_use_id), text: typeof content === "string" ? content : JSON.stringify(content ?? "") };
    default:
      return { kind: "file", mimeType: String((source as { media_type?: unknown }).media_type) };
  }
}
