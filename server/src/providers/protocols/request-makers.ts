import { anthropicRequest } from "./anthropic-request.js";
import type { ProtocolName, RequestMaker } from "./protocol.js";

/** Who makes the requests of each family of wires. */
export const requestMakers: Readonly<Record<ProtocolName, RequestMaker>> = {
  anthropic: anthropicRequest,
  responses: anthropicRequest,
  codex: anthropicRequest,
  gemini: anthropicRequest,
  "chat-completions": anthropicRequest,
  echo: anthropicRequest,
};
