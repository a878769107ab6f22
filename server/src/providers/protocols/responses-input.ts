import type { Prompt, PromptContent, PromptPart, PromptThinking, PromptToolResult, PromptTurn } from "../../conversation/prompt.js";
import type { RequestSettings } from "./protocol.js";
import { type BodyObject, type BodyValue, type RawJson, rawJson } from "./stable-json.js";
import type { ToolNames } from "./tool-names.js";
import { answerText, isSaid, isText, orderedParts, textOf, toolArguments } from "./turn-parts.js";

/** The turns of a prompt as items of OpenAI's Responses API (spec/providers-and-send.md §1.3). A model that does not reason takes no reasoning. */
export function responsesInput({ turns }: Prompt, names: ToolNames, { info }: RequestSettings): BodyValue[] {
  const isThoughtless = info !== undefined && info.thinking === undefined;
  return turns.flatMap((turn, index) => {
    if (turn.role === "user") return userItems(turn);
    const parts = orderedParts(turn).filter(({ kind }) => kind !== "thinking" || !isThoughtless);
    return assistantItems(parts, index, names);
  });
}

/** The tools of a prompt. A schema that is not strict must say so, for the API takes it for one. */
export function responsesTools({ tools }: Prompt, names: ToolNames): BodyValue[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name: names.onWire(name),
    description,
    parameters: inputSchema,
    strict: isStrict(inputSchema),
  }));
}

/** Says whether a schema leaves nothing open: every property of every object is required, and no other is allowed. */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== "object" || schema === null) return true;
  const { type, properties, required, additionalProperties } = schema as { readonly [keyword: string]: unknown };
  const isObject = type === "object" || properties !== undefined;
  const names = Object.keys(properties ?? {});
  const isClosed = additionalProperties === false && Array.isArray(required) && names.every((name) => required.includes(name));
  return (!isObject || isClosed) && Object.values(schema).every(isStrict);
}

function userItems({ parts }: PromptTurn): BodyObject[] {
  const results = parts.flatMap((part) => (part.kind === "tool_result" ? [outputItem(part)] : []));
  const content = parts.flatMap((part) =>
    part.kind === "text" || part.kind === "text_file" || part.kind === "image" || part.kind === "pdf" ? inputParts(part) : [],
  );
  return content.length === 0 ? results : [...results, { role: "user", content }];
}

/** The API has no word for failure but text. */
function outputItem(result: PromptToolResult): BodyObject {
  const { toolUseId, isError, parts } = result;
  const mixed = [...(isError ? [{ type: "input_text", text: "Error:" }] : []), ...parts.flatMap(inputParts)];
  return { type: "function_call_output", call_id: toolUseId, output: parts.every(isText) ? answerText(result) : mixed };
}

function inputParts(part: PromptContent): BodyObject[] {
  switch (part.kind) {
    case "text":
    case "text_file":
      return part.text.trim() === "" ? [] : [{ type: "input_text", text: part.text }];
    case "image":
      return [{ type: "input_image", image_url: `data:${part.mimeType};base64,${part.data}`, detail: "auto" }];
    case "pdf":
      return [{ type: "input_file", filename: part.filename, file_data: `data:${part.mimeType};base64,${part.data}` }];
  }
}

/** Flat items: thoughts, messages and calls as they followed each other. `index` is that of the turn. */
function assistantItems(parts: readonly PromptPart[], index: number, names: ToolNames): BodyValue[] {
  const said = parts.slice(0, parts.findLastIndex(isSaid) + 1);
  const phase = parts.some(({ kind }) => kind === "tool_use") ? "commentary" : "final_answer";
  const items: BodyValue[] = [];
  let texts: Extract<PromptPart, { kind: "text" }>[] = [];
  let count = 0;

  function flush(): void {
    const text = textOf(texts).trim();
    texts = [];
    if (text === "") return;
    const content = [{ type: "output_text", text, annotations: [] }];
    items.push({ type: "message", role: "assistant", id: `msg_${index}_${count++}`, status: "completed", phase, content });
  }

  for (const part of said) {
    if (part.kind === "text") texts.push(part);
    else if (part.kind === "thinking") {
      flush();
      items.push(...reasoningItem(part));
    } else if (part.kind === "tool_use") {
      flush();
      const call = { call_id: part.id, name: names.onWire(part.name), arguments: toolArguments(part.json) };
      items.push({ type: "function_call", ...call, status: "completed" });
    }
  }
  flush();
  return items;
}

/** An item of reasoning as the API gave it, to the byte; without what it encrypted, the API does not know it again. */
function reasoningItem({ signature }: PromptThinking): RawJson[] {
  const json = Buffer.from(signature ?? "", "base64").toString("utf8");
  return isReasoning(json) ? [rawJson(json)] : [];
}

function isReasoning(json: string): boolean {
  try {
    const item: unknown = JSON.parse(json);
    if (typeof item !== "object" || item === null) return false;
    return "type" in item && item.type === "reasoning" && "encrypted_content" in item && typeof item.encrypted_content === "string";
  } catch {
    return false;
  }
}
