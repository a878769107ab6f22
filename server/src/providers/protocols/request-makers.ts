import type { ProtocolName } from "../endpoint.js";
import { anthropicRequest } from "./anthropic-request.js";
import { chatCompletionsRequest } from "./chat-completions-request.js";
import { codexRequest } from "./codex-request.js";
import { echoRequest } from "./echo-request.js";
import { geminiRequest } from "./gemini-request.js";
import type { RequestMaker } from "./protocol.js";
import { responsesRequest } from "./responses-request.js";

/** Who makes the requests of each family of wires. */
export const requestMakers: Readonly<Record<ProtocolName, RequestMaker>> = {
  anthropic: anthropicRequest,
  responses: responsesRequest,
  codex: codexRequest,
  gemini: geminiRequest,
  "chat-completions": chatCompletionsRequest,
  echo: echoRequest,
};
