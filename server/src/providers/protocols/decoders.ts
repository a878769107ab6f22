import type { ProtocolName } from "../endpoint.js";
import { createAnthropicDecoder } from "./anthropic-decoder.js";
import { createChatCompletionsDecoder } from "./chat-completions-decoder.js";
import { createGeminiDecoder } from "./gemini-decoder.js";
import type { Decoder } from "./protocol.js";
import { createResponsesDecoder } from "./responses-decoder.js";
import type { ToolNames } from "./tool-names.js";

/** What a reply is decoded with: the name that signatures have in the document, where the wire has any, and the names of tools. */
export interface DecoderSettings {
  readonly signature: string | undefined;
  readonly names: Pick<ToolNames, "inDocument">;
}

/** Makes the decoder of a reply on a wire; the embedded `echo` has none. */
export function createDecoderFor(protocol: Exclude<ProtocolName, "echo">, { signature = protocol, names }: DecoderSettings): Decoder {
  switch (protocol) {
    case "anthropic":
      return createAnthropicDecoder(signature, names.inDocument);
    case "responses":
    case "codex":
      return createResponsesDecoder(signature, names.inDocument);
    case "gemini":
      return createGeminiDecoder(signature, names.inDocument);
    case "chat-completions":
      return createChatCompletionsDecoder(names.inDocument);
  }
}
