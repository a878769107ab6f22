import type { Prompt } from "../../conversation/prompt.js";
import { canStopReasoning } from "../models/temperature.js";
import { endpointUrl } from "./endpoint-url.js";
import type { RequestMaker, RequestSettings } from "./protocol.js";
import { responsesInput, responsesTools } from "./responses-input.js";
import { type BodyObject, stableJson } from "./stable-json.js";
import { toolNames } from "./tool-names.js";
import { bearer, wireHeaders } from "./wire-headers.js";

/** Requests of OpenAI's Responses API (spec/providers-and-send.md §1.3). */
export const responsesRequest: RequestMaker = {
  rules: { signature: "openai", ids: "plain" },
  request(prompt, settings) {
    return {
      url: endpointUrl(settings.baseUrl, { version: "/v1", ownPath: "replaces-version", path: "/responses" }),
      headers: wireHeaders({}, settings),
      body: stableJson(bodyOf(prompt, settings), ["tools", "input"]),
    };
  },
  authorization: ({ secret }) => bearer(secret),
};

function bodyOf(prompt: Prompt, settings: RequestSettings): BodyObject {
  const { model, maxTokens, temperature, cacheKey } = settings;
  const names = toolNames(prompt);
  const effort = reasoningEffort(settings);
  const isThinking = effort !== undefined && effort !== "none";
  const retention = cacheRetention(settings);
  return {
    model,
    max_output_tokens: Math.max(leastTokens, maxTokens),
    stream: true,
    store: false,
    temperature,
    ...(effort !== undefined && { reasoning: isThinking ? { effort, summary: "auto" } : { effort } }),
    ...(isThinking && { include: ["reasoning.encrypted_content"] }),
    ...(retention && { prompt_cache_key: cacheKey, prompt_cache_retention: retention }),
    ...(prompt.tools.length > 0 && { tools: responsesTools(prompt, names), tool_choice: "auto" }),
    input: [
      ...(prompt.system === undefined ? [] : [{ role: "developer", content: prompt.system }]),
      ...responsesInput(prompt, names, settings),
    ],
  };
}

/** The API takes no lower limit. */
const leastTokens = 16;

function cacheRetention({ cacheRetention: retention }: RequestSettings): string | undefined {
  switch (retention) {
    case "none":
      return undefined;
    case "short":
      return "in_memory";
    case "long":
      return "24h";
  }
}

/** The effort that is asked for; undefined where nothing is said of it. */
export function reasoningEffort({ thinking, info, model }: RequestSettings): string | undefined {
  switch (thinking.kind) {
    case "silent":
      return undefined;
    case "on":
      return thinking.effort;
    case "off":
      return canStopReasoning({ model, info }) || info?.thinking?.kind !== "effort" ? "none" : info.thinking.map.minimal;
  }
}
