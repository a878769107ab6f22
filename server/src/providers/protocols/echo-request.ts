import type { PromptPart } from "../../conversation/prompt.js";
import type { RequestMaker } from "./protocol.js";
import { type BodyObject, stableJson } from "./stable-json.js";
import { toolInput } from "./turn-parts.js";

/** Requests of the embedded provider, which no network carries: the prompt as it is, in no provider's form. */
export const echoRequest: RequestMaker = {
  rules: { ids: "any" },
  request({ system, turns, tools }, { model }) {
    const messages = turns.map(({ role, parts }) => ({ role, parts: parts.map(partOf) }));
    const offered = tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
    const body = { model, stream: true, system, ...(offered.length > 0 && { tools: offered }), messages };
    return { url: "echo:", headers: {}, body: stableJson(body, ["system", "tools", "messages"]) };
  },
  authorization: () => ({}),
};

function partOf(part: PromptPart): BodyObject {
  switch (part.kind) {
    case "tool_use":
      return { kind: part.kind, id: part.id, name: part.name, input: toolInput(part.json) };
    case "tool_result":
      return { kind: part.kind, tool_use_id: part.toolUseId, name: part.name, is_error: part.isError, parts: part.parts.map(partOf) };
    case "text_file":
      return { kind: part.kind, filename: part.filename, mime_type: part.mimeType, text: part.text };
    case "image":
    case "pdf":
      return { kind: part.kind, filename: part.filename, mime_type: part.mimeType, data: part.data };
    default:
      return { ...part };
  }
}
