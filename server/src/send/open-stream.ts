import type { Conversation } from "../conversation/conversation.js";
import { echo } from "../providers/echo.js";
import type { StreamEvent } from "../providers/provider.js";

/** Starts the reply to a conversation. The embedded `echo` is the provider of this version; aborting ends the stream early. */
export function openStream(prompt: Conversation, signal: AbortSignal): AsyncIterable<StreamEvent> {
  return echo(prompt, signal);
}
