import type { Prompt } from "../../conversation/prompt.js";
import { endpointUrl } from "./endpoint-url.js";
import type { RequestMaker, RequestSettings } from "./protocol.js";
import { responsesInput, responsesTools } from "./responses-input.js";
import { reasoningEffort } from "./responses-request.js";
import { type BodyObject, stableJson } from "./stable-json.js";
import { toolNames } from "./tool-names.js";
import { bearer, wireHeaders } from "./wire-headers.js";

/**
 * Requests of the wire behind a ChatGPT subscription, which knows no limit of tokens and no temperature
 * (spec/providers-and-send.md §1.6). What it signs, OpenAI's own API does not know: its thinking has a name of its own.
 */
export const codexRequest: RequestMaker = {
  rules: { signature: "codex", ids: "plain" },
  request(prompt, settings) {
    return {
      url: endpointUrl(settings.baseUrl, { version: "/backend-api/codex", ownPath: "replaces-version", path: "/responses" }),
      headers: wireHeaders({ "openai-beta": "responses=experimental", originator: "chat-language-server" }, settings),
      body: stableJson(bodyOf(prompt, settings), ["tools", "input"]),
    };
  },
  authorization: ({ secret, account }) => ({ ...bearer(secret), ...(account !== undefined && { "chatgpt-account-id": account }) }),
};

/** The wire refuses requests without instructions. */
const noInstructions = "You are a helpful assistant.";

function bodyOf(prompt: Prompt, settings: RequestSettings): BodyObject {
  const { model, cacheRetention, cacheKey } = settings;
  const names = toolNames(prompt);
  const effort = reasoningEffort(settings);
  return {
    model,
    instructions: prompt.system ?? noInstructions,
    stream: true,
    store: false,
    text: { verbosity: "low" },
    include: ["reasoning.encrypted_content"],
    parallel_tool_calls: true,
    ...(effort !== undefined && { reasoning: { effort } }),
    ...(cacheRetention !== "none" && { prompt_cache_key: cacheKey }),
    ...(prompt.tools.length > 0 && { tools: responsesTools(prompt, names), tool_choice: "auto" }),
    input: responsesInput(prompt, names, settings),
  };
}
