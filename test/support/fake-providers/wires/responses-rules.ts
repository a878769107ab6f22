import { strictFault } from "../json-rules.js";
import type { Ledger } from "../ledger.js";
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
  type Shape,
  tagged,
  text,
  textOr,
} from "../shape.js";
import type { Received, Refusal, SentPart, SentTurn } from "../wire.js";

/** An item of the input; its members are checked by the shapes below. */
interface Item {
  readonly type?: string;
  readonly [name: string]: unknown;
}

const dataUrl = matching(/^data:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/]+=*$/);
const inputContent = tagged("type", {
  input_text: record({ type: anything, text }),
  input_image: record({ type: anything, image_url: dataUrl }, { detail: either("low", "high", "auto") }),
  input_file: record({ type: anything, filename: text, file_data: dataUrl }),
});
const outputContent = tagged("type", {
  output_text: record({ type: anything, text }, { annotations: list(anything), logprobs: list(anything) }),
  refusal: record({ type: anything, refusal: text }),
});
const status = either("in_progress", "completed", "incomplete");
const name = matching(/^[a-zA-Z0-9_-]{1,64}$/);
const callId = matching(/^.{1,64}$/s);
const messageRest = { type: either("message"), status, id: matching(/^msg/) };
const asking = record({ role: either("user", "developer", "system"), content: textOr(list(inputContent, 1)) }, messageRest);
const answering = record(
  { role: either("assistant"), content: textOr(list(outputContent, 1)) },
  { ...messageRest, phase: either("commentary", "final_answer") },
);
const summary = list(record({ type: either("summary_text"), text }));
const items: Readonly<Record<string, Shape>> = {
  message: (value, path) => (isObject(value) && value.role === "assistant" ? answering : asking)(value, path),
  function_call: record({ type: anything, call_id: callId, name, arguments: text }, { id: matching(/^fc/), status }),
  function_call_output: record({ type: anything, call_id: callId, output: textOr(list(inputContent, 1)) }, { id: matching(/^fc/), status }),
  reasoning: record({ type: anything, id: matching(/^rs/), summary }, { encrypted_content: text, content: anything, status }),
};
/** An item without a type is a message. */
const item: Shape = (value, path) => {
  const shape = items[String((isObject(value) && value.type) || "message")];
  return shape === undefined ? { kind: "value", path: [...path, "type"], expected: Object.keys(items).join(" or ") } : shape(value, path);
};
const tool = record({ type: either("function"), name, parameters: dictionary }, { description: text, strict: flag });

/** The members that this wire has in both of its bodies. */
export const sharedMembers = {
  tools: list(tool),
  tool_choice: either("auto", "none", "required"),
  parallel_tool_calls: flag,
  include: list(either("reasoning.encrypted_content")),
  reasoning: record(
    {},
    { effort: either("none", "minimal", "low", "medium", "high", "xhigh"), summary: either("auto", "concise", "detailed") },
  ),
  text: record({}, { verbosity: either("low", "medium", "high") }),
  prompt_cache_key: matching(/^.{1,64}$/),
};
/** The list of items that is the conversation. */
export const input: Shape = list(item, 1);

const body = record(
  { model: matching(/./), input, stream: either(true), store: either(false) },
  {
    ...sharedMembers,
    instructions: text,
    max_output_tokens: integer(16),
    temperature: decimal(0, 2),
    top_p: decimal(0, 1),
    prompt_cache_retention: either("in_memory", "24h"),
    truncation: either("auto", "disabled"),
    metadata: dictionary,
  },
);

/** Why the Responses API would refuse a request. */
export function responsesRefusal(request: Received, ledger: Ledger): Refusal | undefined {
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? ""))
    return { kind: "authentication", message: "Missing bearer or basic authentication in header" };
  const problem = body(request.body, []);
  if (problem !== undefined) return worded(problem);
  return parameterRefusal(request.body) ?? inputRefusal(request.body.input as Item[], ledger);
}

function bad(message: string, param: string): Refusal {
  return { kind: "bad-request", message, param };
}

/** A problem in the words of this wire. */
export function worded({ kind, path, expected }: Problem): Refusal {
  const place = path.map((name, index) => (typeof name === "number" ? `[${name}]` : index === 0 ? name : `.${name}`)).join("");
  if (kind === "missing") return bad(`Missing required parameter: '${place}'.`, place);
  if (kind === "unknown") return bad(`Unknown parameter: '${place}'.`, place);
  return bad(`Invalid ${kind} for '${place}': expected ${expected}.`, place);
}

/** What the rules say of tools and parameters. */
export function parameterRefusal(parameters: Received["body"]): Refusal | undefined {
  const {
    tools = [],
    model,
    temperature,
    reasoning,
  } = parameters as { tools?: { name: string; parameters: unknown; strict?: boolean }[]; [name: string]: unknown };
  for (const [index, { name, parameters, strict = false }] of tools.entries()) {
    const fault = strict ? strictFault(parameters) : undefined;
    if (fault !== undefined) return bad(`Invalid schema for function '${name}': ${fault}`, `tools[${index}].parameters`);
  }
  const effort = isObject(reasoning) ? reasoning.effort : undefined;
  const isReasoning = /^(o\d|gpt-5)/.test(String(model)) && effort !== "none";
  return temperature !== undefined && isReasoning
    ? bad("Unsupported parameter: 'temperature' is not supported with this model.", "temperature")
    : undefined;
}

/** What the rules say of the items: calls are answered once and later, reasoning is whole, in its place and as it was issued. */
export function inputRefusal(items: readonly Item[], ledger: Ledger): Refusal | undefined {
  const calls = new Set<unknown>();
  const answered = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    if (item.type === "function_call") {
      if (calls.has(item.call_id)) return bad(`Duplicate function call with call_id ${item.call_id}.`, "input");
      calls.add(item.call_id);
    }
    if (item.type === "function_call_output") {
      if (!calls.has(item.call_id)) return bad(`No tool call found for function call output with call_id ${item.call_id}.`, "input");
      answered.add(item.call_id);
    }
    const refusal = item.type === "reasoning" ? reasoningRefusal(item, items[index + 1], ledger) : undefined;
    if (refusal !== undefined) return refusal;
  }
  const open = [...calls].find((id) => !answered.has(id));
  return open === undefined ? undefined : bad(`No tool output found for function call ${open}.`, "input");
}

function reasoningRefusal(item: Item, next: Item | undefined, ledger: Ledger): Refusal | undefined {
  const { id, encrypted_content, summary } = item;
  if (encrypted_content === undefined)
    return bad(`Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`, "input");
  const issued = ledger.find(String(encrypted_content));
  if (issued?.kind !== "reasoning" || issued.of !== JSON.stringify([id, summary]))
    return bad(`The encrypted content for item ${id} could not be verified.`, "input");
  const isFollowed = next?.type === "function_call" || next?.type === "reasoning" || next?.role === "assistant";
  return isFollowed ? undefined : bad(`Item '${id}' of type 'reasoning' was provided without its required following item.`, "input");
}

/** The turns of a valid request: neighbouring items of one role are one turn, and the developer's message is the system prompt. */
export function responsesTurns({ body }: Received): SentTurn[] {
  const { instructions, input } = body as { instructions?: string; input: readonly Item[] };
  const turns: { role: SentTurn["role"]; parts: SentPart[] }[] = [];
  if (instructions) turns.push({ role: "system", parts: [{ kind: "text", text: instructions }] });
  for (const item of input) {
    const role = roleOf(item);
    if (turns.at(-1)?.role !== role) turns.push({ role, parts: [] });
    turns.at(-1)?.parts.push(...partsOf(item));
  }
  return turns;
}

function roleOf({ type, role }: Item): SentTurn["role"] {
  if (type === "function_call_output" || role === "user") return "user";
  return role === "developer" || role === "system" ? "system" : "assistant";
}

function partsOf(item: Item): SentPart[] {
  const { type, call_id, name, output, encrypted_content, summary, content } = item;
  switch (type) {
    case "function_call":
      return [{ kind: "tool-use", id: String(call_id), name: String(name), json: String(item.arguments) }];
    case "function_call_output":
      return [{ kind: "tool-result", id: String(call_id), text: typeof output === "string" ? output : JSON.stringify(output) }];
    case "reasoning": {
      const text = (summary as { text: string }[]).map(({ text }) => text).join("\n\n");
      return [{ kind: "thinking", text, signature: String(encrypted_content) }];
    }
    default:
      if (typeof content === "string") return [{ kind: "text", text: content }];
      return (content as { type: string; text?: string; refusal?: string }[]).map((part) =>
        part.type === "input_image" || part.type === "input_file"
          ? { kind: "file", mimeType: part.type }
          : { kind: "text", text: part.text ?? part.refusal ?? "" },
      );
  }
}
