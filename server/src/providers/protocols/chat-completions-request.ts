import type { Prompt, PromptContent, PromptPart, PromptTurn } from "../../conversation/prompt.js";
import { endpointUrl } from "./endpoint-url.js";
import type { RequestMaker, RequestSettings } from "./protocol.js";
import { type BodyObject, type BodyValue, stableJson } from "./stable-json.js";
import { type ToolNames, toolNames } from "./tool-names.js";
import { alternatingTurns, answerText, isSaid, isText, textOf, toolArguments } from "./turn-parts.js";
import { bearer, wireHeaders } from "./wire-headers.js";

/** Requests of Chat Completions, which Moonshot and every OpenAI-compatible endpoint speak (spec/providers-and-send.md §1.5). */
export const chatCompletionsRequest: RequestMaker = {
  rules: { ids: "any" },
  request(prompt, settings) {
    return {
      url: endpointUrl(settings.baseUrl, { version: "/v1", ownPath: "replaces-version", path: "/chat/completions" }),
      headers: wireHeaders({}, settings),
      body: stableJson(bodyOf(prompt, settings), ["tools", "messages"]),
    };
  },
  authorization: ({ secret }) => bearer(secret),
};

function bodyOf(prompt: Prompt, settings: RequestSettings): BodyObject {
  const { model, maxTokens, provider, cacheRetention, cacheKey } = settings;
  const names = toolNames(prompt);
  const turns = alternatingTurns(prompt.turns, ({ parts }) => !parts.some(isSaid));
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    stream_options: { include_usage: true },
    temperature: settings.temperature,
    ...thinkingMembers(settings),
    // Others may refuse what they do not know.
    ...(provider === "moonshot" && cacheRetention !== "none" && { prompt_cache_key: cacheKey }),
    ...(prompt.tools.length > 0 && { tools: toolsOf(prompt, names), tool_choice: "auto" }),
    messages: [
      ...(prompt.system === undefined ? [] : [{ role: "system", content: prompt.system }]),
      ...turns.flatMap((turn) => (turn.role === "user" ? userMessages(turn, names) : [assistantMessage(turn, names, settings)])),
    ],
  };
}

function thinkingMembers({ thinking, info }: RequestSettings): BodyObject {
  switch (info?.thinking?.kind) {
    case "forced":
      return { thinking: { type: "enabled" } };
    case "optional":
      return thinking.kind === "silent" ? {} : { thinking: { type: thinking.kind === "on" ? "enabled" : "disabled" } };
    default:
      return { reasoning_effort: thinking.kind === "on" ? thinking.effort : undefined };
  }
}

function toolsOf({ tools }: Prompt, names: ToolNames): BodyValue[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name: names.onWire(name), description, parameters: inputSchema },
  }));
}

function userMessages({ parts }: PromptTurn, names: ToolNames): BodyObject[] {
  const answers = parts.flatMap((part) => {
    if (part.kind !== "tool_result") return [];
    return [{ role: "tool", tool_call_id: part.toolUseId, name: names.onWire(part.name), content: answerText(part) }];
  });
  const contents = parts.filter((part) => isContent(part)).filter(isSaid);
  return contents.length === 0 ? answers : [...answers, { role: "user", content: contentOf(contents) }];
}

function isContent(part: PromptPart): part is PromptContent {
  return part.kind === "text" || part.kind === "text_file" || part.kind === "image" || part.kind === "pdf";
}

/** Plain text where there is nothing else, for that is what every endpoint takes. */
function contentOf(parts: readonly PromptContent[]): BodyValue {
  if (!parts.some(({ kind }) => kind === "image")) return textOf(parts);
  return parts.map((part): BodyObject => {
    if (part.kind === "image") return { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.data}` } };
    return { type: "text", text: isText(part) ? part.text : textOf([part]) };
  });
}

function assistantMessage({ parts }: PromptTurn, names: ToolNames, settings: RequestSettings): BodyObject {
  const text = textOf(parts.flatMap((part) => (part.kind === "text" ? [part] : []))).trim();
  const thoughts = parts.flatMap((part) => (part.kind === "thinking" && !part.redacted && part.content !== "" ? [part.content] : []));
  const calls = parts.flatMap((part): BodyObject[] => {
    if (part.kind !== "tool_use") return [];
    return [{ id: part.id, type: "function", function: { name: names.onWire(part.name), arguments: toolArguments(part.json) } }];
  });
  return {
    role: "assistant",
    content: text === "" ? null : text,
    reasoning_content: thoughts.join("\n\n") || (calls.length > 0 && wantsThoughts(settings) ? " " : undefined),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** Moonshot's models, while they think, take no call that nothing was thought before: that of another provider gets a blank. */
function wantsThoughts({ thinking, info }: RequestSettings): boolean {
  return info?.thinking?.kind === "forced" || (info?.thinking?.kind === "optional" && thinking.kind === "on");
}
