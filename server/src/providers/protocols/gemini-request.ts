import type { Prompt } from "../../conversation/prompt.js";
import { endpointUrl } from "./endpoint-url.js";
import { geminiContents } from "./gemini-contents.js";
import type { RequestMaker, RequestSettings } from "./protocol.js";
import { type BodyObject, stableJson } from "./stable-json.js";
import { toolNames } from "./tool-names.js";
import { bearer, wireHeaders } from "./wire-headers.js";

/** Requests of Gemini's streamGenerateContent at Vertex AI (spec/providers-and-send.md §1.4). */
export const geminiRequest: RequestMaker = {
  rules: { signature: "vertex", ids: "any" },
  request(prompt, settings) {
    return {
      url: urlOf(settings),
      headers: wireHeaders({}, settings),
      body: stableJson(bodyOf(prompt, settings), ["tools", "contents"]),
    };
  },
  authorization: ({ secret }) => bearer(secret),
};

function urlOf({ baseUrl, project = "", location = "global", model }: RequestSettings): string {
  const [ofProject, ofLocation, ofModel] = [project, location, model].map(encodeURIComponent);
  const path = `/projects/${ofProject}/locations/${ofLocation}/publishers/google/models/${ofModel}:streamGenerateContent`;
  const url = endpointUrl(baseUrl, { version: "/v1beta1", ownPath: "before-version", path });
  return `${url}${url.includes("?") ? "&" : "?"}alt=sse`;
}

function bodyOf(prompt: Prompt, settings: RequestSettings): BodyObject {
  const names = toolNames(prompt);
  const declared = prompt.tools.map(({ name, description, inputSchema }) => ({
    name: names.onWire(name),
    description,
    parametersJsonSchema: inputSchema,
  }));
  return {
    ...(prompt.system !== undefined && { systemInstruction: { parts: [{ text: prompt.system }] } }),
    generationConfig: {
      maxOutputTokens: settings.maxTokens,
      temperature: settings.temperature,
      thinkingConfig: thinkingConfig(settings),
    },
    ...(declared.length > 0 && { tools: [{ functionDeclarations: declared }], toolConfig: { functionCallingConfig: { mode: "AUTO" } } }),
    contents: geminiContents(prompt, names, settings),
  };
}

function thinkingConfig({ thinking, info }: RequestSettings): BodyObject | undefined {
  switch (thinking.kind) {
    case "silent":
      return undefined;
    case "on":
      return { includeThoughts: true, thinkingBudget: thinking.budget, thinkingLevel: thinking.effort?.toUpperCase() };
    case "off":
      return leastThinking(info);
  }
}

/** Gemini thinks unless it is told not to; a model that cannot do without thinks least. */
function leastThinking(info: RequestSettings["info"]): BodyObject | undefined {
  if (info?.thinking?.kind === "effort") return { thinkingLevel: info.thinking.map.minimal.toUpperCase() };
  if (info?.thinking?.kind === "budget") return { thinkingBudget: info.id.includes("flash") ? 0 : info.thinking.min };
  return undefined;
}
