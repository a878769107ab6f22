import type { Prompt, PromptContent, PromptPart, PromptToolResult, PromptTurn } from "../../conversation/prompt.js";
import { endpointUrl } from "./endpoint-url.js";
import type { RequestMaker, RequestSettings } from "./protocol.js";
import { type BodyObject, type BodyValue, stableJson } from "./stable-json.js";
import { type ToolNames, toolNames } from "./tool-names.js";
import { failedTool, isSaid, isText, openedTurns, orderedParts, textOf, toolInput } from "./turn-parts.js";
import { wireHeaders } from "./wire-headers.js";

/** Requests of Anthropic's Messages API (spec/providers-and-send.md §1.2). */
export const anthropicRequest: RequestMaker = {
  rules: { signature: "anthropic", ids: "plain" },
  request(prompt, settings) {
    return {
      url: endpointUrl(settings.baseUrl, { version: "/v1", ownPath: "before-version", path: "/messages" }),
      headers: wireHeaders({ "anthropic-version": "2023-06-01" }, settings),
      body: stableJson(bodyOf(prompt, settings), ["system", "tools", "messages"]),
    };
  },
  authorization: ({ secret }) => ({ "x-api-key": secret }),
};

/** A message as it is sent. */
interface Message {
  readonly role: PromptTurn["role"];
  readonly content: readonly BodyObject[];
}

function bodyOf(prompt: Prompt, settings: RequestSettings): BodyObject {
  const { model, maxTokens } = settings;
  const names = toolNames(prompt);
  const cache = cacheMark(settings);
  const messages = messagesOf(prompt, names);
  const hasTools = prompt.tools.length > 0;
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    temperature: settings.temperature,
    ...thinkingMembers(settings, messages),
    // Moves along with the end of the conversation, so that no earlier byte changes.
    cache_control: cache,
    system:
      prompt.system === undefined || cache === undefined ? prompt.system : [{ type: "text", text: prompt.system, cache_control: cache }],
    ...(hasTools && { tools: toolsOf(prompt, names, cache), tool_choice: { type: "auto" } }),
    messages,
  };
}

function cacheMark({ cacheRetention }: RequestSettings): BodyObject | undefined {
  switch (cacheRetention) {
    case "none":
      return undefined;
    case "short":
      return { type: "ephemeral" };
    case "long":
      return { type: "ephemeral", ttl: "1h" };
  }
}

/** The API takes no smaller budget. */
const leastBudget = 1024;

function thinkingMembers({ thinking, info, maxTokens }: RequestSettings, messages: readonly Message[]): BodyObject {
  if (thinking.kind !== "on") return {};
  const effort = thinking.effort === undefined ? {} : { output_config: { effort: thinking.effort } };
  if (thinking.effort !== undefined && info?.thinking?.kind !== "budget-and-effort")
    return { thinking: { type: "adaptive", display: "summarized" }, ...effort };
  const budget = Math.min(Math.max(leastBudget, thinking.budget ?? leastBudget), maxTokens - 1);
  return budget < leastBudget || isUnthoughtLoop(messages) ? effort : { thinking: { type: "enabled", budget_tokens: budget }, ...effort };
}

/** With a budget, the API takes results of tools only for a turn that begins with its own thinking; another provider's has none. */
function isUnthoughtLoop(messages: readonly Message[]): boolean {
  const [before, last] = messages.slice(-2);
  const isResult = last?.content.some(({ type }) => type === "tool_result") ?? false;
  const opening = before?.content[0]?.type;
  return isResult && opening !== "thinking" && opening !== "redacted_thinking";
}

/** The last tool ends the first part of the prompt that a cache can hold. */
function toolsOf({ tools }: Prompt, names: ToolNames, cache: BodyObject | undefined): BodyValue[] {
  return tools.map(({ name, description, inputSchema }, index) => ({
    name: names.onWire(name),
    description,
    input_schema: inputSchema,
    eager_input_streaming: true,
    ...(index === tools.length - 1 && { cache_control: cache }),
  }));
}

/** A turn without content is none. */
function messagesOf({ turns }: Prompt, names: ToolNames): (Message & BodyObject)[] {
  const hasContent = (turn: PromptTurn): boolean => contentOf(turn, names).length > 0;
  return openedTurns(turns.filter(hasContent)).map((turn) => ({ role: turn.role, content: contentOf(turn, names) }));
}

function contentOf(turn: PromptTurn, names: ToolNames): BodyObject[] {
  const parts = turn.role === "assistant" ? withoutLastThoughts(orderedParts(turn)) : turn.parts;
  return parts.flatMap((part) => blocksOf(part, turn.role, names));
}

/** A turn may not end with a thought: of a reply that was cut off, it led to nothing. */
function withoutLastThoughts(parts: readonly PromptPart[]): readonly PromptPart[] {
  return parts.slice(0, parts.findLastIndex(isSaid) + 1);
}

function blocksOf(part: PromptPart, role: PromptTurn["role"], names: ToolNames): BodyObject[] {
  switch (part.kind) {
    case "thinking":
      if (part.redacted) return [{ type: "redacted_thinking", data: part.content }];
      return part.signature ? [{ type: "thinking", thinking: part.content, signature: part.signature }] : [];
    case "tool_use":
      return [{ type: "tool_use", id: part.id, name: names.onWire(part.name), input: toolInput(part.json) }];
    case "tool_result":
      return [resultBlock(part)];
    case "text":
      return textBlocks(role === "assistant" ? part.text.trim() : part.text);
    default:
      return contentBlocks(part);
  }
}

function resultBlock({ toolUseId, isError, parts }: PromptToolResult): BodyObject {
  const content = parts.every(isText) ? textOf(parts) || (isError ? failedTool : "") : parts.flatMap(contentBlocks);
  return { type: "tool_result", tool_use_id: toolUseId, content, is_error: isError || undefined };
}

function contentBlocks(part: PromptContent): BodyObject[] {
  switch (part.kind) {
    case "text":
    case "text_file":
      return textBlocks(part.text);
    case "image":
      return [{ type: "image", source: { type: "base64", media_type: part.mimeType, data: part.data } }];
    case "pdf":
      return [{ type: "document", title: part.filename, source: { type: "base64", media_type: part.mimeType, data: part.data } }];
  }
}

/** The API refuses blank text. */
function textBlocks(text: string): BodyObject[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}
